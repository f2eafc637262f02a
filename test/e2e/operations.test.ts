import got from 'got';
import type { NodeRun } from '../../host/n8nClient';
import { resources } from '../../nodes/DeviceAccess/resources';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/seed';
import { N8N_START_TIME_LIMIT_MS, startTestN8n, type TestN8n } from '../support/n8nServer';
import { byId, manualWorkflow } from './workflowFiles';

let n8n: TestN8n;
let sandbox: Sandbox;
let credential: { id: string; name: string };

beforeAll(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 200 } });
	n8n = await startTestN8n();
	credential = await n8n.client.createCredential({
		name: 'Sandbox',
		type: 'deviceAccessApi',
		data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
	});
}, N8N_START_TIME_LIMIT_MS);

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.stop();
});

type Records = ReadonlyArray<Record<string, unknown>>;

/** Asks the sandbox directly, beside the node. */
async function ask(path: string, body: object = {}): Promise<Record<string, unknown>> {
	return await got.post(`${sandbox.url}${path}`, { json: body, headers: { authorization: `Bearer ${sandbox.apiKey}` } }).json();
}

/** Presses Execute Workflow on a workflow with this one operation; returns what the node panel shows of its run. */
async function run(parameters: Record<string, unknown>): Promise<NodeRun | undefined> {
	const workflow = await n8n.client.importWorkflow(manualWorkflow(JSON.stringify(parameters).slice(0, 100), parameters, credential));
	const execution = await n8n.client.runWorkflow(workflow.id, 'Start');
	return execution.data.resultData.runData['Device Access']?.[0];
}

async function runItems(parameters: Record<string, unknown>): Promise<unknown> {
	const { error, data } = (await run(parameters)) ?? {};
	return error ?? data?.main[0];
}

const paired = (json: unknown) => ({ json, pairedItem: { item: 0 } });

interface OperationCase {
	readonly title: string;
	readonly parameters: { readonly resource: string; readonly operation: string } & Record<string, unknown>;
	/** The items that the node must give; asked for before the run. */
	readonly expected: () => Promise<unknown>;
}

const CONVERTED_CODE = hotel.unmanagedCodes.convertible;
const DELETED_CODE = hotel.unmanagedCodes.onIgloohome;

const CASES: readonly OperationCase[] = [
	{
		title: 'lists all devices',
		parameters: { resource: 'device', operation: 'getAll', returnAll: true, output: 'raw' },
		expected: async () => ((await ask('/devices/list')).devices as Records).map(paired),
	},
	{
		title: 'lists devices up to the limit',
		parameters: { resource: 'device', operation: 'getAll', returnAll: false, limit: 2, output: 'raw' },
		expected: async () => ((await ask('/devices/list')).devices as Records).slice(0, 2).map(paired),
	},
	{
		title: 'gets one device',
		parameters: { resource: 'device', operation: 'get', deviceId: byId(hotel.devices.frontDoor), output: 'raw' },
		expected: async () => [paired((await ask('/devices/get', { device_id: hotel.devices.frontDoor })).device)],
	},
	{
		title: 'lists the unmanaged codes of one device',
		parameters: { resource: 'unmanagedAccessCode', operation: 'getAll', devices: 'one', deviceId: byId(hotel.devices.room101), returnAll: true },
		expected: async () => ((await ask('/access_codes/unmanaged/list', { device_id: hotel.devices.room101 })).access_codes as Records).map(paired),
	},
	{
		title: 'lists the unmanaged codes of all devices in one step',
		parameters: { resource: 'unmanagedAccessCode', operation: 'getAll', devices: 'all', returnAll: true },
		expected: async () => {
			const devices = (await ask('/devices/list')).devices as Records;
			const lists = await Promise.all(devices.map(async ({ device_id }) => (await ask('/access_codes/unmanaged/list', { device_id })).access_codes as Records));
			return lists.flat().map(paired);
		},
	},
	{
		title: 'gets one unmanaged code',
		parameters: { resource: 'unmanagedAccessCode', operation: 'get', accessCodeId: byId(CONVERTED_CODE) },
		expected: async () => [paired((await ask('/access_codes/unmanaged/get', { access_code_id: CONVERTED_CODE })).access_code)],
	},
	{
		title: 'converts an unmanaged code and waits for the outcome',
		parameters: { resource: 'unmanagedAccessCode', operation: 'convertToManaged', accessCodeId: byId(CONVERTED_CODE), waitForCompletion: true },
		expected: async () => [
			paired(expect.objectContaining({ access_code_id: CONVERTED_CODE, outcome: 'converted', action_attempt: expect.objectContaining({ status: 'success' }) })),
		],
	},
	{
		title: 'deletes an unmanaged code and waits for the outcome',
		parameters: { resource: 'unmanagedAccessCode', operation: 'delete', accessCodeId: byId(DELETED_CODE), waitForCompletion: true },
		expected: async () => [
			paired(expect.objectContaining({ access_code_id: DELETED_CODE, deleted: true, outcome: 'deleted', action_attempt: expect.objectContaining({ status: 'success' }) })),
		],
	},
	{
		title: 'gets the workspace',
		parameters: { resource: 'workspace', operation: 'get' },
		expected: async () => [paired((await ask('/workspaces/get')).workspace)],
	},
];

