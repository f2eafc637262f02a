import {
	readGrantKey,
	readKnownKey,
	toGrantKey,
} from '../../../../nodes/DeviceAccess/reservations/grants/grant';

const PREFIX = 'reservation:';

it.each([
	[{ reservationKey: '4711', part: 1 }, 'reservation:4711'],
	[{ reservationKey: '4711-2', part: 1 }, 'reservation:4711-2'],
	[{ reservationKey: '4711', part: 3 }, 'reservation:4711:part-3'],
	[{ reservationKey: 'a:part-x', part: 2 }, 'reservation:a:part-x:part-2'],
])('%j is %s', (key, text) => {
	const whole = { prefix: PREFIX, ...key };
	expect([toGrantKey(whole), readGrantKey(PREFIX, text)]).toEqual([text, whole]);
});

it.each([
	'4711',
	'reservation:',
	'Reservation:4711',
	'other:reservation:4711',
	'',
	undefined,
	null,
	4711,
])('%j is not one of our keys', (key) => {
	expect(readGrantKey(PREFIX, key)).toBeUndefined();
});

it.each(['hostaway:', 'hostaway-2:', 'reservation-2:', 'desk:', 'calendar-room-101-airbnb:'])(
	'%s is known without the option, as the notes of the examples say',
	(prefix) => {
		expect(readKnownKey(`${prefix}4711`)).toEqual({ prefix, reservationKey: '4711', part: 1 });
	},
);

it.each(['hostaways:', 'house-2:', 'calendar:', 'cleaning:'])('%s is not known', (prefix) => {
	expect(readKnownKey(`${prefix}4711`)).toBeUndefined();
	expect(readKnownKey(`${prefix}4711`, prefix)).toMatchObject({ prefix });
});
