import { InvalidParameterError } from '../../../../nodes/DeviceAccess/errors/errors';
import { readTimeOfDay } from '../../../../nodes/DeviceAccess/operation/form/checkValues';

it.each([
	['15', '15:00'],
	[15, '15:00'],
	['9:05', '09:05'],
	['15:00:00', '15:00'],
	['3 PM', '15:00'],
	['12 am', '00:00'],
	['12:30 pm', '12:30'],
	['', undefined],
])('a time of day %j', (value, expected) => {
	expect(readTimeOfDay('Check-in Time', value)).toBe(expected);
});

it.each(['24:00', '15:60', 'noon', '13 PM', '0 am'])('not a time of day: %j', (value) => {
	expect(() => readTimeOfDay('Check-in Time', value)).toThrow(InvalidParameterError);
});
