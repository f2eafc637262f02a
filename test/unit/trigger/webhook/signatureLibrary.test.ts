import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { verifySignature } from '../../../../nodes/DeviceAccess/trigger/webhook/signature';
import { moveTimeTo } from '../../../support/clock/moveTimeTo';
import { assertProperty } from '../../../support/assert/assertProperty';

const NOW_S = 1_896_091_200;
const TOLERANCE_S = 300;
const KEY = Buffer.from('a signing key of the sandbox');
const SECRET = `whsec_${KEY.toString('base64')}`;
const BODY = Buffer.from('{"event_id":"e1","event_type":"lock.locked"}');

/** Sets the clock, which the library reads; timers keep running. */
beforeEach(() => moveTimeTo(NOW_S * 1_000));
afterEach(() => jest.useRealTimers());

interface Signed {
	id: string;
	timestamp: string;
	signature: string;
	body: Buffer;
}

const hmac = (key: Buffer, { id, timestamp, body }: Omit<Signed, 'signature'>): string =>
	`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;

function nodeAccepts(
	secret: string,
	{ id, timestamp, signature, body }: Signed,
	prefix = 'svix',
): boolean {
	const headers = {
		[`${prefix}-id`]: id,
		[`${prefix}-timestamp`]: timestamp,
		[`${prefix}-signature`]: signature,
	};
	return verifySignature({ headers, rawBody: body }, [secret], Date.now()).isGenuine;
}

function libraryAccepts(secret: string, { id, timestamp, signature, body }: Signed): boolean {
	const headers = {
		'webhook-id': id,
		'webhook-timestamp': timestamp,
		'webhook-signature': signature,
	};
	try {
		new Webhook(secret).verify(body, headers, { jsonParse: false });
		return true;
	} catch {
		return false;
	}
}

const verdicts = (secret: string, signed: Signed) => ({
	node: nodeAccepts(secret, signed),
	library: libraryAccepts(secret, signed),
});

describe('a delivery', () => {
	type Content = Omit<Signed, 'signature'>;
	const RIGHT = {
		byLibrary: (key: Buffer, { id, timestamp, body }: Content) =>
			new Webhook(key, { format: 'raw' }).sign(id, new Date(Number(timestamp) * 1_000), body),
		byScheme: hmac,
		withMoreBehindIt: (key: Buffer, content: Content) => `${hmac(key, content)},more`,
	};
	const WRONG = {
		ofOtherKey: (_key: Buffer, content: Content) => hmac(KEY, content),
		ofOtherVersion: (key: Buffer, content: Content) => hmac(key, content).replace('v1,', 'v2,'),
		withoutVersion: (key: Buffer, content: Content) => hmac(key, content).replace('v1,', ''),
		versionAlone: () => 'v1',
		empty: () => 'v1,',
		nothing: () => '',
		noBase64: () => 'v1,ÄÖÜ!',
		cut: (key: Buffer, content: Content) => hmac(key, content).slice(0, -6),
		unpadded: (key: Buffer, content: Content) => hmac(key, content).replace('=', ''),
		padded: (key: Buffer, content: Content) => `${hmac(key, content)}=`,
		base64url: (key: Buffer, content: Content) =>
			hmac(key, content).replaceAll('+', '-').replaceAll('/', '_').replace('=', ''),
	};
	const CHANGES = {
		none: {},
		body: { body: Buffer.from('{}') },
		id: { id: 'msg_other' },
		timestamp: { timestamp: String(NOW_S - 7) },
	};

	const oneOf = <Name extends string>(cases: Record<Name, unknown>) =>
		fc.constantFrom(...(Object.keys(cases) as Name[]));
	const generated = fc.record({
		key: fc.uint8Array({ minLength: 16, maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
		hasPrefix: fc.boolean(),
		isPadded: fc.boolean(),
		headers: fc.constantFrom('svix', 'webhook'),
		id: fc.string({ minLength: 1 }).filter((id) => !id.includes('.') && id !== 'msg_other'),
		ageS: fc
			.oneof(
				fc.integer({ min: -TOLERANCE_S, max: TOLERANCE_S }),
				fc.integer({ min: -2 * TOLERANCE_S, max: 2 * TOLERANCE_S }),
			)
			.filter((ageS) => ageS !== 7),
		body: fc
			.string({ unit: 'binary', maxLength: 200 })
			.filter((body) => body !== '{}')
			.map((body) => Buffer.from(body)),
		wrong: fc.array(oneOf(WRONG), { maxLength: 3 }),
		right: fc.option(fc.record({ made: oneOf(RIGHT), place: fc.nat({ max: 3 }) })),
		changed: fc.oneof(fc.constant('none' as const), oneOf(CHANGES)),
	});

	it('gets the verdict of the library, and the right one: whatever the secret, the headers, the signatures and the body', () => {
		const seen = new Set<boolean>();
		assertProperty(
			fc.property(
				generated,
				({ key, hasPrefix, isPadded, headers, id, ageS, body, wrong, right, changed }) => {
					const content = { id, timestamp: String(NOW_S - ageS), body };
					const signatures = wrong.map((made) => WRONG[made](key, content));
					if (right) signatures.splice(right.place, 0, RIGHT[right.made](key, content));
					const text = isPadded
						? key.toString('base64')
						: key.toString('base64').replace(/=+$/, '');
					const secret = hasPrefix ? `whsec_${text}` : text;
					const signed = { ...content, ...CHANGES[changed], signature: signatures.join(' ') };
					const isGenuine = right !== null && changed === 'none' && Math.abs(ageS) <= TOLERANCE_S;
					seen.add(isGenuine);
					expect({
						node: nodeAccepts(secret, signed, headers),
						library: libraryAccepts(secret, signed),
					}).toEqual({ node: isGenuine, library: isGenuine });
				},
			),
			500,
		);
		expect(seen).toEqual(new Set([true, false]));
	});
});

describe('where the node and the library differ', () => {
	const signedWith = (key: Buffer, body = BODY): Signed => {
		const content = { id: 'msg_1', timestamp: String(NOW_S), body };
		return { ...content, signature: hmac(key, content) };
	};
	const NO_TEXT = Buffer.from([0xff, 0xfe, 0x00, 0x80]);

	it.each([
		{
			what: 'a secret that is no base64 as it is: nobody says that it must be',
			secret: 'sandbox-secret-hotel',
			signed: signedWith(Buffer.from('sandbox-secret-hotel')),
		},
		{
			what: 'a secret without prefix and padding as it is, too: it can be either',
			secret: 'sandboxsecretofthehotel',
			signed: signedWith(Buffer.from('sandboxsecretofthehotel')),
		},
		{
			what: 'the bytes of a body that are no text',
			secret: SECRET,
			signed: signedWith(KEY, NO_TEXT),
		},
	])('the node accepts $what', ({ secret, signed }) => {
		expect(verdicts(secret, signed)).toEqual({ node: true, library: false });
	});
});
