import {
	parseData,
	readRecords,
} from '../../../../nodes/DeviceAccess/resources/customer/readRecords';
import { RECORD_TYPES } from '../../../../nodes/DeviceAccess/resources/customer/recordTypes';
import { contract } from '../../../support/contract/contract';

const GUEST = { guest_key: 'g-7', name: 'Guest 7' };
const STAY = {
	reservation_key: '4711',
	starts_at: '2031-01-31T16:00+01:00',
	preferred_code: '7711',
	space_keys: ['room-101'],
	guest_key: 'g-7',
	custom_metadata: { vip: true, floor: null },
};
const SPACE = {
	space_key: 'room-101',
	name: 'Room 101',
	geolocation: { latitude: 38.7, longitude: -9.1 },
	duration_minutes: 30,
	customer_data: { address: null, default_checkin_time: '15:00', time_zone: 'Europe/Lisbon' },
};

describe('readRecords', () => {
	it('returns the records as the service expects them', () => {
		expect(readRecords({ guests: [GUEST], reservations: [STAY], spaces: [SPACE] })).toEqual({
			guests: [GUEST],
			reservations: [{ ...STAY, starts_at: '2031-01-31T15:00:00.000Z' }],
			spaces: [SPACE],
		});
	});

	it.each<[string, unknown, string]>([
		['a list', [GUEST], "'Data' must be a JSON object"],
		['nothing', {}, 'There is nothing to push'],
		['empty lists', { guests: [], rooms: [] }, 'There is nothing to push'],
		['a type that is not known', { visitors: [GUEST] }, "'Data' has an unknown field 'visitors'"],
		[
			'a member of every object',
			JSON.parse('{"__proto__": [], "guests": []}'),
			"'Data' has an unknown field '__proto__'",
		],
		['a record instead of a list', { guests: GUEST }, "'guests' must be a list"],
		['a text instead of a record', { guests: ['g-7'] }, "'guests[0]' must be an object"],
		[
			'a record without its key',
			{ guests: [GUEST, { name: 'Guest 8' }] },
			"'guests[1]' has no 'guest_key'",
		],
		['a record without its name', { guests: [{ guest_key: 'g-7' }] }, "'guests[0]' has no 'name'"],
		[
			'an empty key',
			{ guests: [{ ...GUEST, guest_key: ' ' }] },
			"'guests[0].guest_key' must be text that is not empty",
		],
		[
			'a number for a key',
			{ reservations: [{ reservation_key: 4711 }] },
			"'reservations[0].reservation_key' must be text that is not empty",
		],
		[
			'a member that is not known',
			{ guests: [{ ...GUEST, email: 'guest@example.com' }] },
			"'guests[0]' has an unknown field 'email'",
		],
		[
			'metadata on a type that has none',
			{ bookings: [{ booking_key: '1', custom_metadata: {} }] },
			"'bookings[0]' has an unknown field 'custom_metadata'",
		],
		[
			'a time without its offset',
			{ reservations: [{ ...STAY, ends_at: '2031-02-01T11:00' }] },
			"'reservations[0].ends_at' must be a time with its offset, such as 2030-01-31T15:00:00Z",
		],
		[
			'a text instead of keys',
			{ reservations: [{ ...STAY, space_keys: 'room-101' }] },
			"'reservations[0].space_keys' must be a list of text values",
		],
		[
			'metadata of numbers',
			{ reservations: [{ ...STAY, custom_metadata: { floor: 2 } }] },
			"'reservations[0].custom_metadata' must be an object whose values are true, false, null or text of up to 500 characters",
		],
		[
			'no minutes',
			{ spaces: [{ ...SPACE, duration_minutes: 0 }] },
			"'spaces[0].duration_minutes' must be a whole number above 0",
		],
		[
			'half a position',
			{ spaces: [{ ...SPACE, geolocation: { latitude: 1 } }] },
			"'spaces[0].geolocation' must be an object with the numbers latitude and longitude",
		],
	])('refuses %s, and says where', (_what, data, message) => {
		expect(() => readRecords(data)).toThrow(message);
	});

	it.each([
		{ check_in: '15:00' },
		{ default_checkin_time: '24:00' },
		{ time_zone: 'Atlantis/Harbour' },
	])('refuses %j of a space', (customer_data) => {
		expect(() => readRecords({ spaces: [{ ...SPACE, customer_data }] })).toThrow(
			/^'spaces\[0\]\.customer_data' must be /,
		);
	});

	it('repeats no value, which may be a PIN', () => {
		expect(() => readRecords({ reservations: [{ ...STAY, preferred_code: 7711 }] })).toThrow(
			/^(?!.*7711)/,
		);
		expect(() => parseData('{"reservations": [{"preferred_code": "7711"}')).toThrow(
			/^(?!.*7711)'Data' is not valid JSON$/,
		);
	});
});

it('knows the types and members that the OpenAPI names', () => {
	const members = Object.entries(contract().requests['/customers/push_data']?.properties ?? {});
	const documented = members
		.filter(([name]) => name !== 'customer_key')
		.map(([name, { items }]) => [
			name,
			Object.keys(items?.properties ?? {}).sort(),
			(items?.required ?? []).includes('name'),
		]);
	const known = Object.entries(RECORD_TYPES).map(([name, type]) => [
		name,
		Object.keys(type.members).sort(),
		type.needsName,
	]);
	expect(known).toEqual(documented);
});
