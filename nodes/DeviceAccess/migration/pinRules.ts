import { isWireObject, type WireObject, wireObjectsIn } from '../wire/records';

export interface NewCode {
	code: string;
	name: string;
	startsAtMs?: number;
	/** The other codes on the lock, managed and not. */
	others: readonly WireObject[];
	nowMs: number;
}

type Rule = (newCode: NewCode, constraint: WireObject) => boolean;

/** True if three digits in a row go up by `step` each time, such as 123 if `step` is 1. */
const hasRun = (code: string, step: number) =>
	[...code]
		.map(Number)
		.some(
			(digit, place, digits) =>
				digits[place + 1] === digit + step && digits[place + 2] === digit + 2 * step,
		);

const OTHER_NAME = "'Replace With Managed' can give the new code another name";

/**
 * If a rule of `code_constraints` is unclear, the node uses the stricter meaning
 * (docs/service.md#codes-2).
 */
const RULES: Readonly<Record<string, { isKept: Rule; words: string }>> = {
	no_zeros: {
		isKept: ({ code }) => !code.includes('0'),
		words: 'the lock does not accept a PIN with a zero',
	},
	cannot_start_with_12: {
		isKept: ({ code }) => !code.startsWith('12'),
		words: 'the lock does not accept a PIN that begins with 12',
	},
	no_triple_consecutive_ints: {
		isKept: ({ code }) => ![0, 1, -1].some((step) => hasRun(code, step)),
		words:
			'the lock does not accept a PIN with three equal digits in a row, or three that count up or down',
	},
	no_ascending_or_descending_sequence: {
		isKept: ({ code }) => ![1, -1].some((step) => hasRun(code, step)),
		words: 'the lock does not accept a PIN with digits that count up or down',
	},
	at_least_three_unique_digits: {
		isKept: ({ code }) => new Set(code).size >= 3,
		words: 'the lock only accepts PINs with at least three different digits',
	},
	cannot_contain_089: {
		isKept: ({ code }) => !/[089]/.test(code),
		words: 'the lock does not accept a PIN with 0, 8 or 9',
	},
	cannot_contain_0789: {
		isKept: ({ code }) => !/[0789]/.test(code),
		words: 'the lock does not accept a PIN with 0, 7, 8 or 9',
	},
	no_all_same_digits: {
		isKept: ({ code }) => new Set(code).size > 1,
		words: 'the lock does not accept a PIN whose digits are all the same',
	},
	cannot_specify_pin_code: { isKept: () => false, words: 'the lock chooses its own PINs' },
	pin_code_matches_existing_set: {
		isKept: () => false,
		words: 'the lock only accepts PINs from a fixed set',
	},
	unique_first_four_digits: {
		isKept: ({ code, others }) =>
			others.every(
				(other) => typeof other.code !== 'string' || other.code.slice(0, 4) !== code.slice(0, 4),
			),
		words:
			'another code on the lock begins with the same four digits, which the lock does not accept',
	},
	start_date_in_future: {
		isKept: ({ startsAtMs, nowMs }) => startsAtMs !== undefined && startsAtMs > nowMs,
		words: 'the lock only accepts codes that start in the future',
	},
	name_length: {
		isKept: ({ name }, { min_length: min, max_length: max }) =>
			name.length >= Number(min ?? 0) && name.length <= Number(max ?? Infinity),
		words: `the name of the code is too long or too short for the lock (${OTHER_NAME})`,
	},
	name_must_be_unique: {
		isKept: ({ name, others }) =>
			others.every((other) => String(other.name ?? '').toLowerCase() !== name.toLowerCase()),
		words: `another code on the lock has the same name, which the lock does not accept (${OTHER_NAME})`,
	},
};

/** Why a lock would not accept a code, as text after a colon; undefined if it would. */
export function pinObstacle(device: WireObject, newCode: NewCode): string | undefined {
	if (!/^\d{4,12}$/.test(newCode.code)) return 'a new code needs a PIN with 4 to 12 digits';
	const { supported_code_lengths: lengths, code_constraints: constraints } = isWireObject(
		device.properties,
	)
		? device.properties
		: {};
	if (Array.isArray(lengths) && lengths.length > 0 && !lengths.includes(newCode.code.length)) {
		return `the PIN has ${newCode.code.length} digits, but the lock accepts only ${lengths.join(', ')}`;
	}
	for (const constraint of wireObjectsIn(constraints)) {
		const type = String(constraint.constraint_type);
		const rule = Object.hasOwn(RULES, type) ? RULES[type] : undefined;
		if (!rule) return `the lock has a rule for its codes that this node does not know (${type})`;
		if (!rule.isKept(newCode, constraint)) return rule.words;
	}
	return undefined;
}
