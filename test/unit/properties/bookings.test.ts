import * as fc from 'fast-check';
import { InvalidParameterError } from '../../../nodes/DeviceAccess/errors/errors';
import type { Booking } from '../../../nodes/DeviceAccess/reservations/bookings/booking';
import { FORMATS } from '../../../nodes/DeviceAccess/reservations/bookings/formats';
import { readBooking } from '../../../nodes/DeviceAccess/reservations/bookings/readBooking';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import { type PmsBooking, withOffset } from '../../support/pms/pmsBooking';
import { propertyRuns } from './propertyRuns';
import { anyBooking, EVENTS, STAYS, type WrittenStay } from './writtenBookings';

const read = (from: string, body: object) => readBooking(from, body as WireObject);

const STATUS = {
	confirmed: 'confirmed',
	ownerStay: 'confirmed',
	inquiry: 'unconfirmed',
	cancelled: 'cancelled',
	block: 'not_a_stay',
};

/** A day stays a day. Everything else is compared as an instant, whichever way it is written. */
const meaningOf = (time: string | null, { offset }: PmsBooking) => {
	if (time === null || time.length === 10) return time;
	return Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(time) ? time : `${time}${offset}`);
};

const expectedTime = (booking: PmsBooking, day: string, time?: string) =>
	time === undefined ? day : Date.parse(withOffset(booking, day, time));

/** Airbnb's calendar shows the last 4 digits. */
function phoneOf({ guest }: PmsBooking, says: WrittenStay['says']): string | null {
	if (says.includes('phoneEnd')) return guest.phone.slice(-4);
	return says.includes('phone') ? guest.phone : null;
}

/** What the reader has to find, from the booking alone. */
const plain = (booking: PmsBooking, { says, key, usualTimes }: WrittenStay) => ({
	reservation_key: key?.(booking) ?? booking.id,
	status: STATUS[booking.kind],
	guest_name: says.includes('name') ? `${booking.guest.first} ${booking.guest.last}` : null,
	guest_email: says.includes('email') ? booking.guest.email : null,
	guest_phone: phoneOf(booking, says),
	guest_key: says.includes('guestKey') ? booking.guest.key : null,
	rooms: says.includes('rooms') ? booking.rooms.map(({ id }) => id) : [],
	arrival: expectedTime(booking, booking.arrival, booking.arrivalTime ?? usualTimes?.arrival),
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
		fc.assert(
			fc.property(anyBooking(written), (booking) => {
				const [one, ...others] = read(written.from, written.write(booking));
				expect(others).toEqual([]);
				expect(found(one, booking)).toEqual(plain(booking, written));
			}),
			propertyRuns(100),
		);
	});

	it.each(EVENTS)('in an event of $name can end access, and gives none', (written) => {
		fc.assert(
			fc.property(anyBooking(written), (booking) => {
				const [one] = read(written.from, written.write(booking));
				expect(one).toMatchObject({ reservation_key: written.key?.(booking) ?? booking.id });
				if (one?.status === 'cancelled') expect(booking.kind).toBe('cancelled');
				else expect(one?.status).toBe('not_a_stay');
				if (booking.kind === 'confirmed')
					expect(one?.missing).toMatchObject([{ what: 'stay', request: expect.any(String) }]);
			}),
			propertyRuns(100),
		);
	});

	it.each([...STAYS, ...EVENTS])(
		'written in the form of $name is of no other system',
		(written) => {
			fc.assert(
				fc.property(anyBooking(written), (booking) => {
					const body = JSON.parse(JSON.stringify(written.write(booking))) as WireObject;
					const takers = FORMATS.filter((format) => format.read(body, {}) !== undefined);
					expect(takers.map(({ value }) => value)).toEqual([written.from]);
				}),
				propertyRuns(30),
			);
		},
	);
});

/** Reads the body, or is refused as an input that the system does not send; any other error fails the test. */
function readOrRefuse(from: string, body: object): Booking[] {
	try {
		return read(from, body);
	} catch (error) {
		expect(error).toBeInstanceOf(InvalidParameterError);
		return [];
	}
}

const anyText = expect.any(String) as unknown;

function expectWellFormed(booking: Booking) {
	const { status, rooms, room_names: names, missing, ...texts } = booking;
	expect(Object.values(STATUS)).toContain(status);
	for (const text of [...rooms, ...names]) expect(text).toEqual(anyText);
	for (const part of missing) expect(part).toEqual({ what: anyText, request: anyText });
	for (const text of Object.values(texts)) if (text !== null) expect(text).toEqual(anyText);
}

/** The body with one of its members, at any depth, replaced or added. */
function damaged(body: unknown, path: number[], value: unknown): unknown {
	const [next, ...rest] = path;
	if (next === undefined || typeof body !== 'object' || body === null) return value;
	const names = Object.keys(body);
	const name = names[next % Math.max(names.length, 1)] ?? '0';
	const changed = damaged((body as WireObject)[name], rest, value);
	return Array.isArray(body)
		? Object.assign([...(body as unknown[])], { [name]: changed })
		: { ...body, [name]: changed };
}

describe('a body that no system sends', () => {
	it.each(FORMATS)('is refused, or read, by the format of $name', ({ value }) => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
				readOrRefuse(value, body).forEach(expectWellFormed);
			}),
			propertyRuns(50),
		);
	});

	it.each([...STAYS, ...EVENTS])('is refused, or read, if it is like that of $name', (written) => {
		const path = fc.array(fc.nat(40), { minLength: 1, maxLength: 4 });
		fc.assert(
			fc.property(anyBooking(written), path, fc.jsonValue(), (booking, where, value) => {
				const body = JSON.parse(JSON.stringify(written.write(booking))) as WireObject;
				readOrRefuse(written.from, damaged(body, where, value) as object).forEach(expectWellFormed);
			}),
			propertyRuns(100),
		);
	});
});
