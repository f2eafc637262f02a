import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { eventNumber } from '../support/service/eventNumber';
import { pollTrigger } from '../support/engine/pollTrigger';
import { stretches } from '../support/assert/stretches';
import {
	CONVERTED,
	startTriggerSandbox,
	type TriggerSandbox,
} from '../support/service/triggerSandbox';
import { usedHeapMb } from '../support/engine/usedHeapMb';

const HOUR_MS = 3_600_000;
const BACKLOG = 50_000;
/** Most events of one poll. */
const POLL_LIMIT = 5_000;
/** Far more polls than needed; the limit stops a trigger that makes no progress. */
const MOST_POLLS = 30;
/** The sandbox needs most of the time, to create and list the events. */
const TIME_LIMIT_MS = 300_000;
/** Largest data that n8n may write to its database at every poll. */
const MOST_STORED_CHARACTERS = 60_000;

let service: TriggerSandbox;
const staticData: IDataObject = {};

beforeEach(async () => {
	// Between two whole seconds, as a real clock nearly always is.
	service = await startTriggerSandbox({
		startMs: Math.floor(Date.now() / 1_000) * 1_000 - 6 * HOUR_MS + 250,
	});
});
afterEach(async () => await service.stop());

/** Polls once and returns the numbers of the events. */
async function poll(): Promise<number[]> {
	const items = await pollTrigger('deviceAccessPollingTrigger', {
		parameters: { triggerOn: [CONVERTED], options: {} },
		credentials: service.credentials,
		staticData,
	});
	return (items ?? []).map(({ json }) => eventNumber(json.event_id));
}

/** Events numbered from 0, seven at a time, 2.8 seconds apart. */
function emitBacklog(): void {
	const startMs = service.clock.now();
	for (let index = 0; index < BACKLOG; index++) {
		service.sandbox.emitEvent({
			event_id: `e0000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
			event_type: CONVERTED,
			created_at: new Date(startMs + Math.floor(index / 7) * 2_800).toISOString(),
			device_id: hotel.devices.room101,
		});
	}
}

it(
	'the polling trigger drains a backlog of 50,000 events, at most 5,000 a poll, and keeps no more the longer it lasts',
	async () => {
		expect(await poll()).toEqual([]);
		emitBacklog();
		await service.clock.advanceBy(6 * HOUR_MS);
		const polls: Array<{ events: number[]; storedCharacters: number; heapMb: number }> = [];
		while (polls.length < MOST_POLLS && polls.flatMap(({ events }) => events).length < BACKLOG) {
			polls.push({
				events: await poll(),
				storedCharacters: JSON.stringify(staticData).length,
				heapMb: usedHeapMb(),
			});
		}

		expect(stretches(polls.flatMap(({ events }) => events))).toEqual([`0 to ${BACKLOG - 1}`]);
		// A poll may exceed the limit by one page.
		for (const { events } of polls) expect(events.length).toBeLessThanOrEqual(POLL_LIMIT + 500);
		for (const { storedCharacters } of polls)
			expect(storedCharacters).toBeLessThan(MOST_STORED_CHARACTERS);
		// The heap after the first poll is the reference: nothing may pile up over the later polls.
		expect(polls.at(-1)?.heapMb).toBeLessThan(1.2 * (polls[0]?.heapMb ?? 0));
	},
	TIME_LIMIT_MS,
);
