import type { IDataObject, Logger } from 'n8n-workflow';
import { startTriggerSandbox, type TriggerSandbox } from './triggerSandbox';
import type { WebhookTrigger, WebhookTriggerOptions } from './webhookTrigger';

/** One Device Access Trigger of a workflow, as n8n has stored it, beside a service. */
export interface InstantTrigger {
	service: TriggerSandbox;
	/** What n8n has stored of the node. */
	staticData: IDataObject;
	/** What the node writes to n8n's log as a warning, in all processes. */
	warn: jest.Mock<void, Parameters<Logger['warn']>>;
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
	const warn: InstantTrigger['warn'] = jest.fn();
	const opened: WebhookTrigger[] = [];

	async function open(options: WebhookTriggerOptions = {}): Promise<WebhookTrigger> {
		// Loaded here, so that a new process has modules of its own.
		const [{ engineLogger }, { webhookTrigger }] = [await import('./engineLogger'), await import('./webhookTrigger')];
		jest.spyOn(await engineLogger(), 'warn').mockImplementation(warn);
		const trigger = await webhookTrigger('deviceAccessTrigger', {
			credentials: service.credentials, staticData, ...defaults, ...options, parameters: { ...defaults.parameters, ...options.parameters },
		});
		opened.push(trigger);
		return trigger;
	}

	async function openInNewProcess(options?: WebhookTriggerOptions): Promise<WebhookTrigger> {
		let trigger: WebhookTrigger | undefined;
		await jest.isolateModulesAsync(async () => {
			trigger = await open(options);
		});
		if (trigger === undefined) throw new Error('The trigger did not open');
		return trigger;
	}

	return {
		service, staticData, warn, open, openInNewProcess,
		stop: async () => {
			await Promise.all(opened.map(async (trigger) => await trigger.stop()));
			await service.stop();
		},
	};
}
