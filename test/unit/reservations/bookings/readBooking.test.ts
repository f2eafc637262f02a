import { readBooking } from '../../../../nodes/DeviceAccess/reservations/bookings/readBooking';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { hostaway } from '../../../support/pms/hostaway';
import { pmsBooking } from '../../../support/pms/pmsBooking';
import { readOne } from './formats/readOne';

const BOOKING = pmsBooking();

it.each([
	['airbnbOfficial', 'Airbnb'],
	['airbnb2', 'Airbnb'],
	['AIRBNB', 'Airbnb'],
	['bookingcom', 'Booking.com'],
	['booking', 'Booking.com'],
	['Booking.com', 'Booking.com'],
	['BOOKINGDOTCOM', 'Booking.com'],
	['homeaway', 'Vrbo'],
	['HomeAway', 'Vrbo'],
	['VRBO', 'Vrbo'],
	['expedia', 'Expedia'],
	['bookingengine', 'bookingengine'],
	['Direct booking', 'Direct booking'],
	['manual', 'manual'],
])('the channel %s is %s', (channelName, channel) => {
	expect(readOne('hostaway', { ...hostaway.listed(BOOKING), channelName }).channel).toBe(channel);
});

describe('a body that is no booking of this system', () => {
	const read = (from: string, body: object) => () => readBooking(from, body as WireObject);

	it.each<[string, object, string]>([
		['hostaway', { id: 60_001, departureDate: '2031-03-03' }, '60001'],
		['hostaway', { event: 'reservation updated', data: { id: 60_001 } }, '60001'],
		['guesty', { _id: 'abc-1', departure: '2031-03-03' }, 'abc-1'],
		['cloudbeds', { reservationID: '60001' }, '60001'],
		['mews', { Id: 'abc-1' }, 'abc-1'],
		['lodgify', { booking: { id: 60_001 } }, '60001'],
		['beds24', hostaway.listed(BOOKING), '40771'],
	])('%s: is named by its ID', (from, body, id) => {
		expect(read(from, body)).toThrow(`(ID '${id}')`);
	});

	it('has no name without an ID', () => {
		expect(read('hostaway', {})).toThrow(/^This is not a booking from Hostaway$/);
	});

	it('is named if the rooms in the options are empty', () => {
		const body = hostaway.listed(BOOKING) as WireObject;
		expect(() => readBooking('hostaway', body, { rooms: '' })).toThrow("(ID '40771')");
	});
});
