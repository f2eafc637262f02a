import {
	HIDDEN,
	hideSecretsIn,
	hideSecretsInText,
	maskPins,
	secretsIn,
} from '../../../nodes/DeviceAccess/errors/maskPins';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';

const CODE_ID = '5c0de000-0000-4000-8000-000000000001';

describe('maskPins', () => {
	it('keeps the code of a problem, which workflows compare, and hides every PIN beside it', () => {
		const problem = { code: 'device_offline', reason: 'Offline.', keeps_door_closed: true };
		const item = {
			pin: '4821',
			problems: [
				problem,
				{ ...problem, reason: 'The PIN 4821 is taken.' },
				{ ...problem, code: '4821' },
				{ ...problem, code: 4821 },
				{ ...problem, code: 'pin_4821' },
				{ code: 'without_the_mark_of_a_problem' },
			],
			access_code: { code: 'door', name: 'The door' },
		};
		const masked = maskPins(item);
		expect((masked.problems as WireObject[]).map(({ code }) => code)).toEqual([
			'device_offline',
			'device_offline',
			...Array<string>(4).fill(HIDDEN),
		]);
		expect(masked.access_code).toEqual({ code: HIDDEN, name: `The ${HIDDEN}` });
		expect(JSON.stringify(masked)).not.toContain('4821');
	});

	it.each([
		{ where: 'an alphanumeric code', record: { code: 'A1B2C' }, masked: { code: HIDDEN } },
		{
			where: 'the PIN that a stay would like',
			record: { preferred_code: 'tulip7' },
			masked: { preferred_code: HIDDEN },
		},
		{
			where: 'the PIN that the host passes on',
			record: { door_code: '4821' },
			masked: { door_code: HIDDEN },
		},
		{
			where: 'a link that needs no login',
			record: {
				links: [{ url: 'https://portal.example.com/7?guest=1&access_token=abc' }],
				url: 'https://portal.example.com/7?token=abc',
				other_url: 'https://example.com/?q=token',
				image_url: 'https://example.com/a.png',
			},
			masked: {
				links: [{ url: HIDDEN }],
				url: HIDDEN,
				other_url: 'https://example.com/?q=token',
				image_url: 'https://example.com/a.png',
			},
		},
		{
			where: 'a code that changed, and nothing else that did',
			record: {
				changed_properties: [
					{ property: 'code', from: 'tulip', to: 'rose' },
					{ property: 'name', from: 'Ann', to: 'Bob' },
				],
				modified_fields: [{ field: 'code', from: null, to: 4821 }],
			},
			masked: {
				changed_properties: [
					{ property: 'code', from: HIDDEN, to: HIDDEN },
					{ property: 'name', from: 'Ann', to: 'Bob' },
				],
				modified_fields: [{ field: 'code', from: null, to: HIDDEN }],
			},
		},
		{
			where: 'a link with nothing secret',
			record: { url: 'https://example.com/hooks?kind=tokens' },
			masked: { url: 'https://example.com/hooks?kind=tokens' },
		},
	])('hides $where', ({ record, masked }) => {
		expect(maskPins(record)).toEqual(masked);
	});

	it('leaves no digit of a long PIN that begins with a shorter one', () => {
		const event = {
			from: { code: '1001' },
			to: { code: '100123' },
			description: '1001 became 100123',
		};
		expect(maskPins(event)).toEqual({
			from: { code: HIDDEN },
			to: { code: HIDDEN },
			description: `${HIDDEN} became ${HIDDEN}`,
		});
	});

	it.each([
		...['message', 'description', 'event_description', 'display_status'],
		...['error_message', 'reason', 'change_reason'],
	])('hides what looks like a PIN in %s, even if the record has it nowhere else', (name) => {
		expect(maskPins({ errors: [{ [name]: 'The code 4821 was refused' }] })).toEqual({
			errors: [{ [name]: `The code ${HIDDEN} was refused` }],
		});
	});

	it('hides a PIN of three digits in other texts, and not one of two, which are in too many words', () => {
		const named = (code: string) => maskPins({ code, name: `Guest ${code} of Room 21` }).name;
		expect([named('212'), named('21')]).toEqual([
			`Guest ${HIDDEN} of Room 21`,
			'Guest 21 of Room 21',
		]);
	});

	it('keeps absent members absent and null members null, because a workflow may check for either', () => {
		expect(
			maskPins({ name: null, code: null, pin: '', nested: { code: null, other: undefined } }),
		).toEqual({
			name: null,
			code: null,
			pin: '',
			nested: { code: null, other: undefined },
		});
		expect(maskPins({ name: 'Cleaning' })).toEqual({ name: 'Cleaning' });
	});

	it('leaves IDs and dates, even when they contain the PIN', () => {
		const record = {
			code: '2030',
			access_code_id: '20300000-0000-4000-8000-000000002030',
			starts_at: '2030-01-31T20:30:00.000Z',
			ends_at: '2030-02-02T20:30:00+01:00',
			day: '2030-01-31',
		};
		expect(maskPins(record)).toEqual({ ...record, code: HIDDEN });
	});

	it.each([
		{
			where: 'a name to which it is glued',
			texts: { display_name: 'PIN4821, Guest-4821' },
			masked: { display_name: `PIN${HIDDEN}, Guest-${HIDDEN}` },
		},
		{
			where: 'a list of texts',
			texts: { tags: ['4821', 'floor'] },
			masked: { tags: [HIDDEN, 'floor'] },
		},
	])("hides the record's own PIN in $where", ({ texts, masked }) => {
		expect(maskPins({ access_code: { code: '4821' }, ...texts })).toEqual({
			access_code: { code: HIDDEN },
			...masked,
		});
	});

	it('keeps the numbers in names that are not its PIN', () => {
		const record = { name: 'Room 1204', code: '4821', device_name: 'Front Door 48' };
		expect(maskPins(record)).toEqual({ ...record, code: HIDDEN });
	});

	it('hides a long link, with its query string, also if a text cuts it off', () => {
		const link = `https://keys.example.com/${'k'.repeat(100)}`;
		expect(
			maskPins({ instant_key_url: link, name: `Key ${link}?from=mail for ${link.slice(0, 80)}` }),
		).toEqual({
			instant_key_url: HIDDEN,
			name: `Key ${HIDDEN} for ${HIDDEN}`,
		});
	});
});

