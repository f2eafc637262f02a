import { createHmac, timingSafeEqual } from 'crypto';

export const TIMESTAMP_TOLERANCE_MS = 5 * 60 * 1000;

const SECRET_PREFIX = 'whsec_';

/** An API key or token, the ID of an endpoint, and an address: what a person can paste instead. */
const NO_SECRET = /^(?:seam_|ep_|https?:)/i;

/** A shorter key can be guessed; keys of the scheme have at least 24 bytes. */
const MIN_KEY_BYTES = 16;

const HEADER_PREFIXES = ['svix', 'webhook'] as const;

/** Header names are in lower case, and the body is from before any parsing. */
export interface Delivery {
	headers: Readonly<Record<string, unknown>>;
	rawBody: Buffer;
}

export type Verdict =
	{ isGenuine: true } | { isGenuine: false; reason: 'unsigned' | 'tooOldOrNew' | 'wrongSignature' };

/**
 * Checks the signature over `id.timestamp.body` and its time (docs/service.md#events-6). Several
 * signatures and secrets allow rotation. A weak secret never matches. Never throws.
 */
export function verifySignature(
	{ headers, rawBody }: Delivery,
	secrets: readonly string[],
	nowMs: number,
): Verdict {
	const { id, timestamp, signatures } = readSignatureHeaders(headers);
	// With a dot in the ID, the same content could be split into ID and time in two ways.
	if (!id || id.includes('.') || !timestamp || signatures.length === 0)
		return { isGenuine: false, reason: 'unsigned' };
	const sentAtMs = Number(timestamp) * 1000;
	if (!/^\d+$/.test(timestamp) || Math.abs(nowMs - sentAtMs) > TIMESTAMP_TOLERANCE_MS) {
		return { isGenuine: false, reason: 'tooOldOrNew' };
	}
	const signedContent = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), rawBody]);
	let isGenuine = false;
	for (const key of secrets.flatMap(toKeys)) {
		const expected = Buffer.from(createHmac('sha256', key).update(signedContent).digest('base64'));
		for (const signature of signatures) {
			// No early exit: the time taken must not reveal which key or signature matched.
			isGenuine = isEqual(expected, signature) || isGenuine;
		}
	}
	return isGenuine ? { isGenuine } : { isGenuine, reason: 'wrongSignature' };
}

function readSignatureHeaders(headers: Delivery['headers']) {
	const prefix =
		HEADER_PREFIXES.find((name) => `${name}-signature` in headers) ?? HEADER_PREFIXES[0];
	const text = (name: string) => {
		const value = headers[`${prefix}-${name}`];
		return typeof value === 'string' ? value : '';
	};
	const signatures = text('signature')
		.split(' ')
		.map((entry) => entry.split(','))
		.filter(([version]) => version === 'v1')
		.map(([, signature = '']) => Buffer.from(signature));
	return { id: text('id'), timestamp: text('timestamp'), signatures };
}

const isEqual = (expected: Buffer, given: Buffer) =>
	expected.length === given.length && timingSafeEqual(expected, given);

export const isStrongSecret = (secret: string): boolean => toKeys(secret).length > 0;

/**
 * The base64 after the prefix, padded or not. Text that is not base64 is used as is. Text without
 * prefix and padding can be either (docs/service.md#events-7).
 */
function toKeys(secret: string): Buffer[] {
	if (NO_SECRET.test(secret)) return [];
	const hasPrefix = secret.startsWith(SECRET_PREFIX);
	const text = hasPrefix ? secret.slice(SECRET_PREFIX.length) : secret;
	const digits = text.replace(/={1,2}$/, '');
	const isBase64 = /^[A-Za-z0-9+/]+$/.test(digits) && digits.length % 4 !== 1;
	const isPlain = !isBase64 || (!hasPrefix && text.length % 4 !== 0);
	const isLongEnough = (key: Buffer) => key.length >= MIN_KEY_BYTES;
	return [
		...(isBase64 ? [Buffer.from(digits, 'base64')].filter(isLongEnough) : []),
		...(isPlain && isLongEnough(Buffer.from(text)) ? [Buffer.from(secret)] : []),
	];
}

/** Quotes and invisible signs come with a pasted secret. */
const SEPARATORS = /[^\x21-\x7e]+|[,;"'`]+/;

export function splitSecrets(text: unknown): string[] {
	return typeof text === 'string' ? text.split(SEPARATORS).filter((secret) => secret !== '') : [];
}
