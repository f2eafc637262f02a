import { instantOf, isTimeZone } from '../../../../nodes/DeviceAccess/operation/form/times';

const iso = (day: string, timeOfDay: string, timeZone: string, which: 'first' | 'last' = 'first') =>
	new Date(instantOf(day, timeOfDay, timeZone, which)).toISOString();

describe('instantOf', () => {
	it.each([
		['2030-01-31', '15:00', 'UTC', '2030-01-31T15:00:00.000Z'],
		['2030-07-31', '15:00', 'Europe/Berlin', '2030-07-31T13:00:00.000Z'],
		['2030-01-31', '15:00', 'Asia/Kathmandu', '2030-01-31T09:15:00.000Z'],
		['2030-12-31', '23:30', 'America/Los_Angeles', '2031-01-01T07:30:00.000Z'],
	])('%s %s in %s', (day, timeOfDay, timeZone, expected) => {
		expect([iso(day, timeOfDay, timeZone, 'first'), iso(day, timeOfDay, timeZone, 'last')]).toEqual(
			[expected, expected],
		);
	});

	it.each([
		[
			'an hour that is left out',
			'2030-03-31',
			'02:30',
			'Europe/Berlin',
			'2030-03-31T01:00:00.000Z',
		],
		['its first minute', '2030-03-31', '02:00', 'Europe/Berlin', '2030-03-31T01:00:00.000Z'],
		[
			'half an hour that is left out',
			'2030-10-06',
			'02:15',
			'Australia/Lord_Howe',
			'2030-10-05T15:30:00.000Z',
		],
	])('%s becomes the next time that exists', (_what, day, timeOfDay, timeZone, expected) => {
		expect([iso(day, timeOfDay, timeZone, 'first'), iso(day, timeOfDay, timeZone, 'last')]).toEqual(
			[expected, expected],
		);
	});

	it.each([
		[
			'2030-10-27',
			'02:30',
			'Europe/Berlin',
			'2030-10-27T00:30:00.000Z',
			'2030-10-27T01:30:00.000Z',
		],
		[
			'2030-04-07',
			'01:45',
			'Australia/Lord_Howe',
			'2030-04-06T14:45:00.000Z',
			'2030-04-06T15:15:00.000Z',
		],
	])('%s %s in %s comes twice', (day, timeOfDay, timeZone, first, last) => {
		expect([iso(day, timeOfDay, timeZone, 'first'), iso(day, timeOfDay, timeZone, 'last')]).toEqual(
			[first, last],
		);
	});
});

it('knows time zones by their names', () => {
	expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([
		true,
		true,
		false,
		false,
	]);
});
