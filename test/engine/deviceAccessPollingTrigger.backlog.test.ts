import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { eventNumber } from '../support/service/eventNumber';
import { pollTrigger, type PollOptions } from '../support/engine/pollTrigger';
import { stretches } from '../support/assert/stretches';
import {
	CONVERTED,
	startTriggerSandbox,
	type TriggerSandbox,
} from '../support/service/triggerSandbox';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** More than three pages of the event list. */
const BACKLOG = 1_800;
/** Far more polls than any drain here needs; the limit stops a trigger that makes no progress. */
const MOST_POLLS = 30;

let service: TriggerSandbox;
let staticData: IDataObject;
let emittedCount: number;

beforeEach(async () => {
	// Between two whole seconds, as a real clock nearly always is.
	service = await startTriggerSandbox({
		startMs: Math.floor(Date.now() / SECOND_MS) * SECOND_MS - 6 * HOUR_MS + 250,
	});
	staticData = {};
	emittedCount = 0;
});
afterEach(async () => await service.stop());

/** Polls once and returns the numbers of the events. */
async function poll(options: PollOptions = {}): Promise<number[]> {
	const items = await pollTrigger('deviceAccessPollingTrigger', {
		parameters: { triggerOn: [CONVERTED], options: {} },
		credentials: service.credentials,
		staticData,
		...options,
	});
	return (items ?? []).map(({ json }) => eventNumber(json.event_id));
}

/** Creates events numbered from 0; their IDs contain the numbers, so that events of the same millisecond also have an order. */
function emit(count: number, { everyMs = 0 } = {}): void {
	const startMs = service.clock.now();
	for (let index = 0; index < count; index++) {
		service.sandbox.emitEvent({
			event_id: `e0000000-0000-4000-8000-${String(emittedCount++).padStart(12, '0')}`,
			event_type: CONVERTED,
			created_at: new Date(startMs + index * everyMs).toISOString(),
			device_id: hotel.devices.room101,
		});
	}
}

/** Polls until there are no more events. Returns the events of every poll. */
async function drain(options?: PollOptions): Promise<number[][]> {
	const polls: number[][] = [];
	while (polls.flat().length < emittedCount && polls.length < MOST_POLLS)
		polls.push(await poll(options));
	return polls;
}

const all = () => [`0 to ${emittedCount - 1}`];

it('the time that n8n gives a poll is respected: what is not read in time comes with the next polls', async () => {
	expect(await poll()).toEqual([]);
	emit(BACKLOG, { everyMs: 5 * SECOND_MS });
	await service.clock.advanceBy(3 * HOUR_MS);
	service.sandbox.settings.answerTimeMs = 100;

	const polls = await drain({ budgetMs: 1_200 });

	expect(stretches(polls.flat())).toEqual(all());
	expect(polls[0]?.length).toBeLessThan(BACKLOG);
});

it('a poll makes some progress however short its time is, so that a backlog cannot stay forever', async () => {
	expect(await poll()).toEqual([]);
	emit(BACKLOG, { everyMs: SECOND_MS });
	await service.clock.advanceBy(5 * HOUR_MS);
	service.sandbox.settings.answerTimeMs = 30;

	expect(stretches((await drain({ budgetMs: 80 })).flat())).toEqual(all());
});

it.each([
	['fails to list', { kind: 'internalError' }],
	['lists only after a long wait', { kind: 'tooManyRequests', retryAfter: 600 }],
] as const)(
	'a part of a backlog that the service %s does not drop the rest: it comes later, and a failed execution says so',
	async (_what, fault) => {
		const reports: Error[] = [];
		expect(await poll()).toEqual([]);
		emit(BACKLOG, { everyMs: SECOND_MS });
		await service.clock.advanceBy(HOUR_MS);
		service.sandbox.faults.always('/events/list', fault, { after: 5 });

		const read = await poll({ reports });
		expect(read.length).toBeGreaterThan(0);
		expect(reports).toEqual([
			expect.objectContaining({
				name: 'NodeOperationError',
				message: expect.stringContaining('The trigger could not read all events: '),
				// The trigger has no such option.
				description: expect.not.stringContaining("'Rate Limit Wait'"),
			}),
		]);

		service.sandbox.faults.clear();
		expect(stretches([...read, ...(await drain()).flat()])).toEqual(all());
	},
);
