import type { IDataObject } from 'n8n-workflow';
import { eventNumber } from '../support/eventNumber';
import { moveTimeTo } from '../support/moveTimeTo';
import { pollTrigger } from '../support/pollTrigger';
import { STATE_INSTANCE_URL, STATE_WEBHOOK_ID } from '../support/storedWorkflows/playedStates';
import { numberedEvent, playScenario, SCENARIO_PARAMETERS, SCENARIO_START_MS, STATE_SCENARIOS } from '../support/storedWorkflows/stateScenarios';
import { frozenCursors, frozenVersions, readRelease } from '../support/storedWorkflows/storedRelease';
import { keptSecret, signDelivery, startTriggerSandbox, type TriggerSandbox } from '../support/triggerSandbox';
import { webhookTrigger } from '../support/webhookTrigger';

const MINUTE_MS = 60_000;

let service: TriggerSandbox;

beforeEach(async () => {
	service = await startTriggerSandbox({ startMs: SCENARIO_START_MS });
});
afterEach(async () => {
	jest.useRealTimers();
	await service.stop();
});

const numbersOf = (items: Array<{ json: IDataObject }> | null) => (items ?? []).map(({ json }) => eventNumber(json.event_id));

const pollingStates = [...frozenVersions().map((version) => ({ of: version, polling: readRelease(version).states.polling })), ...frozenCursors()];

describe.each(pollingStates)('What a polling trigger of $of kept', ({ polling }) => {
	it('is frozen for every scenario', () => {
		expect(polling.map(({ name }) => name)).toEqual(expect.arrayContaining(STATE_SCENARIOS.map(({ name }) => name)));
	});

	it.each(polling)('when it $name is gone on from: nothing lost, nothing repeated, nothing reported', async ({ name, handledEvents, staticData }) => {
		const scenario = STATE_SCENARIOS.find((candidate) => candidate.name === name);
		if (scenario === undefined) throw new Error(`There is no scenario "${name}" any more`);
		await playScenario(scenario, service);
		const emittedCount = service.events().length;
		await service.clock.advanceBy(MINUTE_MS);
		service.sandbox.emitEvent(numberedEvent(emittedCount, service.clock.now()));

		const returned: number[] = [];
		for (let count = 0; count < 3; count++) {
			const items = await pollTrigger('deviceAccessPollingTrigger', { parameters: SCENARIO_PARAMETERS, credentials: service.credentials, staticData });
			returned.push(...numbersOf(items));
		}

		expect(returned).toEqual(Array.from({ length: emittedCount + 1 - handledEvents }, (_, index) => handledEvents + index));
		expect(staticData).toEqual({ cursor: expect.objectContaining({ version: 3 }) });
	});
});

describe.each(frozenVersions())('What a webhook trigger of %s kept', (version) => {
	it.each(readRelease(version).states.webhook)('when it $name still counts: its secret, and which events it has had', async ({ handledEvents, staticData }) => {
		// Only the date: the delivery is signed, and has to be answered, in the time of the test.
		moveTimeTo(SCENARIO_START_MS + MINUTE_MS);
		const trigger = await webhookTrigger('deviceAccessTrigger', {
			parameters: { ...SCENARIO_PARAMETERS, registration: 'automatic' }, credentials: service.credentials, staticData,
			webhookId: STATE_WEBHOOK_ID, instanceUrl: STATE_INSTANCE_URL,
		});
		try {
			const started: number[] = [];
			for (let number = 0; number <= handledEvents; number++) {
				const { status, items } = await trigger.receive(signDelivery(keptSecret(staticData), numberedEvent(number, SCENARIO_START_MS)));
				expect(status).toBe(200);
				started.push(...numbersOf(items ?? null));
			}
			expect(started).toEqual([handledEvents]);
		} finally {
			await trigger.stop();
		}
	});
});
