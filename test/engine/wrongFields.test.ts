import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, useHotelSandbox } from '../support/hotelSandbox';

const service = useHotelSandbox();

describe('several wrong fields are reported at once', () => {
	it('of a new access code', async () => {
		const { error } = await service.run('accessCode.create', {
			deviceId: byId("={{ 'front door' }}"),
			code: 'abc',
			startsAt: '03/04/2030',
			additionalFields: { preferredCodeLength: 'six' },
		});
		for (const field of ['Device', 'PIN', 'Starts At', 'PIN Length'])
			expect(error?.message).toContain(`'${field}'`);
		expect(service.sandbox.requests.count()).toBe(0);
	});

	it('of a reservation', async () => {
		const { error } = await service.run('reservation.upsert', {
			reservationKey: "={{ '' }}",
			arrival: '03/04/2030',
			departure: "={{ '' }}",
			rooms: "={{ ['room-101'] }}",
			options: { guestNumber: "={{ 'two' }}", checkInTime: 'noon', keyPrefix: "={{ '' }}" },
		});
		for (const field of ['Reservation Key', 'Arrival', 'Departure', 'Guest Number'])
			expect(error?.message).toContain(`'${field}'`);
		expect(service.sandbox.requests.count()).toBe(0);
	});

	it('and the other items go on if an error is to continue', async () => {
		const { items } = await service.run(
			'device.lock',
			{ deviceId: byId('={{ $json.id }}') },
			{ input: [{ id: 'no ID' }, { id: hotel.devices.room101 }], onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => json.outcome)).toEqual(['failed', 'locked']);
	});
});
