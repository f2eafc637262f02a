import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Schema, { type Validator } from 'typebox/schema';

/** A JSON Schema, as far as the checks look into one themselves. */
export interface JsonSchema {
	readonly $ref?: string;
	readonly type?: string;
	readonly format?: string;
	readonly pattern?: string;
	readonly enum?: readonly unknown[];
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly minimum?: number;
	readonly exclusiveMinimum?: number;
	readonly maximum?: number;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly required?: readonly string[];
	readonly properties?: Readonly<Record<string, JsonSchema>>;
	readonly items?: JsonSchema;
	readonly additionalProperties?: JsonSchema | boolean;
	readonly allOf?: readonly JsonSchema[];
	readonly anyOf?: readonly JsonSchema[];
	readonly oneOf?: readonly JsonSchema[];
	/** Marks of parameters that a client should not send. */
	readonly 'x-undocumented'?: string;
	readonly 'x-deprecated'?: string;
}

/** The vendor's OpenAPI, cut by `cutOpenapi.mjs` before the tests. */
export interface Contract {
	/** The paths that the vendor documents. */
	readonly documented: readonly string[];
	readonly schemas: Readonly<Record<string, JsonSchema>>;
	/** Parameters of POST, and the body of the answer 200, by path. */
	readonly requests: Readonly<Record<string, JsonSchema>>;
	readonly answers: Readonly<Record<string, JsonSchema>>;
}

let read: Contract | undefined;

/** Read when it is first needed: most test files never do. */
export function contract(): Contract {
	read ??= JSON.parse(readFileSync(join(__dirname, '..', '..', '..', '.tmp', 'contract.json'), 'utf8')) as Contract;
	return read;
}

const validators = new Map<JsonSchema, Validator>();

/** What a value has otherwise than the schema: `members.of.the.value keyword`, without the places in lists. */
export function errorsOf(schema: JsonSchema, value: unknown): string[] {
	const validator = validators.get(schema) ?? Schema.Compile({ ...schema, components: { schemas: contract().schemas } });
	validators.set(schema, validator);
	if (validator.Check(value)) return [];
	const [, errors] = validator.Errors(value);
	const parts = errors.filter((error) => !isSumOfOthers(error));
	return [...new Set((parts.length > 0 ? parts : errors).flatMap(toTexts))];
}

interface SchemaError {
	keyword: string;
	instancePath: string;
	params: object;
}

/** Unions only sum up the errors of their parts; that a value has its tag, or is not null, is no error. */
function isSumOfOthers({ keyword, params }: SchemaError): boolean {
	return keyword === 'not' || keyword === 'anyOf' || (keyword === 'type' && (params as { type?: unknown }).type === 'null');
}

function toTexts({ keyword, instancePath, params }: SchemaError): string[] {
	const at = instancePath.split('/').filter((member) => member !== '' && !/^\d+$/.test(member));
	const { requiredProperties } = params as { requiredProperties?: string[] };
	return (requiredProperties ?? ['']).map((member) => `${[...at, ...(member === '' ? [] : [member])].join('.')} ${keyword}`);
}

/** The parameters or members that a schema names, in whichever of its parts. */
export function namesIn({ properties = {}, allOf = [], anyOf = [], oneOf = [] }: JsonSchema): Record<string, JsonSchema> {
	return Object.assign({}, ...[...allOf, ...anyOf, ...oneOf].map(namesIn), properties) as Record<string, JsonSchema>;
}
