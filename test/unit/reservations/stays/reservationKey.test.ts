import { InvalidParameterError } from '../../../../nodes/DeviceAccess/errors/errors';
import {
	requireKeyText,
	requireReservationKey,
} from '../../../../nodes/DeviceAccess/reservations/stays/readStay';

it.each([
	[' HM-4711 ', 'HM-4711'],
	[4711, '4711'],
	['Nullarbor', 'Nullarbor'],
	[Number.MAX_SAFE_INTEGER, '9007199254740991'],
])('%j is the key %s', (value, key) => {
	expect(requireReservationKey(value)).toBe(key);
});

it.each([
	'',
	null,
	2 ** 53,
	1.5,
	{ id: 4711 },
	'NaN',
	'-Infinity',
	'R-[object Object]',
	'R-undefined',
	'a:part-1',
])('%p is refused as a reservation key', (value) => {
	expect(() => requireReservationKey(value)).toThrow(InvalidParameterError);
});

it('a key of a guest or a prefix that a wrong expression made is refused', () => {
	expect(() => requireKeyText('Guest Key', 'NaN')).toThrow(InvalidParameterError);
	expect(() => requireKeyText('Guest Key', 'G-1')).not.toThrow();
});
