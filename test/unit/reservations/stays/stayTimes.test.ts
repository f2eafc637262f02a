import { InvalidParameterError } from '../../../../nodes/DeviceAccess/errors/errors';
import {
	readStayTimes,
	settleOrder,
	type TimesOfStay,
	toInstants,
} from '../../../../nodes/DeviceAccess/reservations/stays/stayTimes';

const RULES: Omit<TimesOfStay, 'arrival' | 'departure'> = {
	timeZone: 'Europe/Berlin',
	checkIn: '15:00',
	checkOut: '11:00',
	openBeforeMinutes: 0,
	closeAfterMinutes: 0,
};
const stay = (arrival: unknown, departure: unknown, rules: Partial<TimesOfStay> = {}) => {
	const times = readStayTimes(arrival, departure);
	return Object.values(toInstants({ ...RULES, ...rules, ...times }));
};

describe('the times of a stay', () => {
	it.each<[string, unknown, unknown]>([
		['only days', '2030-01-31', '2030-02-02'],
		['midnight without offset', '2030-01-31T00:00:00', '2030-02-02 00:00'],
		[
			'midnight with another offset than UTC, as a day',
			'2030-01-31T00:00:00-07:00',
			'2030-02-02T00:00+0530',
		],
		[
			'midnight with an offset of hours only, as a day',
			'2030-01-31T00:00:00+02',
			'2030-02-02 00:00:00-03',
		],
		['midnight UTC at both ends, as days', '2030-01-31T00:00:00.000Z', '2030-02-02T00:00:00+00:00'],
		[
			'midnight UTC at both ends as a Date and a number, as days',
			new Date('2030-01-31'),
			Date.parse('2030-02-02'),
		],
		[
			'midnight of the house that is written in UTC, as days',
			'2030-01-30T23:00:00Z',
			'2030-02-01T23:00:00.000Z',
		],
	])('are days, with the hours of the room: %s', (_what, arrival, departure) => {
		expect(stay(arrival, departure)).toEqual([
			'2030-01-31T14:00:00.000Z',
			'2030-02-02T10:00:00.000Z',
		]);
	});

	it.each<[string, unknown, unknown, Partial<TimesOfStay>, string, string]>([
		[
			'local times',
			'2030-01-31T17:30',
			'2030-02-02 09:15:00',
			{},
			'2030-01-31T16:30:00.000Z',
			'2030-02-02T08:15:00.000Z',
		],
		[
			'instants',
			'2030-01-31T17:30:00Z',
			'2030-02-02T09:15:00+02:00',
			{},
			'2030-01-31T17:30:00.000Z',
			'2030-02-02T07:15:00.000Z',
		],
		[
			'an instant at midnight',
			'2030-01-31T00:00:00Z',
			'2030-02-02',
			{},
			'2030-01-31T00:00:00.000Z',
			'2030-02-02T10:00:00.000Z',
		],
		[
			'midnight UTC with an offset of hours only, at one end, as an instant',
			'2030-01-31T00:00:00+00',
			'2030-02-02',
			{},
			'2030-01-31T00:00:00.000Z',
			'2030-02-02T10:00:00.000Z',
		],
		[
			'midnight of the house that is written in UTC, of a room without hours, as instants',
			'2030-01-30T23:00:00Z',
			'2030-02-01T23:00:00.000Z',
			{ checkIn: undefined },
			'2030-01-30T23:00:00.000Z',
			'2030-02-01T23:00:00.000Z',
		],
		[
			'midnight UTC at one end, as an instant',
			'2030-01-31T15:00:00Z',
			'2030-02-02T00:00:00Z',
			{},
			'2030-01-31T15:00:00.000Z',
			'2030-02-02T00:00:00.000Z',
		],
		[
			'a Date of an expression',
			new Date('2030-01-31T12:00:00Z'),
			1_896_256_800_000,
			{},
			'2030-01-31T12:00:00.000Z',
			'2030-02-02T10:00:00.000Z',
		],
		[
			'buffers',
			'2030-01-31',
			'2030-02-02',
			{ openBeforeMinutes: 90, closeAfterMinutes: 30 },
			'2030-01-31T12:30:00.000Z',
			'2030-02-02T10:30:00.000Z',
		],
		[
			'a turnover on the day of the change to summer time',
			'2030-03-30',
			'2030-03-31',
			{ checkOut: '02:30' },
			'2030-03-30T14:00:00.000Z',
			'2030-03-31T01:00:00.000Z',
		],
		[
			'an hour that comes twice',
			'2030-10-27',
			'2030-10-27',
			{ checkIn: '02:15', checkOut: '02:30' },
			'2030-10-27T00:15:00.000Z',
			'2030-10-27T01:30:00.000Z',
		],
	])('%s', (_what, arrival, departure, rules, startsAt, endsAt) => {
		expect(stay(arrival, departure, rules)).toEqual([startsAt, endsAt]);
	});

	it.each<[string, unknown, unknown, Partial<TimesOfStay>]>([
		['no day', '', '2030-02-02', {}],
		['another form', '31.01.2030', '2030-02-02', {}],
		['a day that there is not', '2030-02-30', '2030-03-02', {}],
		['a time that there is not', '2030-01-31T25:00', '2030-02-02', {}],
		['seconds since 1970', 1_896_256_800, '2030-02-02', {}],
		['no hour anywhere', '2030-01-31', '2030-02-02', { checkIn: undefined }],
		['a departure before the arrival', '2030-02-02', '2030-01-31', {}],
		['a departure at the arrival', '2030-01-31T15:00', '2030-01-31T15:00', {}],
		['a time zone that there is not', '2030-01-31', '2030-02-02', { timeZone: 'Mars/Olympus' }],
	])('are refused with %s', (_what, arrival, departure, rules) => {
		expect(() => stay(arrival, departure, rules)).toThrow(InvalidParameterError);
	});
});

const daysOf = (...stays: Array<[string, string]>) =>
	settleOrder(stays.map(([arrival, departure]) => readStayTimes(arrival, departure))).map(
		(times) =>
			times && [times.arrival, times.departure].map((time) => 'day' in time && time.day).join(),
	);

it.each<[string, Array<[string, string]>, Array<string | undefined>]>([
	['that tell by themselves', [['30/01/2030', '2/2/2030']], ['2030-01-30,2030-02-02']],
	['with the month first', [['01/30/2030', '02/02/2030']], ['2030-01-30,2030-02-02']],
	[
		'of which another stay tells',
		[
			['07/12/2030', '08/12/2030'],
			['12/20/2030', '12/21/2030'],
		],
		['2030-07-12,2030-08-12', '2030-12-20,2030-12-21'],
	],
	['that nothing tells', [['07/12/2030', '08/12/2030']], [undefined]],
	['of which one is in another form', [['07/12/2030', '2030-12-08']], [undefined]],
	[
		'that contradict each other',
		[
			['07/12/2030', '08/12/2030'],
			['12/20/2030', '21/12/2030'],
		],
		[undefined, '2030-12-20,2030-12-21'],
	],
	['that are the same in both orders', [['07/07/2030', '08/08/2030']], ['2030-07-07,2030-08-08']],
])('dates with slashes %s', (_what, stays, expected) => {
	expect(daysOf(...stays)).toEqual(expected);
});
