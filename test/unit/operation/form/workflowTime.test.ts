import { toWorkflowTime } from '../../../../nodes/DeviceAccess/operation/form/times';

describe('toWorkflowTime', () => {
	it.each([
		['2030-01-31T15:00:00', 'America/New_York', '2030-01-31T20:00:00.000Z'],
		['2030-07-31T15:00:00', 'America/New_York', '2030-07-31T19:00:00.000Z'],
		['2030-01-31 15:00', 'Europe/Berlin', '2030-01-31T14:00:00.000Z'],
		['2030-01-31t15:00:00.250', 'Europe/Berlin', '2030-01-31T14:00:00.250Z'],
		['2030-01-31', 'Asia/Kolkata', '2030-01-30T18:30:00.000Z'],
		['2030-01-31T00:00:00', 'UTC', '2030-01-31T00:00:00.000Z'],
		['2030-12-31T23:30:00', 'Pacific/Auckland', '2030-12-31T10:30:00.000Z'],
	])('reads %s in %s as %s', (value, timeZone, instant) => {
		expect(toWorkflowTime(value, timeZone)).toBe(instant);
	});

	it.each([
		['2030-10-27T02:30', 'Europe/Berlin', '2030-10-27T00:30:00.000Z'],
		['2030-11-03T01:30', 'America/New_York', '2030-11-03T05:30:00.000Z'],
	])('takes the first of the two times of %s in %s', (value, timeZone, instant) => {
		expect(toWorkflowTime(value, timeZone)).toBe(instant);
	});

	it('takes the last of the two if asked', () => {
		const end = toWorkflowTime('2030-10-27T02:30', 'Europe/Berlin', 'last');
		expect(end).toBe('2030-10-27T01:30:00.000Z');
	});

	it.each([
		'2030-01-31T15:00:00Z',
		'2030-01-31T15:00:00+05:00',
		'next week',
		'',
		'2030-13-45T00:00:00',
		'2030-02-30',
		'2030-02-30T15:00',
		'2030-1-31 15:00',
		'03/04/2030',
		undefined,
		null,
		1_900_000_000_000,
	])('leaves %p as it is', (value) => {
		expect(toWorkflowTime(value, 'America/New_York')).toBe(value);
	});
});
