import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { until } from '../support/clock/until';
import { byId, useHotelSandbox } from '../support/service/hotelSandbox';
import {
	booking,
	endingSoon,
	grantsOf,
	inDays,
	pinsOnLocks,
	reserve,
	upsertOn,
} from '../support/service/reservations';
import { hotel } from '../../sandbox/fixtures/hotel';

// What comes for a stay while another execution of the process is at work on it.

const service = useHotelSandbox();
const upsert = upsertOn(service);

const IN_HOUSE = { arrival: inDays(-1) };
const EARLIER = { changedAt: '2026-12-01T00:00:00Z', waitUntilIssued: true };
/** Longer between two looks than what comes meanwhile takes. */
const SLOW = { ...EARLIER, pollInterval: 2, maxPollInterval: 2 };
const LATER = { ...EARLIER, changedAt: '2026-12-01T00:01:00Z' };
const STAY = { reservationKey: '4711' };
const CREATE = '/access_grants/create';

const saidBy = (items: IDataObject[]) => items.map(({ outcome, tell }) => [outcome, tell]);
const ENDED = [['ended', 'host']];
const OVERTAKEN = [['ignored', 'nobody']];

/** The items of both: `later` begins once the request to `path`, which takes a second, has come. */
async function during(
	path: string,
	earlier: () => Promise<IDataObject[]>,
	later: () => Promise<IDataObject[]>,
) {
	service.sandbox.requests.clear();
	service.sandbox.faults.next(path, { kind: 'slow', delayMs: 1_000 });
	const running = earlier();
	await until(() => service.sandbox.requests.count(path) > 0);
	const said = await later();
	return { earlier: await running, later: said };
}

const run = async (operation: 'delete' | 'changePin', options: INodeParameters = {}) =>
	(await service.run(`reservation.${operation}`, { ...STAY, options })).items.map(
		({ json }) => json,
	);
const call = (changes: IDataObject, options: INodeParameters) => async () =>
	await upsert([booking({ ...IN_HOUSE, ...changes })], options);

/** A list of the guest in the house, and of a new booking whose access makes it wait. */
const list = (listed: IDataObject) => async () => {
	const items = [booking({ ...IN_HOUSE, ...listed }), booking({ id: 'new', rooms: 'room-102' })];
	const said = await reserve(service, 'syncMany', items, { ...SLOW, requestsInFlight: 1 });
	return said.items.map(({ json }) => json);
};

const canceled = { status: 'canceled' };
const ends: Array<[string, () => Promise<IDataObject[]>]> = [
	['a cancellation', call(canceled, LATER)],
	['Delete', async () => await run('delete')],
];

describe.each(ends)('%s that comes while access is being given ends it', (_what, end) => {
	it('of a new booking, whose item tells nobody to come in', async () => {
		const said = await during(CREATE, call({}, EARLIER), end);
		expect(saidBy(said.later)).toEqual(ENDED);
		expect(saidBy(said.earlier)).toEqual(OVERTAKEN);
		expect(await pinsOnLocks(service)).toEqual({});
	});

	it('of a guest who moves', async () => {
		await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
		const said = await during(CREATE, call({ rooms: 'suite' }, EARLIER), end);
		expect(saidBy(said.later)).toEqual(ENDED);
		expect(await pinsOnLocks(service)).toEqual({});
	});
});

it.each<[string, IDataObject, IDataObject, unknown[][]]>([
	[
		'moves its guest before the arrival',
		{ arrival: inDays(1) },
		{ arrival: inDays(1), rooms: 'suite' },
		[['moved', 'guest']],
	],
	['says that its guest has left', {}, { departure: inDays(0, 0) }, ENDED],
])(
	'the item of a booking tells nobody if what comes while it waits for the access %s',
	async (_what, booked, changed, told) => {
		const said = await during(CREATE, call(booked, SLOW), call(changed, LATER));
		expect(saidBy(said.later)).toEqual(told);
		expect(saidBy(said.earlier)).toEqual(OVERTAKEN);
	},
);

