import {
	customerKeyField,
	keyOf,
	parseData,
	readRecords,
	RECORD_TYPES,
	STAYS,
} from '../../../../nodes/DeviceAccess/resources/customer/records';
import { requestOf } from '../../../../nodes/DeviceAccess/operation';
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
			reservations: [STAY],
			spaces: [SPACE],
		});
	});

	it.each<[string, unknown, string]>([
		['nothing', {}, 'There is nothing to push'],
		['a type that is not known', { visitors: [GUEST] }, "'Data' has an unknown field 'visitors'"],
		[
			'a member of every object',
			JSON.parse('{"__proto__": [], "guests": []}'),
			"'Data' has an unknown field '__proto__'",
		],
		['a text instead of a record', { guests: ['g-7'] }, "'guests[0]' must be an object"],
		[
			'a record without its key',
			{ guests: [GUEST, { name: 'Guest 8' }] },
			"'guests[1]' has no 'guest_key'",
		],
		['a record without its name', { guests: [{ guest_key: 'g-7' }] }, "'guests[0]' has no 'name'"],
	])('refuses %s, and says where', (_what, data, message) => {
		expect(() => readRecords(data)).toThrow(message);
	});

	it('takes no customer key with a comma, which Delete Data would read as two', () => {
		const read = requestOf({ customerKey: customerKeyField });
		expect(read({ customerKey: ' owner-7 ' })).toEqual({ customer_key: 'owner-7' });
		expect(() => read({ customerKey: 'owner,7' })).toThrow("'Customer Key' has a comma");
	});

	it('repeats no value, which may be a PIN', () => {
		expect(() => parseData('{"reservations": [{"preferred_code": "7711"}')).toThrow(
			/^(?!.*7711)'Data' is not valid JSON$/,
		);
	});
});

it('knows the types that the OpenAPI names, their keys, and which need a name', () => {
	const documented = Object.entries(contract().requests['/customers/push_data']?.properties ?? {})
		.filter(([name]) => name !== 'customer_key')
		.map(([name, { items }]) => [name, items?.required ?? []]);
	const known = [...RECORD_TYPES]
		.sort()
		.map((type) => [
			type,
			(STAYS as readonly string[]).includes(type) ? [keyOf(type)] : ['name', keyOf(type)],
		]);
	const sorted = (entries: unknown[][]) =>
		entries.map(([name, required]) => [name, [...(required as string[])].sort()]);
	expect(sorted(known)).toEqual(sorted(documented));
});
