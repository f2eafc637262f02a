import { join } from 'node:path';
import * as n8nWorkflow from 'n8n-workflow';
import type { IDataObject, INodeType, Logger } from 'n8n-workflow';
import { engineLogger } from './engineLogger';
import { startTriggerSandbox, type TriggerSandbox } from '../service/triggerSandbox';
import { webhookTrigger, type WebhookTrigger, type WebhookTriggerOptions } from './webhookTrigger';

const BUILT_NODE = join(__dirname, '../../../dist/nodes/DeviceAccess/DeviceAccessTrigger.node.js');

/** A Device Access Trigger, the data that n8n stores for it, and a service. */
export interface InstantTrigger {
	service: TriggerSandbox;
	staticData: IDataObject;
	/** The warnings that the node writes to n8n's log, in all processes. */
	warn: jest.SpiedFunction<Logger['warn']>;
	/** Opens the trigger in the n8n process of the test. `options` override the defaults given to `startInstantTrigger`; `parameters` are merged one by one. */
	open: (options?: WebhookTriggerOptions) => Promise<WebhookTrigger>;
	/** Opens the trigger in a new n8n process (another one, or after a restart), which shares the stored data but no memory. */
	openInNewProcess: (options?: WebhookTriggerOptions) => Promise<WebhookTrigger>;
	stop: () => Promise<void>;
}

/** Starts the service; nothing is stored or opened yet. */
export async function startInstantTrigger(
	defaults: WebhookTriggerOptions,
): Promise<InstantTrigger> {
	const service = await startTriggerSandbox();
	const staticData: IDataObject = {};
	const warn = jest.spyOn(await engineLogger(), 'warn').mockReset();
	const opened: WebhookTrigger[] = [];

	async function openNode(
		node: string | INodeType,
		options: WebhookTriggerOptions = {},
	): Promise<WebhookTrigger> {
		const trigger = await webhookTrigger(node, {
			credentials: service.credentials,
			staticData,
			...defaults,
			...options,
			parameters: { ...defaults.parameters, ...options.parameters },
		});
		opened.push(trigger);
		return trigger;
	}

	return {
		service,
		staticData,
		warn,
		open: async (options) => await openNode('deviceAccessTrigger', options),
		openInNewProcess: async (options) => await openNode(loadNodeAfresh(), options),
		stop: async () => {
			await Promise.all(opened.map(async (trigger) => await trigger.stop()));
			await service.stop();
		},
	};
}

let processCount = 0;

/** Loads the node with new modules, which remember nothing. n8n's own modules are shared, because they remember no deliveries. */
function loadNodeAfresh(): INodeType {
	let node: INodeType | undefined;
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => n8nWorkflow);
		// oxlint-disable-next-line typescript/no-require-imports -- loads the built package once more
		const { DeviceAccessTrigger } = require(BUILT_NODE) as {
			DeviceAccessTrigger: new () => INodeType;
		};
		node = new DeviceAccessTrigger();
	});
	jest.dontMock('n8n-workflow');
	if (node === undefined) throw new Error('The node did not load');
	node.description.name += `OfProcess${++processCount}`;
	return node;
}

/** A queue that accepts an execution but answers only after its release, so that n8n is busy with a delivery until then. */
export function holdingQueue() {
	let [reach, release] = [() => {}, () => {}];
	const reached = new Promise<void>((resolve) => {
		reach = resolve;
	});
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	const queueExecution = async () => {
		reach();
		await released;
	};
	return { queueExecution, reached, release };
}
