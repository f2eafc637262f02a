import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, useHotelSandbox } from '../support/service/hotelSandbox';
import { booking, inDays, reserve } from '../support/service/reservations';

const service = useHotelSandbox();

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const told = (json: IDataObject = {}) => [json.tell, json.host_message];

it('tells the host what a list did not do, with the stays', async () => {
	const stays = ['1', '2', '3'].map((id) => booking({ id }));
	await reserve(service, 'upsert', stays);
	const { items } = await reserve(service, 'syncMany', stays.slice(2), {
		removeGone: true,
		closeAtMost: 1,
		keepNewFor: 0,
	});
	expect(told(items.at(-1)?.json)).toEqual([
		'host',
		expect.stringMatching(
			/^2 bookings would close.*\nWould close: Booking 1, Guest 4711, Room 101, .*\nWould close: Booking 2, .*\nWhat to do: /,
		),
	]);
});

describe('Guest to Tell', () => {
	const RAW = { output: 'raw' };
	const toTell = async (parameters: IDataObject = {}) =>
		(
			await service.run('reservation.getAll', {
				returnAll: true,
				filters: { guestToTell: true },
				...parameters,
			})
		).items.map(({ json }) => json);

	it('finds the stays that have begun or begin soon, with the contacts of the guest', async () => {
		await reserve(
			service,
			'upsert',
			[
				booking({ id: 'now', arrival: inHours(-2) }),
				booking({ id: 'soon', arrival: inHours(71) }),
				booking({ id: 'later', arrival: inHours(73) }),
				booking({ id: 'offline', rooms: 'parking', arrival: inHours(5) }),
			],
			{ waitUntilIssued: true, waitTimeout: 1 },
		);
		const found = await toTell();
		expect(found.map(({ reservation_key: key }) => key).sort()).toEqual(['now', 'soon']);
		const more = await toTell({
			filters: { guestToTell: true, hoursBeforeArrival: 74 },
		});
		expect(more.map(({ reservation_key: key }) => key).sort()).toEqual(['later', 'now', 'soon']);
		const [raw] = await toTell({
			...RAW,
			filters: { guestToTell: true, hoursBeforeArrival: 1 },
		});
		expect(raw).toMatchObject({
			stay_key: 'reservation:now',
			guest_email: 'guest-now@example.com',
			tell: 'guest',
			message_key: expect.any(String),
		});
	});

	it('finds a stay once while a change of rooms is not finished: with the rooms that open, and a new PIN of theirs', async () => {
		const inHouse = { arrival: inDays(-1) };
		const simulate = async (simulation: string) =>
			await service.run('device.simulate', { deviceId: byId(hotel.devices.room103), simulation });
		await reserve(service, 'upsert', [booking(inHouse)], { waitUntilIssued: true });
		await simulate('disconnect');
		const moved = [booking({ ...inHouse, rooms: 'suite' })];
		await reserve(service, 'upsert', moved, { waitTimeout: 0.1 });
		const { items: open } = await service.run('reservation.getAll', { returnAll: true });
		expect(open.map(({ json }) => json.rooms)).toEqual([['Room 101'], ['Suite']]);
		expect(await toTell()).toMatchObject([{ rooms: ['Room 101'], pin: expect.any(String) }]);
		const { items: changed } = await service.run('reservation.changePin', {
			reservationKey: '4711',
			options: { pin: '7390', waitTimeout: 1 },
		});
		expect(changed[0]?.json).toMatchObject({ rooms: ['Room 101'], pin: '7390' });
		expect(await toTell()).toMatchObject([{ rooms: ['Room 101'], pin: '7390' }]);
		await simulate('connect');
		expect(await toTell()).toMatchObject([{ rooms: ['Suite'], pin: expect.any(String) }]);
	});
});
