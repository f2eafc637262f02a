type Member = Record<string, unknown>;

/** What the records of a story must show together. Their shape is compared with the OpenAPI. */
interface Variety {
	/** Members that are null in one record and not in another. */
	nullable?: string[];
	/** Members that one record has and another lacks. */
	optional?: string[];
	/** The values of a member, each of which occurs. */
	values?: Record<string, unknown[]>;
	/** The codes in a list of errors, warnings or pending mutations, each of which occurs. */
	codes?: Partial<Record<'errors' | 'warnings' | 'pending_mutations', string[]>>;
}

type Case = [what: string, found: () => unknown[], expected: unknown[]];

export const FLAG = [false, true];

/** Defines a test for each member that must vary. */
export function testVariety(
	records: () => readonly Member[],
	{ nullable = [], optional = [], values = {}, codes = {} }: Variety,
): void {
	const seen = (member: string) =>
		records().flatMap((record) => (member in record ? [record[member]] : []));

	const isNull = (member: string) => seen(member).map((value) => value === null);
	const isThere = (member: string) => records().map((record) => member in record);
	const codesIn = (member: string) =>
		(seen(member).flat() as Member[]).map(
			(entry) => entry.mutation_code ?? entry.error_code ?? entry.warning_code,
		);
	const cases: Case[] = [
		...nullable.map((member): Case => [`${member}, null and not`, () => isNull(member), FLAG]),
		...optional.map((member): Case => [`${member}, with and without`, () => isThere(member), FLAG]),
		...Object.entries(values).map(([member, expected]): Case => [
			`every ${member}`,
			() => seen(member),
			expected,
		]),
		...Object.entries(codes).map(([member, expected]): Case => [
			`every kind of ${member}`,
			() => codesIn(member),
			expected,
		]),
	];

	it.each(cases)('have %s', (_what, found, expected) => {
		expect(found()).toEqual(expect.arrayContaining(expected));
	});
}
