import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Schema, { type Validator } from 'typebox/schema';

export interface JsonSchema {
	readonly $ref?: string;
	readonly type?: string;
	readonly enum?: readonly unknown[];
	readonly required?: readonly string[];
	readonly properties?: Readonly<Record<string, JsonSchema>>;
	readonly items?: JsonSchema;
	readonly additionalProperties?: JsonSchema | boolean;
	readonly allOf?: readonly JsonSchema[];
	readonly anyOf?: readonly JsonSchema[];
	readonly oneOf?: readonly JsonSchema[];
}

/** The vendor's OpenAPI, reduced by `cutOpenapi.mjs` before the tests. */
export interface Contract {
	readonly documented: readonly string[];
	readonly schemas: Readonly<Record<string, JsonSchema>>;
	readonly requests: Readonly<Record<string, JsonSchema>>;
	readonly answers: Readonly<Record<string, JsonSchema>>;
}

let read: Contract | undefined;

/** Reads the contract on the first call, because most test files never need it. */
export function contract(): Contract {
	read ??= JSON.parse(
		readFileSync(join(__dirname, '..', '..', '..', '.tmp', 'contract.json'), 'utf8'),
	) as Contract;
	return read;
}

const validators = new Map<JsonSchema, Validator>();

/** The differences between a value and the schema, as `members.of.the.value keyword` without indexes of lists. */
export function errorsOf(schema: JsonSchema, value: unknown): string[] {
	const validator = validators.get(schema) ?? Schema.Compile(withReferences(schema));
	validators.set(schema, validator);
	if (validator.Check(value)) return [];
	const [, errors] = validator.Errors(value);
	const parts = errors.filter((error) => !isSumOfOthers(error));
	return [...new Set((parts.length > 0 ? parts : errors).flatMap(toTexts))];
}

/** Adds the schemas that others refer to only where one does, because compiling reads all of them. */
const withReferences = (schema: JsonSchema) =>
	JSON.stringify(schema).includes('"$ref"')
		? { ...schema, components: { schemas: contract().schemas } }
		: schema;

interface SchemaError {
	keyword: string;
	instancePath: string;
	params: object;
}

/** Whether an error adds nothing: it sums up the errors of a union's parts, concerns a value's tag, or says that the value is not null. */
function isSumOfOthers({ keyword, params }: SchemaError): boolean {
	return (
		keyword === 'not' ||
		keyword === 'anyOf' ||
		(keyword === 'type' && (params as { type?: unknown }).type === 'null')
	);
}

function toTexts({ keyword, instancePath, params }: SchemaError): string[] {
	const at = instancePath.split('/').filter((member) => member !== '' && !/^\d+$/.test(member));
	const { requiredProperties } = params as { requiredProperties?: string[] };
	return (requiredProperties ?? ['']).map(
		(member) => `${[...at, ...(member === '' ? [] : [member])].join('.')} ${keyword}`,
	);
}

/** The parameters or members that a schema names, in any of its parts. */
export function namesIn({
	properties = {},
	allOf = [],
	anyOf = [],
	oneOf = [],
}: JsonSchema): Record<string, JsonSchema> {
	return Object.assign({}, ...[...allOf, ...anyOf, ...oneOf].map(namesIn), properties) as Record<
		string,
		JsonSchema
	>;
}
