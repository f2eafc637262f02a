import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { deliverToExample, runWithBody } from '../support/deliverToExample';
import { byId, useHotelSandbox } from '../support/hotelSandbox';
import { beds24, inventory } from '../support/pms/beds24';
import { beds24Api } from '../support/pms/beds24Api';
import { hostaway, message, testDelivery } from '../support/pms/hostaway';
import { hostawayApi } from '../support/pms/hostawayApi';
import { pmsBooking, type PmsBooking, type PmsForm, type PmsRoom } from '../support/pms/pmsBooking';
import { startPmsServer, type PmsApi, type PmsServer } from '../support/pms/pmsServer';
import { readExample, withOlderAccess, type Example } from '../support/readExample';
import { pinsOnLocks, writesOf } from '../support/reservations';
import { skipPauses } from '../support/skipPauses';

const service = useHotelSandbox();
let pms: PmsServer;

const TO_HOST = 'you@example.com';
const requestsOf = ({ nodes }: Example) =>
	nodes.filter(({ type }) => type === 'n8n-nodes-base.httpRequest');
const idOf = (one: object) => (one as IDataObject).id;

interface System {
	name: string;
	/** The value under From of Read Booking. */
	from: string;
	/** The address of the API in the example. */
	address: string;
	form: PmsForm;
	api: PmsApi;
	/** Rooms 101 and 102 of the hotel, as this system knows them. */
	rooms: [PmsRoom, PmsRoom];
	/** Whether the spaces have the IDs of the system as keys. Otherwise their names count. */
	areRoomsKeyed: boolean;
	/** The stay of a booking that says 4 PM and 2 PM. */
	hours: { starts_at: string; ends_at: string };
	/** Bodies that change nothing. */
	ignored: Record<string, object>;
	/** What each request of the list for 124 bookings asks for. */
	pages: { parameter: string; values: Array<string | undefined> };
	/** The status of n8n's answer to a call with another secret. */
	refusal: number;
	/** A record of the list that cannot be read. */
	unreadable: object;
}

const SYSTEMS: System[] = [
	{
		name: 'Hostaway',
		from: 'hostaway',
		address: 'https://api.hostaway.com',
		form: hostaway,
		api: hostawayApi,
		rooms: [
			{ id: '70101', name: 'Room 101' },
			{ id: '70102', name: 'Room 102' },
		],
		areRoomsKeyed: false,
		hours: { starts_at: '2031-01-29T16:00:00.000Z', ends_at: '2031-01-31T14:00:00.000Z' },
		ignored: {
			'a booking without payment': hostaway.webhookBody(pmsBooking({ word: 'awaitingPayment' })),
			'a message': message,
			'a test delivery': testDelivery,
		},
		pages: { parameter: 'afterId', values: [undefined, '50100', '50124'] },
		refusal: 401,
		unreadable: { id: 60_001, departureDate: '2031-03-03' },
	},
	{
		name: 'Beds24',
		from: 'beds24',
		address: 'https://beds24.com',
		form: beds24,
		api: beds24Api,
		rooms: [
			{ id: '512', name: 'Unit 1 of room 512' },
			{ id: '512-2', name: 'Unit 2 of room 512' },
		],
		areRoomsKeyed: true,
		// It only has the time at which the guest thinks to arrive.
		hours: { starts_at: '2031-01-29T15:00:00.000Z', ends_at: '2031-01-31T11:00:00.000Z' },
		ignored: {
			'a request': beds24.webhookBody(pmsBooking({ word: 'request' })),
			'a block': beds24.webhookBody(pmsBooking({ kind: 'block' })),
			'a call about prices': inventory,
		},
		pages: { parameter: 'page', values: ['1', '2'] },
		refusal: 403,
		unreadable: { id: 60_001, departure: '2031-03-03' },
	},
];