describe('hideSecretsInText', () => {
	it.each([
		{
			text: 'code "1001" and code=1002, (1003).',
			expected: `code "${HIDDEN}" and code=${HIDDEN}, (${HIDDEN}).`,
		},
		{
			text: '(see https://host.example/a?key=tulip). ?key=tulip, or a&key=tulip',
			expected: `(see https://host.example/a?${HIDDEN}). ?${HIDDEN}, or a&${HIDDEN}`,
		},
	])('hides what looks like a PIN, or what a link could open, in "$text"', ({ text, expected }) => {
		expect(hideSecretsInText(text)).toBe(expected);
	});

	it.each([
		`Access code ${CODE_ID} is gone`,
		'Device 10010000-1002-4003-8004-100510061007 is offline',
		'It starts at 2030-01-31T15:00:00.000Z and ends on 2030-02-01',
		'Wait 429 milliseconds, HTTP 503',
		'The name may have 2-14 characters',
		'august_lock_1001 needs a hub',
		'',
	])('leaves IDs, dates and short numbers in "%s"', (text) => {
		expect(hideSecretsInText(text)).toBe(text);
	});

	it('hides the given secrets wherever they are, even twice or inside a word', () => {
		expect(
			hideSecretsInText('key=sandbox-key-hotel; again sandbox-key-hotel!', ['sandbox-key-hotel']),
		).toBe(`key=${HIDDEN}; again ${HIDDEN}!`);
	});

	it('keeps a text that is only an ID, whose digits can match a PIN by chance', () => {
		expect(hideSecretsInText(CODE_ID, ['0000'])).toBe(CODE_ID);
	});

	it.each(['Did you mean https://host.example/faq?', 'Ask Q&A, or guest@host.example'])(
		'hides nothing where no link has a secret: %s',
		(text) => {
			expect(hideSecretsInText(text)).toBe(text);
		},
	);

	it('hides whatever follows Bearer, in any case', () => {
		expect(hideSecretsInText('sent authorization: bearer  sandbox-key-other, refused')).toBe(
			`sent authorization: Bearer ${HIDDEN} refused`,
		);
	});
});

describe('secretsIn', () => {
	it('finds the PINs of a request, once each', () => {
		const body = {
			device_id: CODE_ID,
			code: '739182',
			name: 'Guest',
			requested_access_methods: [
				{ mode: 'code', code: 4821 },
				{ mode: 'code', code: '4821' },
			],
		};
		expect(secretsIn(body)).toEqual(['739182', '4821']);
	});
});

describe('hideSecretsIn', () => {
	it('hides them at any depth, in texts, numbers and names', () => {
		const told = {
			_errors: [739182],
			'Guest-739182': { _errors: ['PIN739182 is taken', true, null] },
		};
		expect(hideSecretsIn(told, ['739182'])).toEqual({
			_errors: [HIDDEN],
			[`Guest-${HIDDEN}`]: { _errors: [`PIN${HIDDEN} is taken`, true, null] },
		});
	});
});
