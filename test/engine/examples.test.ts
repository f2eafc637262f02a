import { DataDeduplicationService } from 'n8n-core';
import { NodeHelpers } from 'n8n-workflow';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { loadNodes } from '../support/loadNodes';
import { pollTrigger } from '../support/pollTrigger';
import { exampleFiles, nodeOf, readExample, type Example } from '../support/readExample';
import { runWorkflow, type WorkflowRun } from '../support/runWorkflow';
import { SeenValues } from '../support/seenValues';
import type { CredentialData } from '../support/suppliedCredentials';
import { startTriggerSandbox, type TriggerSandbox } from '../support/triggerSandbox';
import { webhookTrigger } from '../support/webhookTrigger';

const jsonOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);

/** Nodes of n8n that n8n-nodes-base does not have; test/e2e runs them. */
const isOfLangchain = ({ type }: INode) => type.startsWith('@n8n/n8n-nodes-langchain.');

/** A node that an AI agent uses as its tool, without what n8n adds to it. */
function asAction({ type, parameters, ...node }: INode): INode {
	const own = Object.entries(parameters).filter(([name]) => name !== 'descriptionType' && name !== 'toolDescription');
	return { ...node, type: type.replace(/deviceAccessTool$/, 'deviceAccess'), parameters: Object.fromEntries(own) };
}

describe.each(exampleFiles())('%s', (file) => {
	const example = readExample(file);

	it('has nodes that n8n knows, with parameters that they know, and nothing left to fill in but the credential', async () => {
		const { nodeTypes } = await loadNodes();
		for (const node of example.nodes.filter((candidate) => !isOfLangchain(candidate)).map(asAction)) {
			const { description } = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
			const known = NodeHelpers.getNodeParameters(description.properties, node.parameters, true, false, node, description);
			expect({ [node.name]: known }).toMatchObject({ [node.name]: node.parameters });
			expect({ [node.name]: [description.version].flat() }).toEqual({ [node.name]: expect.arrayContaining([node.typeVersion]) });
			expect({ [node.name]: NodeHelpers.getNodeParametersIssues(description.properties, node, description) }).toEqual({ [node.name]: null });
			expect(optionNames(description.properties)).toEqual(expect.arrayContaining(Object.keys((node.parameters.options ?? {}) as IDataObject)));
		}
	});

	it('connects nodes that it has, and says in a note what it does', () => {
		const names = example.nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		const targets = Object.values(example.connections).flatMap((outputs) => Object.values(outputs).flat().flatMap((ends) => (ends ?? []).map(({ node }) => node)));
		expect(names).toEqual(expect.arrayContaining([...Object.keys(example.connections), ...targets]));
		const [first] = example.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote').map(({ parameters }) => parameters.content);
		expect(first).toEqual(expect.stringMatching(new RegExp(`^## ${example.name}\\n`)));
	});

	it('brings no credential, no key and no data along', () => {
		const { pinData, ...rest } = example as Example & { pinData?: IDataObject };
		expect(pinData ?? {}).toEqual({});
		for (const { credentials } of rest.nodes) {
			expect(credentials ?? { deviceAccessApi: { id: '', name: 'Device Access API' } }).toEqual({ deviceAccessApi: { id: '', name: 'Device Access API' } });
		}
	});
});

/** The names under "Options", where n8n itself does not mind an unknown one. */
function optionNames(properties: ReadonlyArray<{ name: string; options?: ReadonlyArray<{ name: string }> }>): string[] {
	return properties.filter(({ name }) => name === 'options').flatMap(({ options = [] }) => options.map(({ name }) => name));
}

const credentialsFor = (sandbox: Sandbox): CredentialData => ({ deviceAccessApi: { baseUrl: sandbox.url, apiKey: sandbox.apiKey } });

