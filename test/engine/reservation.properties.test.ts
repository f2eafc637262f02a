import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { Fault } from '../../sandbox/faults/faults';
import type { SandboxSettings } from '../../sandbox/faults/settings';
import { hotel } from '../../sandbox/fixtures/hotel';
import { startHotelSandbox, type HotelSandbox } from '../support/service/hotelSandbox';
import {
	booking,
	inDays,
	plannedChanges,
	reserve,
	writesOf,
} from '../support/service/reservations';
import { skipPauses } from '../support/clock/skipPauses';
import { assertProperty } from '../support/assert/assertProperty';

const RUNS = Number(process.env.RUNS ?? 10);
const ROOMS = ['room-101', 'room-102', 'suite'];
const SPACE_IDS: Readonly<Record<string, string>> = {
	'room-101': hotel.spaces.room101,
	'room-102': hotel.spaces.room102,
	suite: hotel.spaces.suite,
};

beforeEach(() => void skipPauses());
afterEach(() => jest.restoreAllMocks());

/** One version of one booking, as the property management system has it after a change. */
const versions = fc.record({
	id: fc.constantFrom('a', 'b', 'c', 'd'),
	room: fc.constantFrom(...ROOMS),
	from: fc.constantFrom(-1, 3, 20),
	nights: fc.integer({ min: 2, max: 5 }),
	status: fc.constantFrom('confirmed', 'modified', 'cancelled'),
});
type Version = typeof versions extends fc.Arbitrary<infer Value> ? Value : never;

/** The fault of one delivery, from its request number `after` on. */
const troubles = fc.record({
	fault: fc.constantFrom<Fault | undefined>(
		...Array<undefined>(6).fill(undefined),
		{ kind: 'tooManyRequests', retryAfter: 0 },
		{ kind: 'internalError' },
		{ kind: 'outage' },
		{ kind: 'cut' },
		{ kind: 'cut', isProcessed: true },
		{ kind: 'badGateway', isProcessed: true },
	),
	after: fc.nat({ max: 12 }),
	/** True for a killed process: no further request arrives. */
	isEnd: fc.boolean(),
});

/** Bookings that are created, changed or canceled; delivered twice, late, together with others, or never. */
const histories = fc.record({
	versions: fc.array(versions, { minLength: 2, maxLength: 8 }),
	deliveries: fc.array(
		fc.record({
			which: fc.array(fc.nat({ max: 7 }), { minLength: 1, maxLength: 3 }),
			trouble: troubles,
			atOnce: fc.boolean(),
		}),
		{ minLength: 3, maxLength: 5 },
	),
	settings: fc.record<Partial<SandboxSettings>>({
		grantUpdatePlaces: fc.constantFrom('refused', 'ignored', 'replaced'),
		deletedGrantKeys: fc.constantFrom('freeWhenGone', 'freeAtOnce', 'neverFree'),
		takenKeyAnswer: fc.constantFrom('conflict', 'invalidInput'),
		inlineIdentityTaken: fc.constantFrom('refused', 'reused'),
	}),
});

const toBooking = ({ id, room, from, nights, status }: Version): IDataObject =>
	booking({ id, rooms: room, arrival: inDays(from), departure: inDays(from + nights, 11), status });

async function deliver(
	service: HotelSandbox,
	{
		which,
		trouble,
		atOnce,
	}: {
		which: number[];
		trouble: typeof troubles extends fc.Arbitrary<infer V> ? V : never;
		atOnce: boolean;
	},
	all: Version[],
): Promise<void> {
	const bookings = which.map((index) => toBooking(all[index % all.length] as Version));
	const { fault, after, isEnd } = trouble;
	if (fault)
		service.sandbox.faults.next('*', isEnd ? { kind: 'cut' } : fault, {
			after,
			times: isEnd ? 10_000 : 2,
		});
	const run = async (some: IDataObject[]) =>
		void (await reserve(service, 'upsert', some, { maxRetries: 1, waitTimeout: 0.3 }));
	// Two systems send the same bookings at the same time.
	await Promise.all(atOnce ? [run(bookings), run(bookings)] : [run(bookings)]);
	service.sandbox.faults.clear();
}

