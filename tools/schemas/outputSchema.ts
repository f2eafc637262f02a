import type { TSchema } from 'typebox';

type JsonType = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** The parts of an output schema that n8n's editor reads. */
export interface OutputSchema {
	type: JsonType | JsonType[];
	properties?: Members;
	items?: OutputSchema;
	version?: number;
}

export type Members = Record<string, OutputSchema>;

/** The parts of JSON Schema that the definitions of records use. */
interface JsonSchema {
	type?: JsonType | 'integer';
	properties?: Record<string, JsonSchema>;
	items?: JsonSchema;
	anyOf?: JsonSchema[];
	enum?: unknown[];
}

/** The type of a record or value. Throws for a union of types that the editor cannot show, such as text or number. */
export const toOutputSchema = (schema: TSchema): OutputSchema => convert(schema as JsonSchema);

/** The members of a record by name. */
export const membersOf = (record: TSchema): Members => toOutputSchema(record).properties ?? {};

function convert({ anyOf, enum: values, type, properties, items }: JsonSchema): OutputSchema {
	if (anyOf) return anyOf.map(convert).reduce(merge);
	if (values)
		return values.map((value): OutputSchema => ({ type: typeof value as JsonType })).reduce(merge);
	if (type === 'array') return { type, items: convert(items ?? {}) };
	if (type === 'object') return objectOf(mapValues(properties ?? {}, convert));
	if (type === undefined) throw new Error('An output schema needs a type for every value');
	return { type: type === 'integer' ? 'number' : type };
}

/** An object with these members, or any object if there are none. */
export const objectOf = (members: Members): OutputSchema =>
	Object.keys(members).length > 0 ? { type: 'object', properties: members } : { type: 'object' };

export const mapValues = <From, To>(
	values: Readonly<Record<string, From>>,
	map: (value: From, key: string) => To,
): Record<string, To> =>
	Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]));

/** The editor knows no unions: one of objects has the members of all, and one with null is nullable. */
function merge(a: OutputSchema, b: OutputSchema): OutputSchema {
	if (a.type === 'null') return nullable(b);
	if (b.type === 'null') return nullable(a);
	if (a.type === 'object' && b.type === 'object') {
		const merged: Members = { ...a.properties };
		for (const [key, member] of Object.entries(b.properties ?? {}))
			merged[key] = merged[key] ? merge(merged[key], member) : member;
		return objectOf(merged);
	}
	if (a.items && b.items) return { type: 'array', items: merge(a.items, b.items) };
	const types = new Set([a.type, b.type].flat());
	const isNullable = types.delete('null');
	const [type, other] = types;
	if (!type || other)
		throw new Error(`The editor cannot show a value of the types ${type}, ${other}`);
	return isNullable ? nullable({ type }) : { type };
}

/** The editor does not look inside objects and lists that may be null, so their null is left out. */
function nullable({ type, ...rest }: OutputSchema): OutputSchema {
	if (type === 'object' || type === 'array' || type === 'null') return { type, ...rest };
	return { type: [...new Set<JsonType>([type, 'null'].flat() as JsonType[])] };
}
