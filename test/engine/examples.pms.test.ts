import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { deliverToExample, runWithBody } from '../support/deliverToExample';
import { byId, useHotelSandbox } from '../support/hotelSandbox';
import { hostaway, message, testDelivery } from '../support/pms/hostaway';
import { startHostawayServer, type HostawayServer } from '../support/pms/hostawayServer';
import { pmsBooking, type PmsBooking } from '../support/pms/pmsBooking';
import { nodeOf, readExample, withOlderAccess, type Example } from '../support/readExample';
import { pinsOnLocks, writesOf } from '../support/reservations';
import { skipPauses } from '../support/skipPauses';

const service = useHotelSandbox();
let pms: HostawayServer;

beforeEach(async () => {
	skipPauses();
	pms = await startHostawayServer();
});
afterEach(async () => {
	await pms.stop();
	jest.restoreAllMocks();
});

const TO_HOST = 'you@example.com';
const ROOM_101 = { id: '70101', name: 'Room 101' };
const ROOM_102 = { id: '70102', name: 'Room 102' };

/** A booking for Room 101, which Hostaway knows by another ID. */
const booking = (changes: Partial<PmsBooking> = {}): PmsBooking =>
	pmsBooking({ rooms: [ROOM_101], arrival: '2031-01-29', departure: '2031-01-31', ...changes });

/** The example with the address of the account, and without pauses between requests. */
function ofThisAccount(): Example {
	const example = structuredClone(withOlderAccess(readExample('pms/hostaway.json')));
	for (const name of ['Get the bookings', 'Send the PIN to Hostaway']) {
		const request = nodeOf(example, name);
		request.waitBetweenTries = 25;
		request.parameters = JSON.parse(
			JSON.stringify(request.parameters)
				.replaceAll('https://api.hostaway.com', pms.url)
				.replace(/"(batchInterval|requestInterval)":1000/, '"$1":0'),
		) as typeof request.parameters;
	}
	return example;
}

const credentials = () => ({ ...service.credentials, oAuth2Api: pms.credential });

const receive = async (body: object): Promise<WorkflowRun> =>
	await runWithBody(ofThisAccount(), 'From Hostaway', body as IDataObject, credentials());

/** Delivers a booking that is also in the account. */
async function tell(changes: Partial<PmsBooking> = {}): Promise<WorkflowRun> {
	const sent = booking(changes);
	pms.reservations = [hostaway.listed(sent)];
	return await receive(hostaway.webhookBody(sent));
}

/** The night with these bookings in the account, which keeps the door codes that it has. */
async function night(bookings: readonly object[]): Promise<WorkflowRun> {
	const known = new Map(
		(pms.reservations as IDataObject[]).map(({ id, doorCode }) => [id, { doorCode }]),
	);
	pms.reservations = bookings.map((one) => ({ ...one, ...known.get((one as IDataObject).id) }));
	const run = await runWorkflow(ofThisAccount(), {
		credentials: credentials(),
		startNode: 'Every night',
	});
	expect(run.error()).toBeUndefined();
	return run;
}

const recipients = (run: WorkflowRun) => run.items('Send it').map(({ json }) => json.to);
const textOf = (run: WorkflowRun) => run.items('Send it').map(({ json }) => json.text);

/** The access as the service has it. */
async function access(): Promise<IDataObject[]> {
	const { items } = await service.run('reservation.getAll', {
		returnAll: true,
		filters: {},
		options: { keyPrefix: 'hostaway:' },
	});
	return items.map(({ json }) => json);
}

