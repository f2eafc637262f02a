import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { useHotelSandbox } from '../support/hotelSandbox';
import { booking, inDays, reserve } from '../support/reservations';

// What concerns one stay takes the same requests in a house of any size.

const service = useHotelSandbox();

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

const count = async (run: () => Promise<IDataObject>) => (await pathsOf(run)).length;

/** Codes are read once the lock has answered. */
const withoutCodes = async (run: () => Promise<IDataObject>) =>
	(await pathsOf(run)).filter((path) => path !== '/access_codes/list').length;

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
		created: await count(async () => await first('upsert', stay)),
		unchanged: await count(async () => await first('upsert', stay)),
		dates: await withoutCodes(async () => await first('upsert', longer)),
		listed: await count(async () => await first('syncMany', listed)),
		listedAgain: await count(async () => await first('syncMany', listed)),
		accepted: await count(async () => await first('syncMany', longer, { acceptUnusualList: true })),
		canceled: await count(async () => await first('syncMany', { ...listed, status: 'canceled' })),
		rooms: await withoutCodes(async () => await first('upsert', { ...longer, rooms: 'suite' })),
		read: await count(one('get')),
		// Each path once, because the wait for the new PIN asks as often as the lock takes time.
		pin: [...new Set(await pathsOf(one('changePin')))].sort(),
		ended: await count(one('delete')),
		// The guest has a person of an earlier stay.
		returning: await count(async () => await first('upsert', back)),
	};
}

it('every change of one stay takes the same few requests with 50 and with 20,000 access grants', async () => {
	addPastStays(0, 50);
	const few = await requestsOfOneStay('r-1');
	addPastStays(50, 20_000);
	expect(await requestsOfOneStay('r-2')).toEqual(few);
	expect(few.created).toBeLessThanOrEqual(7);
	expect(few.returning).toBeLessThanOrEqual(9);
	expect(few.listed).toBeLessThanOrEqual(7);
	expect(few.listedAgain).toBeLessThanOrEqual(5);
	expect(few.unchanged).toBeLessThanOrEqual(5);
	expect(few.dates).toBeLessThanOrEqual(9);
	expect(few.rooms).toBeLessThanOrEqual(9);
	expect(few.ended).toBeLessThanOrEqual(10);
});

it('Sync Many takes at most 1.1 requests for each of 100 new stays beside its lists, with 20,000 access grants', async () => {
	addPastStays(0, 20_000);
	const rooms = ['room-101', 'room-102', 'suite'];
	const rows = Array.from({ length: 100 }, (_, index) =>
		booking({
			id: `n-${index}`,
			guest: `Guest ${index}`,
			contact: `n-${index}@example.com`,
			rooms: rooms[index % 3],
			arrival: inDays(5 + 3 * Math.floor(index / 3)),
			departure: inDays(7 + 3 * Math.floor(index / 3), 11),
		}),
	);
	service.sandbox.requests.clear();
	const { items } = await reserve(service, 'syncMany', rows);
	expect(new Set(items.map(({ json }) => json.outcome))).toEqual(new Set(['created']));
	const others = service.paths().filter((path) => !path.endsWith('/list'));
	expect(others.length).toBeLessThanOrEqual(1.1 * rows.length);
});
