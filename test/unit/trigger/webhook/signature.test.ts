import { createHmac } from 'node:crypto';
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

	it.each([
		'whsec_',
		'whsec_YQ==',
		'whsec_short-secret',
		'=',
		'a',
		'c2FuZGJveA==',
		'seam_test_sandbox-key-of-a-test',
		'ep_the-id-of-an-endpoint',
		'https://n8n.example.com/webhook/abc',
	])('trusts nothing that is signed with "%s", which is no strong secret', (secret) => {
		const text = secret.replace('whsec_', '');
		for (const key of [Buffer.from(secret), Buffer.from(text), Buffer.from(text, 'base64')]) {
			const headers = { 'svix-signature': sign(key, 'msg_1', NOW_SECONDS, BODY) };
			expect(verifySignature(delivery(headers), [secret], NOW_MS)).toEqual(
				refused('wrongSignature'),
			);
		}
		expect(isStrongSecret(secret)).toBe(false);
	});

	it.each([[[OTHER_SECRET, SECRET]], [[SECRET, OTHER_SECRET]]])(
		'accepts any of several secrets, for rotation',
		(secrets) => {
			expect(verifySignature(delivery(), secrets, NOW_MS)).toEqual(GENUINE);
		},
	);

	it.each([
		{ what: 'no id', headers: { 'svix-id': undefined } },
		{
			what: 'an id with a dot',
			headers: { 'svix-id': 'msg.1', 'svix-signature': sign(KEY, 'msg.1', NOW_SECONDS, BODY) },
		},
		{ what: 'no time', headers: { 'svix-timestamp': undefined } },
		{ what: 'no signature', headers: { 'svix-signature': undefined } },
		{ what: 'a header given twice', headers: { 'svix-signature': [SIGNATURE, SIGNATURE] } },
	])('calls a delivery with $what unsigned', ({ headers }) => {
		expect(verifySignature(delivery(headers), [SECRET], NOW_MS)).toEqual(refused('unsigned'));
	});

	it.each([
		{ offsetMs: TIMESTAMP_TOLERANCE_MS, expected: GENUINE },
		{ offsetMs: -TIMESTAMP_TOLERANCE_MS, expected: GENUINE },
		{ offsetMs: TIMESTAMP_TOLERANCE_MS + 1, expected: refused('tooOldOrNew') },
		{ offsetMs: -TIMESTAMP_TOLERANCE_MS - 1, expected: refused('tooOldOrNew') },
	])('judges a time that is $offsetMs ms ago', ({ offsetMs, expected }) => {
		expect(verifySignature(delivery(), [SECRET], NOW_MS + offsetMs)).toEqual(expected);
	});

	it.each(['1896091200.5', '-1896091200', '1e9', ' 1896091200', '1896091200s'])(
		'refuses the time "%s", however well it is signed',
		(timestamp) => {
			const headers = {
				'svix-timestamp': timestamp,
				'svix-signature': sign(KEY, 'msg_1', timestamp, BODY),
			};
			expect(verifySignature(delivery(headers), [SECRET], 1_896_091_200_000)).toEqual(
				refused('tooOldOrNew'),
			);
		},
	);
});

describe('splitSecrets', () => {
	it.each([
		{ text: SECRET, expected: [SECRET] },
		{ text: ` ${SECRET}, ${OTHER_SECRET}\n`, expected: [SECRET, OTHER_SECRET] },
		{ text: `"${SECRET}"; '${OTHER_SECRET}'`, expected: [SECRET, OTHER_SECRET] },
		{ text: `“\u200b${SECRET}\ufeff”`, expected: [SECRET] },
		{ text: `\u200e«${SECRET}»\u202c`, expected: [SECRET] },
		{ text: ' , ,', expected: [] },
		{ text: undefined, expected: [] },
	])('splits what a person entered', ({ text, expected }) => {
		expect(splitSecrets(text)).toEqual(expected);
	});
});