it.each<[string, () => Promise<IDataObject[]>, IDataObject?]>([
	['gives a new PIN', async () => await run('changePin')],
	['moves the guest', call({ rooms: 'suite' }, LATER)],
	['makes the stay longer', call({ departure: inDays(15, 11) }, LATER)],
	['confirms it again', call({}, LATER), canceled],
])(
	'what a list that takes long says of a stay tells nobody if what comes meanwhile %s',
	async (_what, later, listed = {}) => {
		await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
		const said = await during(CREATE, list(listed), later);
		expect(saidBy(said.earlier)).toEqual([...OVERTAKEN, ['created', 'guest']]);
	},
);

describe('what comes while an item waits, and tells nobody itself', () => {
	const refused = (path: string, status = 400, after = 0) =>
		service.sandbox.faults.always(path, { kind: 'status', status, body: '' }, { after });
	const longer = call({ departure: inDays(15, 11) }, LATER);
	const newPin = async () => await run('changePin').catch(() => []);

	it.each<[string, () => Promise<IDataObject[]>, string, number]>([
		['other dates that are refused', longer, '/access_grants/update', 400],
		['other dates without an answer', longer, '/access_grants/update', 503],
		['a refused PIN', newPin, '/access_grants/request_access_methods', 400],
	])('does not silence it: %s', async (_what, later, path, status) => {
		refused(path, status);
		const said = await during(CREATE, call({}, SLOW), later);
		expect(saidBy(said.earlier)).toEqual([['created', 'guest']]);
	});

	it('leaves what another one has told before it as it is', async () => {
		const last = { ...LATER, changedAt: '2026-12-01T00:02:00Z', onFailedAction: 'returnItem' };
		refused('/access_grants/update', 400, 1);
		const said = await during(CREATE, call({}, SLOW), async () => [
			...(await call({ rooms: 'suite' }, LATER)()),
			...(await call({ rooms: 'suite', departure: inDays(16, 11) }, last)()),
		]);
		expect(saidBy(said.later)).toEqual([
			['moved', 'guest'],
			['failed', 'host'],
		]);
		expect(saidBy(said.earlier)).toEqual(OVERTAKEN);
	});

	it('leaves an end that it does not take back to be said', async () => {
		await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
		refused(CREATE, 400, 1);
		const said = await during(CREATE, list(canceled), call({}, LATER));
		expect(saidBy(said.earlier)).toEqual([...ENDED, ['created', 'guest']]);
	});

	it('has the item read again what it half changed', async () => {
		await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
		refused('/access_methods/delete');
		const said = await during(CREATE, list({}), newPin);
		expect(said.earlier[0]).toMatchObject({ outcome: 'unchanged', pin: '5002' });
	});
});

it('a booking that passes back while the item of the guest between waits has the person of its guest', async () => {
	await service.restart({ settings: { inlineIdentityTaken: 'reused' } });
	const ann = { arrival: inDays(1), guest: 'Ann Lee', contact: 'ann@example.com' };
	const bob = { arrival: inDays(1), guest: 'Bob Stone', contact: 'bob@example.com' };
	await call(ann, { changedAt: '2026-11-30T00:00:00Z' })();
	await run('delete');
	const said = await during(CREATE, call(bob, SLOW), call(ann, LATER));
	expect(saidBy(said.later)).toEqual([['updated', 'guest']]);
	expect(saidBy(said.earlier)).toEqual(OVERTAKEN);
	const [grant] = await grantsOf(service);
	const userIdentityId = byId(String(grant?.user_identity_id));
	const { items } = await service.run('userIdentity.get', { userIdentityId, output: 'raw' });
	expect(items[0]?.json).toMatchObject({ full_name: 'Ann Lee' });
});

