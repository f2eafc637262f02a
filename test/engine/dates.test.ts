import type { IDataObject } from 'n8n-workflow';
import { byId, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

/** Creates a code that ends at what an expression gives, and says what was sent, in a workflow of Berlin. */
async function createUntil(expression: string, input: IDataObject = {}) {
	const run = await service.run(
		'accessCode.create',
		{
			deviceId: byId(hotel.devices.room101),
			additionalFields: { startsAt: '2030-01-01T00:00:00', endsAt: `={{ ${expression} }}` },
			waitForCompletion: false,
		},
		{ timezone: 'Europe/Berlin', input: [input] },
	);
	return { message: run.error?.message, sent: service.bodies('/access_codes/create').map((body) => (body as IDataObject).ends_at) };
}

describe('a date from an expression', () => {
	it.each([
		["'2030-01-31T15:00:00'", '2030-01-31T14:00:00.000Z'],
		["'2030-01-31 15:00'", '2030-01-31T14:00:00.000Z'],
		["'2030-01-31'", '2030-01-30T23:00:00.000Z'],
		["'2030-01-31T15:00:00-05:00'", '2030-01-31T20:00:00.000Z'],
		["DateTime.fromFormat('31.01.2030 15:00', 'dd.MM.yyyy HH:mm')", '2030-01-31T14:00:00.000Z'],
		["DateTime.fromISO('2030-01-31T15:00').toSQL()", '2030-01-31T14:00:00.000Z'],
		["DateTime.fromISO('2030-01-31T15:00').toISO()", '2030-01-31T14:00:00.000Z'],
		["'31.01.2030'.toDateTime('dd.MM.yyyy').plus(15, 'hours')", '2030-01-31T14:00:00.000Z'],
		['new Date(Date.UTC(2030, 0, 31, 14))', '2030-01-31T14:00:00.000Z'],
		['Date.UTC(2030, 0, 31, 14)', '2030-01-31T14:00:00.000Z'],
	])('%s is sent as %s', async (expression, sent) => {
		expect(await createUntil(expression)).toEqual({ message: undefined, sent: [sent] });
	});

	it.each(['03/04/2030', '03.04.2030 15:00', '5', 'Room 5', '2030-1-31 15:00', '2030-02-30', 'Jan 31, 2030 15:00', '2030-01-31 3:00 PM'])(
		'%p is refused before anything is sent',
		async (until) => {
			expect(await createUntil('$json.until', { until })).toEqual({ message: "'Ends At' is not a date in the form 2030-01-31T15:00", sent: [] });
		},
	);

	it('can be a DateTime also in a field outside a collection', async () => {
		await service.run('event.getAll', { since: "={{ DateTime.fromISO('2030-01-31T15:00') }}" }, { timezone: 'Europe/Berlin' });
		expect(service.bodies('/events/list')).toEqual([{ since: '2030-01-31T14:00:00.000Z', limit: 50 }]);
	});
});
