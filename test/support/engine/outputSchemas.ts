import { join, resolve } from 'node:path';
import { loadOutputSchema } from 'n8n-core';
import { Compile } from 'typebox/schema';
import type { OutputSchema } from '../../../tools/schemas/outputSchema';

export type { OutputSchema };

const NODE_DIR = resolve(__dirname, '../../../nodes/DeviceAccess');
export const SCHEMA_DIR = join(NODE_DIR, '__schema__');

/** The schema as n8n finds it: by node version, resource and operation; the schema of events has no resource or operation. */
export function schemaOf(resource?: string, operation?: string): OutputSchema {
	const schema = loadOutputSchema({ nodeDir: NODE_DIR, version: 1, resource, operation });
	if (!schema) throw new Error(`n8n finds no output schema for ${resource} ${operation}`);
	return schema as unknown as OutputSchema;
}

/** Fails unless the value has the types of the schema and only fields of the schema. */
export function expectToFit(schema: OutputSchema, value: unknown): void {
	const [, errors] = Compile(schema).Errors(withoutNullRecords(schema, value));
	expect(errors.map(({ instancePath, message }) => `${instancePath} ${message}`)).toEqual([]);
	const unknown = unknownFields(schema, value);
	expect(unknown.map((path) => `${path} is not in the output schema: npm run generate`)).toEqual(
		[],
	);
}

/** Removes null records. A schema declares a nullable record as a plain one, because the editor would not look inside otherwise. */
function withoutNullRecords(schema: OutputSchema | undefined, value: unknown): unknown {
	if (Array.isArray(value)) return value.map((entry) => withoutNullRecords(schema?.items, entry));
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).filter(
		([key, entry]) => !(entry === null && schema?.properties?.[key]?.type === 'object'),
	);
	return Object.fromEntries(
		entries.map(([key, entry]) => [key, withoutNullRecords(schema?.properties?.[key], entry)]),
	);
}

/** Paths of fields that the schema does not name; a record schema without properties allows any field. */
function unknownFields(schema: OutputSchema, value: unknown, path = ''): string[] {
	if (Array.isArray(value))
		return value.flatMap((entry) =>
			schema.items ? unknownFields(schema.items, entry, `${path}[]`) : [],
		);
	if (typeof value !== 'object' || value === null || !schema.properties) return [];
	const { properties } = schema;
	return Object.entries(value).flatMap(([key, entry]) => {
		const property = properties[key];
		return property ? unknownFields(property, entry, `${path}.${key}`) : [`${path}.${key}`];
	});
}
