import { toWorkflowTime } from '../../../../nodes/DeviceAccess/operation/form/times';

describe('toWorkflowTime', () => {
	it.each([
		['2030-01-31T15:00:00', 'America/New_York', '2030-01-31T20:00:00.000Z'],
		['2030-07-31T15:00:00', 'America/New_York', '2030-07-31T19:00:00.000Z'],
		['2030-01-31 15:00', 'Europe/Berlin', '2030-01-31T14:00:00.000Z'],
		['2030-01-31t15:00:00.250', 'Europe/Berlin', '2030-01-31T14:00:00.250Z'],
		['2030-01-31', 'Asia/Kolkata', '2030-01-30T18:30:00.000Z'],
	])('reads %s in %s as %s', (value, timeZone, instant) => {
		expect(toWorkflowTime(value, timeZone)).toBe(instant);
	});

	it('takes the first of two times, or the last if asked', () => {
		const twice = ['2030-10-27T02:30', 'Europe/Berlin'] as const;
		expect([toWorkflowTime(...twice), toWorkflowTime(...twice, 'last')]).toEqual([
			'2030-10-27T00:30:00.000Z',
			'2030-10-27T01:30:00.000Z',
		]);
	});

	it.each([
		'2030-01-31T15:00:00Z',
		'2030-01-31T15:00:00+05:00',
		'next week',
		'2030-02-30',
		'2030-02-30T15:00',
		'2030-1-31 15:00',
		null,
		1_900_000_000_000,
	])('leaves %p as it is', (value) => {
		expect(toWorkflowTime(value, 'America/New_York')).toBe(value);
	});
});
