import { NodeHelpers, type IDataObject, type INode, type INodeExecutionData } from 'n8n-workflow';
import { waitFor } from '../../host/process/waitFor';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import type { AccessCodeData } from '../../sandbox/state/state';
import { loadNodes } from '../../host/engine/loadNodes';
import {
	exampleFiles,
	nodeOf,
	readExample,
	withSetting,
	type Example,
} from '../../host/n8n/readExample';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { DataTables } from '../support/example/dataTables';
import { enterSettings } from '../support/example/settings';
import type { CredentialData } from '../../host/engine/suppliedCredentials';
import { startTriggerSandbox, type TriggerSandbox } from '../support/triggerSandbox';
import { webhookTrigger } from '../support/webhookTrigger';
import { skipPauses } from '../support/skipPauses';

beforeEach(() => void skipPauses());
afterEach(() => jest.restoreAllMocks());

const jsonOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);

/** Whether a node is one of n8n's that is not in n8n-nodes-base; test/e2e runs these. */
const isOfLangchain = ({ type }: INode) => type.startsWith('@n8n/n8n-nodes-langchain.');

/** A tool node of an AI agent as an ordinary node, without n8n's additions. */
function asAction({ type, parameters, ...node }: INode): INode {
	const own = Object.entries(parameters).filter(
		([name]) => name !== 'descriptionType' && name !== 'toolDescription',
	);
	return {
		...node,
		type: type.replace(/deviceAccessTool$/, 'deviceAccess'),
		parameters: Object.fromEntries(own),
	};
}

describe.each(exampleFiles())('%s', (file) => {
	const example = readExample(file);

	it('has nodes that n8n knows, with parameters that they know, and only the credential left to fill in', async () => {
		const { nodeTypes } = await loadNodes();
		for (const node of example.nodes
			.filter((candidate) => !isOfLangchain(candidate))
			.map(asAction)) {
			const { description } = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
			const known = NodeHelpers.getNodeParameters(
				description.properties,
				node.parameters,
				true,
				false,
				node,
				description,
			);
			expect({ [node.name]: known }).toMatchObject({ [node.name]: node.parameters });
			expect({ [node.name]: [description.version].flat() }).toEqual({
				[node.name]: expect.arrayContaining([node.typeVersion]),
			});
			expect({
				[node.name]: NodeHelpers.getNodeParametersIssues(description.properties, node, description),
			}).toEqual({ [node.name]: null });
			expect(optionNames(description.properties)).toEqual(
				expect.arrayContaining(Object.keys((node.parameters.options ?? {}) as IDataObject)),
			);
		}
	});

	it('connects nodes that it has, and says in a note what it does', () => {
		const names = example.nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		const targets = Object.values(example.connections).flatMap((outputs) =>
			Object.values(outputs)
				.flat()
				.flatMap((ends) => (ends ?? []).map(({ node }) => node)),
		);
		expect(names).toEqual(
			expect.arrayContaining([...Object.keys(example.connections), ...targets]),
		);
		const [first] = example.nodes
			.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
			.map(({ parameters }) => parameters.content);
		expect(first).toEqual(expect.stringMatching(new RegExp(`^##? ${example.name}\\n`)));
	});

	it('remembers more than the 10,000 entries with which Remove Duplicates fails by default', () => {
		const sizes = example.nodes
			.filter(({ parameters }) => parameters.operation === 'removeItemsSeenInPreviousExecutions')
			.map(({ parameters }) => (parameters.options as IDataObject).historySize);
		expect(sizes.filter((size) => !(Number(size) > 10_000))).toEqual([]);
	});

	it('contains no credential, key or data', () => {
		const { pinData, ...rest } = example as Example & { pinData?: IDataObject };
		expect(pinData ?? {}).toEqual({});
		for (const { credentials } of rest.nodes) {
			expect(credentials ?? { deviceAccessApi: { id: '', name: 'Device Access API' } }).toEqual({
				deviceAccessApi: { id: '', name: 'Device Access API' },
			});
		}
	});
});

/** The names under "Options", in which n8n itself accepts unknown ones. */
function optionNames(
	properties: ReadonlyArray<{ name: string; options?: ReadonlyArray<{ name: string }> }>,
): string[] {
	return properties
		.filter(({ name }) => name === 'options')
		.flatMap(({ options = [] }) => options.map(({ name }) => name));
}

const credentialsFor = (sandbox: Sandbox): CredentialData => ({
	deviceAccessApi: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
});

