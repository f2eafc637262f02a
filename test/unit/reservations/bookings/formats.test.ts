import * as fc from 'fast-check';
import type { Booking } from '../../../../nodes/DeviceAccess/reservations/bookings/booking';
import { keyPrefixOf } from '../../../../nodes/DeviceAccess/reservations/bookings/format';
import { FORMATS } from '../../../../nodes/DeviceAccess/reservations/bookings/formats';
import { readBooking } from '../../../../nodes/DeviceAccess/reservations/bookings/readBooking';
import { readOwnPrefix } from '../../../../nodes/DeviceAccess/reservations/stays/readStay';
import { isWireObject, type WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { SAMPLES } from '../../../support/pms/samples';
import { assertProperty } from '../../../support/assert/assertProperty';

const SYSTEMS = FORMATS.map(({ value, system }) => ({
	value,
	system,
	bodies: SAMPLES[value] ?? {},
}));

describe('Formats of bookings', () => {
	it('are listed by name, and each has samples', () => {
		const names = FORMATS.map(({ system }) => system.toLowerCase());
		expect(names).toEqual([...names].sort());
		expect(Object.keys(SAMPLES).sort()).toEqual(FORMATS.map(({ value }) => value).sort());
	});

	it.each(FORMATS)('$system has a key prefix that no other can begin with', (format) => {
		const keyPrefix = keyPrefixOf(format);
		expect(readOwnPrefix({ keyPrefix })).toBe(keyPrefix);
	});

	it.each(SYSTEMS)(
		'$system: no other format gives access for what it sends, and none passes over a booking in silence',
		({ value, bodies }) => {
			for (const [name, body] of Object.entries(bodies)) {
				const own = bookingsOf(value, body);
				expect([name, own]).toEqual([name, expect.any(Array)]);
				const isAbout = own?.some(({ reservation_key: key }) => key !== null) === true;
				for (const other of FORMATS.filter((format) => format.value !== value)) {
					const read = bookingsOf(other.value, body) ?? [];
					const wrong = read.filter(
						(booking) =>
							booking.status === 'confirmed' ||
							// Two calendars can have the same word for a block.
							(isAbout &&
								isSilent(booking) &&
								!own?.some(({ reason }) => reason === booking.reason)),
					);
					expect([name, other.value, wrong]).toEqual([name, other.value, []]);
				}
			}
		},
	);

	const anyFormat = fc.constantFrom(...SYSTEMS);

	it('read or refuse any item', () => {
		assertProperty(
			fc.property(anyFormat, fc.jsonValue(), ({ value }, body) => {
				expectBookings(value, { headers: {}, body });
			}),
		);
	});

	it('read or refuse a body in which any member is something else', () => {
		const samples = SYSTEMS.flatMap(({ value, bodies }) =>
			Object.values(bodies).map((body) => ({ value, body })),
		);
		const ownPrototype = JSON.parse('{"__proto__":{"id":"1"}}') as fc.JsonValue;
		assertProperty(
			fc.property(
				fc.constantFrom(...samples),
				fc.nat(),
				fc.oneof(fc.jsonValue(), fc.constantFrom('', 0, 9e15, -1, 'Reserved', ownPrototype)),
				({ value, body }, at, other) => {
					expectBookings(value, replaceAt(body, at, other));
				},
			),
			1500,
		);
	});
});

const isSilent = ({ status, unknown_status: isUnknown, missing }: Booking) =>
	status === 'not_a_stay' && isUnknown !== true && missing.length === 0;

function bookingsOf(from: string, item: object): Booking[] | undefined {
	try {
		return readBooking(from, item as WireObject);
	} catch (error) {
		if (!isWireObject(error) || error.code !== 'INVALID_PARAMETER') throw error;
		return undefined;
	}
}

const TEXT = expect.stringMatching(/\S/) as string;
const STATUS = /^(confirmed|unconfirmed|cancelled|not_a_stay)$/;

function expectBookings(from: string, item: object) {
	for (const booking of bookingsOf(from, item) ?? []) {
		const {
			rooms,
			room_names: names,
			missing,
			unknown_status: isUnknown = true,
			is_paid: isPaid,
			...texts
		} = { ...booking };
		expect(isUnknown).toBe(true);
		expect([true, false, null]).toContain(isPaid);
		expect([rooms, names]).toEqual([expect.any(Array), expect.any(Array)]);
		for (const text of [rooms, names].flat()) expect(text).toEqual(TEXT);
		for (const text of Object.values(texts)) if (text !== null) expect(text).toEqual(TEXT);
		expect(texts.status).toMatch(STATUS);
		expect(texts.reason === null).toBe(texts.status === 'confirmed');
		expect(missing).toEqual(expect.any(Array));
	}
}

/** A copy as n8n stores it, with another value for one of its members at any depth. */
function replaceAt(body: object, at: number, other: unknown): object {
	let count = 0;
	JSON.stringify(body, (key, value: unknown) => (key === '' ? value : (count++, value)));
	let index = 0;
	const replaced = (key: string, value: unknown) =>
		key !== '' && index++ === at % count ? other : value;
	return JSON.parse(JSON.stringify(body, replaced)) as object;
}
