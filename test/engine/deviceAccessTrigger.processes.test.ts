import { type IDataObject, type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { type InstantTrigger, startInstantTrigger } from '../support/instantTrigger';
import { moveTimeTo } from '../support/moveTimeTo';
import { runNode } from '../support/runNode';
import { numberedEvent } from '../support/storedWorkflows/stateScenarios';
import { CONVERTED, keptSecret, signDelivery, type TriggerSandbox } from '../support/triggerSandbox';
import { type ReceivedDelivery, webhookTrigger, type WebhookTrigger } from '../support/webhookTrigger';

const MINUTE_MS = 60_000;
const WEBHOOK_ID = 'd3c5a5a0-0000-4000-8000-000000000020';

let instant: InstantTrigger;
let service: TriggerSandbox;
let staticData: IDataObject;

beforeEach(async () => {
	instant = await startInstantTrigger({
		parameters: { triggerOn: [CONVERTED], registration: 'automatic', options: { includeAccessCode: true } },
		webhookId: WEBHOOK_ID, instanceUrl: 'https://n8n.example',
	});
	({ service, staticData } = instant);
});
afterEach(async () => {
	jest.useRealTimers();
	await instant.stop();
});

/** Two webhook processes of the same n8n; the first has published the workflow. */
async function startProcesses(): Promise<[WebhookTrigger, WebhookTrigger]> {
	const [first, second] = [await instant.openInNewProcess(), await instant.openInNewProcess()];
	await first.activate();
	return [first, second];
}

const event = (number: number) => ({ ...numberedEvent(number, service.clock.now()), access_code_id: hotel.managedCodes.frontDesk });
const deliver = async (process: WebhookTrigger, number: number) => await process.receive(signDelivery(keptSecret(staticData), event(number)));
/** What happens while a process is busy with a delivery, which it began with the static data of then. */
async function whileBusy(process: WebhookTrigger, number: number, act: () => Promise<unknown>): Promise<void> {
	service.sandbox.faults.next('/access_codes/get', { kind: 'slow', delayMs: 300 });
	const slow = deliver(process, number);
	while (service.sandbox.requests.count('/access_codes/get') === 0) await new Promise((resolve) => setImmediate(resolve));
	await act();
	await slow;
}

const startsOf = (deliveries: ReceivedDelivery[]) => deliveries.filter(({ items }) => items !== undefined).length;

describe('several webhook processes of one n8n', () => {
	it('know of each other what was handled before: a repeated delivery starts nothing', async () => {
		const [first, second] = await startProcesses();
		const deliveries = [await deliver(first, 0), await deliver(second, 0), await deliver(second, 1), await deliver(first, 1)];
		expect(startsOf(deliveries)).toBe(2);
	});

	// The limit that docs/scaling.md tells of: whoever lifts it changes both.
	it('both start the workflow when they get the same event at the same moment', async () => {
		const [first, second] = await startProcesses();
		service.sandbox.faults.next('/access_codes/get', { kind: 'slow', delayMs: 300 }, { times: 2 });
		expect(startsOf(await Promise.all([deliver(first, 0), deliver(second, 0)]))).toBe(2);
	});

	it('one process does not: the second delivery is put off, and started by nobody', async () => {
		const [only] = await startProcesses();
		service.sandbox.faults.next('/access_codes/get', { kind: 'slow', delayMs: 300 });
		const deliveries = await Promise.all([deliver(only, 0), deliver(only, 0)]);
		expect(deliveries.map(({ status }) => status).sort()).toEqual([200, 503]);
		expect(await deliver(only, 0)).toMatchObject({ status: 200, items: undefined });
	});

	it('what one wiped out of the database while both were busy, the other stores again with its next event', async () => {
		const [first, second] = await startProcesses();
		await whileBusy(second, 1, async () => await deliver(first, 0));
		const marksOf = () => Object.values((staticData.seenEvents ?? {}) as Record<string, string[]>).flat().length;
		expect(marksOf()).toBe(1);

		await deliver(first, 2);
		expect(marksOf()).toBe(3);
		expect(startsOf([await deliver(second, 0), await deliver(first, 1)])).toBe(0);
	});
});

describe('a delivery that was in hand in another process while the workflow was published anew', () => {
	const LOST = 'The trigger no longer knows its registration at the service, so it has to refuse deliveries';
	const FORGED_SECRET = 'whsec_b3RoZXItc2VjcmV0';
	const send = async (process: WebhookTrigger, secret: string, number: number) => await process.receive(signDelivery(secret, event(number)));
	const publish = async (process: WebhookTrigger) => {
		await process.delete();
		await process.activate();
	};

	/** The older registration stands in what n8n keeps; gives the secret of the newer one, which the service signs with. */
	async function writeBackOlder(first: WebhookTrigger, second: WebhookTrigger): Promise<string> {
		await whileBusy(second, 0, async () => await publish(first));
		const secret = service.webhooks()[0]?.secret ?? '';
		expect(keptSecret(staticData)).not.toBe(secret);
		return secret;
	}

	it('does not leave the trigger refusing everything unseen: one execution fails, and says what to do', async () => {
		const [first, second] = await startProcesses();
		const secret = await writeBackOlder(first, second);

		expect(await send(second, secret, 1)).toMatchObject({ status: 500, items: undefined, error: { message: LOST, description: expect.stringContaining('Unpublish the workflow and publish it again') } });
		expect(await send(second, secret, 1)).toMatchObject({ status: 401, items: undefined, error: undefined });

		await publish(first);
		expect(startsOf([await send(second, keptSecret(staticData), 1)])).toBe(1);
	});

	it('does no harm in the process that published the workflow, which also puts it right for the others', async () => {
		const [first, second] = await startProcesses();
		const secret = await writeBackOlder(first, second);
		expect(startsOf([await send(first, secret, 1), await send(second, secret, 2)])).toBe(2);
	});

	it('is told from forged deliveries, for which a process asks the service once in five minutes', async () => {
		const [, second] = await startProcesses();
		const startMs = Date.now();
		const asked = () => service.sandbox.requests.count('/webhooks/list');
		service.sandbox.requests.clear();
		const forge = async () => await Promise.all([0, 1, 2].map(async (number) => {
			const { status, items, error } = await send(second, FORGED_SECRET, number);
			return { status, items, error };
		}));
		const refused = [0, 1, 2].map(() => ({ status: 401, items: undefined, error: undefined }));

		expect([await forge(), asked()]).toEqual([refused, 1]);
		moveTimeTo(startMs + 4 * MINUTE_MS);
		expect([await forge(), asked()]).toEqual([refused, 1]);
		moveTimeTo(startMs + 6 * MINUTE_MS);
		service.sandbox.faults.next('/webhooks/list', { kind: 'outage' });
		expect([await forge(), asked()]).toEqual([refused, 2]);
	});
});

/** Why a trigger cannot do better: these fail when a later n8n offers more. */
describe('n8n', () => {
	const description: INodeTypeDescription = {
		displayName: 'Helpers', name: 'helpersOfTest', group: ['trigger'], version: 1, description: 'Node of a test', defaults: { name: 'Helpers' },
		inputs: [NodeConnectionTypes.Main], outputs: [NodeConnectionTypes.Main], properties: [],
	};

	it('offers what tells repeated items in an execution, and not where a webhook is received', async () => {
		let inWebhook: string[] = [];
		let inExecution: string[] = [];
		const receiver: INodeType = {
			description: { ...description, inputs: [], webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }] },
			async webhook() {
				inWebhook = Object.keys(this.helpers);
				return {};
			},
		};
		const runner: INodeType = {
			description: { ...description, name: 'executingHelpersOfTest' },
			async execute() {
				inExecution = Object.keys(this.helpers);
				return [[]];
			},
		};
		const trigger = await webhookTrigger(receiver);
		await trigger.receive({ rawBody: '{}', headers: {} });
		await trigger.stop();
		await runNode(runner, {});

		expect(inWebhook).toContain('httpRequestWithAuthentication');
		expect(inWebhook.filter((name) => name.includes('rocessed'))).toEqual([]);
		expect(inExecution).toContain('checkProcessedAndRecord');
	});
});
