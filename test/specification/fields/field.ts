import type { TSchema } from 'typebox';
import Value from 'typebox/value';

/** A row of a table of the specification. */
export interface SpecifiedField {
	/** Title of the test: table, row, and the statement of the row. */
	readonly title: string;
	readonly member: string;
	readonly schema: TSchema;
	readonly isRequired: boolean;
	readonly isNullable: boolean;
	/** Values of an enum; each must occur in a record. */
	readonly values?: readonly string[];
}

/** Describes the rows of one table: `field(member, what the row says, schema)`. */
export function tableOf(table: string) {
	return (
		member: string,
		words: string,
		schema: TSchema,
		{
			isRequired = words.includes('required'),
			isNullable = words.includes('nullable'),
			values,
		}: Partial<SpecifiedField> = {},
	): SpecifiedField => ({
		title: `${table}.${member}: ${words}`,
		member,
		schema,
		isRequired,
		isNullable,
		values,
	});
}

/** Defines a test for each row of a table, against the recorded records. */
export function testFields(
	fields: readonly SpecifiedField[],
	seen: () => ReadonlyArray<Record<string, unknown>>,
): void {
	it.each(fields.map((field) => [field.title, field] as const))('%s', (_title, field) =>
		expectField(field, seen()),
	);
}

/**
 * Fails unless the records match the row: the value fits wherever it is present, it is present where required and at least
 * once, a nullable value is null in one record and not in another, and each value of an enum occurs in a record.
 */
export function expectField(
	field: SpecifiedField,
	records: ReadonlyArray<Record<string, unknown>>,
): void {
	const { member, schema, isRequired, isNullable, values = [] } = field;
	const holders = records.filter((record) => member in record);
	const seen = holders.map((record) => record[member]);
	expect(seen.length).toBeGreaterThan(0);
	if (isRequired) expect(records.filter((record) => !(member in record))).toEqual([]);
	expect(seen.filter((value) => !Value.Check(schema, value))).toEqual([]);
	if (isNullable)
		expect([seen.some((value) => value === null), seen.some((value) => value !== null)]).toEqual([
			true,
			true,
		]);
	expect(seen).toEqual(expect.arrayContaining([...values]));
}

/** Fails unless at least one entry has this code and all entries with it fit the schema. */
export function expectVariant(
	entries: ReadonlyArray<Record<string, unknown>>,
	discriminator: 'mutation_code' | 'error_code' | 'warning_code',
	code: string,
	schema: TSchema,
): void {
	const variants = entries.filter((entry) => entry[discriminator] === code);
	expect(variants.length).toBeGreaterThan(0);
	expect(variants.filter((entry) => !Value.Check(schema, entry))).toEqual([]);
}
