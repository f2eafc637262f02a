import { createHash } from 'crypto';
import { isWireObject } from '../wire/records';

const FINGERPRINT_LENGTH = 9;

/** 54 bits of a hash: in about one in a billion sets of 5,000 IDs, two share a fingerprint. */
export const toFingerprint = (id: string) =>
	createHash('sha256').update(id).digest('base64url').slice(0, FINGERPRINT_LENGTH);

/** Each has the start of its period, in milliseconds since 1970. */
export type Fingerprints = Map<string, number>;

/** The joined fingerprints of each period, by its start in seconds since 1970. */
export type StoredFingerprints = Record<string, string>;

export const startOfPeriod = (timeMs: number, periodMs: number) =>
	Math.floor(timeMs / periodMs) * periodMs;

export function toStoredFingerprints(fingerprints: Fingerprints): StoredFingerprints {
	const stored: StoredFingerprints = {};
	for (const [fingerprint, startMs] of fingerprints)
		stored[startMs / 1000] = (stored[startMs / 1000] ?? '') + fingerprint;
	return stored;
}

export function readFingerprints(stored: unknown): Fingerprints | undefined {
	if (!isWireObject(stored)) return undefined;
	const fingerprints: Fingerprints = new Map();
	for (const [seconds, joined] of Object.entries(stored)) {
		if (
			Number.isNaN(Number(seconds)) ||
			typeof joined !== 'string' ||
			joined.length % FINGERPRINT_LENGTH !== 0
		)
			return undefined;
		for (const fingerprint of joined.match(new RegExp(`.{${FINGERPRINT_LENGTH}}`, 'g')) ?? [])
			fingerprints.set(fingerprint, Number(seconds) * 1000);
	}
	return fingerprints;
}
