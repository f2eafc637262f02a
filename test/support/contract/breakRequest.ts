import { errorsOf, namesIn, type JsonSchema } from './contract';

/** A request that the contract refuses, and its fault. */
export interface BrokenRequest {
	readonly what: string;
	readonly parameters: Record<string, unknown>;
}

/** Breaks a valid request, one parameter at a time that is documented and not deprecated: it is missing, null, of the wrong type or out of range. */
export function breakRequest(schema: JsonSchema, right: Record<string, unknown>): BrokenRequest[] {
	const variants = Object.entries(namesIn(schema)).flatMap(
		([name, ofParameter]): BrokenRequest[] => {
			if (isNotPromised(ofParameter)) return [];
			const others = Object.fromEntries(Object.entries(right).filter(([one]) => one !== name));
			const broken = wrongValues(ofParameter).map(([what, value]) => ({
				what: `${name}: ${what}`,
				parameters: { ...right, [name]: value },
			}));
			return [{ what: `${name}: missing`, parameters: others }, ...broken];
		},
	);
	// A value that only one part of the schema forbids, or that an enum happens to allow, may be valid.
	return variants.filter(({ parameters }) => errorsOf(schema, parameters).length > 0);
}

/** A nullable parameter has its mark in the part of `anyOf` that is not null. */
const isNotPromised = ({ anyOf = [], ...schema }: JsonSchema): boolean =>
	[schema, ...anyOf].some((part) => (part['x-undocumented'] ?? part['x-deprecated']) !== undefined);

type WrongValue = [what: string, value: unknown];

function wrongValues(schema: JsonSchema): WrongValue[] {
	const parts = [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
	return [
		['null', null],
		['a number', 7.5],
		['a text', 'no such thing!'],
		['an empty text', ''],
		['an object', { member: [] }],
		...parts.flatMap(outOfRange),
	];
}

function outOfRange({
	minLength,
	maxLength,
	minimum,
	exclusiveMinimum,
	maximum,
	minItems,
	maxItems,
	items,
	properties,
	pattern,
}: JsonSchema): WrongValue[] {
	const digits = (length: number) => '1'.repeat(length);
	const least = exclusiveMinimum ?? (minimum === undefined ? undefined : minimum - 1);
	return [
		...given(minLength, (length) => [
			'too short',
			pattern ? digits(length - 1) : 'x'.repeat(length - 1),
		]),
		...given(maxLength, (length) => [
			'too long',
			pattern ? digits(length + 1) : 'x'.repeat(length + 1),
		]),
		...given(least, (value) => ['too small', value]),
		...given(maximum, (value) => ['too large', value + 1]),
		...given(minItems, (count) => [
			'too few',
			Array.from({ length: count - 1 }, () => sample(items)),
		]),
		...given(maxItems, (count) => [
			'too many',
			Array.from({ length: count + 1 }, () => sample(items)),
		]),
		...(items
			? wrongValues(items).map(([what, value]): WrongValue => [`an item: ${what}`, [value]])
			: []),
		...Object.entries(properties ?? {}).flatMap(([member, ofMember]) =>
			wrongValues(ofMember).map(([what, value]): WrongValue => [
				`${member}: ${what}`,
				{ [member]: value },
			]),
		),
	];
}

function given(limit: number | undefined, make: (limit: number) => WrongValue): WrongValue[] {
	return limit === undefined ? [] : [make(limit)];
}

const sample = (schema: JsonSchema | undefined) =>
	schema?.format === 'uuid' ? '90000000-0000-4000-8000-000000000001' : 'x';