it('a cancellation ends a booking that waits until the service takes requests again', async () => {
	service.sandbox.faults.next(CREATE, { kind: 'tooManyRequests', retryAfter: 1 });
	const running = call({}, EARLIER)();
	await until(() => service.sandbox.requests.count(CREATE) > 0);
	expect(saidBy(await call(canceled, LATER)())).toEqual(ENDED);
	expect(saidBy(await running)).toEqual(OVERTAKEN);
	expect(await pinsOnLocks(service)).toEqual({});
});

it('a booking that is confirmed again while its cancellation ends the access opens the room', async () => {
	await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	const said = await during('/access_grants/delete', call(canceled, EARLIER), call({}, LATER));
	expect(saidBy(said.earlier)).toEqual(OVERTAKEN);
	expect(saidBy(said.later)).toEqual([['created', 'guest']]);
	expect(Object.keys(await pinsOnLocks(service))).toEqual(['Room 101']);
});

it('a guest in the house keeps the room if a longer stay there comes during a move', async () => {
	await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	const until15 = inDays(15, 11);
	const said = await during(
		CREATE,
		call({ rooms: 'suite' }, EARLIER),
		call({ departure: until15 }, LATER),
	);
	expect(saidBy(said.earlier)).toEqual(OVERTAKEN);
	expect(said.later).toMatchObject([{ rooms: ['Room 101'], ends_at: until15, is_ready: true }]);
	expect(await endingSoon(service)).toEqual([[hotel.spaces.suite]]);
});

it('a new PIN that is asked for during a move opens the new room', async () => {
	await upsert([booking(IN_HOUSE)], { waitUntilIssued: true });
	const said = await during(
		CREATE,
		call({ rooms: 'suite' }, EARLIER),
		async () => await run('changePin', { pin: '7390' }),
	);
	expect(said.later).toMatchObject([{ outcome: 'updated', rooms: ['Suite'], pin: '7390' }]);
	expect((await pinsOnLocks(service))['Room 103']).toEqual(['7390']);
});

it('two lists with the same stays in other orders both come to an end', async () => {
	const stays = ['1', '2', '3'].map((id, index) =>
		booking({ id, guest: `Guest ${id}`, rooms: ['room-101', 'room-102', 'suite'][index] }),
	);
	const lists = [stays, [...stays].reverse()].map(
		async (list) => await reserve(service, 'syncMany', list, { requestsInFlight: 1 }),
	);
	const said = (await Promise.all(lists)).map(({ items }) => items.map(({ json }) => json.outcome));
	expect(said.flat().sort()).toEqual([...Array(3).fill('created'), ...Array(3).fill('unchanged')]);
	expect(await grantsOf(service)).toHaveLength(3);
});

it('a dry run, and an execution that somebody stops, wait for nobody', async () => {
	service.sandbox.faults.next(CREATE, { kind: 'slow', delayMs: 3_000 });
	let isDone = false;
	const running = call({}, EARLIER)().finally(() => (isDone = true));
	await until(() => service.sandbox.requests.count(CREATE) > 0);
	await call(canceled, { ...LATER, dryRun: true })();
	const stop = new AbortController();
	const stopped = service.run('reservation.delete', STAY, { cancelSignal: stop.signal });
	setTimeout(() => stop.abort(), 300);
	await stopped;
	expect(isDone).toBe(false);
	await running;
	expect(Object.keys(await pinsOnLocks(service))).toEqual(['Room 101']);
});

it('a list that was asked for before a cancellation gives no access again, whether it removes what it lacks or not', async () => {
	await upsert([booking({})]);
	const listReadAt = new Date(Date.now() - 1).toISOString();
	await upsert([booking(canceled)]);
	for (const removeGone of [false, true]) {
		const { items } = await reserve(service, 'syncMany', [booking({})], { listReadAt, removeGone });
		expect(saidBy(items.map(({ json }) => json))).toEqual(OVERTAKEN);
	}
	await until(async () => (await grantsOf(service)).length === 0);
});
