import type { Booking } from '../../../../../nodes/DeviceAccess/reservations/bookings/booking';
import { readBooking } from '../../../../../nodes/DeviceAccess/reservations/bookings/readBooking';

export function readOne(from: string, body: object): Booking {
	const [booking, ...others] = readBooking(from, { headers: {}, params: {}, query: {}, body });
	expect(others).toEqual([]);
	if (!booking) throw new Error('No booking was read');
	return booking;
}

/** What every booking of the tests says, written in the form of a system that sends all of it. */
export const WHOLE_BOOKING = {
	reservation_key: '40771',
	status: 'confirmed',
	reason: null,
	guest_name: 'Ada Example',
	guest_email: 'ada@example.com',
	guest_phone: '+15550100123',
	guest_language: 'en',
	guest_key: null,
	rooms: ['512'],
	room_names: ['Harbor Loft'],
	arrival: '2030-01-29',
	departure: '2030-01-31',
	changed_at: null,
	door_code: null,
	conversation_id: null,
	is_paid: null,
	group_key: null,
	missing: [],
};
