import type { IDataObject } from 'n8n-workflow';
import type { Event } from '../../../sandbox/schemas/event';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';
import { pollTrigger, type PollOptions } from '../pollTrigger';
import { CONVERTED, type TriggerSandbox } from '../triggerSandbox';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The service's clock when a scenario begins. Between two whole seconds, as a real clock nearly always is. */
export const SCENARIO_START_MS = Date.parse('2026-01-05T09:00:00.250Z');

/** What a workflow's polling trigger is set to in every scenario. */
export const SCENARIO_PARAMETERS = { triggerOn: [CONVERTED], options: {} };

/** The event with this number: the same in the run that froze a state and in the one that goes on from it. */
export function numberedEvent(number: number, createdAtMs: number): Event {
	const createdAt = new Date(createdAtMs).toISOString();
	return {
		event_id: `e0000000-0000-4000-8000-${String(number).padStart(12, '0')}`, event_type: CONVERTED,
		created_at: createdAt, occurred_at: createdAt, workspace_id: workspaceIds.main,
		access_code_id: hotel.unmanagedCodes.convertible, device_id: hotel.devices.room101,
	};
}

/** How a polling trigger came to the state that is kept: what the service had, moment by moment, and the polls between. */
export interface StateScenario {
	name: string;
	/** Plays it; `poll` returns how many events came. */
	play: (service: TriggerSandbox, poll: (options?: PollOptions) => Promise<number>) => Promise<number>;
}

const emit = (service: TriggerSandbox, number: number, agoMs = 0) => {
	service.sandbox.emitEvent(numberedEvent(number, service.clock.now() - agoMs));
};

/** Each ends with the number of events that were returned; those are numbered from 0. */
export const STATE_SCENARIOS: readonly StateScenario[] = [
	{
		name: 'started and has seen nothing yet',
		play: async (_service, poll) => await poll(),
	},
	{
		name: 'returned events a moment ago',
		play: async (service, poll) => {
			let returned = await poll();
			await service.clock.advanceBy(20 * MINUTE_MS);
			for (const number of [0, 1, 2]) emit(service, number);
			await service.clock.advanceBy(MINUTE_MS);
			returned += await poll();
			emit(service, 3);
			emit(service, 4, 3 * MINUTE_MS);
			return returned + (await poll());
		},
	},
	{
		name: 'is in the middle of a backlog',
		play: async (service, poll) => {
			let returned = await poll();
			const startMs = service.clock.now();
			for (let number = 0; number < 1_200; number++) service.sandbox.emitEvent(numberedEvent(number, startMs + number * 10 * SECOND_MS));
			await service.clock.advanceBy(4 * HOUR_MS);
			return (returned += await poll({ budgetMs: 0 }));
		},
	},
];

/** Plays a scenario without its polls when `staticData` is given (a state of then goes on), with them otherwise. */
export async function playScenario({ play }: StateScenario, service: TriggerSandbox, staticData?: IDataObject): Promise<number> {
	return await play(service, async (options) => {
		if (staticData === undefined) return 0;
		const items = await pollTrigger('deviceAccessPollingTrigger', {
			parameters: SCENARIO_PARAMETERS, credentials: service.credentials, staticData, ...options,
		});
		return items?.length ?? 0;
	});
}
