import { readGrantKey, toGrantKey } from '../../../../nodes/DeviceAccess/reservations/grants/grant';

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
