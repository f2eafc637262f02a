import * as fc from 'fast-check';
import { hideSecretsInText, maskPins } from '../../../nodes/DeviceAccess/errors/maskPins';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import { assertProperty } from '../../support/assert/assertProperty';

/**
 * PINs of 4 to 12 digits (docs/service.md#codes-1); other numbers in the records below have fewer
 * digits, so that a match is a leak.
 */
const pin = fc.stringMatching(/^[1-9]\d{3,11}$/);
/** Session tokens and links of mobile keys, and webhook secrets: no rule is known, so the test uses letters of some length. */
const token = fc.stringMatching(/^tok_[A-Za-z]{12,24}$/);

interface Marked {
	record: WireObject;
	secrets: string[];
}

const sentenceWith = (secret: string) =>
	fc.constantFrom(
		`The code ${secret} is in use`,
		`${secret}`,
		`Code: ${secret}.`,
		`code "${secret}" was refused, use another than ${secret}`,
	);

const pinPlaces = pin.chain((secret) =>
	fc
		.record({ asNumber: fc.boolean(), message: sentenceWith(secret) })
		.chain(({ asNumber, message }) => {
			const code = asNumber ? Number(secret) : secret;
			const places: WireObject[] = [
				{ code },
				{ code, errors: [{ error_code: 'duplicate_code_on_device', message }] },
				{
					code,
					warnings: [
						{
							warning_code: 'external_modification_in_effect',
							message,
							modified_fields: [{ field: 'code', from: code, to: code }],
						},
					],
				},
				{
					pending_mutations: [
						{ mutation_code: 'updating_code', message, from: { code }, to: { code: null } },
					],
				},
				{ requested_access_methods: [{ mode: 'code', code }], display_status: message, code },
				{
					warnings: [
						{
							warning_code: 'requested_code_unavailable',
							original_code: code,
							new_code: code,
							message,
						},
					],
				},
				{
					event_type: 'access_code.changed',
					changed_properties: [{ property: 'code', from: code, to: code }],
					event_description: message,
					code,
				},
				{
					action_attempt: {
						status: 'error',
						error: { type: 'x', message },
						result: { access_code: { code } },
					},
				},
				{
					code,
					name: message,
					display_name: message,
					title: message,
					change_reason: message,
					custom_metadata: { note: message },
				},
				{
					access_code: { code },
					changed_properties: [{ property: 'name', from: 'Guest', to: message }],
				},
			];
			return fc.constantFrom(...places).map((record): Marked => ({ record, secrets: [secret] }));
		}),
);

const tokenPlaces = token.chain((secret) =>
	fc
		.constantFrom<WireObject>(
			{ client_session_token: secret },
			{ instant_key_url: `https://keys.example.com/${secret}` },
			{ webhook: { secret } },
		)
		.map((record): Marked => ({ record, secrets: [secret] })),
);

/** Other data around the secrets: names, flags, lists, nested records. Its numbers have fewer digits than a PIN. */
const harmless = fc.dictionary(
	fc.stringMatching(/^[a-z]{3,8}_[a-z]{2,6}$/),
	fc.oneof(
		fc.boolean(),
		fc.constant(null),
		fc.integer({ min: 0, max: 99 }),
		fc.stringMatching(/^[A-Za-z ]{0,20}$/),
		fc.array(fc.stringMatching(/^[a-z]{0,6}$/), { maxLength: 3 }),
	),
	{ maxKeys: 5 },
);

const anyRecord: fc.Arbitrary<Marked> = fc
	.tuple(
		fc.oneof(pinPlaces, tokenPlaces),
		harmless,
		fc.array(fc.constantFrom('list', 'member'), { maxLength: 3 }),
	)
	.map(([marked, around, path]) => ({
		secrets: marked.secrets,
		record: path.reduce<WireObject>(
			(inner, step) => ({
				...around,
				[`inner_${step}`]: step === 'list' ? [around, inner] : inner,
			}),
			{ ...around, ...marked.record },
		),
	}));

const leaks = (text: string, secrets: string[]) =>
	secrets.filter((secret) => text.includes(secret));

describe('for any record', () => {
	it('no PIN and no token survives masking, and nothing else is changed', () => {
		assertProperty(
			fc.property(anyRecord, ({ record, secrets }) => {
				const before = JSON.stringify(record);
				expect(leaks(JSON.stringify(maskPins(record)), secrets)).toEqual([]);
				expect(JSON.stringify(record)).toBe(before);
			}),
		);
		assertProperty(fc.property(harmless, (record) => expect(maskPins(record)).toEqual(record)));
	});
});

describe('for any link in a text', () => {
	const host = fc.constantFrom('keys.example.com', 'localhost:3000', '192.0.2.7', '[2001:db8::7]');
	const name = fc.constantFrom('token', 'auth_token', 'key', 'sig', 'a[]', 'x%5By%5D', 'amp;key');
	const around = fc.stringMatching(/^[A-Za-z%2F.~!$'()*+,;:_-]{0,6}$/);
	const value = fc.tuple(around, token, around).map((parts) => parts.join(''));
	const links = fc
		.record({
			scheme: fc.constantFrom('https://', 'HTTP://', 'app+key://', '//'),
			userInfo: fc.option(fc.tuple(token, value)),
			host,
			path: fc.constantFrom('', '/', '/portal/@home', '/a:b;c=d'),
			query: fc.array(fc.tuple(fc.option(name), value), { maxLength: 3 }),
			fragment: fc.option(fc.tuple(name, value)),
		})
		.map(({ scheme, userInfo, host: place, path, query, fragment }) =>
			[
				scheme,
				userInfo ? `${userInfo.join(':')}@` : '',
				place,
				path,
				query.length > 0 ? '?' : '',
				query.map(([key, text]) => (key === null ? text : `${key}=${text}`)).join('&'),
				fragment ? `#${fragment.join('=')}` : '',
			].join(''),
		);
	const words = fc.constantFrom(
		'LINK',
		'The redirect to LINK was refused.',
		'Redirected (LINK), then to "LINK"',
		'<a href="LINK">LINK</a>: gone',
		"{'url':'LINK'} LINK",
	);

	it('no user, no password and no value in it survives, and the rest of the text does', () => {
		assertProperty(
			fc.property(links, words, (link, text) => {
				const cleaned = hideSecretsInText(text.replaceAll('LINK', () => link));
				expect(cleaned).not.toMatch(/tok_/);
				expect(cleaned).toContain(/^[^L]*/.exec(text)?.[0]);
				expect(hideSecretsInText(cleaned)).toBe(cleaned);
			}),
		);
	});

	it('the values go even if the link has lost its host', () => {
		assertProperty(
			fc.property(name, value, value, (key, first, second) => {
				const cleaned = hideSecretsInText(`Call: /portal?${key}=${first}&other=${second} failed`);
				expect(cleaned).not.toMatch(/tok_/);
				expect(cleaned).toMatch(/^Call: \/portal\?.* failed$/);
			}),
		);
	});
});