describe('"Migrate unmanaged codes"', () => {
	let sandbox: Sandbox;
	beforeEach(async () => {
		sandbox = await createSandbox({ settings: { attemptDurationMs: 20 } });
	});
	afterEach(async () => await sandbox.stop());

	const migrate = async () =>
		await runWorkflow(readExample('migrate-unmanaged-codes.json'), {
			credentials: credentialsFor(sandbox),
			startNode: 'Start',
		});
	const managedIds = () =>
		[...sandbox.state.accessCodes.values()]
			.filter(({ isManaged }) => isManaged)
			.map(({ accessCodeId }) => accessCodeId);
	const summaryOf = (run: WorkflowRun): IDataObject =>
		Object.fromEntries(
			jsonOf(run.items('Summary')).map(({ outcome, codes }) => [String(outcome), codes] as const),
		);
	/** Room 201 cannot be managed; Pool Gate and Spa have three codes each whose provider converts none; two are on a lock that is offline; two stay. */
	const LEFT = { keep: 10, replace: 1 };

	it('converts what can be converted, names each other lock and the reason, and converts nothing again', async () => {
		const before = new Set(managedIds());

		const first = await migrate();

		const converted = managedIds().filter((id) => !before.has(id));
		expect(first.status).toBe('success');
		expect(converted).toHaveLength(16);
		expect(summaryOf(first)).toEqual({ converted: 16, failed: 1, ...LEFT });
		expect(JSON.stringify(first.run.data)).not.toMatch(/"code":"\d/);
		const rest = jsonOf(first.items('Not converted'));
		for (const device of ['Room 201', 'Room 202', 'Pool Gate', 'Spa', 'Garage'])
			expect(rest).toContainEqual(
				expect.objectContaining({ device, reason: expect.stringMatching(/\S/) }),
			);

		const second = await migrate();

		expect(managedIds().filter((id) => !before.has(id))).toEqual(converted);
		expect(summaryOf(second)).toEqual({ 'failed before': 1, ...LEFT });
	});

	it.each([
		[{ kind: 'status', status: 403 }, 'refused'],
		[{ kind: 'cut', isProcessed: true }, 'not certain'],
	] as const)('counts a call that ends with %o as "%s", and continues', async (fault, outcome) => {
		sandbox.faults.next('/access_codes/unmanaged/convert_to_managed', fault);
		const run = await migrate();
		expect(run.status).toBe('success');
		expect(summaryOf(run)).toMatchObject({ [outcome]: 1, ...LEFT });
		expect(jsonOf(run.items('Not converted'))).toContainEqual(
			expect.objectContaining({ outcome, reason: expect.stringMatching(/\S/) }),
		);
	});

	it('says so when nothing is left to convert, and ends without an error if there is no lock', async () => {
		for (const fixture of [
			{ fixture: 'portfolio', devices: 3, codesPerDevice: 0 } as const,
			{ fixture: 'empty' } as const,
		]) {
			const other = await createSandbox(fixture);
			const run = await runWorkflow(readExample('migrate-unmanaged-codes.json'), {
				credentials: credentialsFor(other),
				startNode: 'Start',
			});
			await other.stop();
			expect(run.status).toBe('success');
			expect(run.items('Not converted')).toEqual([]);
		}
	});
});

describe('an example that starts with an event', () => {
	let service: TriggerSandbox;
	const stops: Array<() => Promise<void>> = [];

	beforeEach(async () => {
		service = await startTriggerSandbox();
	});
	afterEach(async () => {
		await Promise.all(stops.splice(0).map(async (stop) => await stop()));
		await service.stop();
	});

	/** Registers the example's instant trigger with the sandbox. Returns a function that lists the start items of each delivery so far. */
	async function activateInstant(
		example: Example,
		nodeName: string,
	): Promise<() => INodeExecutionData[][]> {
		const trigger = await webhookTrigger('deviceAccessTrigger', {
			parameters: nodeOf(example, nodeName).parameters,
			credentials: service.credentials,
			staticData: {},
		});
		stops.push(trigger.stop);
		await trigger.activate();
		return () => trigger.deliveries.flatMap(({ items }) => (items ? [items] : []));
	}

	const start = async (example: Example, startNode: string, startItems: INodeExecutionData[]) =>
		await runWorkflow(example, {
			credentials: service.credentials,
			startNode,
			startItems,
			dataTables: new DataTables().provider,
		});

	it('"Each event once" takes the branch of success and the branch of failure', async () => {
		const example = readExample('each-event-once.json');
		const deliveries = await activateInstant(example, 'Instant');
		await service.convert(hotel.unmanagedCodes.convertible);
		await service.convert(hotel.unmanagedCodes.failsToConvert);
		await service.convert(hotel.unmanagedCodes.onOfflineDevice);

		const runs = [];
		for (const items of deliveries()) runs.push(await start(example, 'Instant', items));

		expect(
			runs.map((run) => ({
				status: run.status,
				converted: jsonOf(run.items('Converted')),
				notConverted: jsonOf(run.items('Not converted')),
			})),
		).toEqual([
			{
				status: 'success',
				converted: [
					{
						message: "Code 'Guest 101' is managed now",
						access_code_id: hotel.unmanagedCodes.convertible,
					},
				],
				notConverted: [],
			},
			{
				status: 'success',
				converted: [],
				notConverted: [
					{
						message:
							"Code 'Guest 104' was not converted: The device already has a managed access code with the same PIN.",
						access_code_id: hotel.unmanagedCodes.failsToConvert,
					},
				],
			},
			{
				status: 'success',
				converted: [],
				notConverted: [
					{
						message: expect.stringMatching(/^Code 'Parking Guests' was not converted: \w/),
						access_code_id: hotel.unmanagedCodes.onOfflineDevice,
					},
				],
			},
		]);
	});

	it('"Each event once" names the code by its ID when it was deleted in the meantime, and says when there is no reason', async () => {
		const example = readExample('each-event-once.json');
		const event = {
			event_type: 'access_code.unmanaged.failed_to_convert_to_managed',
			access_code_id: hotel.unmanagedCodes.convertible,
			access_code: null,
		};
		const run = await start(example, 'Instant', [{ json: event }]);
		expect(jsonOf(run.items('Not converted')).map(({ message }) => message)).toEqual([
			`Code '${hotel.unmanagedCodes.convertible}' was not converted: no reason given`,
		]);
	});
});

describe('"Weekly clean-up"', () => {
	const example = readExample('weekly-clean-up.json');

	let sandbox: Sandbox;
	beforeEach(async () => {
		sandbox = await createSandbox({ settings: { attemptDurationMs: 20 } });
		for (const code of sandbox.state.accessCodes.values())
			sandbox.state.updateAccessCode(code, { startsAt: undefined, endsAt: undefined });
	});
	afterEach(async () => await sandbox.stop());

	const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

	let lastNumber = 0;

	/** Adds a code that ended `endedDaysAgo` days ago to a lock of the hotel. Returns the code's ID. */
	function addCode(
		name: string,
		deviceId: string,
		endedDaysAgo: number,
		extra: Partial<AccessCodeData> = {},
	): string {
		const workspace = sandbox.state.workspaces.get(workspaceIds.main);
		if (workspace === undefined) throw new Error('The sandbox has no main workspace');
		const number = String(5000 + lastNumber++);
		const accessCodeId = `50000000-0000-4000-8000-00000000${number}`;
		const times = {
			createdAt: daysAgo(200),
			startsAt: daysAgo(endedDaysAgo + 7),
			endsAt: daysAgo(endedDaysAgo),
		};
		sandbox.state.addAccessCode(workspace, {
			accessCodeId,
			deviceId,
			name,
			code: number,
			...times,
			...extra,
		});
		return accessCodeId;
	}

	/** Adds the codes that every test starts with: some that ended long ago, others that did not, and some that cannot be deleted. */
	function addCodes() {
		return {
			over: addCode('Guest May', hotel.devices.room101, 31),
			alsoOver: addCode('Guest April', hotel.devices.room102, 90),
			notLongOver: addCode('Guest June', hotel.devices.room101, 29),
			running: addCode('Guest July', hotel.devices.room101, -3),
			managed: addCode('Stay May', hotel.devices.meetingRoom, 40, { isManaged: true }),
			undeletable: addCode('Installer', hotel.devices.room201, 50, { cannotDelete: true }),
		};
	}

	/** What the email says after an execution with these settings. */
	async function mailOf(settings: IDataObject = {}) {
		const workflow = Object.entries(settings).reduce(
			(changed, [field, value]) => withSetting(changed, 'What to delete', field, value),
			example,
		);
		const tables = new DataTables();
		enterSettings(tables);
		const run = await runWorkflow(
			{ ...workflow, pinData: { 'Tell the host': [{ json: {} }] } },
			{
				credentials: { deviceAccessApi: { baseUrl: sandbox.url, apiKey: sandbox.apiKey } },
				dataTables: tables.provider,
			},
		);
		expect(run.error()).toBeUndefined();
		return run.items('Write report').map(({ json }) => json);
	}

	const remaining = (codes: Record<string, string>) =>
		Object.keys(codes).filter((name) => sandbox.state.accessCodes.has(codes[name] ?? ''));
	const deletions = () =>
		[
			...sandbox.requests.of('/access_codes/delete'),
			...sandbox.requests.of('/access_codes/unmanaged/delete'),
		].length;
	const endedOn = (days: number) => daysAgo(days).slice(0, 10);

	it('starts as a dry run: it lists what it would delete, and deletes nothing', async () => {
		const codes = addCodes();

		expect(await mailOf()).toEqual([
			{
				subject: 'Weekly clean-up (dry run): 3 would be deleted, 1 cannot be deleted',
				text: [
					'3 would be deleted:',
					`Room 101, code 'Guest May', ended on ${endedOn(31)}`,
					`Room 102, code 'Guest April', ended on ${endedOn(90)}`,
					`Meeting Room, code 'Stay May', ended on ${endedOn(40)}`,
					'',
					'1 cannot be deleted:',
					`Room 201, code 'Installer', ended on ${endedOn(50)}`,
				].join('\n'),
			},
		]);
		expect([remaining(codes), deletions()]).toEqual([Object.keys(codes), 0]);
	});

	it('deletes codes that ended long ago, and lists those that cannot be deleted with the reason', async () => {
		const codes = addCodes();
		sandbox.faults.always('/access_codes/delete', {
			kind: 'attemptFails',
			message: 'The lock did not answer.',
		});

		const [mail, ...others] = await mailOf({ dry_run: false });

		expect(mail?.subject).toBe('Weekly clean-up: 1 cannot be deleted, 1 failed, 2 deleted');
		expect(String(mail?.text).split('\n\n')).toEqual([
			`1 cannot be deleted:\nRoom 201, code 'Installer', ended on ${endedOn(50)}`,
			`1 failed:\nMeeting Room, code 'Stay May', ended on ${endedOn(40)}: The access code was not deleted: The lock did not answer.`,
			`2 deleted:\nRoom 101, code 'Guest May', ended on ${endedOn(31)}\nRoom 102, code 'Guest April', ended on ${endedOn(90)}`,
		]);
		expect(others).toEqual([]);
		expect(remaining(codes)).toEqual(['notLongOver', 'running', 'managed', 'undeletable']);
		expect(deletions()).toBe(3);
	});

	it('lists a deletion that the service refuses as "refused", and does not stop', async () => {
		addCode('Guest May', hotel.devices.room101, 31);
		addCode('Stay May', hotel.devices.meetingRoom, 40, { isManaged: true });
		sandbox.faults.next('/access_codes/unmanaged/delete', { kind: 'status', status: 403 });

		expect(await mailOf({ dry_run: false })).toEqual([
			{
				subject: 'Weekly clean-up: 1 deleted, 1 refused',
				text: `1 deleted:\nMeeting Room, code 'Stay May', ended on ${endedOn(40)}\n\n1 refused:\nRoom 101, code 'Guest May', ended on ${endedOn(31)}: The API key does not have permission for this`,
			},
		]);
	});

	it('lists a deletion whose answer was lost as "not certain", and does not name the code again', async () => {
		const id = addCode('Guest May', hotel.devices.room101, 31);
		sandbox.faults.next('/access_codes/unmanaged/delete', { kind: 'cut', isProcessed: true });

		expect(await mailOf({ dry_run: false })).toEqual([
			{
				subject: 'Weekly clean-up: 1 not certain',
				text: `1 not certain:\nRoom 101, code 'Guest May', ended on ${endedOn(31)}: The connection closed before the service answered`,
			},
		]);
		expect(deletions()).toBe(1);
		await waitFor('the deletion', async () => !sandbox.state.accessCodes.has(id) || undefined);
		expect(await mailOf({ dry_run: false })).toEqual([
			{
				subject: 'Weekly clean-up: nothing to do',
				text: 'Nothing ended long enough ago.',
			},
		]);
	});

	it('deletes managed codes, too, unless the setting says otherwise', async () => {
		const managed = addCode('Stay May', hotel.devices.meetingRoom, 40, { isManaged: true });
		expect(await mailOf({ dry_run: false, managed_codes: false })).toEqual([
			{
				subject: 'Weekly clean-up: nothing to do',
				text: 'Nothing ended long enough ago.',
			},
		]);
		expect(sandbox.state.accessCodes.has(managed)).toBe(true);

		expect(await mailOf({ dry_run: false })).toEqual([
			{
				subject: 'Weekly clean-up: 1 deleted',
				text: `1 deleted:\nMeeting Room, code 'Stay May', ended on ${endedOn(40)}`,
			},
		]);
		expect(sandbox.state.accessCodes.has(managed)).toBe(false);
	});

	it('uses the days in Settings, and ignores codes without an end', async () => {
		addCode('Guest June', hotel.devices.room101, 29);
		expect(await mailOf({ days_past_end: 28 })).toEqual([
			expect.objectContaining({
				subject: 'Weekly clean-up (dry run): 1 would be deleted',
			}),
		]);
		expect(await mailOf({ days_past_end: 30 })).toEqual([
			expect.objectContaining({ subject: 'Weekly clean-up (dry run): nothing to do' }),
		]);
	});

	it('ends without a report, and without an error, in a workspace without locks', async () => {
		await sandbox.stop();
		sandbox = await createSandbox({ fixture: 'empty' });
		expect(await mailOf()).toEqual([]);
	});
});