it.each(CASES)('$title', async ({ parameters, expected }) => {
	const items = await expected();

	expect(await runItems(parameters)).toEqual(items);
});

it('has really converted the one code and deleted the other', async () => {
	const unmanagedIds = async (deviceId: string) =>
		((await ask('/access_codes/unmanaged/list', { device_id: deviceId })).access_codes as Records).map(({ access_code_id }) => access_code_id);
	const managed = (await ask('/access_codes/list', { device_id: hotel.devices.room101 })).access_codes as Records;

	expect(managed.map(({ access_code_id }) => access_code_id)).toEqual([CONVERTED_CODE]);
	expect(await unmanagedIds(hotel.devices.room101)).not.toContain(CONVERTED_CODE);
	expect(await unmanagedIds(hotel.devices.poolGate)).not.toContain(DELETED_CODE);
});

it('gets an action attempt, nested in the item', async () => {
	const { action_attempt: attempt } = await ask('/access_codes/unmanaged/convert_to_managed', {
		access_code_id: hotel.unmanagedCodes.anotherConvertible,
		sync: true,
	});
	const { action_attempt_id: actionAttemptId } = attempt as { action_attempt_id: string };

	expect(await runItems({ resource: 'actionAttempt', operation: 'get', actionAttemptId })).toEqual([paired({ action_attempt: attempt })]);
});

it('has a run for every operation that the node offers', () => {
	const run = new Set([...CASES.map(({ parameters }) => `${parameters.resource}.${parameters.operation}`), 'actionAttempt.get']);
	const offered = resources.flatMap(({ value, operations }) => operations.map((operation) => `${value}.${operation.value}`));

	expect([...run].sort()).toEqual(offered.sort());
});

it('shows a person what to do when the device is not there', async () => {
	const unknownId = '30000000-0000-4000-8000-000000009999';

	const nodeRun = await run({ resource: 'device', operation: 'get', deviceId: byId(unknownId) });

	expect(nodeRun).toMatchObject({
		executionStatus: 'error',
		error: {
			message: 'There is no device with this ID in the workspace',
			description: expect.stringContaining('Choose the device from the list, or check the ID'),
		},
	});
});

describe('pickers', () => {
	const pick = async (methodName: string, field: string, filter: string, parameters: Record<string, unknown>) =>
		await n8n.client.listResourceLocator({
			nodeType: 'n8n-nodes-device-access.deviceAccess',
			nodeVersion: 1,
			path: `parameters.${field}`,
			methodName,
			filter,
			parameters,
			credentials: { deviceAccessApi: credential },
		});

	it('offers the devices whose name holds what was typed', async () => {
		const { results } = await pick('searchDevices', 'deviceId', 'Room 10', { resource: 'device', operation: 'get' });

		expect(results.map(({ name, value }) => ({ name: name.replace(/ \(.*\)$/, ''), value }))).toEqual([
			{ name: 'Room 101', value: hotel.devices.room101 },
			{ name: 'Room 102', value: hotel.devices.room102 },
			{ name: 'Room 103', value: hotel.devices.room103 },
			{ name: 'Room 104', value: hotel.devices.room104 },
		]);
	});

	it('offers the unmanaged codes of the chosen device, without their PINs', async () => {
		const parameters = { resource: 'unmanagedAccessCode', operation: 'delete', deviceId: byId(hotel.devices.room102) };

		const { results } = await pick('searchUnmanagedAccessCodes', 'accessCodeId', 'guest', parameters);

		expect(results).toEqual([
			{ name: 'Guest 102', value: hotel.unmanagedCodes.timeBound },
			{ name: 'Former Guest 102', value: hotel.unmanagedCodes.unset },
		]);
	});
});
