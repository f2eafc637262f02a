import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { type OperationName, QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';
import { booking, inDays, pinsOnLocks, reserve, writesOf } from '../support/service/reservations';

// Two systems can have a reservation with the same number, for different guests. So an action on one reservation never
// reads or changes that of another system, and the list of reservations has those of all systems.

const service = useHotelSandbox();

const reserveFor = async (keyPrefix: string, changes: object = {}) =>
	await reserve(service, 'upsert', [booking({ arrival: inDays(-1), ...changes })], {
		keyPrefix,
		waitUntilIssued: true,
	});
const run = async (operation: string, options: INodeParameters = {}) =>
	await service.run(
		`reservation.${operation}`,
		{ reservationKey: '4711', options: { ...QUICK_CHECKS, ...options } },
		{ onError: 'continueRegularOutput' },
	);

describe('a list of reservations', () => {
	const list = async (filters: INodeParameters = {}, options: INodeParameters = {}) => {
		const { items } = await service.run('reservation.getAll', {
			returnAll: true,
			output: 'raw',
			filters,
			options,
		});
		return items.map(({ json }) => [json.key_prefix, json.reservation_key, json.rooms]);
	};
	const ROOMS = { 'reservation:': 'room-101', 'guesty:': 'room-102', 'desk:': 'suite' };

	beforeEach(async () => {
		for (const [prefix, rooms] of Object.entries(ROOMS)) await reserveFor(prefix, { rooms });
		await reserveFor('calendar-room-101-airbnb:', { rooms: 'room-101' });
		await reserveFor('cleaning:', { rooms: 'room-101' });
	});

	it.each<[string, INodeParameters]>([
		['has those of all systems, of calendars and of the front desk, without those of others', {}],
		['has guests of all systems who have not arrived', { notYetArrived: true }],
	])('%s', async (_what, filters) => {
		const found = await list(filters);
		expect(found.sort()).toEqual([
			['calendar-room-101-airbnb:', '4711', ['Room 101']],
			['desk:', '4711', ['Suite']],
			['guesty:', '4711', ['Room 102']],
			['reservation:', '4711', ['Room 101']],
		]);
	});

	it('has only those with the prefix that a person enters', async () => {
		expect(await list({}, { keyPrefix: 'cleaning:' })).toEqual([
			['cleaning:', '4711', ['Room 101']],
		]);
	});
});

describe('a reservation that only another system has', () => {
	beforeEach(async () => {
		await reserveFor('guesty:');
		service.sandbox.requests.clear();
	});

	it.each(['get', 'getHistory', 'changePin'])(
		'is not taken by %s, which names its prefix, and is found with it',
		async (operation) => {
			const [failed] = (await run(operation)).items;
			expect([failed?.json.details, writesOf(service)]).toEqual([
				expect.objectContaining({ description: expect.stringContaining("'guesty:'") }),
				[],
			]);
			const found = await run(operation, { keyPrefix: 'guesty:' });
			expect(found.items[0]?.json).toMatchObject({ reservation_key: '4711' });
			expect(found.items[0]?.json.error).toBeUndefined();
		},
	);

	it('keeps its access when it is deleted without its prefix, and the item says so', async () => {
		const doors = await pinsOnLocks(service);
		const [kept] = (await run('delete')).items;
		expect([kept?.json, await pinsOnLocks(service)]).toEqual([
			expect.objectContaining({
				outcome: 'nothing_to_end',
				problems: [
					expect.objectContaining({
						code: 'other_key_prefix',
						reason: expect.stringContaining("'guesty:'"),
					}),
				],
			}),
			doors,
		]);
		const [ended] = (await run('delete', { keyPrefix: 'guesty:' })).items;
		expect([ended?.json.outcome, await pinsOnLocks(service)]).toEqual(['ended', {}]);
	});
});

it.each<[OperationName, INodeParameters]>([
	['reservation.upsert', { reservationKey: 'R-1', rooms: { mode: 'key', value: 'room-101' } }],
	['reservation.syncMany', { reservationKey: 'R-1', rooms: { mode: 'key', value: 'room-101' } }],
	['reservation.get', { reservationKey: 'R-1' }],
	['reservation.getAll', { returnAll: true, filters: {} }],
	['reservation.getHistory', { reservationKey: 'R-1', returnAll: true }],
	['reservation.delete', { reservationKey: 'R-1' }],
	['reservation.changePin', { reservationKey: 'R-1' }],
	['device.getWhoCanOpen', { deviceId: { mode: 'id', value: hotel.devices.frontDoor } }],
	['entrance.getWhoCanOpen', { entranceId: { mode: 'id', value: hotel.devices.frontDoor } }],
])('%s asks nothing of the service if the key prefix is not one', async (operation, parameters) => {
	const { items } = await service.run(
		operation,
		{
			status: 'confirmed',
			arrival: inDays(1),
			departure: inDays(2),
			...parameters,
			options: { keyPrefix: 'reserv' },
		},
		{ onError: 'continueRegularOutput' },
	);
	expect([items, service.paths()]).toMatchObject([
		[{ json: { error: expect.stringContaining("'Key Prefix' must be letters") } }],
		[],
	]);
});