it('"Hostaway" has few nodes, and no other address than that of Hostaway', () => {
	const { nodes } = readExample('pms/hostaway.json');
	expect(nodes.filter(({ type }) => !type.endsWith('.stickyNote')).length).toBeLessThanOrEqual(16);
	expect(
		nodes.flatMap(({ parameters: { url } }) => (url === undefined ? [] : [String(url)])),
	).toEqual([
		expect.stringMatching(/^=https:\/\/api\.hostaway\.com\//),
		expect.stringMatching(/^https:\/\/api\.hostaway\.com\//),
	]);
});

describe('a call from Hostaway', () => {
	it('gives a new guest the PIN at the door, in a message, and as the door code in Hostaway', async () => {
		const run = await tell({ arrivalTime: '16:00', departureTime: '14:00' });
		const [stay] = await access();
		expect(stay).toMatchObject({
			reservation_key: '40771',
			rooms: ['Room 101'],
			starts_at: '2031-01-29T16:00:00.000Z',
			ends_at: '2031-01-31T14:00:00.000Z',
		});
		const pin = String(stay?.pin);
		expect(await pinsOnLocks(service)).toMatchObject({ 'Room 101': [pin] });
		expect(recipients(run)).toEqual(['ada@example.com']);
		expect(textOf(run)).toEqual([expect.stringContaining(pin)]);
		expect(pms.doorCodes).toEqual([{ id: '40771', doorCode: pin }]);
		expect(pms.reservations).toMatchObject([{ doorCode: pin }]);
	});

	it('moves dates and rooms with the same PIN, and tells the guest, but not Hostaway', async () => {
		await tell();
		const [{ pin } = {}] = await access();
		const later = await tell({ departure: '2031-02-02' });
		expect(await access()).toMatchObject([{ pin, ends_at: '2031-02-02T11:00:00.000Z' }]);
		const moved = await tell({ departure: '2031-02-02', rooms: [ROOM_102] });
		expect(await access()).toMatchObject([{ pin, rooms: ['Room 102'] }]);
		expect(await pinsOnLocks(service)).toMatchObject({ 'Room 102': [pin] });
		expect([...recipients(later), ...recipients(moved)]).toEqual([
			'ada@example.com',
			'ada@example.com',
		]);
		expect(pms.doorCodes).toHaveLength(1);
	});

	it.each(['cancelled', 'inquiry'] as const)(
		'ends the access of a booking that becomes %s, and tells the host',
		async (kind) => {
			await tell();
			const run = await tell({ kind });
			expect([await access(), await pinsOnLocks(service)]).toEqual([[], {}]);
			expect([recipients(run), pms.doorCodes.length]).toEqual([[TO_HOST], 1]);
		},
	);

	it.each<[string, object]>([
		['an inquiry', hostaway.webhookBody(booking({ kind: 'inquiry' }))],
		['a booking without payment', hostaway.webhookBody(booking({ word: 'awaitingPayment' }))],
		['a cancellation of nothing', hostaway.webhookBody(booking({ kind: 'cancelled' }))],
		['a message', message],
		['a test delivery', testDelivery],
	])('changes nothing and writes to nobody after %s', async (_what, body) => {
		const run = await receive(body);
		expect([recipients(run), writesOf(service), pms.doorCodes]).toEqual([[], [], []]);
	});

	it('changes nothing and writes to nobody when a call comes twice', async () => {
		await tell();
		service.sandbox.requests.clear();
		const run = await tell();
		expect([recipients(run), writesOf(service), pms.doorCodes.length]).toEqual([[], [], 1]);
	});

	it("gives an owner's stay access, and tells the host, because nobody else can", async () => {
		const guest = { ...booking().guest, email: '' };
		const run = await tell({ kind: 'ownerStay', guest });
		const [stay] = await access();
		expect([recipients(run), pms.doorCodes]).toEqual([
			[TO_HOST],
			[{ id: '40771', doorCode: stay?.pin }],
		]);
	});

	it.each<[string, object]>([
		[
			'a listing that has no space',
			hostaway.webhookBody(booking({ rooms: [{ id: '70999', name: 'Attic' }] })),
		],
		['a body of another system', { reservation_id: 'R-1001', status: 'confirmed' }],
	])('tells the host about %s, and writes nothing', async (_what, body) => {
		const run = await receive(body);
		expect([recipients(run), writesOf(service), pms.doorCodes]).toEqual([[TO_HOST], [], []]);
		expect(textOf(run)).toEqual([expect.stringMatching(/\S/)]);
	});

	it('tells the host if Hostaway does not take the door code, and shows no PIN', async () => {
		pms.settings.updateStatus = 500;
		const run = await tell();
		const [stay] = await access();
		expect([recipients(run).sort(), pms.doorCodes.length]).toEqual([
			['ada@example.com', TO_HOST],
			5,
		]);
		const told = run.items('Message to yourself').map(({ json }) => String(json.text));
		expect(told).toEqual([expect.stringMatching(/^Booking 40771[^]*\nWhat to do: /)]);
		expect(told.join('')).not.toContain(String(stay?.pin));
	});

	it('is refused with another password', async () => {
		const body = hostaway.webhookBody(booking()) as IDataObject;
		const { status, run } = await deliverToExample(
			ofThisAccount(),
			'From Hostaway',
			body,
			credentials(),
			'another-secret',
		);
		expect([status, run, service.paths()]).toEqual([401, undefined, []]);
	});
});

describe('the night', () => {
	const inDays = (days: number) => new Date(Date.UTC(2031, 0, 1 + days)).toISOString().slice(0, 10);
	/** Bookings of two rooms, one after the other. */
	const bookings = (count: number, changes: (index: number) => Partial<PmsBooking> = () => ({})) =>
		Array.from({ length: count }, (_, index) =>
			hostaway.listed(
				booking({
					id: String(50_001 + index),
					guest: { ...booking().guest, email: `guest-${index}@example.com`, phone: '' },
					rooms: [index % 2 === 0 ? ROOM_101 : ROOM_102],
					arrival: inDays(index),
					departure: inDays(index + 2),
					...changes(index),
				}),
			),
		);
	const keys = async () => (await access()).map(({ reservation_key: key }) => Number(key)).sort();

	it('reads all pages, gives each booking access, and ends only what is missing', async () => {
		const all = bookings(124);
		const first = await night(all);
		const stays = await access();
		expect(stays).toHaveLength(124);
		expect(pms.listed.map(({ afterId }) => afterId)).toEqual([undefined, '50100', '50124']);
		expect(new Map(pms.doorCodes.map(({ id, doorCode }) => [id, doorCode]))).toEqual(
			new Map(stays.map(({ reservation_key: key, pin }) => [key, pin])),
		);
		expect(recipients(first)).toEqual([TO_HOST]);

		service.sandbox.requests.clear();
		const second = await night(all.filter((_, index) => index !== 60));
		expect(await keys()).toEqual(
			all.map((_, index) => 50_001 + index).filter((id) => id !== 50_061),
		);
		expect([recipients(second), pms.doorCodes.length]).toEqual([[TO_HOST], 124]);
		expect(textOf(second)).toEqual([expect.stringMatching(/^Booking 50061,(?![^]*Booking)/)]);
	});

	it('repairs what lost calls left: a late check-out, new dates, a cancellation, a new booking', async () => {
		await night(bookings(4));
		const changes: Array<Partial<PmsBooking>> = [
			{ departureTime: '13:00' },
			{ arrival: '2031-03-01', departure: '2031-03-03' },
			{ kind: 'cancelled' },
			{},
			{},
		];
		const run = await night(bookings(5, (index) => changes[index] ?? {}));
		expect(
			Object.fromEntries((await access()).map((stay) => [stay.reservation_key, stay.ends_at])),
		).toEqual({
			'50001': '2031-01-03T13:00:00.000Z',
			'50002': '2031-03-03T10:00:00.000Z',
			'50004': '2031-01-06T10:00:00.000Z',
			'50005': '2031-01-07T11:00:00.000Z',
		});
		expect(pms.doorCodes.map(({ id }) => id).slice(4)).toEqual(['50005']);
		expect(textOf(run)).toEqual([expect.stringMatching(/Booking 50003[^]*Booking 50005/)]);
	});

	it('gives Hostaway a PIN that has changed because another room has a lock that takes no other, and tells the host', async () => {
		await night(bookings(1));
		const [{ pin } = {}] = await access();
		await service.run('accessCode.create', {
			deviceId: byId(hotel.devices.room102),
			code: String(pin),
		});
		const run = await night(bookings(1, () => ({ rooms: [ROOM_102] })));
		const [ofRoom102 = ''] = (await pinsOnLocks(service))['Room 102'] ?? [];
		expect(ofRoom102).not.toBe(pin);
		expect(pms.doorCodes.slice(1)).toEqual([
			{ id: '50001', doorCode: `${String(pin)}, Room 102: ${ofRoom102}` },
		]);
		expect([recipients(run), textOf(run)]).toEqual([
			[TO_HOST],
			[expect.stringContaining(ofRoom102)],
		]);
	});

	it('gives Hostaway the door code that it did not take during the day', async () => {
		pms.settings.updateStatus = 500;
		await tell();
		pms.settings.updateStatus = undefined;
		const [{ pin } = {}] = await access();
		const run = await night([hostaway.listed(booking())]);
		expect([recipients(run), pms.reservations]).toMatchObject([[], [{ doorCode: pin }]]);
	});

	it('waits until Hostaway accepts a new token, which it does a second later', async () => {
		pms.settings.tokenDelayMs = 20;
		expect(recipients(await night(bookings(1)))).toEqual([TO_HOST]);
		expect([await keys(), pms.doorCodes.length]).toEqual([[50_001], 1]);
	});

	it('writes to nobody if nothing has changed, although the list has inquiries', async () => {
		await night(bookings(4));
		service.sandbox.requests.clear();
		const inquiry = hostaway.listed(booking({ id: '60001', kind: 'inquiry' }));
		const run = await night([...bookings(4), inquiry]);
		expect([recipients(run), writesOf(service), pms.doorCodes.length]).toEqual([[], [], 4]);
	});

	it('ends nothing if more is missing than allowed, and names it', async () => {
		await night(bookings(10));
		const run = await night(bookings(10).slice(2));
		expect(await keys()).toHaveLength(10);
		expect(textOf(run)).toEqual([expect.stringMatching(/50001[^]*50002/)]);
	});

	it.each<[string, () => object[]]>([
		['empty', () => []],
		['not readable in part', () => [...bookings(9), { id: 60_001, departureDate: '2031-03-03' }]],
		[
			'not there',
			() => {
				pms.settings.listStatus = 500;
				return [];
			},
		],
	])('ends nothing and tells the host if the list is %s', async (_what, list) => {
		await night(bookings(10));
		service.sandbox.requests.clear();
		const run = await night(list());
		expect([recipients(run), writesOf(service), await keys()]).toEqual([
			[TO_HOST],
			[],
			bookings(10).map((_, index) => 50_001 + index),
		]);
		expect(textOf(run)).toEqual([expect.stringMatching(/\S/)]);
	});
});
