import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotelSandbox } from '../support/service/hotelSandbox';
import { booking, inDays, pinsOnLocks, reserve, writesOf } from '../support/service/reservations';

// Several items about one reservation. What is true at the door stands first in each test.

const service = useHotelSandbox();

const run = async (
	operation: 'upsert' | 'syncMany',
	bookings: IDataObject[],
	options: INodeParameters = {},
) => (await reserve(service, operation, bookings, options)).items;
const OPERATIONS = ['upsert', 'syncMany'] as const;
const row = (changes: IDataObject = {}) => booking({ arrival: inDays(1), ...changes });
const rows = [row(), row({ rooms: 'suite' })];

describe.each(OPERATIONS)('%s', (operation) => {
	it.each<[string, IDataObject]>([
		['an empty date', { arrival: '' }],
		['no room', { rooms: '' }],
		['an expression that fails', { room: null }],
	])(
		'fails all items of a reservation if one has %s, so that no room is lost',
		async (_what, broken) => {
			const options: INodeParameters = {};
			if ('room' in broken)
				options.openBefore = "={{ $json.room === null ? $('Nowhere').item.json.id : 0 }}";
			const other = row({ id: '4712', rooms: 'room-102' });
			await run(operation, [...rows, other]);
			const doors = await pinsOnLocks(service);
			service.sandbox.requests.clear();
			const items = await run(
				operation,
				[rows[0] ?? {}, { ...rows[1], ...broken }, { ...other, departure: inDays(14, 11) }],
				options,
			);
			expect(await pinsOnLocks(service)).toEqual(doors);
			expect(items.map(({ json }) => json.outcome)).toEqual(['failed', 'failed', 'updated']);
			expect(String(items[0]?.json.error)).toContain("Another item about the reservation '4711'");
			expect(writesOf(service)).toEqual(['/access_grants/update']);
		},
	);
});

it('a cancellation has the name that came in', async () => {
	await run('upsert', [row({ guest: 'Ann', contact: 'ann@example.com' })]);
	const canceled = [row({ guest: 'Ann Lee', status: 'cancelled' })];
	for (const options of [{ dryRun: true }, {}]) {
		const [item] = await run('upsert', canceled, options);
		expect(item?.json).toMatchObject({
			outcome: 'ended',
			guest_name: 'Ann Lee',
			rooms: ['Room 101'],
			changes: [{ what: 'access', before: ['Room 101'] }],
		});
	}
});
