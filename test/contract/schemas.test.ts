import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../../nodes/DeviceAccess/resources';
import { type OutputSchema, toOutputSchema } from '../../tools/schemas/outputSchema';
import { outputSchemas } from '../../tools/schemas/outputSchemas';
import { RECORDS } from '../../tools/schemas/records';
import { contract, type JsonSchema } from '../support/contract/contract';
import { SCHEMA_DIR, schemaOf } from '../support/engine/outputSchemas';

const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		resource: resource.value,
		operation: operation.value,
		entry: operation,
	})),
);

const schemas: Array<[string, () => OutputSchema]> = [
	...operations.map(({ resource, operation }): [string, () => OutputSchema] => [
		`${resource} ${operation}`,
		() => schemaOf(resource, operation),
	]),
	['an event', () => schemaOf()],
];

const withForms = operations.filter(({ entry }) => entry.output);

describe('the output schemas', () => {
	it('are up to date (if not, run npm run generate, and commit what it writes)', () => {
		const files = readdirSync(SCHEMA_DIR, { recursive: true, encoding: 'utf8' }).filter((file) =>
			file.endsWith('.json'),
		);
		const committed = files.map((file) => [file, readFileSync(join(SCHEMA_DIR, file), 'utf8')]);
		expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(outputSchemas()));
	});

	it.each(schemas)('contain only what the editor of n8n understands, for %s', (_name, load) => {
		const check = (schema: OutputSchema, path: string): void => {
			const types = [schema.type].flat();
			expect([path, types]).toEqual([
				path,
				types.filter((type) =>
					['string', 'number', 'boolean', 'object', 'array', 'null'].includes(type),
				),
			]);
			// The editor shows the first of several types, and looks inside a record or list only if that is the only type.
			if (Array.isArray(schema.type))
				expect([path, types]).toEqual([
					path,
					[expect.stringMatching(/^(string|number|boolean)$/), 'null'],
				]);
			const known = { object: ['type', 'properties'], array: ['type', 'items'] }[
				String(schema.type)
			] ?? ['type'];
			expect([path, Object.keys(schema).filter((key) => !known.includes(key))]).toEqual([
				path,
				path === '' ? ['version'] : [],
			]);
			if (schema.type === 'array') expect([path, schema.items]).toEqual([path, expect.any(Object)]);
			for (const [key, property] of Object.entries(schema.properties ?? {})) {
				expect(key).toMatch(/^[a-z]+(_[a-z]+)*$/);
				check(property, `${path}.${key}`);
			}
			if (schema.items) check(schema.items, `${path}[]`);
		};
		const schema = load();
		expect([schema.type, schema.version]).toEqual(['object', 1]);
		check(schema, '');
	});

	it.each(withForms)(
		'of $resource $operation begin with the fields of the simplified output, which is the default',
		({ resource, operation, entry }) => {
			const { properties = {} } = schemaOf(resource, operation);
			const simplified = Object.keys(entry.output?.simplify(properties) ?? {});
			expect(Object.keys(properties).slice(0, simplified.length)).toEqual(simplified);
		},
	);
});

const UNDECLARED: Readonly<Record<string, string>> = {
	'access_code.appearance': 'The name as the device shows it',
	'access_code.lockvendor_metadata': "One maker's metadata, under a neutral name",
};

type Types = Map<string, Set<string>>;

function declaredTypes(schema: JsonSchema, path: string, types: Types = new Map()): Types {
	const { $ref, type, enum: values = [], properties = {}, items } = schema;
	const variants = [schema.anyOf, schema.allOf, schema.oneOf].flatMap((list) => list ?? []);
	const referred = $ref && contract().schemas[$ref.split('/').at(-1) ?? ''];
	for (const part of referred ? [...variants, referred] : variants)
		declaredTypes(part, path, types);
	const own = [
		...(type ? [type === 'integer' ? 'number' : type] : []),
		...values.map((value) => typeof value),
	];
	types.set(path, new Set([...(types.get(path) ?? []), ...own]));
	for (const [key, member] of Object.entries(properties))
		declaredTypes(member, `${path}.${key}`, types);
	if (items) declaredTypes(items, `${path}[]`, types);
	return types;
}

function membersIn({ type, properties = {}, items }: OutputSchema, path: string): string[][] {
	return [
		[path, String([type].flat()[0])],
		...Object.entries(properties).flatMap(([key, member]) => membersIn(member, `${path}.${key}`)),
		...(items ? membersIn(items, `${path}[]`) : []),
	];
}

describe('the records behind the output schemas', () => {
	const declared = () => Object.entries(RECORDS).filter(([name]) => name in contract().schemas);

	it('have only members that the OpenAPI declares, with their types', () => {
		expect(declared().length).toBeGreaterThan(15);
		const differences = declared().flatMap(([name, record]) => {
			const types = declaredTypes(contract().schemas[name] ?? {}, name);
			return membersIn(toOutputSchema(record), name)
				.filter(([path = '', type = '']) => !types.get(path)?.has(type))
				.map(([path]) => path);
		});
		const isInside = (path: string) => differences.some((other) => path.startsWith(`${other}.`));
		expect(differences.filter((path = '') => !isInside(path))).toEqual(Object.keys(UNDECLARED));
	});
});
