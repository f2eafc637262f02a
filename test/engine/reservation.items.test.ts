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

	it('gives both rooms if the rows have one time of change', async () => {
		const items = await run(operation, rows, { changedAt: inDays(-3) });
		const pins = [items[0]?.json.pin];
		expect(await pinsOnLocks(service)).toMatchObject({ 'Room 101': pins, 'Room 103': pins });
		expect(items.map(({ json }) => json.outcome)).toEqual(['created', 'unchanged']);
	});

	it.each([
		['the later first', [1, 0]],
		['the earlier first', [0, 1]],
	])('gives only the later room for two versions of a stay, %s', async (_what, order) => {
		const versions = rows.map((one, index) => ({ ...one, at: inDays(index - 3) }));
		const list = order.map((index) => versions[index] ?? {});
		const items = await run(operation, list, { changedAt: '={{ $json.at }}' });
		const [latest] = items.filter(({ json }) => json.outcome === 'created');
		const pins = [latest?.json.pin];
		expect(await pinsOnLocks(service)).toEqual({ 'Front Door': pins, 'Room 103': pins });
	});

	it.each([
		['the later first', [1, 0]],
		['the earlier first', [0, 1]],
	])('gives one guest one PIN for two versions of a stay, %s', async (_what, order) => {
		const versions = [row({ at: inDays(-3) }), row({ at: inDays(-2), departure: inDays(14, 11) })];
		const list = order.map((index) => versions[index] ?? {});
		const items = await run(operation, list, { changedAt: '={{ $json.at }}' });
		const [latest] = items.filter(({ json }) => json.outcome === 'created');
		expect(await pinsOnLocks(service)).toEqual({ 'Room 101': [latest?.json.pin] });
		expect(latest?.json.ends_at).toBe(inDays(14, 11));
	});

	it.each<[string, INodeParameters]>([
		['without a time of change', {}],
		['with one time of change', { changedAt: '2020-01-01T00:00:00Z' }],
	])(
		'keeps the access of a further guest when the first one cancels, %s',
		async (_what, options) => {
			const guests = [
				row({ guest: 'Ann', contact: 'ann@example.com' }),
				row({ guest: 'Bob', contact: 'bob@example.com', id: '4711-2' }),
			];
			const [, bob] = await run(operation, guests);
			const canceled = { ...guests[0], status: 'cancelled' };
			const items = await run(operation, [canceled, guests[1] ?? {}], options);
			expect(await pinsOnLocks(service)).toEqual({ 'Room 101': [bob?.json.pin] });
			expect(items.map(({ json }) => [json.outcome, json.guest_name, json.pin])).toEqual([
				['ended', 'Ann', null],
				['unchanged', 'Bob', bob?.json.pin],
			]);
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
