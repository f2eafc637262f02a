import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { until } from '../support/clock/until';
import { useHotelSandbox } from '../support/service/hotelSandbox';
import {
	booking,
	grantsOf,
	inDays,
	pinsOnLocks,
	reserve,
	upsertOn,
} from '../support/service/reservations';

// What comes for a stay while another execution of the process is at work on it. Histories play the rest (`during`).

const service = useHotelSandbox();
const upsert = upsertOn(service);

const EARLIER = { changedAt: '2026-12-01T00:00:00Z', waitUntilIssued: true };
const LATER = { ...EARLIER, changedAt: '2026-12-01T00:01:00Z' };
const STAY = { reservationKey: '4711' };
const CREATE = '/access_grants/create';

const saidBy = (items: IDataObject[]) => items.map(({ outcome, tell }) => [outcome, tell]);
const OVERTAKEN = [['ignored', 'nobody']];

const call = async (changes: IDataObject, options: INodeParameters) =>
	await upsert([booking({ arrival: inDays(-1), ...changes })], options);
const canceled = { status: 'canceled' };

/** A call whose access is being created for so long. */
async function beginSlowly(delayMs: number, options: INodeParameters = {}) {
	service.sandbox.faults.next(CREATE, { kind: 'slow', delayMs });
	const running = call({}, { ...EARLIER, ...options });
	await until(() => service.sandbox.requests.count(CREATE) > 0);
	return { running };
}

it.each<[string, () => Promise<IDataObject[]>]>([
	['a cancellation', async () => await call(canceled, LATER)],
	[
		'Delete',
		async () => (await service.run('reservation.delete', STAY)).items.map(({ json }) => json),
	],
])(
	'%s that comes while access is being given ends it, and the item of the booking tells nobody to come in',
	async (_what, end) => {
		const { running } = await beginSlowly(500);
		expect(saidBy(await end())).toEqual([['ended', 'host']]);
		expect(saidBy(await running)).toEqual(OVERTAKEN);
		expect(await pinsOnLocks(service)).toEqual({});
	},
);

it('what comes meanwhile and is refused does not silence the item, which shows what it half changed', async () => {
	service.sandbox.faults.always('/access_methods/delete', {
		kind: 'status',
		status: 400,
		body: '',
	});
	const { running } = await beginSlowly(500, { pollInterval: 2, maxPollInterval: 2 });
	const changed = service.run('reservation.changePin', { ...STAY, options: { pin: '7391' } });
	expect((await changed).error).toBeDefined();
	expect(await running).toMatchObject([{ outcome: 'created', tell: 'guest', pin: '7391' }]);
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
	const { running } = await beginSlowly(2_000);
	let isDone = false;
	void running.then(() => (isDone = true));
	await call(canceled, { ...LATER, dryRun: true });
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