describe.each(SYSTEMS)('the example for $name', (system) => {
	const { name, from, address, form, api, ignored, pages, unreadable } = system;
	const [ROOM_101, ROOM_102] = system.rooms;

	beforeEach(async () => {
		skipPauses();
		pms = await startPmsServer(api);
		if (!system.areRoomsKeyed) return;
		const spaces = service.sandbox.state.workspaces.get(workspaceIds.main)?.access.spaces;
		spaces?.update(hotel.spaces.room101, { space_key: ROOM_101.id });
		spaces?.update(hotel.spaces.room102, { space_key: ROOM_102.id });
	});
	afterEach(async () => {
		await pms.stop();
		jest.restoreAllMocks();
	});

	/** A booking for Room 101. */
	const booking = (changes: Partial<PmsBooking> = {}): PmsBooking =>
		pmsBooking({ rooms: [ROOM_101], arrival: '2031-01-29', departure: '2031-01-31', ...changes });

	/** The example with the address of the account, and without pauses between requests. */
	function ofThisAccount(): Example {
		const example = structuredClone(withOlderAccess(readExample(`pms/${from}.json`)));
		for (const node of requestsOf(example)) {
			node.waitBetweenTries = 25;
			node.parameters = JSON.parse(
				JSON.stringify(node.parameters)
					.replaceAll(address, pms.url)
					.replace(/"(batchInterval|requestInterval)":\d+/, '"$1":0'),
			) as typeof node.parameters;
		}
		return example;
	}

	const credentials = () => ({ ...service.credentials, ...pms.credentials });

	const receive = async (body: object): Promise<WorkflowRun> =>
		await runWithBody(ofThisAccount(), `From ${name}`, body as IDataObject, credentials());

	/** The bookings as the account has them once they are changed to these: with the PINs that it has. */
	const changedTo = (bookings: readonly object[]) =>
		bookings.map((one) => {
			const known = pms.bookings.find((other) => idOf(other) === idOf(one));
			return { ...one, ...(known && api.pinFields(known)) };
		});

	/** Delivers a booking that is also in the account. */
	async function tell(changes: Partial<PmsBooking> = {}): Promise<WorkflowRun> {
		const sent = booking(changes);
		const known = changedTo([form.listed(sent)]);
		pms.bookings = known;
		return await receive({ ...form.webhookBody(sent), ...api.besideBooking?.(known[0] ?? {}) });
	}

	/** The night with these bookings in the account. */
	async function night(bookings: readonly object[]): Promise<WorkflowRun> {
		pms.bookings = changedTo(bookings);
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
			options: { keyPrefix: `${from}:` },
		});
		return items.map(({ json }) => json);
	}

	it('has few nodes, and no other address than that of the system', () => {
		const example = readExample(`pms/${from}.json`);
		expect(
			example.nodes.filter(({ type }) => !type.endsWith('.stickyNote')).length,
		).toBeLessThanOrEqual(16);
		const urls = requestsOf(example).map(({ parameters: { url } }) => String(url));
		expect(urls.filter((url) => !url.replace('=', '').startsWith(`${address}/`))).toEqual([]);
		expect(urls).not.toEqual([]);
	});

	describe('a call', () => {
		it('gives a new guest the PIN at the door, in a message, and in the system', async () => {
			const run = await tell();
			const [stay] = await access();
			expect(stay).toMatchObject({
				reservation_key: '40771',
				rooms: ['Room 101'],
				starts_at: '2031-01-29T15:00:00.000Z',
				ends_at: '2031-01-31T11:00:00.000Z',
			});
			const pin = String(stay?.pin);
			expect(await pinsOnLocks(service)).toMatchObject({ 'Room 101': [pin] });
			expect(recipients(run)).toEqual(['ada@example.com']);
			expect(textOf(run)).toEqual([expect.stringContaining(pin)]);
			expect(pms.pins).toEqual([{ id: '40771', pin }]);
			expect(pms.bookings.map(api.pinOf)).toEqual([pin]);
		});

		it('gives a booking the hours that the system sends, or those of the room', async () => {
			await tell({ arrivalTime: '16:00', departureTime: '14:00' });
			expect(await access()).toMatchObject([system.hours]);
		});

		it('moves dates and rooms with the same PIN, and tells the guest, but not the system', async () => {
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
			expect(pms.pins).toHaveLength(1);
		});

		it.each(['cancelled', 'inquiry'] as const)(
			'ends the access of a booking that becomes %s, and tells the host',
			async (kind) => {
				await tell();
				const run = await tell({ kind });
				expect([await access(), await pinsOnLocks(service)]).toEqual([[], {}]);
				expect([recipients(run), pms.pins.length]).toEqual([[TO_HOST], 1]);
			},
		);

		it.each<[string, object]>([
			['an inquiry', form.webhookBody(booking({ kind: 'inquiry' }))],
			['a cancellation of nothing', form.webhookBody(booking({ kind: 'cancelled' }))],
			...Object.entries(ignored),
		])('changes nothing and writes to nobody after %s', async (_what, body) => {
			const run = await receive(body);
			expect([recipients(run), writesOf(service), pms.pins]).toEqual([[], [], []]);
		});

		it('changes nothing and writes to nobody when a call comes twice', async () => {
			await tell();
			service.sandbox.requests.clear();
			const run = await tell();
			expect([recipients(run), writesOf(service), pms.pins.length]).toEqual([[], [], 1]);
		});

		it("gives an owner's stay access, and tells the host, because nobody else can", async () => {
			const guest = { ...booking().guest, email: '' };
			const run = await tell({ kind: 'ownerStay', guest });
			const [stay] = await access();
			expect([recipients(run), pms.pins]).toEqual([[TO_HOST], [{ id: '40771', pin: stay?.pin }]]);
		});

		it.each<[string, object]>([
			[
				'a room that has no space',
				form.webhookBody(booking({ rooms: [{ id: '70999', name: 'Attic' }] })),
			],
			['a body of another system', { reservation_id: 'R-1001', status: 'confirmed' }],
		])('tells the host about %s, and writes nothing', async (_what, body) => {
			const run = await receive(body);
			expect([recipients(run), writesOf(service), pms.pins]).toEqual([[TO_HOST], [], []]);
			expect(textOf(run)).toEqual([expect.stringMatching(/\S/)]);
		});

		it('tells the host if the system does not take the PIN, and shows no PIN', async () => {
			pms.settings.updateStatus = 500;
			const run = await tell();
			const [stay] = await access();
			expect([recipients(run).sort(), pms.pins.length]).toEqual([['ada@example.com', TO_HOST], 5]);
			const told = run.items('Message to yourself').map(({ json }) => String(json.text));
			expect(told).toEqual([expect.stringMatching(/^Booking 40771[^]*\nWhat to do: /)]);
			expect(told.join('')).not.toContain(String(stay?.pin));
		});

		it.each<[string, PmsServer['settings']]>([
			['accepts no credential', { tokenDelayMs: 0, tokenStatus: 401 }],
			['has lost the booking', { tokenDelayMs: 0 }],
		])('tells the host about a PIN if the system %s', async (_what, settings) => {
			Object.assign(pms.settings, settings);
			const run = await receive(form.webhookBody(booking()));
			expect(recipients(run).sort()).toEqual(['ada@example.com', TO_HOST]);
			expect(run.items('Message to yourself').map(({ json }) => json.text)).toEqual([
				expect.stringMatching(/^Booking 40771[^]*\nWhat to do: /),
			]);
		});

		it('is refused with another password', async () => {
			const body = form.webhookBody(booking()) as IDataObject;
			const { status, run } = await deliverToExample(
				ofThisAccount(),
				`From ${name}`,
				body,
				credentials(),
				'another-secret',
			);
			expect([status, run, service.paths()]).toEqual([system.refusal, undefined, []]);
		});
	});

	describe('the night', () => {
		const inDays = (days: number) =>
			new Date(Date.UTC(2031, 0, 1 + days)).toISOString().slice(0, 10);
		/** Bookings of two rooms, one after the other. */
		const bookings = (
			count: number,
			changes: (index: number) => Partial<PmsBooking> = () => ({}),
		) =>
			Array.from({ length: count }, (_, index) =>
				form.listed(
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
			expect(pms.listed.map((query) => query[pages.parameter])).toEqual(pages.values);
			expect(new Map(pms.pins.map(({ id, pin }) => [id, pin]))).toEqual(
				new Map(stays.map(({ reservation_key: key, pin }) => [key, pin])),
			);
			expect(recipients(first)).toEqual([TO_HOST]);

			service.sandbox.requests.clear();
			const second = await night(all.filter((_, index) => index !== 60));
			expect(await keys()).toEqual(
				all.map((_, index) => 50_001 + index).filter((id) => id !== 50_061),
			);
			expect([recipients(second), pms.pins.length]).toEqual([[TO_HOST], 124]);
			expect(textOf(second)).toEqual([expect.stringMatching(/^Booking 50061,(?![^]*Booking)/)]);
		});

		it('repairs what lost calls left: new dates, a cancellation, a new booking', async () => {
			await night(bookings(4));
			const changes: Array<Partial<PmsBooking>> = [
				{ departure: '2031-01-04' },
				{ arrival: '2031-03-01', departure: '2031-03-03' },
				{ kind: 'cancelled' },
				{},
				{},
			];
			const run = await night(bookings(5, (index) => changes[index] ?? {}));
			expect(
				Object.fromEntries((await access()).map((stay) => [stay.reservation_key, stay.ends_at])),
			).toEqual({
				'50001': '2031-01-04T11:00:00.000Z',
				'50002': '2031-03-03T10:00:00.000Z',
				'50004': '2031-01-06T10:00:00.000Z',
				'50005': '2031-01-07T11:00:00.000Z',
			});
			expect(pms.pins.map(({ id }) => id).slice(4)).toEqual(['50005']);
			expect(textOf(run)).toEqual([
				expect.stringMatching(/(?=[^]*Booking 50003,)[^]*Booking 50005,/),
			]);
		});

		it('gives the system a PIN that has changed because another room has a lock that takes no other, and tells the host', async () => {
			await night(bookings(1));
			const [{ pin } = {}] = await access();
			await service.run('accessCode.create', {
				deviceId: byId(hotel.devices.room102),
				code: String(pin),
			});
			const run = await night(bookings(1, () => ({ rooms: [ROOM_102] })));
			const [ofRoom102 = ''] = (await pinsOnLocks(service))['Room 102'] ?? [];
			expect(ofRoom102).not.toBe(pin);
			const pins = `${String(pin)}, Room 102: ${ofRoom102}`;
			expect(pms.pins.slice(1)).toEqual([{ id: '50001', pin: pins }]);
			expect(pms.bookings.map(api.pinOf)).toEqual([pins]);
			expect([recipients(run), textOf(run)]).toEqual([
				[TO_HOST],
				[expect.stringContaining(ofRoom102)],
			]);
		});

		it('gives the system the PIN that it did not take during the day', async () => {
			pms.settings.updateStatus = 500;
			await tell();
			pms.settings.updateStatus = undefined;
			const [{ pin } = {}] = await access();
			const run = await night([form.listed(booking())]);
			expect([recipients(run), pms.bookings.map(api.pinOf)]).toEqual([[], [pin]]);
		});

		it('waits until the system accepts a new token, which can be a second later', async () => {
			pms.settings.tokenDelayMs = 20;
			expect(recipients(await night(bookings(1)))).toEqual([TO_HOST]);
			expect([await keys(), pms.pins.length]).toEqual([[50_001], 1]);
		});

		it('writes to nobody if nothing has changed, although the list has inquiries and stays that are over', async () => {
			await night(bookings(4));
			service.sandbox.requests.clear();
			const inquiry = form.listed(booking({ id: '60001', kind: 'inquiry' }));
			const daysAgo = (days: number) =>
				new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
			const isOver = form.listed(
				booking({ id: '60002', arrival: daysAgo(4), departure: daysAgo(1) }),
			);
			const run = await night([...bookings(4), inquiry, isOver]);
			expect([recipients(run), writesOf(service), pms.pins.length]).toEqual([[], [], 4]);
		});

		it('ends nothing if more is missing than allowed, and names it', async () => {
			await night(bookings(10));
			const run = await night(bookings(10).slice(2));
			expect(await keys()).toHaveLength(10);
			expect(textOf(run)).toEqual([expect.stringMatching(/50001[^]*50002/)]);
		});

		it.each<[string, () => object[]]>([
			['empty', () => []],
			['not readable in part', () => [...bookings(9), unreadable]],
			[
				'behind a credential that is not accepted',
				() => {
					pms.settings.tokenStatus = 401;
					delete pms.credentials.oAuth2Api?.oauthTokenData;
					return [];
				},
			],
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
});
