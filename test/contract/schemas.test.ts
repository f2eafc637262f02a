import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadOutputSchema } from 'n8n-core';
import { Compile } from 'typebox/schema';
import { type AcceptedAction, type ActionOutcome, toResultRecord } from '../../nodes/DeviceAccess/operation/attemptResult';
import type { ReturnsAttempt } from '../../nodes/DeviceAccess/operation/defineOperation';
import { resources } from '../../nodes/DeviceAccess/resources';
import { createSandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/seed';
import { pollTrigger } from '../support/pollTrigger';
import { runNode } from '../support/runNode';

type JsonType = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** What n8n's editor reads of an output schema. */
interface OutputSchema {
	type: JsonType | JsonType[];
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
	version?: number;
}

const NODE_DIR = resolve(__dirname, '../../nodes/DeviceAccess');
const SCHEMA_DIR = join(NODE_DIR, '__schema__');

const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({ resource: resource.value, operation: operation.value, entry: operation })),
);

/** The schema as n8n finds it: by the version of the node, the resource and the operation. */
function schemaOf(resource?: string, operation?: string): OutputSchema {
	const schema = loadOutputSchema({ nodeDir: NODE_DIR, version: 1, resource, operation });
	if (!schema) throw new Error(`n8n finds no output schema for ${resource} ${operation}`);
	return schema as unknown as OutputSchema;
}

/** The triggers have neither resource nor operation; both give the same item. */
const eventSchema = () => schemaOf();

const schemas: Array<[string, () => OutputSchema]> = [
	...operations.map(({ resource, operation }): [string, () => OutputSchema] => [`${resource} ${operation}`, () => schemaOf(resource, operation)]),
	['an event', eventSchema],
];

const keysOf = (schema: OutputSchema | undefined) => Object.keys(schema?.properties ?? {}).sort();

function flowOf(value: string): ReturnsAttempt {
	const returns = operations.find(({ operation }) => operation === value)?.entry.returns;
	if (returns?.kind !== 'attempt') throw new Error(`No such action: ${value}`);
	return returns;
}

