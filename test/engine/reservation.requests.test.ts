import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotelSandbox } from '../support/hotelSandbox';
import { booking, inDays, reserve } from '../support/reservations';

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

it.each([
	['only locks', 'suite', 6],
	['an entrance, whose list shows whether it takes reservation keys,', 'room-101', 7],
])(
	'in a room with %s, a new stay takes few requests, the same one again 5, and new dates at most 9',
	async (_what, rooms, most) => {
		const stay = [booking({ rooms, contact: 's-1@example.com' })];
		expect(await count('upsert', stay, 'created')).toBe(most);
		expect(await count('upsert', stay, 'unchanged')).toBe(5);
		const longer = stay.map((row) => ({ ...row, departure: inDays(14, 11) }));
		expect(await count('upsert', longer, 'updated')).toBeLessThanOrEqual(9);
	},
);

it('Sync Many takes one request for each new stay beside its lists, and two for each 500 unchanged ones; Create or Update at most 40 for 200 unchanged ones', async () => {
	expect(await count('syncMany', stays(510), 'created')).toBeLessThanOrEqual(510 + 10);
	// The list of grants, what belongs to ours, and the rooms: 5,000 stays take 23.
	expect(await count('syncMany', stays(510), 'unchanged')).toBe(2 + 2 + 1);
	expect(await count('upsert', stays(200), 'unchanged')).toBeLessThanOrEqual(40);
});
