import {
	bookingReaders,
	readBooking,
} from '../../../../nodes/DeviceAccess/reservations/bookings/readBooking';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { cloudbeds } from '../../../../pms/cloudbeds';
import { hostaway } from '../../../../pms/hostaway';
import { pmsBooking } from '../../../../pms/pmsBooking';
import { SAMPLES } from '../../../support/pms/samples';
import { readOne } from './formats/readOne';

const BOOKING = pmsBooking();

it.each([
	['airbnb2', 'Airbnb'],
	['booking', 'Booking.com'],
	['BOOKINGDOTCOM', 'Booking.com'],
	['HomeAway', 'Vrbo'],
	['expedia', 'Expedia'],
	['bookingengine', 'bookingengine'],
	['Direct booking', 'Direct booking'],
])('the channel %s is %s', (channelName, channel) => {
	expect(readOne('hostaway', { ...hostaway.listed(BOOKING), channelName }).channel).toBe(channel);
});

describe('a body that is no booking of this system', () => {
	const read = (from: string, body: object) => () => readBooking(from, body as WireObject);

	it.each<[string, object, string]>([
		['guesty', { _id: 'abc-1', departure: '2031-03-03' }, 'abc-1'],
		['beds24', hostaway.listed(BOOKING), '40771'],
	])('%s: is named by its ID', (from, body, id) => {
		expect(read(from, body)).toThrow(`(ID '${id}')`);
	});

	it.each(Object.entries(SAMPLES))(
		'%s: names its reservation where the system has the key, so that a list endangers no other',
		(from, samples) => {
			const damaged = Object.values(samples).flatMap((body) => {
				const [{ reservation_key: key = null } = {}, ...others] = readBooking(
					from,
					body as WireObject,
				);
				const rest = key === null || others.length > 0 ? {} : onlyWith(key, body);
				return Object.keys(rest).length > 0 ? [{ key, body: rest }] : [];
			});
			expect(damaged.length).toBeGreaterThan(1);
			for (const { key, body } of damaged) {
				expect(read(from, body)).toThrow(expect.objectContaining({ reservationKey: key }) as Error);
			}
		},
	);

	it('has no name without an ID', () => {
		expect(read('hostaway', {})).toThrow(/^This is not a booking from Hostaway$/);
	});

	it('is named if the rooms in the options are empty', () => {
		const body = hostaway.listed(BOOKING) as WireObject;
		for (const rooms of ['', ' , '])
			expect(() => readBooking('hostaway', body, { rooms })).toThrow("(ID '40771')");
	});

	it('is read if one of the rooms in the options is empty: a cancellation needs none', () => {
		const [booking] = readBooking('hostaway', hostaway.listed(BOOKING) as WireObject, {
			rooms: 'room-101, ',
		});
		expect(booking?.rooms).toEqual(['room-101', '']);
	});
});

it('an answer with something that is no booking is refused as a whole', () => {
	const body = { data: [{ ...cloudbeds.listed(BOOKING) }, null] };
	expect(() => readBooking('cloudbeds', body)).toThrow('This is not a booking from');
});

describe('a body that is an array', () => {
	const call = (body: unknown) => ({ headers: {}, params: {}, query: {}, body }) as WireObject;

	it.each(Object.entries(SAMPLES))('%s: is several bodies', (from, samples) => {
		const bodies = Object.values(samples);
		const each = bodies.flatMap((body) => readBooking(from, call(body)));
		expect(readBooking(from, call(bodies))).toEqual(each);
		expect(readBooking(from, call(JSON.stringify(bodies)))).toEqual(
			bodies.flatMap((body) => readBooking(from, call(JSON.stringify(body)))),
		);
	});

	it.each([[{ id: 60_001 }], [null], ['x'], [7], [[hostaway.listed(BOOKING)]]])(
		'does not lose the others if one is %j',
		(other) => {
			const readers = bookingReaders('hostaway', call([hostaway.listed(BOOKING), other]));
			expect(readers).toHaveLength(2);
			expect(readers[0]?.()).toMatchObject([{ reservation_key: '40771' }]);
			expect(() => readers[1]?.()).toThrow('This is not a booking from Hostaway');
		},
	);

	it('has no booking if it is empty, and says so', () => {
		expect(() => readBooking('guesty', call([]))).toThrow('The list from Guesty is empty');
	});
});

function onlyWith(key: string, body: object): object {
	const isObject = (value: unknown): value is object =>
		typeof value === 'object' && value !== null && !Array.isArray(value);
	return Object.fromEntries(
		Object.entries(body)
			.map(([name, value]: [string, unknown]): [string, unknown] => [
				name,
				isObject(value) ? onlyWith(key, value) : value,
			])
			.filter(([, value]) =>
				isObject(value)
					? Object.keys(value).length > 0
					: String(value) === key || String(value).includes(`/${key}`),
			),
	);
}
