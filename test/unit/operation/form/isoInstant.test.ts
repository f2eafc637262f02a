import { parseIsoInstant } from '../../../../nodes/DeviceAccess/operation/form/times';

const toIso = (text: string) => {
	const instantMs = parseIsoInstant(text);
	return Number.isNaN(instantMs) ? 'none' : new Date(instantMs).toISOString();
};

describe('parseIsoInstant', () => {
	it.each([
		['2030-01-31T15:00:00Z', '2030-01-31T15:00:00.000Z'],
		['2030-01-31T15:00Z', '2030-01-31T15:00:00.000Z'],
		['2030-01-31T15:00:00.123456+01:00', '2030-01-31T14:00:00.123Z'],
		['2030-01-31T15:00:00+0530', '2030-01-31T09:30:00.000Z'],
		['2030-01-31 15:00:00-03', '2030-01-31T18:00:00.000Z'],
		['2030-01-31t15:00:00z', '2030-01-31T15:00:00.000Z'],
		['  2030-01-31T15:00:00Z\n', '2030-01-31T15:00:00.000Z'],
		['2030-01-31T24:00:00Z', '2030-02-01T00:00:00.000Z'],
		['2028-02-29T12:00:00Z', '2028-02-29T12:00:00.000Z'],
	])('reads %p as %s', (text, instant) => {
		expect(toIso(text)).toBe(instant);
	});

	it.each(['2030-01-31T15:00:00', '2030-01-31'])(
		'returns nothing for %p, which has no offset from UTC',
		(text) => {
			expect(toIso(text)).toBe('none');
		},
	);

	it.each([
		'2030-02-29T15:00:00Z',
		'2030-13-01T15:00:00Z',
		'2030-01-31T25:00:00Z',
		'2030-01-31T15:00:00+25:00',
	])('returns nothing for %p, which no calendar or clock shows', (text) => {
		expect(toIso(text)).toBe('none');
	});

	it.each([
		'5',
		'03/04/2030 15:00 Z',
		'2030-1-31 15:00Z',
		'Thu, 31 Jan 2030 15:00:00 GMT',
		'on 2030-01-31T15:00:00Z',
		'2030-01-31T15:00:00Z or later',
		'2030-01-31Z',
	])('returns nothing for %p, which has another form', (text) => {
		expect(toIso(text)).toBe('none');
	});
});
