import { DataDeduplicationService } from 'n8n-core';
import { hotel } from '../../sandbox/fixtures/hotel';
import type { WorkflowRun } from '../../host/engine/runWorkflow';
import { waitFor } from '../../host/process/waitFor';
import { byId, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';
import { inRows } from '../support/inRows';
import type { PmsBooking } from '../support/pms/pmsBooking';
import { requestsOf, startPmsExample, type PmsExample } from '../support/pms/pmsExample';
import type { PmsServer } from '../support/pms/pmsServer';
import { SYSTEMS, type TestedSystem } from '../support/pms/systems';
import { moveTimeTo } from '../support/moveTimeTo';
import { nodeOf, readExample } from '../support/readExample';
import { dayInDays, pinsOnLocks, writesOf } from '../support/reservations';
import { SeenValues } from '../support/seenValues';
import { skipPauses } from '../support/skipPauses';

const service = {} as HotelSandbox;
let example: PmsExample;
beforeAll(async () => await DataDeduplicationService.init(new SeenValues()));

async function start(system: TestedSystem) {
	Object.assign(service, await startHotelSandbox());
	skipPauses();
	example = await startPmsExample(system, service);
}
async function stop() {
	await example.pms.stop();
	await service.stop();
	jest.useRealTimers();
	jest.restoreAllMocks();
}

/** Starts the service and the system before each test. */
function use(system: TestedSystem) {
	beforeEach(async () => await start(system));
	afterEach(stop);
}

const whoIsTold = (run: WorkflowRun) =>
	example
		.told(run)
		.map(({ who }) => who)
		.sort();
/** Forgets who was told what, and what was requested. */
function forget() {
	example.pms.messages.length = 0;
	example.pms.pins.length = 0;
	service.sandbox.requests.clear();
}

/** The host changes the PIN of the booking. Returns the new one. */
async function changePin({ from }: TestedSystem): Promise<string> {
	const [stay] = await example.access();
	const { items } = await service.run('reservation.changePin', {
		reservationKey: String(stay?.reservation_key),
		options: { keyPrefix: `${from}:` },
	});
	return String(items[0]?.json.pin);
}

const inDays = (days: number) => new Date(Date.UTC(2031, 0, 1 + days)).toISOString().slice(0, 10);

/** Bookings of two rooms, one after the other. */
const bookingsOf = (
	{ rooms, form }: TestedSystem,
	count: number,
	changes: (index: number) => Partial<PmsBooking> = () => ({}),
) =>
	Array.from({ length: count }, (_, index) =>
		form.listed(
			example.booking({
				id: String(50_001 + index),
				guest: { ...example.booking().guest, email: `guest-${index}@example.com`, phone: '' },
				rooms: [index % 2 === 0 ? rooms[0] : rooms[1]],
				arrival: inDays(index),
				departure: inDays(index + 2),
				...changes(index),
			}),
		),
	);

/** The number in a key, such as that of `AP50061-1`. */
const numberIn = (key: unknown) => Number(/\d+/.exec(String(key))?.[0]);
const keys = async () =>
	(await example.access()).map(({ reservation_key: key }) => numberIn(key)).sort();

it.each(SYSTEMS)(
	'the example for $name has at most 16 nodes, 20 where requests are signed or a booking takes several steps, and no other address than that of the system',
	({ from, address, comparison }) => {
		const workflow = readExample(`pms/${from}.json`);
		const nodes = workflow.nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
		const isSigned = nodes.some(({ type }) => type.endsWith('.crypto'));
		const takesSteps = nodes.some(({ name }) =>
			['Get the guest', 'Wait a moment', 'Every 10 minutes'].includes(name),
		);
		expect(nodes.length).toBeLessThanOrEqual(isSigned || takesSteps ? 20 : 16);
		expect(workflow.nodes.length - nodes.length).toBe(3);
		const urls = requestsOf(workflow).map(({ parameters: { url } }) => String(url));
		expect(urls.filter((url) => !/^[/{]/.test(url.replace(/^=/, '').replace(address, '')))).toEqual(
			[],
		);
		expect(urls.length > 0).toBe(comparison !== undefined);
	},
);

it('only examples whose calls or requests are signed have the node that signs', () => {
	const signs = SYSTEMS.filter(({ from }) =>
		readExample(`pms/${from}.json`).nodes.some(({ type }) => type.endsWith('.crypto')),
	);
	expect(signs.map(({ from }) => from).sort()).toEqual(['hospitable', 'lodgify', 'smoobu']);
});

it.each(SYSTEMS)(
	'every connection and expression of the example for $name names a node that is there',
	({ from }) => {
		const { nodes, connections } = readExample(`pms/${from}.json`);
		const targets = Object.values(connections).flatMap(({ main = [] }) =>
			main.flatMap((output) => (output ?? []).map(({ node }) => node)),
		);
		const texts = JSON.stringify(nodes.filter(({ type }) => !type.endsWith('.stickyNote')));
		const named = [...texts.matchAll(/(?:\$|jsonOf)\('([^']+)'/g)].map(([, name = '']) => name);
		const notes = nodes.filter(({ type }) => type.endsWith('.stickyNote'));
		const inNotes = notes.flatMap(({ parameters: { content } }) =>
			[...String(content).matchAll(/(?<!\*)\*([A-Z][^*\n]*)\*(?!\*)/g)].map(
				([, name = '']) => name,
			),
		);
		const names = new Set(nodes.map(({ name }) => name));
		expect(
			[...Object.keys(connections), ...targets, ...named, ...inNotes].filter(
				(name) => !names.has(name),
			),
		).toEqual([]);
	},
);

describe.each(SYSTEMS)('the example for $name', (system) => {
	const { from, form, api, ignored, pages, removal, hasNoInquiries } = system;
	const [, ROOM_102] = system.rooms;
	/** Each PIN goes back, if the system has a place for it. */
	const pinsBack = (...pins: Array<{ id: string; pin: unknown }>) => (api.pinBack ? pins : []);
	use(system);

	it('gives a new guest the PIN at the door, in a message and in the system, moves it once with dates and room, and ends it', async () => {
		const run = await example.tell();
		const [stay] = await example.access();
		expect(stay).toMatchObject({
			reservation_key: expect.stringContaining('40771'),
			rooms: ['Room 101'],
			starts_at: '2031-01-29T15:00:00.000Z',
			ends_at: '2031-01-31T11:00:00.000Z',
		});
		const pin = String(stay?.pin);
		expect(await pinsOnLocks(service)).toMatchObject({ 'Room 101': [pin] });
		expect(example.told(run)).toEqual([{ who: 'guest', text: expect.stringContaining(pin) }]);
		expect(example.pms.bookings.map((one) => api.pinBack?.pinOf(one) ?? pin)).toEqual([pin]);

		service.sandbox.requests.clear();
		expect([whoIsTold(await example.tell()), writesOf(service)]).toEqual([[], []]);

		const departure = '2031-02-02';
		const moved = await example.tell({
			departure,
			rooms: [ROOM_102],
			changedAt: example.changedAt(2),
		});
		const newest = await example.access();
		expect(newest).toMatchObject([
			{ pin, rooms: ['Room 102'], ends_at: expect.stringMatching(/^2031-02-02T1[01]:00/) },
		]);
		expect(await pinsOnLocks(service)).toMatchObject({ 'Room 102': [pin] });
		expect(whoIsTold(moved)).toEqual(['guest']);
		if (system.saysWhenChanged) {
			const outdated = await example.tell({ departure: '2031-02-09' });
			expect([await example.access(), whoIsTold(outdated)]).toEqual([newest, []]);
		}

		const changedAt = example.changedAt(3);
		const ended = removal
			? await example.receive(removal(example.booking({ changedAt })))
			: await example.tell({ kind: 'cancelled', changedAt });
		expect([await example.access(), await pinsOnLocks(service)]).toEqual([[], {}]);
		expect([whoIsTold(ended), example.pms.pins]).toEqual([
			['host'],
			pinsBack({ id: '40771', pin }),
		]);
	});

	const { namesOnly } = system;
	if (namesOnly)
		it('tells the host of a call that only names a booking, because nothing reads it', async () => {
			expect([whoIsTold(await example.receive(namesOnly)), writesOf(service)]).toEqual([
				['host'],
				[],
			]);
		});

	it('changes nothing and writes to nobody after what is no stay, or a call from somebody who does not know the secret', async () => {
		if (!hasNoInquiries) expect(whoIsTold(await example.tell({ kind: 'inquiry' }))).toEqual([]);
		expect(whoIsTold(await example.tell({ kind: 'cancelled' }))).toEqual([]);
		for (const [what, sent] of Object.entries(ignored))
			expect([what, whoIsTold(await example.receive(sent))]).toEqual([what, []]);
		expect([writesOf(service), example.pms.pins]).toEqual([[], []]);

		service.sandbox.requests.clear();
		const { protection, name } = system;
		if (protection === 'secretPath') {
			const { parameters, webhookId } = nodeOf(readExample(`pms/${from}.json`), `From ${name}`);
			// The secret is the address: n8n makes a random one at import if the file has none.
			expect([parameters.path, webhookId]).toEqual(['', undefined]);
			return;
		}
		const { status, run } = await example.forge(form.webhookBody(example.booking()));
		expect([status, service.paths()]).toEqual([
			protection === 'signature' ? 200 : protection.status,
			[],
		]);
		if (protection === 'signature')
			expect([run?.status, run?.items(`Is it from ${name}?`)]).toEqual(['success', []]);
		else expect(run).toBeUndefined();
	});

	const { otherSecret } = system;
	if (otherSecret !== undefined)
		it('takes a call that is signed with the secret of another subscription', async () => {
			const body = form.webhookBody(example.booking());
			const { status, run } = await example.forge(body, otherSecret);
			expect([status, run && whoIsTold(run)]).toEqual([200, ['guest']]);
			expect(await example.access()).toHaveLength(1);
		});

	it("gives an owner's stay access at the hours that the system sends, or those of the room, and tells the host, or the owner through the system", async () => {
		const run = await example.tell({
			kind: 'ownerStay',
			guest: { ...example.booking().guest, email: '' },
			arrivalTime: '16:00',
			departureTime: '14:00',
			offset: '+00:00',
		});
		const [stay] = await example.access();
		expect(stay).toMatchObject(system.hours);
		expect([whoIsTold(run), example.pms.pins]).toEqual([
			[api.messageIn ? 'guest' : 'host'],
			pinsBack({ id: '40771', pin: stay?.pin }),
		]);
	});

	if (!system.comparison) return;
	it('keeps the guest and the PIN of a call in the next comparison, and writes to nobody', async () => {
		await example.tell();
		const [stay] = await example.access();
		forget();
		const run = await example.compare([form.listed(example.booking())]);
		const [same] = await example.access();
		expect([whoIsTold(run), same?.access_grant_id, same?.pin]).toEqual([
			[],
			stay?.access_grant_id,
			stay?.pin,
		]);
	});

	if (!pages) return;
	it('reads all pages, gives each booking access, and ends only what is missing', async () => {
		/** Stays at the ends of the pages. The others give no access. */
		const stays = [0, 99, 100, 123];
		const kind = hasNoInquiries ? 'cancelled' : 'inquiry';
		const all = bookingsOf(system, 124, (index) => (stays.includes(index) ? {} : { kind }));
		const first = await example.compare(all);
		const made = await example.access();
		expect(await keys()).toEqual(stays.map((index) => 50_001 + index));
		expect(example.pms.listed.map((query) => query[pages.parameter])).toEqual(pages.values);
		const pins = ({ id, pin }: { id: string; pin: unknown }) => `${numberIn(id)} ${String(pin)}`;
		expect(example.pms.pins.map(pins).sort()).toEqual(
			pinsBack(...made.map(({ reservation_key: key, pin }) => ({ id: String(key), pin })))
				.map(pins)
				.sort(),
		);
		expect(whoIsTold(first)).toEqual(stays.map(() => 'guest'));

		const second = await example.compare([0, 100, 123].map((index) => all[index] ?? {}));
		if (system.keepsMissing) {
			expect([await keys(), whoIsTold(second)]).toEqual([stays.map((index) => 50_001 + index), []]);
			return;
		}
		expect(await keys()).toEqual([50_001, 50_101, 50_124]);
		expect(example.pms.pins.length).toBe(api.pinBack ? 4 : 0);
		expect(example.told(second)).toEqual([
			{ who: 'host', text: expect.stringMatching(/^Booking \D*50100\D(?![^]*Booking)/) },
		]);
	});
});

/** What is the same for all systems: those that get PINs one by one, those that get many at once, those that send messages, and those whose bookings come by a request. */
const OF_EACH_KIND = SYSTEMS.filter(({ name }) =>
	['Hostaway', 'Beds24', 'Hospitable', 'Smoobu', 'apaleo'].includes(name),
);

describe.each(OF_EACH_KIND)('an example like that for $name', (system) => {
	const { api } = system;
	const [, ROOM_102] = system.rooms;
	const isMessage = api.messageIn !== undefined;
	use(system);

	it('tells the host about a room that has no space and a body of another system, and writes nothing', async () => {
		const runs = [
			await example.tell({ rooms: [{ id: '70999', name: 'Attic' }] }),
			await example.receive({ reservation_id: 'R-1001', status: 'confirmed' }),
		];
		expect([writesOf(service), example.pms.pins]).toEqual([[], []]);
		expect(runs.map(example.told)).toEqual(
			runs.map(() => [{ who: 'host', text: expect.stringMatching(/\S/) }]),
		);
	});

	if (!system.hasNoInquiries)
		it('ends the access of a booking that becomes an inquiry, and tells the host', async () => {
			await example.tell();
			forget();
			const run = await example.tell({ kind: 'inquiry' });
			expect([await example.access(), whoIsTold(run)]).toEqual([[], ['host']]);
		});

	it('tells the host of a status that the system is not known to use, and changes nothing', async () => {
		await example.tell();
		const doors = await example.access();
		forget();
		const run = await example.tell({ word: 'Frozen', changedAt: example.changedAt(1) });
		expect([writesOf(service), await example.access(), example.told(run)]).toEqual([
			[],
			doors,
			[{ who: 'host', text: expect.stringMatching(/Frozen[^]*Words That Give Access/) }],
		]);
	});

	it('changes nothing but its booking after a call, however many others there are', async () => {
		await example.compare(bookingsOf(system, 6));
		forget();
		const others = await keys();
		const stay = { arrival: '2031-03-01', departure: '2031-03-03' };
		await example.tell(stay);
		expect(await keys()).toEqual([40_771, ...others]);
		forget();
		const ended = await example.tell({
			...stay,
			kind: 'cancelled',
			changedAt: example.changedAt(2),
		});
		expect([await keys(), whoIsTold(ended)]).toEqual([others, ['host']]);
	});

	const setLock = async (state: 'connect' | 'disconnect', lock = hotel.devices.room101) =>
		await fetch(`${service.sandbox.url}/_sandbox/devices/${state}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ device_id: lock }),
		});

	it('tells the host too if another guest has the room at the same time', async () => {
		await example.tell();
		forget();
		const guest = { ...example.booking().guest, last: 'Other', email: 'bo@example.com', key: '9' };
		const told = example.told(await example.tell({ id: '40999', guest }));
		expect(told.map(({ who }) => who).sort()).toEqual(['guest', 'host']);
		expect(told.find(({ who }) => who === 'host')?.text).toMatch(/40771[^]*\nWhat to do: /);
	});

	it('tells the host too if a guest who has moved can still open the former room', async () => {
		service.sandbox.settings.grantUpdatePlaces = 'refused';
		// So that the rooms share no door, and the former access ends last.
		await service.run('space.removeEntrances', {
			spaceId: byId(hotel.spaces.room102),
			entranceIds: inRows('entrance', hotel.entrances.lobby),
		});
		await example.tell(SOON);
		forget();
		const told = await tellWhileOffline(
			{ rooms: [ROOM_102], changedAt: example.changedAt(1) },
			hotel.devices.room102,
		);
		expect(told.map(({ who }) => who).sort()).toEqual(['guest', 'host', 'host']);
		expect(told.at(-1)).toEqual({
			who: 'host',
			text: expect.stringMatching(/former rooms: Room 101\nWhat to do: /),
		});
	});

	it('tells the guest of a stay in weeks the PIN although the lock is offline', async () => {
		await setLock('disconnect');
		expect(whoIsTold(await example.tell())).toEqual(['guest']);
	});

	const SOON = { arrival: dayInDays(-1), departure: dayInDays(3) };

	/** Delivers a booking of these days while its lock is offline, until the workflow has checked again and the lock is back. */
	async function tellWhileOffline(changes: Partial<PmsBooking> = {}, lock?: string) {
		example.checkOften();
		await setLock('disconnect', lock);
		const running = example.tell({ ...SOON, ...changes });
		await waitFor(
			'two checks',
			async () => service.sandbox.requests.count('/access_codes/list') > 2 || undefined,
		);
		await setLock('connect', lock);
		return example.told(await running);
	}

	it('tells the host that a PIN is late, and the guest once as soon as it is issued', async () => {
		const told = await tellWhileOffline();
		const [{ pin } = {}] = await example.access();
		expect(told.map(({ who }) => who).sort()).toEqual(['guest', 'host']);
		expect(told.find(({ who }) => who === 'guest')?.text).toContain(pin);
		expect((await pinsOnLocks(service))['Room 101']).toContain(pin);
		expect(whoIsTold(await example.tell(SOON))).toEqual([]);
	});

	if (!isMessage)
		it('tells the host, not the guest, that the late PIN of a booking without an email address is issued, and the system too', async () => {
			example.checkOften();
			service.sandbox.settings.attemptDurationMs = 400;
			const guest = { ...example.booking().guest, email: '' };
			expect(example.told(await example.tell({ guest }))).toEqual([
				{ who: 'host', text: expect.stringContaining('and tells you as soon as it is') },
				{ who: 'host', text: expect.stringContaining('no email address') },
			]);
			const [{ pin } = {}] = await example.access();
			expect(example.pms.pins).toEqual(api.pinBack ? [{ id: '40771', pin }] : []);
		});

	it('tells a guest by night as by day: once a message, also if dates change and change back', async () => {
		const listed = (changes: Partial<PmsBooking> = {}) => [
			system.form.listed(example.booking(changes)),
		];
		const departure = '2031-02-01';
		const told: string[][] = [];
		for (const list of [listed(), listed(), listed({ departure }), listed({ departure })])
			told.push(whoIsTold(await example.compare(list)));
		expect(told).toEqual([['guest'], [], ['guest'], []]);
		for (const list of [listed(), listed()]) told.push(whoIsTold(await example.compare(list)));
		expect(told.slice(4)).toEqual([['guest'], []]);
	});

	it('writes to no guest of a first comparison if the node that the note names is deactivated, also not later', async () => {
		const { content } = nodeOf(readExample(`pms/${system.from}.json`), 'Note on the comparison')
			.parameters as { content: string };
		const [, sender] =
			/select [^*]*\*([^*]+)\*\)?, and press `D` before you publish/.exec(content) ?? [];
		example.deactivate(String(sender));
		await example.compare(bookingsOf(system, 2));
		expect([(await keys()).length, example.pms.messages]).toEqual([2, []]);
		example.deactivate();
		expect(whoIsTold(await example.compare(bookingsOf(system, 2)))).toEqual([]);
		expect(whoIsTold(await example.compare(bookingsOf(system, 3)))).toEqual(['guest']);
	});

	it('tells a guest the PIN that the host has changed, and access that nobody has told of', async () => {
		await example.tell();
		forget();
		const [stay] = await example.access();
		const pin = await changePin(system);
		expect(pin).not.toBe(stay?.pin);
		const list = [system.form.listed(example.booking())];
		expect(example.told(await example.compare(list))).toEqual([
			{ who: 'guest', text: expect.stringContaining(pin) },
		]);
		expect(whoIsTold(await example.compare(list))).toEqual([]);
	});

	it('tells the host, not the guest, of a booking that passes to somebody else during the stay', async () => {
		const stay = { arrival: dayInDays(-1), departure: dayInDays(2) };
		await example.tell(stay);
		const doors = await example.access();
		forget();
		const guest = {
			first: 'Bo',
			last: 'Other',
			email: 'bo@example.com',
			phone: '+15550100999',
			language: 'en',
			key: '90999',
		};
		const run = await example.tell({ ...stay, guest, changedAt: example.changedAt(1) });
		expect([await example.access(), example.told(run)]).toEqual([
			doors,
			[{ who: 'host', text: expect.stringContaining('Change PIN') }],
		]);
	});

	it('tells the host, not the guest, of a change that fails', async () => {
		await example.tell();
		forget();
		service.sandbox.faults.always('/access_grants/update', { kind: 'unauthorized' });
		const moved = { departure: '2031-02-02', changedAt: example.changedAt(2) };
		expect(whoIsTold(await example.tell(moved))).toEqual(['host']);
	});

	it('tells the host once, and stops, if a late PIN cannot be looked for', async () => {
		example.checkOften();
		service.sandbox.settings.attemptDurationMs = 60_000;
		const running = example.tell();
		await waitFor(
			'a check',
			async () => service.sandbox.requests.count('/access_grants/list') > 2 || undefined,
		);
		service.sandbox.faults.always('*', { kind: 'unauthorized' });
		const told = example.told(await running);
		expect(told.map(({ who }) => who)).toEqual(['host', 'host']);
		expect(told[1]?.text).toMatch(
			/^Booking \D*40771\S*, Ada Example, Room 101, January 29, 2031, [^]*could not be checked again[^]*\nWhat to do: /,
		);
	});

	it('passes on a PIN that has changed because another room has a lock that takes no other', async () => {
		await example.compare(bookingsOf(system, 1));
		example.pms.messages.length = 0;
		const [{ pin } = {}] = await example.access();
		await service.run('accessCode.create', {
			deviceId: byId(hotel.devices.room102),
			code: String(pin),
		});
		const run = await example.compare(bookingsOf(system, 1, () => ({ rooms: [ROOM_102] })));
		const [ofRoom102 = ''] = (await pinsOnLocks(service))['Room 102'] ?? [];
		expect(ofRoom102).not.toBe(pin);
		expect(example.told(run)).toEqual([{ who: 'guest', text: expect.stringContaining(ofRoom102) }]);
		const { pinBack } = api;
		if (!pinBack) return;
		const pins = `${String(pin)}, Room 102: ${ofRoom102}`;
		expect(example.pms.pins.slice(1)).toEqual([{ id: '50001', pin: pins }]);
		expect(example.pms.bookings.map(pinBack.pinOf)).toEqual([pins]);
	});
});

describe.each(OF_EACH_KIND)(
	'the comparison of four stays in an example like that for $name',
	(system) => {
		const { form, api, unreadable } = system;
		const isMessage = api.messageIn !== undefined;
		/** The record that cannot be read, with another ID. */
		const damaged = (id: string) =>
			JSON.parse(JSON.stringify(unreadable ?? {}).replaceAll(/"?(AP)?60001(-1)?"?/g, id)) as object;
		/** The four bookings with their PINs. */
		let account: object[];
		beforeAll(async () => {
			await start(system);
			await example.compare(bookingsOf(system, 4));
			account = example.pms.bookings;
		});
		beforeEach(() => {
			forget();
			example.pms.bookings = account;
		});
		afterEach(() => {
			example.pms.settings = { tokenDelayMs: 0 };
		});
		afterAll(stop);

		it('writes to nobody if nothing has changed, although the list has other entries and stays that are over', async () => {
			const kind = system.hasNoInquiries ? 'block' : 'inquiry';
			const inquiry = form.listed(example.booking({ id: '60001', kind }));
			const isOver = form.listed(
				example.booking({ id: '60002', arrival: dayInDays(-4), departure: dayInDays(-1) }),
			);
			const run = await example.compare([...bookingsOf(system, 4), inquiry, isOver]);
			expect([whoIsTold(run), writesOf(service), example.pms.pins.length]).toEqual([[], [], 0]);
		});

		it.each<[string, () => object[], RegExp]>([
			['lacks more than allowed', () => bookingsOf(system, 4).slice(2), /50001[^]*50002/],
			['is empty', () => [], /\S/],
			[
				'has a record that cannot be read and has no ID',
				() => [...bookingsOf(system, 3), damaged('null')],
				/\S/,
			],
			[
				'has a missing booking as a record that cannot be read',
				() => [...bookingsOf(system, 3), damaged('"$150004$2"')],
				/50004/,
			],
			[
				'is behind a credential that is not accepted',
				() => {
					example.pms.settings.tokenStatus = 401;
					delete example.pms.credentials.oAuth2Api?.oauthTokenData;
					return [];
				},
				/\S/,
			],
			[
				'is not there',
				() => {
					example.pms.settings.listStatus = 500;
					return bookingsOf(system, 1);
				},
				/\S/,
			],
		])('ends nothing and tells the host if the list %s', async (_what, list, text) => {
			const run = await example.compare(list());
			expect([writesOf(service), await keys()]).toEqual([[], [50_001, 50_002, 50_003, 50_004]]);
			expect(example.told(run)).toEqual([{ who: 'host', text: expect.stringMatching(text) }]);
		});

		it('repairs what lost calls left: new dates, a cancellation, a new booking', async () => {
			const changes: Array<Partial<PmsBooking>> = [
				{ departure: '2031-01-04' },
				{ arrival: '2031-03-01', departure: '2031-03-03' },
				{ kind: 'cancelled' },
				{},
				{},
			];
			const run = await example.compare(bookingsOf(system, 5, (index) => changes[index] ?? {}));
			expect(
				Object.fromEntries(
					(await example.access()).map(({ reservation_key: key, ends_at: end }) => [
						numberIn(key),
						String(end).slice(0, 10),
					]),
				),
			).toEqual({
				'50001': '2031-01-04',
				'50002': '2031-03-03',
				'50004': '2031-01-06',
				'50005': '2031-01-07',
			});
			if (isMessage)
				expect(example.pms.messages.map(({ id }) => id)).toEqual(['50001', '50002', '50005']);
			expect(example.pms.pins.map(({ id }) => id)).toEqual(api.pinBack ? ['50005'] : []);
			const told = example.told(run);
			expect(told.map(({ who }) => who).sort()).toEqual(['guest', 'guest', 'guest', 'host']);
			expect(told.filter(({ who }) => who === 'host')).toEqual([
				{ who: 'host', text: expect.stringMatching(/^Booking \D*50003\b(?![^]*Booking)/) },
			]);
		});
	},
);

describe.each(OF_EACH_KIND.filter(({ api }) => api.pinBack ?? api.messageIn))(
	'an example that passes on the PIN through $name',
	(system) => {
		const { form, api } = system;
		const isMessage = api.messageIn !== undefined;
		use(system);

		it('tells the host if the system does not take the PIN, with the stay and the PIN', async () => {
			example.pms.settings.updateStatus = 500;
			const run = await example.tell();
			const [stay] = await example.access();
			expect([example.pms.pins.length, example.pms.messages.length]).toEqual(
				isMessage ? [0, 1] : [5, 0],
			);
			expect(whoIsTold(run)).toEqual(['guest', 'host']);
			const texts = run.items('Message to yourself').map(({ json }) => String(json.text));
			const head =
				/^Booking 40771, Ada Example, Room 101, January 29, 2031, 3:00\sPM to January 31, 2031, 11:00\sAM, PIN /;
			expect(texts).toEqual([expect.stringMatching(/^Booking 40771[^]*\nWhat to do: /)]);
			expect(texts.join('').replace(head, '')).toMatch(new RegExp(`^${String(stay?.pin)}\n`));
		});

		it.each<[string, PmsServer['settings']]>([
			['accepts no credential', { tokenDelayMs: 0, tokenStatus: 401 }],
			['has lost the booking', { tokenDelayMs: 0 }],
		])('tells the host about a PIN if the system %s', async (_what, settings) => {
			Object.assign(example.pms.settings, settings);
			const run = await example.receive(form.webhookBody(example.booking()));
			expect(run.items('Message to yourself').map(({ json }) => json.text)).toEqual([
				expect.stringMatching(/^Booking 40771[^]*\nWhat to do: /),
			]);
		});
	},
);

describe.each(OF_EACH_KIND.filter(({ api }) => api.pinBack))(
	'an example that gives $name the PINs',
	(system) => {
		use(system);

		it('gives the system the PIN that it did not take during the day', async () => {
			example.pms.settings.updateStatus = 500;
			await example.tell();
			example.pms.settings.updateStatus = undefined;
			const [{ pin } = {}] = await example.access();
			const run = await example.compare([system.form.listed(example.booking())]);
			expect([
				whoIsTold(run),
				example.pms.bookings.map((one) => system.api.pinBack?.pinOf(one)),
			]).toEqual([[], [pin]]);
		});

		it('gives the system the PIN that the host has changed', async () => {
			await example.tell();
			const [stay] = await example.access();
			const pin = await changePin(system);
			expect(pin).not.toBe(stay?.pin);
			await example.compare([system.form.listed(example.booking())]);
			expect(example.pms.bookings.map((one) => system.api.pinBack?.pinOf(one))).toEqual([pin]);
		});

		it('writes to the guest once, and ends, if the node that sends the PIN is deactivated', async () => {
			const { nodes } = readExample(`pms/${system.from}.json`);
			example.deactivate(nodes.find(({ name }) => name.startsWith('Send the PIN'))?.name);
			expect([whoIsTold(await example.tell()), example.pms.pins]).toEqual([['guest'], []]);
		});

		it('waits until the system accepts a new token, which can be a second later', async () => {
			example.pms.settings.tokenDelayMs = 20;
			expect(whoIsTold(await example.compare(bookingsOf(system, 1)))).toEqual(['guest']);
			expect([await keys(), example.pms.pins.length]).toEqual([[50_001], 1]);
		});
	},
);

describe.each(SYSTEMS.filter(({ api }) => api.tokens))(
	'an example with a token of $name',
	(system) => {
		use(system);

		it('gets a new token when the old one has expired, by day and by night', async () => {
			await example.compare([system.form.listed(example.booking())]);
			const doors = await example.access();
			expect(doors).toHaveLength(1);
			for (const departure of ['2031-02-01', '2031-02-02']) {
				example.pms.expireTokens();
				forget();
				const run =
					departure === '2031-02-01'
						? await example.compare([system.form.listed(example.booking({ departure }))])
						: await example.tell({ departure, changedAt: example.changedAt(1) });
				expect(whoIsTold(run)).toEqual(['guest']);
				expect(await example.access()).toMatchObject([
					{ pin: doors[0]?.pin, ends_at: expect.stringContaining(departure) },
				]);
			}
		});
	},
);

/** The bookings of these systems come by a request, because a call only names them. */
describe.each(SYSTEMS.filter(({ namesBookings }) => namesBookings))(
	'an example that gets bookings from $name',
	(system) => {
		const { form } = system;
		use(system);

		it('takes what the system has, not what the call says, and tells the host if it cannot have it', async () => {
			await example.tell();
			example.pms.bookings = [form.listed(example.booking({ departure: '2031-02-02' }))];
			const call = form.webhookBody(example.booking({ departure: '2031-03-03' }));
			await example.receive(call);
			expect(await example.access()).toMatchObject([{ ends_at: '2031-02-02T11:00:00.000Z' }]);

			service.sandbox.requests.clear();
			const refuse = () => {
				example.pms.settings.tokenStatus = 401;
				delete example.pms.credentials.oAuth2Api?.oauthTokenData;
			};
			for (const lose of [() => (example.pms.bookings = []), refuse]) {
				lose();
				const run = await example.receive(call);
				expect([writesOf(service), await example.access()]).toEqual([[], [expect.anything()]]);
				expect(example.told(run)).toEqual([
					{ who: 'host', text: expect.stringMatching(/^Booking \D*40771\b[^]*\n\S/) },
				]);
			}
		});

		if (system.now !== undefined) return;
		it('reads a list that ends with a full page', async () => {
			await example.compare(
				bookingsOf(system, 100, (index) => (index < 98 ? { kind: 'inquiry' } : {})),
			);
			expect([example.pms.listed.length, await keys()]).toEqual([2, [50_099, 50_100]]);
		});
	},
);

describe.each(SYSTEMS.filter(({ withoutRoom }) => withoutRoom))(
	'an example for $name, which can assign rooms later',
	(system) => {
		const { form, namesBookings, withoutRoom = (record: object) => record } = system;
		use(system);

		it('tells nobody of a booking without a room, which gets its PIN with the room', async () => {
			example.pms.bookings = [withoutRoom(form.listed(example.booking()))];
			const call = form.webhookBody(example.booking());
			const byDay = await example.receive(namesBookings ? call : withoutRoom(call));
			const byNight = await example.compare([...example.pms.bookings]);
			expect([whoIsTold(byDay), whoIsTold(byNight), writesOf(service)]).toEqual([[], [], []]);
			const assigned = await example.tell();
			expect([whoIsTold(assigned), await example.access()]).toEqual([
				['guest'],
				[expect.objectContaining({ rooms: ['Room 101'] })],
			]);
		});

		if (system.now !== undefined) return;
		it('ends in the night what has lost its room, although other bookings never had one', async () => {
			const all = bookingsOf(system, 4);
			await example.compare(all);
			const run = await example.compare(
				[...all.slice(0, 3), ...all.slice(3).map(withoutRoom)].concat(
					withoutRoom(form.listed(example.booking({ id: '60001' }))),
				),
			);
			expect([await keys(), example.told(run)]).toEqual([
				[50_001, 50_002, 50_003],
				[{ who: 'host', text: expect.stringMatching(/^Booking \D*50004\D(?![^]*Booking)/) }],
			]);
		});
	},
);

describe('the example for Cloudbeds, which answers the state before a call for some seconds', () => {
	const [system] = SYSTEMS.filter(({ from }) => from === 'cloudbeds');
	if (!system) throw new Error('There is no such system');
	use(system);

	it('waits, so that a guest who changes rooms gets the new one at once', async () => {
		await example.tell();
		const moved = example.booking({ rooms: [system.rooms[1]] });
		const run = example.receive(system.form.webhookBody(moved));
		setTimeout(() => (example.pms.bookings = [system.form.listed(moved)]), 100);
		await run;
		expect(await example.access()).toMatchObject([{ rooms: ['Room 102'] }]);
	});

	it('really waits some seconds', () => {
		const { parameters } = nodeOf(readExample('pms/cloudbeds.json'), 'Wait a moment');
		expect(parameters).toMatchObject({ unit: 'seconds' });
		expect(parameters.amount).toBeGreaterThanOrEqual(10);
	});
});

describe.each(SYSTEMS.filter(({ name }) => ['Hostaway', 'Smoobu', 'Guesty'].includes(name)))(
	'the list in the example for $name',
	(system) => {
		use(system);

		it('begins with the departures of yesterday, because the day of the property can be an earlier one', async () => {
			moveTimeTo(Date.parse('2031-01-31T03:00:00Z'));
			await example.compare([
				system.form.listed(example.booking({ arrival: '2031-01-28', departure: '2031-01-30' })),
			]);
			expect(Object.values(example.pms.listed[0] ?? {})).toContain('2031-01-30');
		});
	},
);

describe('the example for Mews, which lists three months', () => {
	const [system] = SYSTEMS.filter(({ from }) => from === 'mews');
	if (!system) throw new Error('There is no such system');
	use(system);
	const soon = (count: number, changes: (index: number) => Partial<PmsBooking> = () => ({})) =>
		bookingsOf(system, count, (index) => ({
			arrival: inDays(index % 80),
			departure: inDays((index % 80) + 1),
			...changes(index),
		}));

	it('reads all pages with the guests, leaves later stays alone, and ends what is canceled, not what is missing', async () => {
		await example.tell({ id: '90001', arrival: '2031-06-01', departure: '2031-06-03' });
		const kinds = (index: number): Partial<PmsBooking> =>
			index > 1 && index < 108 ? { kind: 'inquiry' } : {};
		const first = await example.compare(soon(110, kinds));
		expect(example.pms.listed).toEqual([{}, { Cursor: '50100' }]);
		expect([await keys(), whoIsTold(first)]).toEqual([
			[50_001, 50_002, 50_109, 50_110, 90_001],
			['guest', 'guest', 'guest', 'guest'],
		]);
		expect(
			(await example.access()).filter(({ guest_name: name }) => name !== 'Ada Example'),
		).toEqual([]);
		const second = await example.compare(
			soon(2, (index) => (index === 1 ? { kind: 'cancelled' } : {})).slice(1),
		);
		expect(await keys()).toEqual([50_001, 50_109, 50_110, 90_001]);
		expect(example.told(second)).toEqual([
			{ who: 'host', text: expect.stringMatching(/^Booking 50002,(?![^]*Booking)/) },
		]);
	});

	it('writes nothing and to nobody if nothing has changed', async () => {
		await example.compare(soon(4));
		service.sandbox.requests.clear();
		const run = await example.compare(soon(4));
		expect([whoIsTold(run), writesOf(service)]).toEqual([[], []]);
	});

	it('asks every 10 minutes for what has changed, and tells nobody if nothing has', async () => {
		const ago = (minutes: number) =>
			new Date(Date.now() - minutes * 60_000).toISOString().replace(/\.\d+/, '');
		const known = system.form.listed(example.booking({ id: '40001', changedAt: ago(60) }));
		const poll = async (...bookings: object[]) =>
			await example.compare([known, ...bookings], 'Every 10 minutes');
		const quiet = await poll();
		expect([whoIsTold(quiet), writesOf(service), await keys()]).toEqual([[], [], []]);
		const booked = system.form.listed(example.booking({ id: '40881', changedAt: ago(15) }));
		expect(whoIsTold(await poll(booked))).toEqual(['guest']);
		expect(await keys()).toEqual([40_881]);
		forget();
		expect([whoIsTold(await poll(booked)), writesOf(service)]).toEqual([[], []]);
		const canceled = system.form.listed(
			example.booking({ id: '40881', kind: 'cancelled', changedAt: ago(1) }),
		);
		expect(whoIsTold(await poll(canceled))).toEqual(['host']);
		expect(await keys()).toEqual([]);
	});

	it('gets each reservation of a call with several events', async () => {
		const [one, other] = [
			example.booking(),
			example.booking({ id: '40772', rooms: [system.rooms[1]] }),
		];
		example.pms.bookings = [one, other].map(system.form.listed);
		const call = system.form.webhookBody(one) as { Events: object[] };
		const { Events } = system.form.webhookBody(other) as { Events: object[] };
		const run = await example.receive({
			...call,
			Events: [...call.Events, ...call.Events, ...Events],
		});
		expect([await keys(), whoIsTold(run)]).toEqual([
			[40_771, 40_772],
			['guest', 'guest'],
		]);
	});

	it.each(['empty', 'not there'])(
		'tells the host if the list is %s, and changes nothing',
		async (what) => {
			await example.compare(soon(4));
			service.sandbox.requests.clear();
			if (what === 'not there') example.pms.settings.listStatus = 500;
			const run = await example.compare([]);
			expect([whoIsTold(run), writesOf(service)]).toEqual([['host'], []]);
		},
	);
});

describe('the example for Guesty, whose requests leave out some bookings', () => {
	const [system] = SYSTEMS.filter(({ from }) => from === 'guesty');
	if (!system) throw new Error('There is no such system');
	use(system);
	const booking = (changes: Partial<PmsBooking> = {}) =>
		system.form.listed(example.booking(changes));
	const call = () => system.form.webhookBody(example.booking());

	it('changes nothing if Guesty answers with no booking to a call, and tells the host which one', async () => {
		await example.tell();
		const doors = await example.access();
		forget();
		example.pms.bookings = [{ ...booking({ kind: 'cancelled' }), leftOut: 'request' }];
		const run = await example.receive(call());
		expect([writesOf(service), await example.access()]).toEqual([[], doors]);
		expect(example.told(run)).toEqual([
			{ who: 'host', text: expect.stringMatching(/^Booking 40771\b[^]*\n\S/) },
		]);
	});

	it('keeps what the search leaves out, and ends what it says is canceled', async () => {
		const all = bookingsOf(system, 3);
		await example.compare(all);
		forget();
		const run = await example.compare([
			{ ...all[0], leftOut: 'search' },
			...bookingsOf(system, 2, () => ({ kind: 'cancelled' })).slice(1),
			...all.slice(2),
		]);
		expect([await keys(), whoIsTold(run)]).toEqual([[50_001, 50_003], ['host']]);
	});

	it('takes the local day and the planned hour, whatever the time in UTC is, by day and by night', async () => {
		const hours = { arrivalTime: '16:00', departureTime: '14:00' };
		await example.tell(hours);
		expect(await example.access()).toMatchObject([system.hours]);
		forget();
		const run = await example.compare([booking(hours)]);
		expect([whoIsTold(run), writesOf(service)]).toEqual([[], []]);
		expect(await example.access()).toMatchObject([system.hours]);
	});

	it('refuses a stay in two rooms, and tells the host', async () => {
		const run = await example.tell({ rooms: system.rooms });
		expect([writesOf(service), example.told(run)]).toEqual([
			[],
			[{ who: 'host', text: expect.stringMatching(/40771[^]*different days/) }],
		]);
	});

	it('ends the access of a guest who did not arrive', async () => {
		await example.tell();
		const [known] = example.pms.bookings as Array<{ record: object }>;
		const guestStay = { status: 'no_show' };
		example.pms.bookings = [{ ...known, record: { ...known?.record, guestStay } }];
		const run = await example.receive(call());
		expect([await example.access(), example.told(run)]).toEqual([
			[],
			[{ who: 'host', text: expect.stringMatching(/^Booking 40771/) }],
		]);
	});

	it('tells the host if the guest of a booking cannot be read', async () => {
		example.pms.bookings = [{ ...booking(), guest: { _id: 'another' } }];
		const run = await example.receive(call());
		expect([writesOf(service), example.told(run)]).toEqual([
			[],
			[{ who: 'host', text: expect.stringMatching(/^Booking 40771\b[^]*\n\S/) }],
		]);
	});
});

describe('an example that sends messages through Hospitable', () => {
	const [system] = SYSTEMS.filter(({ name }) => name === 'Hospitable');
	if (!system) throw new Error('There is no system of that name');
	use(system);

	it('pauses between messages: 50 in 5 minutes are allowed', () => {
		const { parameters } = nodeOf(readExample(`pms/${system.from}.json`), 'Send it to the guest');
		const { batching } = parameters.options as {
			batching: { batch: { batchSize: number; batchInterval: number } };
		};
		expect(batching.batch.batchSize).toBe(1);
		expect(batching.batch.batchInterval).toBeGreaterThanOrEqual(6_000);
	});

	it('reads the bookings of all properties, and ends nothing if those of some cannot be read', async () => {
		const stays = bookingsOf(system, 2);
		const blocks = Array.from({ length: 60 }, (_, index) =>
			system.form.listed(
				example.booking({
					id: String(60_001 + index),
					kind: 'block',
					rooms: [{ id: String(80_001 + index), name: `House ${index}` }],
				}),
			),
		);
		await example.compare([...stays, ...blocks]);
		expect([await keys(), example.pms.listed.length]).toEqual([[50_001, 50_002], 2]);

		example.pms.messages.length = 0;
		Object.assign(example.pms.settings, {
			listStatus: 500,
			isListRefused: ({ search }: { search: string }) => search.includes('80060'),
		});
		const run = await example.compare([...stays.slice(1), ...blocks]);
		expect([await keys(), whoIsTold(run)]).toEqual([[50_001, 50_002], ['host']]);
	});
});

describe('an example that sends messages through Smoobu', () => {
	const [system] = SYSTEMS.filter(({ name }) => name === 'Smoobu');
	if (!system) throw new Error('There is no system of that name');
	use(system);

	it('signs the bytes of a text with letters of any language', async () => {
		const guest = { ...example.booking().guest, first: 'Zoë 🏖', last: 'Βασιλική' };
		const run = await example.tell({ guest });
		expect(example.told(run)).toEqual([
			{ who: 'guest', text: expect.stringContaining('Zoë 🏖 Βασιλική') },
		]);
	});
});
