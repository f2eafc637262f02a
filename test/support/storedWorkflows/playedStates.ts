import type { IDataObject } from 'n8n-workflow';
import { keptSecret, signDelivery, startTriggerSandbox, type TriggerSandbox } from '../triggerSandbox';
import { webhookTrigger } from '../webhookTrigger';
import { numberedEvent, playScenario, SCENARIO_PARAMETERS, SCENARIO_START_MS, STATE_SCENARIOS } from './stateScenarios';
import type { StoredState } from './storedRelease';

/** Where the webhook of the kept states is reached; its path has this id. */
export const STATE_INSTANCE_URL = 'https://n8n.example';
export const STATE_WEBHOOK_ID = 'd3c5a5a0-0000-4000-8000-000000000009';

/** Stands in for the secret that the sandbox made up: what is checked in must not look real. */
const STATE_SECRET = `whsec_${Buffer.from('secret of a stored state').toString('base64')}`;

/** What the triggers of this version keep, in every scenario. The process's date has to stand at SCENARIO_START_MS. */
export async function playedStates(): Promise<{ polling: StoredState[]; webhook: StoredState[] }> {
	const polling: StoredState[] = [];
	for (const scenario of STATE_SCENARIOS) {
		polling.push(await onSandbox(async (service) => {
			const staticData: IDataObject = {};
			const handledEvents = await playScenario(scenario, service, staticData);
			return { name: scenario.name, handledEvents, staticData };
		}));
	}
	return { polling, webhook: [await playWebhook('is registered', 0), await playWebhook('has had three deliveries', 3)] };
}

async function playWebhook(name: string, handledEvents: number): Promise<StoredState> {
	return await onSandbox(async (service) => {
		const staticData: IDataObject = {};
		const trigger = await webhookTrigger('deviceAccessTrigger', {
			parameters: { ...SCENARIO_PARAMETERS, registration: 'automatic' }, credentials: service.credentials, staticData,
			webhookId: STATE_WEBHOOK_ID, instanceUrl: STATE_INSTANCE_URL,
		});
		try {
			await trigger.activate();
			for (let number = 0; number < handledEvents; number++) {
				await trigger.receive(signDelivery(keptSecret(staticData), numberedEvent(number, SCENARIO_START_MS)));
			}
		} finally {
			await trigger.stop();
		}
		return { name, handledEvents, staticData: JSON.parse(JSON.stringify(staticData).replace(keptSecret(staticData), STATE_SECRET)) as IDataObject };
	});
}

async function onSandbox<Result>(play: (service: TriggerSandbox) => Promise<Result>): Promise<Result> {
	const service = await startTriggerSandbox({ startMs: SCENARIO_START_MS });
	try {
		return await play(service);
	} finally {
		await service.stop();
	}
}
