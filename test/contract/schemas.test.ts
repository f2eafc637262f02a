import { readdirSync } from 'node:fs';
import { resources } from '../../nodes/DeviceAccess/resources';
import { type OutputSchema, SCHEMA_DIR, schemaOf } from '../support/outputSchemas';

const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		resource: resource.value,
		operation: operation.value,
		entry: operation,
	})),
);

/** The schema of both triggers, which return the same item and have neither resource nor operation. */
const eventSchema = () => schemaOf();

const schemas: Array<[string, () => OutputSchema]> = [
	...operations.map(({ resource, operation }): [string, () => OutputSchema] => [
		`${resource} ${operation}`,
		() => schemaOf(resource, operation),
	]),
	['an event', eventSchema],
];

const withForms = operations.filter(({ entry }) => entry.output);

const keysOf = (schema: OutputSchema | undefined) => Object.keys(schema?.properties ?? {}).sort();

describe('the output schemas', () => {
	it('exist for every operation and for the events, and for nothing else', () => {
		const files = readdirSync(SCHEMA_DIR, { recursive: true, encoding: 'utf8' }).filter((file) =>
			file.endsWith('.json'),
		);
		const expected = [
			...operations.map(({ resource, operation }) => `v1.0.0/${resource}/${operation}.json`),
			'v1.0.0.json',
		];
		expect(files.sort()).toEqual(expected.sort());
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
			const simplified = Object.keys(entry.output?.simplify({}) ?? {});
			expect(
				Object.keys(schemaOf(resource, operation).properties ?? {}).slice(0, simplified.length),
			).toEqual(simplified);
		},
	);

	it.each(['get', 'getAll'])(
		'of unmanagedAccessCode %s have the fields of the record',
		(operation) => {
			const schema = schemaOf('unmanagedAccessCode', operation);
			expect(keysOf(schema)).toEqual([
				'access_code_id',
				'cannot_be_managed',
				'cannot_delete_unmanaged_access_code',
				'code',
				'created_at',
				'device_id',
				'ends_at',
				'errors',
				'is_managed',
				...(operation === 'getAll' ? ['migration'] : []),
				'name',
				'starts_at',
				'status',
				'type',
				'warnings',
				'workspace_id',
			]);
			expect(keysOf(schema.properties?.errors?.items)).toEqual(
				expect.arrayContaining(['created_at', 'error_code', 'message']),
			);
			expect(keysOf(schema.properties?.warnings?.items)).toEqual([
				'created_at',
				'message',
				'warning_code',
			]);
		},
	);

	it('of an event has the fields that all events and those of codes share', () => {
		expect(keysOf(eventSchema())).toEqual([
			'access_code_id',
			'connected_account_id',
			'created_at',
			'device_id',
			'event_description',
			'event_id',
			'event_type',
			'occurred_at',
			'workspace_id',
		]);
	});
});