describe('the output schemas', () => {
	it('are there for every operation and for the events, and for nothing else', () => {
		const files = readdirSync(SCHEMA_DIR, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
		const expected = [...operations.map(({ resource, operation }) => `v1.0.0/${resource}/${operation}.json`), 'v1.0.0.json'];
		expect(files.sort()).toEqual(expected.sort());
	});

	it.each(schemas)('use what the editor of n8n understands, for %s', (_name, load) => {
		const check = (schema: OutputSchema, path: string): void => {
			const types = [schema.type].flat();
			expect([path, types]).toEqual([path, types.filter((type) => ['string', 'number', 'boolean', 'object', 'array', 'null'].includes(type))]);
			// The editor shows the first of several types, and looks inside a record or list only when it is the one type.
			if (Array.isArray(schema.type)) expect([path, types]).toEqual([path, [expect.stringMatching(/^(string|number|boolean)$/), 'null']]);
			const known = { object: ['type', 'properties'], array: ['type', 'items'] }[String(schema.type)] ?? ['type'];
			expect([path, Object.keys(schema).filter((key) => !known.includes(key))]).toEqual([path, path === '' ? ['version'] : []]);
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

	it.each(['get', 'getAll'])('of device %s have the fields of the simplified output, which is the default', (operation) => {
		const { output } = operations.find((entry) => entry.resource === 'device' && entry.operation === operation)?.entry ?? {};
		expect(keysOf(schemaOf('device', operation))).toEqual(Object.keys(output?.simplify({}) ?? {}).sort());
	});

	it.each(['get', 'getAll'])('of unmanagedAccessCode %s have the fields of the record (facts 5)', (operation) => {
		const schema = schemaOf('unmanagedAccessCode', operation);
		expect(keysOf(schema)).toEqual([
			'access_code_id', 'cannot_be_managed', 'cannot_delete_unmanaged_access_code', 'code', 'created_at', 'device_id', 'ends_at',
			'errors', 'is_managed', 'name', 'starts_at', 'status', 'type', 'warnings', 'workspace_id',
		]);
		expect(keysOf(schema.properties?.errors?.items)).toEqual(expect.arrayContaining(['created_at', 'error_code', 'message']));
		expect(keysOf(schema.properties?.warnings?.items)).toEqual(['created_at', 'message', 'warning_code']);
	});

	it('of an action attempt has the fields of the record, nested (specification, action_attempt)', () => {
		const schema = schemaOf('actionAttempt', 'get');
		expect(keysOf(schema)).toEqual(['action_attempt']);
		expect(keysOf(schema.properties?.action_attempt)).toEqual(['action_attempt_id', 'action_type', 'error', 'result', 'status']);
		expect(keysOf(schema.properties?.action_attempt?.properties?.error)).toEqual(['message', 'type']);
	});

	it('of a workspace has the fields of the record (specification, workspace)', () => {
		const fields = ['workspace_id', 'name', 'company_name', 'connect_partner_name', 'is_sandbox'];
		expect(keysOf(schemaOf('workspace', 'get'))).toEqual(expect.arrayContaining(fields));
	});

	it('of an event has the fields that all events and those of codes share (facts 6)', () => {
		expect(keysOf(eventSchema())).toEqual([
			'access_code_id', 'connected_account_id', 'created_at', 'device_id', 'event_description', 'event_id', 'event_type',
			'occurred_at', 'workspace_id',
		]);
	});

	it.each(['convertToManaged', 'delete'])('of %s have every field that a result item can have, and no other', (operation) => {
		const action: AcceptedAction = {
			idField: 'access_code_id',
			id: 'c1',
			deviceId: 'd1',
			acceptedAtMs: 0,
			attempt: { action_attempt_id: 'a1', action_type: 'X', status: 'error', result: null, error: { type: 'x', message: 'y' } },
		};
		const outcomes: ActionOutcome[] = ['done', 'pending', 'unsupported', 'failed'];
		const results = outcomes.map((outcome) => toResultRecord(flowOf(operation), action, outcome));
		const schema = schemaOf('unmanagedAccessCode', operation);
		expect(keysOf(schema)).toEqual([...new Set(results.flatMap((result) => Object.keys(result)))].sort());
		for (const result of results) expectToFit(schema, result);
	});

	it('of a nested action attempt are the same everywhere', () => {
		const nested = ['convertToManaged', 'delete'].map((operation) => schemaOf('unmanagedAccessCode', operation).properties?.action_attempt);
		for (const schema of nested) expect(schema).toEqual(schemaOf('actionAttempt', 'get').properties?.action_attempt);
	});
});

/** Fails unless the value is of the schema's types and has no field that the schema lacks. */
function expectToFit(schema: OutputSchema, value: unknown): void {
	const [, errors] = Compile(schema).Errors(withoutNullRecords(schema, value));
	expect(errors.map(({ instancePath, message }) => `${instancePath} ${message}`)).toEqual([]);
	expect(unknownFields(schema, value)).toEqual([]);
}

/** A record that may be null is written as a record alone, for the editor would not look inside otherwise. */
function withoutNullRecords(schema: OutputSchema | undefined, value: unknown): unknown {
	if (Array.isArray(value)) return value.map((entry) => withoutNullRecords(schema?.items, entry));
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).filter(([key, entry]) => !(entry === null && schema?.properties?.[key]?.type === 'object'));
	return Object.fromEntries(entries.map(([key, entry]) => [key, withoutNullRecords(schema?.properties?.[key], entry)]));
}

/** Paths of fields that the schema does not name; a record without properties is open. */
function unknownFields(schema: OutputSchema, value: unknown, path = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => (schema.items ? unknownFields(schema.items, entry, `${path}[]`) : []));
	if (typeof value !== 'object' || value === null || !schema.properties) return [];
	const { properties } = schema;
	return Object.entries(value).flatMap(([key, entry]) => {
		const property = properties[key];
		return property ? unknownFields(property, entry, `${path}.${key}`) : [`${path}.${key}`];
	});
}

describe('what the nodes really give', () => {
	let sandbox: Awaited<ReturnType<typeof createSandbox>>;
	const credentials = () => ({ deviceAccessApi: { baseUrl: sandbox.url, apiKey: sandbox.apiKey } });

	async function run(resource: string, operation: string, parameters: Record<string, string | boolean | object> = {}): Promise<unknown[]> {
		const { items, error } = await runNode('deviceAccess', { parameters: { resource, operation, ...parameters }, credentials: credentials() });
		if (error) throw error;
		return items.map(({ json }) => json);
	}
	const accessCodeId = (id: string) => ({ accessCodeId: { __rl: true, mode: 'id', value: id } });

	beforeAll(async () => {
		sandbox = await createSandbox({ fixture: 'hotel', settings: { attemptDurationMs: 0 } });
	});
	afterAll(async () => {
		await sandbox.stop();
	});

	it('fits the schema where one record is read', async () => {
		const deviceId = { deviceId: { __rl: true, mode: 'id', value: hotel.devices.frontDoor } };
		const [workspace] = await run('workspace', 'get');
		const [device] = await run('device', 'get', deviceId);
		const [code] = await run('unmanagedAccessCode', 'get', accessCodeId(hotel.unmanagedCodes.convertible));
		expectToFit(schemaOf('workspace', 'get'), workspace);
		expectToFit(schemaOf('device', 'get'), device);
		expectToFit(schemaOf('unmanagedAccessCode', 'get'), code);
	});

	it.each(['device', 'unmanagedAccessCode'])('fits the schema for every %s of a list', async (resource) => {
		const records = await run(resource, 'getAll', { returnAll: true, ...(resource === 'unmanagedAccessCode' && { devices: 'all' }) });
		expect(records.length).toBeGreaterThan(10);
		for (const record of records) expectToFit(schemaOf(resource, 'getAll'), record);
	});

	it('fits the schema where a code is converted or deleted, with success and without, and where its attempt is read', async () => {
		const options = { options: { pollInterval: 0.1, onFailedAction: 'returnItem' } };
		const convert = async (id: string) => await run('unmanagedAccessCode', 'convertToManaged', { ...accessCodeId(id), ...options });
		const results = [
			...(await convert(hotel.unmanagedCodes.convertible)),
			...(await convert(hotel.unmanagedCodes.failsToConvert)),
			...(await convert(hotel.unmanagedCodes.cannotBeManaged)),
		] as Array<{ outcome: string; action_attempt?: { action_attempt_id: string } }>;
		expect(results.map(({ outcome }) => outcome)).toEqual(['converted', 'failed', 'unsupported']);
		for (const result of results) expectToFit(schemaOf('unmanagedAccessCode', 'convertToManaged'), result);
		const [deleted] = await run('unmanagedAccessCode', 'delete', { ...accessCodeId(hotel.unmanagedCodes.timeBound), ...options });
		expectToFit(schemaOf('unmanagedAccessCode', 'delete'), deleted);
		for (const { action_attempt: attempt } of results.slice(0, 2)) {
			const [read] = await run('actionAttempt', 'get', { actionAttemptId: attempt?.action_attempt_id ?? '' });
			expectToFit(schemaOf('actionAttempt', 'get'), read);
		}
	});

	it('has the types of the schema where a trigger gives an event, which may hold more', async () => {
		sandbox.emitEvent({ event_type: 'access_code.unmanaged.converted_to_managed', access_code_id: hotel.unmanagedCodes.unset });
		const items = await pollTrigger('deviceAccessPollingTrigger', { credentials: credentials(), staticData: {}, mode: 'manual' });
		const [item] = items ?? [];
		const [, errors] = Compile(eventSchema()).Errors(item?.json);
		expect(errors).toEqual([]);
		expect(Object.keys(item?.json ?? {})).toEqual(expect.arrayContaining(['event_id', 'event_type', 'created_at', 'workspace_id', 'access_code_id']));
	});
});
