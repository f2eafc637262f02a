import type { IDataObject } from 'n8n-workflow';
import { nodeOf, withOlderAccess, withSetting } from '../host/n8n/readExample';
import { startHttpServer } from '../host/process/httpServer';
import { succeeded } from '../test/support/example/deliver';
import { useExample } from '../test/support/example/useExample';
import { useHotelSandbox } from '../test/support/service/hotelSandbox';
import { writesOf } from '../test/support/service/reservations';

const service = useHotelSandbox();
const host = useExample('reservation-to-access.json', service, withOlderAccess);
const { example } = host;

const BOOKING = {
	reservation_id: 'R-1001',
	status: 'confirmed',
	guest: {
		name: 'Guest of Room 101',
		email: 'guest@example.com',
		phone: '+15550100000',
		language: 'de',
	},
	room: 'room-101',
	check_in: '2031-01-31',
	check_out: '2031-02-02',
};
async function tell(changes: IDataObject = {}) {
	const { run, status } = await host.deliver('From the PMS', { ...BOOKING, ...changes });
	expect(status).toBe(200);
	if (run) succeeded(run);
}
const rows = () => host.rows('Stays');

/** The access as the service has it: rooms, times, and the PIN. */
const access = async () => {
	const { items } = await service.run('reservation.getAll', { returnAll: true, filters: {} });
	return items.map(({ json }) => ({
		key: json.reservation_key,
		rooms: json.rooms,
		times: [json.starts_at, json.ends_at],
		pin: json.pin,
	}));
};

/** The night, with these reservations in the system. */
async function compare(result: unknown, status = 200) {
	const pms = await startHttpServer(() => ({ status, body: { result } }));
	const filledIn = structuredClone(example);
	nodeOf(filledIn, 'Every night').disabled = false;
	const request = nodeOf(filledIn, 'Get the reservations');
	Object.assign(request, { retryOnFail: false });
	request.parameters.url = pms.url;
	const run = await host.execute('Every night', { as: filledIn });
	await pms.stop();
	return run;
}

it('runs with one click, and follows what a person changes: the dates, the room, the status', async () => {
	const runWith = async (field: string, value: string) => {
		const run = await host.run('Try it', {
			as: withSetting(example, 'A booking to try', field, value),
		});
		return run.items('Sync many')[0]?.json.outcome;
	};
	expect(await runWith('body.status', 'confirmed')).toBe('created');
	expect(await runWith('body.check_out', '2036-02-05')).toBe('updated');
	expect(await runWith('body.room', 'Room 102')).toBe('moved');
	expect(await runWith('body.status', 'cancelled')).toBe('ended');
	expect(await access()).toEqual([]);
});

it('gives the guest of a call access and a row, and changes nothing if the same comes twice', async () => {
	await tell();
	const [stay] = await access();
	expect(stay).toMatchObject({
		rooms: ['Room 101'],
		times: ['2031-01-31T15:00:00.000Z', '2031-02-02T11:00:00.000Z'],
	});
	expect(rows()).toEqual([
		{
			arrival: '2031-01-31',
			departure: '2031-02-02',
			rooms: 'Room 101',
			stay_key: 'reservation:R-1001',
			guest_name: 'Guest of Room 101',
			system: 'other',
			conversation_id: null,
			guest_email: 'guest@example.com',
			guest_phone: '+15550100000',
			guest_language: 'de',
			host_message: null,
			ends_at: '2031-02-02T11:00:00.000Z',
		},
	]);
	service.sandbox.requests.clear();
	await tell();
	expect([writesOf(service), await access(), rows()]).toEqual([
		[],
		[stay],
		[expect.objectContaining({ host_message: null })],
	]);
});

it('moves dates and rooms, keeps the PIN, leaves an older version alone, and ends the access', async () => {
	await tell({ updated_at: '2025-01-02T09:00:00Z' });
	const [{ pin } = { pin: '' }] = await access();
	await tell({ updated_at: '2025-01-02T11:00:00Z', room: 'room-102', check_out: '2031-02-04' });
	await tell({ updated_at: '2025-01-02T10:00:00Z', check_out: '2031-02-09' });
	expect(await access()).toMatchObject([
		{ pin, rooms: ['Room 102'], times: [expect.anything(), expect.stringMatching(/^2031-02-04/)] },
	]);
	await tell({ updated_at: '2025-01-02T12:00:00Z', status: 'cancelled' });
	expect([await access(), rows()]).toMatchObject([
		[],
		[{ host_message: expect.stringMatching(/^Booking R-1001[^]*has ended/) }],
	]);
});

it('tells the host what is missing, and no more when it is there', async () => {
	await tell({ room: 'room-999' });
	await tell({ reservation_id: 'R-1002', status: 'perhaps' });
	await tell({ reservation_id: '' });
	expect([writesOf(service), rows().map(({ host_message: text }) => text)]).toEqual([
		[],
		[
			expect.stringMatching(/^Booking R-1001/),
			expect.stringMatching(/^Booking R-1002[^]*perhaps/),
			expect.stringMatching(/\S/),
		],
	]);
	await tell();
	expect(rows()[0]?.host_message).toBeNull();
});

it('compares all reservations at night, also those that calls missed, and ends what is missing', async () => {
	await tell();
	await tell({ reservation_id: 'R-1002', room: 'room-102' });
	await compare([
		BOOKING,
		{ ...BOOKING, reservation_id: 'R-1003', check_in: '2031-03-01', check_out: '2031-03-02' },
	]);
	expect((await access()).map(({ key }) => key).sort()).toEqual(['R-1001', 'R-1003']);
	await compare([]);
	const failed = await compare([], 500);
	expect([failed.error()?.message, (await access()).length]).toEqual([expect.any(String), 2]);
});
