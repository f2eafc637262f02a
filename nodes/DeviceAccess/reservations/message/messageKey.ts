import { createHash, createHmac } from 'crypto';

/** Letters only, because 'Mask PINs' hides digits that happen to be those of a PIN. */
const LETTERS = 'abcdefghijklmnop';
const inLetters = (hex: string, length: number) =>
	hex.slice(0, length).replaceAll(/./g, (digit) => LETTERS.charAt(parseInt(digit, 16)));

const OF_SECRET = 8;
const OF_STAY = 10;
const OF_ALL = 14;
const LENGTH = OF_SECRET + OF_STAY + OF_ALL;

/**
 * A fingerprint of what a guest must know. Its parts say which secret it is keyed with, what anybody
 * may know of the stay, and, keyed, everything: 10,000 tries find a PIN in a plain hash.
 */
export function fingerprint(secret: string, stay: unknown, pins: unknown): string {
	const keyed = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
	const plain = createHash('sha256').update(JSON.stringify(stay)).digest('hex');
	return [
		inLetters(keyed('message key'), OF_SECRET),
		inLetters(plain, OF_STAY),
		inLetters(keyed(JSON.stringify([stay, pins])), OF_ALL),
	].join('');
}

/** True for two fingerprints of the same stay that differ because the secret does. */
export const differsOnlyBySecret = (one: string, other: string): boolean =>
	hasOtherSecret(one, other) && isOfSameStay(one, other);

export const hasOtherSecret = (one: string, other: string): boolean =>
	areFingerprints(one, other) && one.slice(0, OF_SECRET) !== other.slice(0, OF_SECRET);

/** True if rooms, times and person are the same. */
export const isOfSameStay = (one: string, other: string): boolean =>
	areFingerprints(one, other) && stayIn(one) === stayIn(other);

const areFingerprints = (...texts: string[]) => texts.every(({ length }) => length === LENGTH);
const stayIn = (text: string) => text.slice(OF_SECRET, OF_SECRET + OF_STAY);
