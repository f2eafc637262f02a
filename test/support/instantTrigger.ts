import { join } from 'node:path';
import * as n8nWorkflow from 'n8n-workflow';
import type { IDataObject, INodeType, Logger } from 'n8n-workflow';
import { engineLogger } from './engineLogger';
import { startTriggerSandbox, type TriggerSandbox } from './triggerSandbox';
import { webhookTrigger, type WebhookTrigger, type WebhookTriggerOptions } from './webhookTrigger';

const BUILT_NODE = join(__dirname, '../../dist/nodes/DeviceAccess/DeviceAccessTrigger.node.js');

/** One Device Access Trigger of a workflow, as n8n has stored it, beside a service. */
export interface InstantTrigger {
	service: TriggerSandbox;
	/** What n8n has stored of the node. */
	staticData: IDataObject;
	/** What the node writes to n8n's log as a warning, in all processes. */
	warn: jest.SpiedFunction<Logger['warn']>;
	/** Opens it in the n8n process of the test. `options` go before those of the start, parameter by parameter. */
	open: (options?: WebhookTriggerOptions) => Promise<WebhookTrigger>;
	/** Opens it in an n8n process of its own, which shares what is stored and no memory: another one, or the same restarted. */
	openInNewProcess: (options?: WebhookTriggerOptions) => Promise<WebhookTrigger>;
	/** Closes whatever was opened, and the service. */
	stop: () => Promise<void>;
}

/** Starts the service, with nothing stored and nothing opened yet. */
export async function startInstantTrigger(defaults: WebhookTriggerOptions): Promise<InstantTrigger> {
	const service = await startTriggerSandbox();
	const staticData: IDataObject = {};
	const warn = jest.spyOn(await engineLogger(), 'warn').mockReset();
	const opened: WebhookTrigger[] = [];

	async function openNode(node: string | INodeType, options: WebhookTriggerOptions = {}): Promise<WebhookTrigger> {
		const trigger = await webhookTrigger(node, {
			credentials: service.credentials, staticData, ...defaults, ...options, parameters: { ...defaults.parameters, ...options.parameters },
		});
		opened.push(trigger);
		return trigger;
	}

	return {
		service, staticData, warn,
		open: async (options) => await openNode('deviceAccessTrigger', options),
		openInNewProcess: async (options) => await openNode(loadNodeAfresh(), options),
		stop: async () => {
			await Promise.all(opened.map(async (trigger) => await trigger.stop()));
			await service.stop();
		},
	};
}

let processCount = 0;

/** The node with modules of its own, which remember nothing; n8n itself keeps no memory of deliveries, and is shared. */
function loadNodeAfresh(): INodeType {
	let node: INodeType | undefined;
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => n8nWorkflow);
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- loads the built package once more
		const { DeviceAccessTrigger } = require(BUILT_NODE) as { DeviceAccessTrigger: new () => INodeType };
		node = new DeviceAccessTrigger();
	});
	jest.dontMock('n8n-workflow');
	if (node === undefined) throw new Error('The node did not load');
	node.description.name += `OfProcess${++processCount}`;
	return node;
}

/** A queue of n8n that takes an execution and answers once it is released, so that a delivery is being processed until then. */
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
