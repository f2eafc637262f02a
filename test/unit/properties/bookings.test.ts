import * as fc from 'fast-check';
import type { Booking } from '../../../nodes/DeviceAccess/reservations/bookings/booking';
import { readBooking } from '../../../nodes/DeviceAccess/reservations/bookings/readBooking';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import { type PmsBooking, withOffset } from '../../../pms/pmsBooking';
import { assertProperty } from '../../support/assert/assertProperty';
import { anyBooking, EVENTS, phoneOf, STATUS, STAYS, type WrittenStay } from './writtenBookings';

const read = (from: string, body: object) => readBooking(from, body as WireObject);

/** A day stays a day. Everything else is compared as an instant, whichever way it is written. */
const meaningOf = (time: string | null, { offset }: PmsBooking) => {
	if (time === null || time.length === 10) return time;
	return Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(time) ? time : `${time}${offset}`);
};

const expectedTime = (booking: PmsBooking, day: string, time?: string) =>
	time === undefined ? day : Date.parse(withOffset(booking, day, time));

/** An arrival after midnight is in the night after the day. */
const isNight = (time?: string) => time !== undefined && time < '05:00';

const plain = (booking: PmsBooking, { says, key, usualTimes, writesInstants }: WrittenStay) => ({
	reservation_key: key?.(booking) ?? booking.id,
	status: STATUS[booking.kind],
	guest_name: says.includes('name') ? `${booking.guest.first} ${booking.guest.last}` : null,
	guest_email: says.includes('email') ? booking.guest.email : null,
	guest_phone: phoneOf(booking, says),
	guest_key: says.includes('guestKey') ? booking.guest.key : null,
	rooms: says.includes('rooms') ? booking.rooms.map(({ id }) => id) : [],
	arrival:
		!writesInstants && isNight(booking.arrivalTime)
			? booking.arrival
			: expectedTime(booking, booking.arrival, booking.arrivalTime ?? usualTimes?.arrival),
	departure: expectedTime(
		booking,
		booking.departure,
		booking.departureTime ?? usualTimes?.departure,
	),
	changed_at: says.includes('changedAt') ? Date.parse(booking.changedAt) : null,
});

const found = (booking: Booking | undefined, written: PmsBooking) =>
	booking && {
		reservation_key: booking.reservation_key,
		status: booking.status,
		guest_name: booking.guest_name,
		guest_email: booking.guest_email,
		guest_phone: booking.guest_phone,
		guest_key: booking.guest_key,
		rooms: booking.rooms,
		arrival: meaningOf(booking.arrival, written),
		departure: meaningOf(booking.departure, written),
		changed_at: booking.changed_at === null ? null : Date.parse(booking.changed_at),
	};

describe('any booking', () => {
	it.each(STAYS)('written in the form of $name means the same after it is read', (written) => {
		assertProperty(
			fc.property(anyBooking(written), (booking) => {
				const [one, ...others] = read(written.from, written.write(booking));
				expect(others).toEqual([]);
				expect(found(one, booking)).toEqual(plain(booking, written));
			}),
			100,
		);
	});

	it.each(EVENTS)('in an event of $name can end access, and gives none', (written) => {
		assertProperty(
			fc.property(anyBooking(written), (booking) => {
				const [one] = read(written.from, written.write(booking));
				expect(one).toMatchObject({ reservation_key: written.key?.(booking) ?? booking.id });
				if (one?.status === 'cancelled') expect(booking.kind).toBe('cancelled');
				else expect(one?.status).toBe('not_a_stay');
				if (booking.kind === 'confirmed')
					expect(one?.missing).toMatchObject([{ what: 'stay', request: expect.any(String) }]);
			}),
			100,
		);
	});
});
