import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import {
	type Delivery,
	isStrongSecret,
	splitSecrets,
	TIMESTAMP_TOLERANCE_MS,
	verifySignature,
} from '../../../../nodes/DeviceAccess/trigger/webhook/signature';

const NOW_MS = Date.parse('2030-01-31T12:00:00Z');
const NOW_SECONDS = String(NOW_MS / 1000);
const BODY = '{"event_id":"e1","event_type":"lock.locked"}';
const KEY = Buffer.from('a signing key of the sandbox');
const SECRET = `whsec_${KEY.toString('base64')}`;
const OTHER_KEY = Buffer.from('another key of the sandbox..');
const OTHER_SECRET = `whsec_${OTHER_KEY.toString('base64')}`;

/** The signature, computed directly from the scheme, so that the test cannot repeat a mistake of the node. */
const sign = (key: Buffer, id: string, timestamp: string, body: string | Buffer) =>
	`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;

const SIGNATURE = sign(KEY, 'msg_1', NOW_SECONDS, BODY);

function delivery(headers: Record<string, unknown> = {}, body: string | Buffer = BODY): Delivery {
	return {
		headers: {
			'svix-id': 'msg_1',
			'svix-timestamp': NOW_SECONDS,
			'svix-signature': SIGNATURE,
			...headers,
		},
		rawBody: Buffer.from(body),
	};
}

const GENUINE = { isGenuine: true };
const refused = (reason: string) => ({ isGenuine: false, reason });

describe('verifySignature', () => {
	it('accepts a delivery that was signed with the secret', () => {
		expect(verifySignature(delivery(), [SECRET], NOW_MS)).toEqual(GENUINE);
	});

	it('accepts a known signature of the scheme', () => {
		// From `printf %s 'msg_1.1896091200.{}' | openssl dgst -sha256 -hmac 'a signing key of the sandbox' -binary | base64`.
		const headers = {
			'svix-timestamp': '1896091200',
			'svix-signature': 'v1,Dw9s01ltxB2Xh08KvOjOVBEyJHPpx1I/h83vSRIY598=',
		};
		expect(
			verifySignature(
				delivery(headers, '{}'),
				['whsec_YSBzaWduaW5nIGtleSBvZiB0aGUgc2FuZGJveA=='],
				1_896_091_200_000,
			),
		).toEqual(GENUINE);
	});

	it('accepts the headers with their other prefix', () => {
		const headers = {
			'webhook-id': 'msg_1',
			'webhook-timestamp': NOW_SECONDS,
			'webhook-signature': SIGNATURE,
		};
		expect(verifySignature({ headers, rawBody: Buffer.from(BODY) }, [SECRET], NOW_MS)).toEqual(
			GENUINE,
		);
	});

	it('does not mix the headers of the two prefixes', () => {
		const headers = {
			'webhook-id': 'msg_1',
			'webhook-timestamp': NOW_SECONDS,
			'svix-signature': SIGNATURE,
		};
		expect(verifySignature({ headers, rawBody: Buffer.from(BODY) }, [SECRET], NOW_MS)).toEqual(
			refused('unsigned'),
		);
	});

	it('accepts a secret without the prefix', () => {
		expect(verifySignature(delivery(), [KEY.toString('base64')], NOW_MS)).toEqual(GENUINE);
	});

	it.each([SECRET.replace(/=+$/, ''), KEY.toString('base64').replace(/=+$/, '')])(
		'accepts the base64 secret "%s" without padding, as Svix libraries do',
		(secret) => {
			expect(verifySignature(delivery(), [secret], NOW_MS)).toEqual(GENUINE);
		},
	);

	it.each([
		'whsec_',
		'whsec_=',
		'whsec_YQ==',
		'whsec_abcdefghij',
		'whsec_short-secret',
		'=',
		' ',
		'a',
		'abc',
		'plain secret',
		'c2FuZGJveA==',
	])('trusts nothing that is signed with the weak secret "%s"', (secret) => {
		const text = secret.replace('whsec_', '');
		for (const key of [Buffer.from(secret), Buffer.from(text), Buffer.from(text, 'base64')]) {
			const headers = { 'svix-signature': sign(key, 'msg_1', NOW_SECONDS, BODY) };
			expect(verifySignature(delivery(headers), [secret], NOW_MS)).toEqual(
				refused('wrongSignature'),
			);
		}
		expect(isStrongSecret(secret)).toBe(false);
	});

	it.each(['sandbox-secret-hotel', 'a plain secret of the hotel'])(
		'uses the secret "%s", which is not base64, as it is',
		(secret) => {
			const headers = { 'svix-signature': sign(Buffer.from(secret), 'msg_1', NOW_SECONDS, BODY) };
			expect(verifySignature(delivery(headers), [secret], NOW_MS)).toEqual(GENUINE);
		},
	);

	it.each([
		{ what: 'the first of several signatures', signatures: `${SIGNATURE} v1,AAAA` },
		{
			what: 'the last of several signatures',
			signatures: `v1,AAAA ${sign(OTHER_KEY, 'msg_1', NOW_SECONDS, BODY)} ${SIGNATURE}`,
		},
		{
			what: 'one beside a signature of another version',
			signatures: `v1a,AAAA v2,BBBB ${SIGNATURE}`,
		},
	])('accepts $what', ({ signatures }) => {
		expect(verifySignature(delivery({ 'svix-signature': signatures }), [SECRET], NOW_MS)).toEqual(
			GENUINE,
		);
	});

	it.each([[[OTHER_SECRET, SECRET]], [[SECRET, OTHER_SECRET]]])(
		'accepts any of several secrets, for rotation',
		(secrets) => {
			expect(verifySignature(delivery(), secrets, NOW_MS)).toEqual(GENUINE);
		},
	);

	it.each([
		{ what: 'another secret', headers: {}, secrets: [OTHER_SECRET] },
		{ what: 'no secret at all', headers: {}, secrets: [] },
		{ what: 'a signature over another id', headers: { 'svix-id': 'msg_2' }, secrets: [SECRET] },
		{
			what: 'a signature over another time',
			headers: { 'svix-timestamp': String(NOW_MS / 1000 - 1) },
			secrets: [SECRET],
		},
		{
			what: 'a signature cut short',
			headers: { 'svix-signature': SIGNATURE.slice(0, -6) },
			secrets: [SECRET],
		},
		{ what: 'an empty signature', headers: { 'svix-signature': 'v1,' }, secrets: [SECRET] },
		{
			what: 'a signature that is no base64',
			headers: { 'svix-signature': 'v1,ÄÖÜ!' },
			secrets: [SECRET],
		},
	])('refuses $what', ({ headers, secrets }) => {
		expect(verifySignature(delivery(headers), secrets, NOW_MS)).toEqual(refused('wrongSignature'));
	});

	it.each([
		{ what: 'no id', headers: { 'svix-id': undefined } },
		{ what: 'an empty id', headers: { 'svix-id': '' } },
		{
			what: 'an id with a dot',
			headers: { 'svix-id': 'msg.1', 'svix-signature': sign(KEY, 'msg.1', NOW_SECONDS, BODY) },
		},
		{ what: 'no time', headers: { 'svix-timestamp': undefined } },
		{ what: 'no signature', headers: { 'svix-signature': undefined } },
		{
			what: 'only signatures of other versions',
			headers: { 'svix-signature': SIGNATURE.replace('v1,', 'v2,') },
		},
		{
			what: 'a signature without its version',
			headers: { 'svix-signature': SIGNATURE.replace('v1,', '') },
		},
		{ what: 'a header given twice', headers: { 'svix-signature': [SIGNATURE, SIGNATURE] } },
	])('calls a delivery with $what unsigned', ({ headers }) => {
		expect(verifySignature(delivery(headers), [SECRET], NOW_MS)).toEqual(refused('unsigned'));
	});

	it('calls a delivery without any header unsigned', () => {
		expect(verifySignature({ headers: {}, rawBody: Buffer.alloc(0) }, [SECRET], NOW_MS)).toEqual(
			refused('unsigned'),
		);
	});

	it.each([
		{ offsetMs: 0, expected: GENUINE },
		{ offsetMs: TIMESTAMP_TOLERANCE_MS, expected: GENUINE },
		{ offsetMs: -TIMESTAMP_TOLERANCE_MS, expected: GENUINE },
		{ offsetMs: TIMESTAMP_TOLERANCE_MS + 1, expected: refused('tooOldOrNew') },
		{ offsetMs: -TIMESTAMP_TOLERANCE_MS - 1, expected: refused('tooOldOrNew') },
		{ offsetMs: 28 * 3_600_000, expected: refused('tooOldOrNew') },
	])('judges a time that is $offsetMs ms ago', ({ offsetMs, expected }) => {
		expect(verifySignature(delivery(), [SECRET], NOW_MS + offsetMs)).toEqual(expected);
	});

	it.each([
		'soon',
		'1896091200.5',
		'-1896091200',
		'1e9',
		' 1896091200',
		'2030-01-31T12:00:00Z',
		'NaN',
	])('refuses the time "%s", however well it is signed', (timestamp) => {
		const headers = {
			'svix-timestamp': timestamp,
			'svix-signature': sign(KEY, 'msg_1', timestamp, BODY),
		};
		expect(verifySignature(delivery(headers), [SECRET], 1_896_091_200_000)).toEqual(
			refused('tooOldOrNew'),
		);
	});

	it('covers the bytes: bytes that are not text are signed as they are', () => {
		const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x80]);
		const headers = { 'svix-signature': sign(KEY, 'msg_1', NOW_SECONDS, bytes) };
		expect(verifySignature({ ...delivery(headers), rawBody: bytes }, [SECRET], NOW_MS)).toEqual(
			GENUINE,
		);
	});

	it('covers the bytes: the same JSON printed differently is refused', () => {
		expect(
			verifySignature(
				delivery({}, '{ "event_id": "e1", "event_type": "lock.locked" }'),
				[SECRET],
				NOW_MS,
			),
		).toEqual(refused('wrongSignature'));
	});

	it('accepts any signed body, and none with a single bit changed', () => {
		fc.assert(
			fc.property(
				fc.uint8Array({ minLength: 1, maxLength: 200 }),
				fc.nat(),
				fc.integer({ min: 0, max: 7 }),
				(bytes, position, bit) => {
					const body = Buffer.from(bytes);
					const headers = { 'svix-signature': sign(KEY, 'msg_1', NOW_SECONDS, body) };
					expect(
						verifySignature({ ...delivery(headers), rawBody: body }, [SECRET], NOW_MS),
					).toEqual(GENUINE);
					const changed = Buffer.from(body);
					const index = position % changed.length;
					changed[index] = (changed[index] ?? 0) ^ (1 << bit);
					expect(
						verifySignature({ ...delivery(headers), rawBody: changed }, [SECRET], NOW_MS),
					).toEqual(refused('wrongSignature'));
				},
			),
		);
	});

	it('never throws, whatever the headers and secrets are', () => {
		const header = fc.oneof(
			fc.string(),
			fc.integer(),
			fc.constant(undefined),
			fc.array(fc.string()),
		);
		const headers = fc.record({
			'svix-id': header,
			'svix-timestamp': fc.oneof(header, fc.constant(NOW_SECONDS)),
			'svix-signature': fc.oneof(
				header,
				fc.string().map((text) => `v1,${text}`),
			),
		});
		fc.assert(
			fc.property(headers, fc.array(fc.string({ minLength: 1 })), (given, secrets) => {
				expect(
					verifySignature({ headers: given, rawBody: Buffer.from(BODY) }, secrets, NOW_MS)
						.isGenuine,
				).toBe(false);
			}),
		);
	});
});

describe('splitSecrets', () => {
	it.each([
		{ text: SECRET, expected: [SECRET] },
		{ text: ` ${SECRET}, ${OTHER_SECRET}\n`, expected: [SECRET, OTHER_SECRET] },
		{ text: `${SECRET} ${OTHER_SECRET}`, expected: [SECRET, OTHER_SECRET] },
		{ text: '', expected: [] },
		{ text: ' , ,', expected: [] },
		{ text: undefined, expected: [] },
		{ text: 7, expected: [] },
	])('splits what a person entered', ({ text, expected }) => {
		expect(splitSecrets(text)).toEqual(expected);
	});
});
