import { pinObstacle, type NewCode } from '../../../nodes/DeviceAccess/migration/pinRules';
import { NOW_MS } from '../resources/lockRecords';

const wanted = (rest: Partial<NewCode>): NewCode => ({
	code: '4821',
	name: 'Guest 7',
	others: [],
	nowMs: NOW_MS,
	...rest,
});
const lock = (...types: string[]) => ({
	properties: { code_constraints: types.map((type) => ({ constraint_type: type })) },
});

describe('a PIN', () => {
	it('is accepted by a lock that states no rules', () => {
		for (const device of [
			{},
			{ properties: {} },
			{ properties: { supported_code_lengths: [], code_constraints: [] } },
		]) {
			expect(pinObstacle(device, wanted({}))).toBeUndefined();
		}
	});

	it.each(['123', '1234567890123', '48A1'])(
		'that is not 4 to 12 digits cannot be managed (%p)',
		(code) => {
			expect(pinObstacle({}, wanted({ code }))).toBe('a new code needs a PIN with 4 to 12 digits');
		},
	);

	it.each(['4821', '482148214821'])('of 4 to 12 digits can (%p)', (code) => {
		expect(pinObstacle({}, wanted({ code }))).toBeUndefined();
	});

	it.each(['only_primes', 'constructor'])(
		'is refused by an unknown rule, also if every object has a member of that name (%s)',
		(type) => {
			expect(pinObstacle(lock(type), wanted({}))).toBe(
				`the lock has a rule for its codes that this node does not know (${type})`,
			);
		},
	);

	it('must have a length that the lock accepts', () => {
		const device = { properties: { supported_code_lengths: [6, 8] } };
		expect(pinObstacle(device, wanted({}))).toBe(
			'the PIN has 4 digits, but the lock accepts only 6, 8',
		);
		expect(pinObstacle(device, wanted({ code: '482193' }))).toBeUndefined();
	});

	const OTHER_FOUR_DIGITS = { code: '48219', others: [{ code: '4822' }, { code: null }] };
	const OTHER_NAME = { others: [{ name: 'Guest 8' }, { name: null }] };

	it.each<[string, string, Array<[broken: Partial<NewCode>, kept: Partial<NewCode>]>]>([
		[
			'no_zeros',
			'the lock does not accept a PIN with a zero',
			[[{ code: '4801' }, { code: '4821' }]],
		],
		[
			'cannot_start_with_12',
			'the lock does not accept a PIN that begins with 12',
			[[{ code: '1284' }, { code: '2124' }]],
		],
		[
			'no_triple_consecutive_ints',
			'the lock does not accept a PIN with three equal digits in a row, or three that count up or down',
			[
				[{ code: '4555' }, { code: '4556' }],
				[{ code: '9123' }, { code: '9124' }],
				[{ code: '9321' }, { code: '9322' }],
			],
		],
		[
			'no_ascending_or_descending_sequence',
			'the lock does not accept a PIN with digits that count up or down',
			[
				[{ code: '1238' }, { code: '1111' }],
				[{ code: '97654' }, { code: '97645' }],
			],
		],
		[
			'at_least_three_unique_digits',
			'the lock only accepts PINs with at least three different digits',
			[[{ code: '4848' }, { code: '4841' }]],
		],
		[
			'cannot_contain_089',
			'the lock does not accept a PIN with 0, 8 or 9',
			[[{ code: '4821' }, { code: '4721' }]],
		],
		[
			'cannot_contain_0789',
			'the lock does not accept a PIN with 0, 7, 8 or 9',
			[[{ code: '4721' }, { code: '4621' }]],
		],
		[
			'no_all_same_digits',
			'the lock does not accept a PIN whose digits are all the same',
			[[{ code: '4444' }, { code: '4443' }]],
		],
		[
			'unique_first_four_digits',
			'another code on the lock begins with the same four digits, which the lock does not accept',
			[[{ code: '48219', others: [{ code: '482100' }] }, OTHER_FOUR_DIGITS]],
		],
		[
			'start_date_in_future',
			'the lock only accepts codes that start in the future',
			[
				[{ startsAtMs: NOW_MS }, { startsAtMs: NOW_MS + 1 }],
				[{}, { startsAtMs: NOW_MS + 1 }],
			],
		],
		[
			'name_must_be_unique',
			"another code on the lock has the same name, which the lock does not accept ('Replace With Managed' can give the new code another name)",
			[[{ others: [{ name: 'GUEST 7' }] }, OTHER_NAME]],
		],
	])('must follow the rule %s', (type, words, codes) => {
		for (const [broken, kept] of codes) {
			expect(pinObstacle(lock(type), wanted(broken))).toBe(words);
			expect(pinObstacle(lock(type), wanted(kept))).toBeUndefined();
		}
	});

	it.each([
		['cannot_specify_pin_code', 'the lock chooses its own PINs'],
		['pin_code_matches_existing_set', 'the lock only accepts PINs from a fixed set'],
	])('cannot be chosen if the rule is %s', (type, words) => {
		expect(pinObstacle(lock(type), wanted({}))).toBe(words);
	});

	it.each([
		{ rule: { max_length: 6 }, isTaken: false },
		{ rule: { max_length: 7 }, isTaken: true },
		{ rule: { min_length: 8 }, isTaken: false },
		{ rule: { min_length: 7 }, isTaken: true },
	])('has a name that fits into $rule', ({ rule, isTaken }) => {
		const device = {
			properties: { code_constraints: [{ constraint_type: 'name_length', ...rule }] },
		};
		const words =
			"the name of the code is too long or too short for the lock ('Replace With Managed' can give the new code another name)";
		expect(pinObstacle(device, wanted({}))).toBe(isTaken ? undefined : words);
	});

	it('must follow every rule of the lock', () => {
		expect(pinObstacle(lock('no_zeros', 'cannot_contain_089'), wanted({ code: '4821' }))).toBe(
			'the lock does not accept a PIN with 0, 8 or 9',
		);
	});
});
