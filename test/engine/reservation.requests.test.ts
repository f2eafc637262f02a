import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { useHotelSandbox } from '../support/service/hotelSandbox';
import { inRows } from '../support/service/inRows';
import { booking, inDays, reserve } from '../support/service/reservations';

// How many requests reservations take, from the sandbox's request log.

const service = useHotelSandbox();

/** `count` stays of two days, one after another in three rooms, so that none overlap. */
const stays = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) =>
		booking({
			id: `s-${index}`,
			guest: `Guest ${index}`,
			contact: `s-${index}@example.com`,
			rooms: ['room-101', 'room-102', 'suite'][index % 3],
			arrival: inDays(5 + 3 * Math.floor(index / 3)),
			departure: inDays(7 + 3 * Math.floor(index / 3), 11),
		}),
	);

/** The number of requests of one execution, in which every stay has this outcome. */
async function count(
	operation: 'upsert' | 'syncMany',
	bookings: IDataObject[],
	outcome: string,
	options?: INodeParameters,
): Promise<number> {
	service.sandbox.requests.clear();
	const { items } = await reserve(service, operation, bookings, options);
	expect(new Set(items.map(({ json }) => json.outcome ?? json.error))).toEqual(new Set([outcome]));
	return service.paths().length;
}

it('Sync Many takes one request for each new stay beside its lists, and two for each 500 unchanged ones; Create or Update at most 40 for 200 unchanged ones', async () => {
	expect(await count('syncMany', stays(510), 'created')).toBeLessThanOrEqual(510 + 10);
	// The list of grants, what belongs to ours, and the rooms: 5,000 stays take 23.
	expect(await count('syncMany', stays(510), 'unchanged')).toBe(2 + 2 + 1);
	expect(await count('upsert', stays(200), 'unchanged')).toBeLessThanOrEqual(40);
});

// What concerns one stay takes the same requests in a house of any size.

/** Past stays of other guests, spread over the rooms: only their grants, because nobody reads more. */
function addPastStays(from: number, to: number): void {
	const grants = service.sandbox.state.workspaces.get(workspaceIds.main)?.access.accessGrants;
	const [like] = grants?.records ?? [];
	if (!grants || !like) throw new Error('The hotel has no grant');
	const spaces = Object.values(hotel.spaces);
	for (let index = from; index < to; index++)
		grants.add({
			...like,
			access_grant_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
			access_grant_key: `reservation:past-${index}`,
			user_identity_id: `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`,
			space_ids: [spaces[index % spaces.length] ?? ''],
			starts_at: '2020-01-01T15:00:00.000Z',
			ends_at: '2020-01-02T11:00:00.000Z',
		});
}

async function pathsOf(run: () => Promise<IDataObject>): Promise<string[]> {
	service.sandbox.requests.clear();
	const item = await run();
	expect(item.error).toBeUndefined();
	return service.paths();
}

const requestsIn = async (run: () => Promise<IDataObject>) => (await pathsOf(run)).length;

/** Codes are read once the lock has answered. */
const withoutCodes = async (run: () => Promise<IDataObject>) =>
	(await pathsOf(run)).filter((path) => path !== '/access_codes/list').length;

const LOOK = ['/access_grants/get', '/access_grants/get_related', '/access_codes/list'];

/** The wait for the new PIN asks as often as the lock takes time: one look counts. */
function withoutLooks(paths: readonly string[]): number {
	const from = paths.indexOf('/access_grants/request_access_methods') + 1;
	const looks = paths.slice(from).filter((path) => LOOK.includes(path)).length;
	return paths.length - looks + LOOK.length;
}

const first = async (
	operation: 'upsert' | 'syncMany',
	row: IDataObject,
	options?: INodeParameters,
): Promise<IDataObject> => {
	const { items } = await reserve(service, operation, [row], options);
	return items[0]?.json ?? {};
};

const LATER = { arrival: inDays(30), departure: inDays(33, 11) };

async function requestsOfOneStay(id: string) {
	const stay = booking({ id, contact: `${id}@example.com` });
	const longer = { ...stay, departure: inDays(16, 11) };
	const listed = booking({ id: `${id}-listed`, contact: `${id}-listed@example.com`, ...LATER });
	const back = booking({
		...stay,
		id: `${id}-back`,
		arrival: inDays(40),
		departure: inDays(42, 11),
	});
	const one = (operation: string) => async () =>
		(await service.run(`reservation.${operation}`, { reservationKey: id })).items[0]?.json ?? {};
	return {
		created: await requestsIn(async () => await first('upsert', stay)),
		unchanged: await requestsIn(async () => await first('upsert', stay)),
		dates: await withoutCodes(async () => await first('upsert', longer)),
		pin: withoutLooks(await pathsOf(one('changePin'))),
		listed: await requestsIn(async () => await first('syncMany', listed)),
		listedAgain: await requestsIn(async () => await first('syncMany', listed)),
		canceled: await requestsIn(
			async () => await first('syncMany', { ...listed, status: 'canceled' }),
		),
		rooms: await withoutCodes(async () => await first('upsert', { ...longer, rooms: 'suite' })),
		readMoved: await requestsIn(one('get')),
		endedMoved: await requestsIn(one('delete')),
		endedAgain: await requestsIn(
			async () => await first('upsert', { ...stay, status: 'canceled' }),
		),
		// The guest has a person of an earlier stay.
		returning: await requestsIn(async () => await first('upsert', back)),
	};
}

it('every change of one stay takes the same few requests with 50 and with 20,000 access grants', async () => {
	addPastStays(0, 50);
	const few = await requestsOfOneStay('r-1');
	addPastStays(50, 20_000);
	expect(await requestsOfOneStay('r-2')).toEqual(few);
	// Which promise each of them keeps: nodes/DeviceAccess/reservations/README.md
	expect(few).toEqual({
		created: 7,
		unchanged: 5,
		dates: 8,
		pin: 8,
		listed: 7,
		listedAgain: 5,
		canceled: 4,
		rooms: 8,
		readMoved: 6,
		endedMoved: 6,
		endedAgain: 6,
		returning: 9,
	});
});

it.each([
	['in the house', 10, -1, '/access_grants/create', '/access_grants/update', 3],
	['before the arrival', 9, 1, '/access_grants/delete', '/access_grants/create', 1],
])(
	'another room behind the same front door, %s, takes %i requests if one look is enough',
	async (_when, count, days, from, to, ofLook) => {
		const devices = inRows('device', hotel.devices.frontDoor, hotel.devices.room101);
		const annex = { name: 'Annex', deviceIds: devices, additionalFields: { spaceKey: 'annex' } };
		await service.run('space.create', annex);
		const stay = booking({ arrival: inDays(days), rooms: 'annex' });
		await first('upsert', stay, { waitUntilIssued: true });
		const paths = await pathsOf(async () => await first('upsert', { ...stay, rooms: 'suite' }));
		// The wait asks as often as the locks take time.
		const looks = paths.indexOf(to) - paths.indexOf(from) - 1;
		expect(paths.length - looks + ofLook).toBe(count);
	},
);