const stays = (grants: IDataObject[]) =>
	grants
		.map(({ access_grant_key: key, space_ids: spaces, starts_at: startsAt, ends_at: endsAt }) => ({
			id: String(key).split(':')[1],
			spaces,
			endsAt,
			startsAt: Date.parse(String(startsAt)) <= Date.now() ? 'begun' : startsAt,
		}))
		.sort((a, b) => String(a.id).localeCompare(String(b.id)));

/** Our grants that are not being deleted, and the grants of others. */
async function readGrants(
	service: HotelSandbox,
): Promise<{ ours: IDataObject[]; others: IDataObject[] }> {
	const { items } = await service.run('accessGrant.getAll', { returnAll: true, output: 'raw' });
	const grants = items.map(({ json }) => json);
	const isOurs = ({ access_grant_key: key }: IDataObject) => String(key).startsWith('reservation:');
	const isGoing = ({ warnings }: IDataObject) =>
		(warnings as IDataObject[]).some(({ warning_code: code }) => code === 'being_deleted');
	return {
		ours: grants.filter((grant) => isOurs(grant) && !isGoing(grant)),
		others: grants.filter((grant) => !isOurs(grant)),
	};
}

/** What the comparison did in all histories: without removals and moves, the property would hold for a node that does neither. */
const done = { removed: 0, moved: 0 };

it(
	'after any history, one Sync Many of the current bookings leaves exactly the right doors open, and a second one writes nothing',
	async () => {
		await assertProperty(
			fc.asyncProperty(histories, async ({ versions: all, deliveries, settings }) => {
				const service = await startHotelSandbox({
					settings: { attemptDurationMs: 10, ...settings },
				});
				try {
					const before = await readGrants(service);
					for (const delivery of deliveries) await deliver(service, delivery, all);
					const latest = new Map(all.map((version) => [version.id, version]));
					const truth = [...latest.values()]
						.filter(({ status }) => status !== 'cancelled')
						.map(toBooking);
					const feed = truth.length > 0 ? truth : [booking({ id: 'z', status: 'cancelled' })];
					const options = {
						removeGone: true,
						closeAtMost: 1000,
						keepNewFor: 0,
						includeRunningStays: true,
						waitTimeout: 5,
					};
					const { items: planned } = await reserve(service, 'syncMany', feed, {
						...options,
						dryRun: true,
					});
					const { items } = await reserve(service, 'syncMany', feed, options);
					const told = (some: typeof items) =>
						some.map(({ json }) => [json.reservation_key, json.outcome, plannedChanges(json)]);
					expect(told(items)).toEqual(told(planned));
					expect(
						items.filter(({ json }) => json.error !== undefined || json.outcome === 'failed'),
					).toEqual([]);
					const inFeed = new Set(feed.map(({ id }) => id));
					for (const { json } of items) {
						if (json.outcome === 'moved') done.moved++;
						if (json.outcome === 'ended' && !inFeed.has(json.reservation_key as string))
							done.removed++;
					}
					const { ours, others } = await readGrants(service);
					const wanted = truth.map(({ id, rooms, arrival, departure }) => ({
						access_grant_key: `reservation:${String(id)}`,
						space_ids: [SPACE_IDS[String(rooms)]],
						starts_at: arrival,
						ends_at: departure,
					}));
					expect(stays(ours)).toEqual(stays(wanted));
					expect(others).toEqual(before.others);
					service.sandbox.requests.clear();
					await reserve(service, 'syncMany', feed, options);
					expect(writesOf(service)).toEqual([]);
				} finally {
					await service.stop();
				}
			}),
			RUNS,
		);
		expect(Math.min(done.removed, done.moved)).toBeGreaterThan(0);
	},
	Number(process.env.RUNS ?? 0) > 0 ? 900_000 : 240_000,
);