describe('"List all unmanaged codes"', () => {
	let sandbox: Sandbox;
	beforeEach(async () => {
		sandbox = await createSandbox();
	});
	afterEach(async () => await sandbox.stop());

	it('gives every unmanaged code of the hotel, PINs masked', async () => {
		const run = await runWorkflow(readExample('list-unmanaged-codes.json'), { credentials: credentialsFor(sandbox) });

		const codes = run.items('Get unmanaged codes');
		const unmanaged = [...sandbox.state.accessCodes.values()].filter(({ isManaged, workspaceId }) => !isManaged && workspaceId === codes[0]?.json.workspace_id);
		expect(run.status).toBe('success');
		expect(codes).toHaveLength(28);
		expect(codes.map(({ json }) => json.access_code_id).sort()).toEqual(unmanaged.map(({ accessCodeId }) => accessCodeId).sort());
		expect(codes.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(true);
		expect(new Set(codes.map(({ json }) => json.code))).toEqual(new Set(['****', undefined]));
	});
});

describe('"Migrate unmanaged codes"', () => {
	let sandbox: Sandbox;
	beforeEach(async () => {
		sandbox = await createSandbox({ settings: { attemptDurationMs: 20 } });
	});
	afterEach(async () => await sandbox.stop());

	const migrate = async () => await runWorkflow(readExample('migrate-unmanaged-codes.json'), { credentials: credentialsFor(sandbox) });
	const managedIds = () => [...sandbox.state.accessCodes.values()].filter(({ isManaged }) => isManaged).map(({ accessCodeId }) => accessCodeId);
	const idsOf = (run: WorkflowRun, outcome: string) =>
		jsonOf(run.items('Name outcome')).filter((json) => json.outcome === outcome).map(({ access_code_id: id }) => String(id)).sort();

	/** Room 104, the code of another workspace, and two on a lock that is offline. */
	const FAILING = [
		hotel.unmanagedCodes.failsToConvert, hotel.unmanagedCodes.heldByOtherWorkspace, hotel.unmanagedCodes.onOfflineDevice,
		'40000000-0000-4000-8000-000000003042',
	];
	/** Unsupported are Pool Gate and Spa: three codes each, of providers that convert none. */
	const LEFT = { failed: FAILING.length, unsupported: 6, 'cannot be managed': 1 };

	it.each(['actionAttempt', 'okOnly'] as const)('converts what can be converted, counts every code by outcome, and converts nothing again (answers: %s)', async (convertAnswer) => {
		sandbox.settings.convertAnswer = convertAnswer;
		const before = new Set(managedIds());

		const first = await migrate();

		const converted = managedIds().filter((id) => !before.has(id)).sort();
		expect(first.status).toBe('success');
		expect(converted).toHaveLength(17);
		expect(idsOf(first, 'converted')).toEqual(converted);
		expect(idsOf(first, 'failed')).toEqual(FAILING);
		expect(idsOf(first, 'cannot be managed')).toEqual([hotel.unmanagedCodes.cannotBeManaged]);
		expect(summaryOf(first)).toEqual({ converted: converted.length, ...LEFT });
		expect(first.items('Get unmanaged codes')).toHaveLength(28);
		expect(JSON.stringify([first.items('Get unmanaged codes'), first.items('Convert to managed')])).not.toMatch(/"code":"\d/);
		expect(jsonOf(first.items('Summary')).filter(({ meaning }) => !/^[A-Z].+\.$/.test(String(meaning)))).toEqual([]);

		const second = await migrate();

		expect(managedIds().filter((id) => !before.has(id)).sort()).toEqual(converted);
		expect(summaryOf(second)).toEqual(LEFT);
	});

	it('names each code that was not converted, its lock and the reason', async () => {
		const run = await migrate();
		const rows = jsonOf(run.items('Needs a person'));
		const unsupported = 'This access code cannot be converted to managed';
		const offline = expect.stringContaining('The device is offline');
		expect(rows.map(({ code_name: code, device, outcome, reason }) => [code, device, outcome, reason])).toEqual([
			['Guest 104', 'Room 104', 'failed', expect.stringContaining('already has a managed access code with the same PIN')],
			['Guest 201', 'Room 201', 'cannot be managed', unsupported],
			['Guest 202', 'Room 202', 'failed', expect.stringContaining('is managed by another workspace')],
			['Pool Guests', 'Pool Gate', 'unsupported', unsupported],
			['Pool Cleaning', 'Pool Gate', 'unsupported', unsupported],
			['Lifeguard', 'Pool Gate', 'unsupported', unsupported],
			['Spa Guests', 'Spa', 'unsupported', unsupported],
			['Spa Cleaning', 'Spa', 'unsupported', unsupported],
			['Spa Desk', 'Spa', 'unsupported', unsupported],
			['Parking Guests', 'Garage', 'failed', offline],
			['Parking Attendant', 'Garage', 'failed', offline],
		]);
		expect(rows[0]).toEqual({
			code_name: 'Guest 104', device: 'Room 104', outcome: 'failed', reason: expect.any(String),
			access_code_id: hotel.unmanagedCodes.failsToConvert, device_id: hotel.devices.room104,
		});
	});

	it.each([
		{ what: 'that the service refuses', fault: { kind: 'status', status: 403 }, outcome: 'refused', reason: 'This API key is not allowed to do that' },
		{ what: 'that brings no answer', fault: { kind: 'cut', isProcessed: true }, outcome: 'not certain', reason: 'The connection was cut before the answer came' },
	] as const)('counts a call $what as "$outcome", and goes on', async ({ fault, outcome, reason }) => {
		sandbox.faults.next('/access_codes/unmanaged/convert_to_managed', fault);
		const run = await migrate();
		expect(run.status).toBe('success');
		expect(summaryOf(run)).toEqual({ converted: 16, ...LEFT, [outcome]: 1 });
		expect(jsonOf(run.items('Needs a person')).filter((json) => json.outcome === outcome)).toEqual([{
			code_name: 'Night Desk', device: 'Front Door', outcome, reason,
			access_code_id: expect.any(String), device_id: hotel.devices.frontDoor,
		}]);
	});

	it('says so when nothing is left to convert', async () => {
		const done = await createSandbox({ fixture: 'portfolio', devices: 3, codesPerDevice: 0 });
		const run = await runWorkflow(readExample('migrate-unmanaged-codes.json'), { credentials: credentialsFor(done) });
		await done.stop();
		expect(run.status).toBe('success');
		expect(jsonOf(run.items('Summary'))).toEqual([{ outcome: 'nothing left', codes: 0, meaning: 'There is no unmanaged code on these locks.' }]);
		expect(run.items('Needs a person')).toEqual([]);
	});

	it('ends without an error where there is no lock', async () => {
		const empty = await createSandbox({ fixture: 'empty' });
		const run = await runWorkflow(readExample('migrate-unmanaged-codes.json'), { credentials: credentialsFor(empty) });
		await empty.stop();
		expect(run.status).toBe('success');
		expect(run.items('Summary')).toEqual([]);
	});

	function summaryOf(run: WorkflowRun): IDataObject {
		return Object.fromEntries(jsonOf(run.items('Summary')).map(({ outcome, codes }) => [String(outcome), codes] as const));
	}
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

	/** The example's instant trigger, registered at the sandbox; what it started with, delivery by delivery. */
	async function activateInstant(example: Example, nodeName: string): Promise<() => INodeExecutionData[][]> {
		const trigger = await webhookTrigger('deviceAccessTrigger', {
			parameters: nodeOf(example, nodeName).parameters, credentials: service.credentials, staticData: {},
		});
		stops.push(trigger.stop);
		await trigger.activate();
		return () => trigger.deliveries.flatMap(({ items }) => (items ? [items] : []));
	}

	const start = async (example: Example, startNode: string, startItems: INodeExecutionData[]) =>
		await runWorkflow(example, { credentials: service.credentials, startNode, startItems });

	it('"On conversion" takes the branch of success and the branch of failure', async () => {
		const example = readExample('on-conversion.json');
		const deliveries = await activateInstant(example, 'Device Access Trigger');
		await service.convert(hotel.unmanagedCodes.convertible);
		await service.convert(hotel.unmanagedCodes.failsToConvert);
		await service.convert(hotel.unmanagedCodes.onOfflineDevice);

		const runs = [];
		for (const items of deliveries()) runs.push(await start(example, 'Device Access Trigger', items));

		expect(runs.map((run) => ({ status: run.status, converted: jsonOf(run.items('Converted')), notConverted: jsonOf(run.items('Not converted')) }))).toEqual([
			{
				status: 'success',
				converted: [{ message: "Code 'Guest 101' is managed now", access_code_id: hotel.unmanagedCodes.convertible }],
				notConverted: [],
			},
			{
				status: 'success',
				converted: [],
				notConverted: [{
					message: "Code 'Guest 104' was not converted: The device already has a managed access code with the same PIN.",
					access_code_id: hotel.unmanagedCodes.failsToConvert,
				}],
			},
			{
				status: 'success',
				converted: [],
				notConverted: [{ message: expect.stringMatching(/^Code 'Parking Guests' was not converted: \w/), access_code_id: hotel.unmanagedCodes.onOfflineDevice }],
			},
		]);
	});

	it('"On conversion" names the code by its ID when it was deleted in the meantime, and says when there is no reason', async () => {
		const example = readExample('on-conversion.json');
		const event = { event_type: 'access_code.unmanaged.failed_to_convert_to_managed', access_code_id: hotel.unmanagedCodes.convertible, access_code: null };
		const run = await start(example, 'Device Access Trigger', [{ json: event }]);
		expect(jsonOf(run.items('Not converted')).map(({ message }) => message)).toEqual([`Code '${hotel.unmanagedCodes.convertible}' was not converted: no reason given`]);
	});

	describe('"Instant and catch-up"', () => {
		const seen = new SeenValues();
		beforeAll(async () => await DataDeduplicationService.init(seen));

		const example = readExample('instant-and-catch-up.json');

		it('lets an event through once, although both triggers bring it, and one that the instant trigger missed', async () => {
			const staticData: IDataObject = {};
			const poll = async () => await pollTrigger('deviceAccessPollingTrigger', {
				parameters: nodeOf(example, 'Catch-up').parameters, credentials: service.credentials, staticData,
			});
			await poll();
			const deliveries = await activateInstant(example, 'Instant');
			await service.convert(hotel.unmanagedCodes.convertible);
			await stops.pop()?.(); // n8n cannot be reached for a while
			await service.convert(hotel.unmanagedCodes.anotherConvertible);
			const [delivered] = deliveries();
			const polled = await poll();
			expect([deliveries().length, polled?.length]).toEqual([1, 2]);

			const instant = await start(example, 'Instant', delivered ?? []);
			const catchUp = await start(example, 'Catch-up', polled ?? []);
			const again = await start(example, 'Catch-up', polled ?? []);

			const used = (run: WorkflowRun) => jsonOf(run.items('Use the event'));
			const [first, second] = service.events().map(({ event_id, event_type, access_code_id }) => ({ event_id, event_type, access_code_id }));
			expect([used(instant), used(catchUp), used(again)]).toEqual([[first], [second], []]);
			expect([instant.status, catchUp.status, again.status]).toEqual(['success', 'success', 'success']);
		});

		it('goes on after 10,000 events, where Remove Duplicates stops by default', async () => {
			seen.remember(Array.from({ length: 10_000 }, (_, index) => `event-${index}`), 'workflow-under-test', nodeOf(example, 'Each event once').id);
			const run = await start(example, 'Instant', [{ json: { event_id: 'event-10000', event_type: 'lock.locked', access_code_id: 'none' } }]);
			expect(run.error()).toBeUndefined();
			expect(jsonOf(run.items('Use the event'))).toEqual([{ event_id: 'event-10000', event_type: 'lock.locked', access_code_id: 'none' }]);
		});
	});
});
