import got from 'got';
import type { NodeRun } from '../../../host/n8n/n8nClient';
import { waitFor } from '../../../host/process/waitFor';
import { resources } from '../../../nodes/DeviceAccess/resources';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { operationCases } from './operationCases';
import type { Stage } from './operationCases/operationCase';
import { byId, manualWorkflow } from '../workflowFiles';
import { type SignedIn, signIn } from '../signIn';

/** One operation of each kind, in the order of the kinds: one, many, several, done, action, checked write, desired state. The nightly run takes all. */
const ONE_OF_EACH_KIND = [
	'device.get',
	'unmanagedAccessCode.getAll',
	'accessCode.createMultiple',
	'accessGroup.addUser',
	'unmanagedAccessCode.convertToManaged',
	'unmanagedAccessCode.replaceWithManaged',
	'reservation.upsert',
];
const playedCases = operationCases.filter(
	({ operation }) => process.env.ALL_OPERATIONS === '1' || ONE_OF_EACH_KIND.includes(operation),
);

let n8n: SignedIn;
let sandbox: Sandbox;
let credential: { id: string; name: string };

beforeAll(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 200 } });
	n8n = await signIn(__filename);
	credential = await n8n.client.createCredential({
		name: 'Sandbox',
		type: 'deviceAccessApi',
		data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
	});
});

afterAll(async () => {
	await sandbox?.stop();
});

/** Presses Execute Workflow on a workflow with this one operation; returns what the node panel shows of its run. */
async function run(
	operationName: string,
	parameters: Record<string, unknown> = {},
): Promise<NodeRun | undefined> {
	const [resource, operation] = operationName.split('.');
	const workflow = await n8n.client.importWorkflow(
		manualWorkflow(operationName, { resource, operation, ...parameters }, credential),
	);
	const execution = await n8n.client.runWorkflow(workflow.id, 'Start');
	return execution.data.resultData.runData['Device Access']?.[0];
}

const post = async (path: string, json: object) =>
	await got.post<Record<string, unknown>>(`${sandbox.url}${path}`, {
		json,
		headers: { authorization: `Bearer ${sandbox.apiKey}` },
		responseType: 'json',
		throwHttpErrors: false,
	});

async function isKnown(path: string, body: object): Promise<boolean> {
	const { ok, statusCode } = await post(path, body);
	if (!ok && statusCode !== 404) throw new Error(`${path} answered ${statusCode}`);
	return ok;
}

const stageOf = (operation: string): Stage => ({
	run: async (parameters) => {
		const { error, data } = (await run(operation, parameters)) ?? {};
		return error ?? data?.main[0];
	},
	ask: async <Member>(path: string, member: string, body: object = {}) => {
		const answer = await post(path, body);
		if (!answer.ok)
			throw new Error(`${path} answered ${answer.statusCode}: ${JSON.stringify(answer.body)}`);
		return answer.body[member] as Member;
	},
	isKnown,
	untilUnknown: async (path, body) => {
		await waitFor(`the end of ${JSON.stringify(body)}`, async () =>
			(await isKnown(path, body)) ? undefined : true,
		);
	},
});

it.each(playedCases)('$operation $title', async ({ operation, play }) => {
	await play(stageOf(operation));
});

it('has a case for every operation that the node offers, and none for another', () => {
	const offered = resources.flatMap(({ value, operations }) =>
		operations.map((operation) => `${value}.${operation.value}`),
	);

	expect([...new Set(operationCases.map(({ operation }) => operation))].sort()).toEqual(
		offered.sort(),
	);
});

it('shows a person what to do when the device is not there', async () => {
	const unknownId = '30000000-0000-4000-8000-000000009999';

	const nodeRun = await run('device.get', { deviceId: byId(unknownId) });

	expect(nodeRun).toMatchObject({
		executionStatus: 'error',
		error: {
			message: `No device has the ID '${unknownId}'`,
			description: expect.stringContaining('device_not_found'),
		},
	});
});

describe('pickers', () => {
	const pick = async (
		methodName: string,
		field: string,
		filter: string,
		parameters: Record<string, unknown>,
	) =>
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
		const { results } = await pick('searchDevices', 'deviceId', 'Room 10', {
			resource: 'device',
			operation: 'get',
		});

		expect(
			results.map(({ name, value }) => ({ name: name.replace(/ \(.*\)$/, ''), value })),
		).toEqual([
			{ name: 'Room 101', value: hotel.devices.room101 },
			{ name: 'Room 102', value: hotel.devices.room102 },
			{ name: 'Room 103', value: hotel.devices.room103 },
			{ name: 'Room 104', value: hotel.devices.room104 },
		]);
	});

	it('offers the unmanaged codes of the chosen device, without their PINs', async () => {
		const parameters = {
			resource: 'unmanagedAccessCode',
			operation: 'delete',
			deviceId: byId(hotel.devices.room102),
		};

		const { results } = await pick(
			'searchUnmanagedAccessCodes',
			'accessCodeId',
			'guest',
			parameters,
		);

		expect(results).toEqual([
			{ name: 'Guest 102', value: hotel.unmanagedCodes.timeBound },
			{ name: 'Former Guest 102', value: hotel.unmanagedCodes.unset },
		]);
	});
});
