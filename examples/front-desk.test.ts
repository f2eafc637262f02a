import got from 'got';
import type { IDataObject } from 'n8n-workflow';
import { nodeOf } from '../host/n8n/readExample';
import { hotel } from '../sandbox/fixtures/hotel';
import { workspaceIds } from '../sandbox/fixtures/workspaces';
import { useExample } from '../test/support/example/useExample';
import { call } from '../test/operations/dossier';
import { startHotelSandbox } from '../test/support/service/hotelSandbox';
import {
	ARRIVAL_AT,
	DEPARTURE_AT,
	HOUR_MS,
	iso,
	useMovedHotel,
} from '../test/support/service/movedHotel';
import { booking, reserve } from '../test/support/service/reservations';

const { frontDoor, room102, room103 } = hotel.devices;
const service = useMovedHotel();
const host = useExample('front-desk.json', service);

const TASKS = {
	give: 'Give a guest a PIN',
	earlier: 'A guest comes earlier',
	longer: 'A guest stays longer',
	change: 'A guest moves, or the dates change',
	help: 'The PIN does not work',
	pin: 'Give a guest another PIN',
	leave: 'A guest leaves',
};
type Pages = Record<string, IDataObject>;

const run = async (task: keyof typeof TASKS, asked: string, pages: Pages, until?: string) =>
	await host.run('Front desk', {
		items: [{ Task: TASKS[task], 'Guest, room or booking number': asked }],
		pages,
		until,
	});

/** The guests that the form offers. */
async function choices(asked = '', task: keyof typeof TASKS = 'pin'): Promise<string[]> {
	const [page] = (await run(task, asked, {}, 'Which guest?')).json('Which guest?');
	if (!page) return [];
	const [field] = JSON.parse(String(page.fields)) as Array<{
		fieldOptions: { values: Array<{ option: string }> };
	}>;
	return field?.fieldOptions.values.map(({ option }) => option) ?? [];
}

/** Fills in the form for the guest whom `asked` finds. Returns the last page, and the one that says what is known. */
async function desk(task: keyof typeof TASKS, asked = '', answers: Pages = {}, wanted?: string) {
	const offered = task === 'give' ? [] : await choices(asked, task);
	const guest = offered.find((label) => wanted === undefined || label.includes(wanted)) ?? '';
	const pages = await run(task, asked, { 'Which guest?': { Guest: guest }, ...answers });
	const [end] = pages.json('Show the answer');
	const [known] = pages.json('What now?');
	return {
		title: String(end?.completionTitle),
		text: String(end?.completionMessage),
		page: String(known?.fields),
	};
}

const day = (at: number) => iso(at).slice(0, 10);
const pinIn = (title: string) => /\b(\d{4,})\b/.exec(title)?.[1];

/** Whether the PIN opens the front door now, as the lock says. */
async function opens(pin: unknown, lock = frontDoor): Promise<boolean> {
	const openings = () =>
		(service.sandbox.state.workspaces.get(workspaceIds.main)?.events ?? []).filter(
			({ event_type: type }) => type === 'lock.unlocked',
		).length;
	const before = openings();
	await service.typeIn(lock, pin);
	return openings() > before;
}

const give = async (page: IDataObject = {}) =>
	await desk('give', '', {
		'New stay': {
			Guest: 'Ada <b>Lovelace</b>',
			Email: 'ada@example.com',
			Room: 'Suite (suite)',
			Arrival: day(ARRIVAL_AT),
			Departure: day(DEPARTURE_AT),
			...page,
		},
	});
const change = async (page: IDataObject) =>
	await desk('change', 'Ada', {
		Changes: { 'New room': '', 'New arrival': '', 'New departure': '', 'New email': '', ...page },
	});

/** A booking of a system, as its workflow gives it. */
const ofSystem = async (keyPrefix: string, changes: IDataObject = {}) =>
	await service.whileTimePasses(service.upsert(changes, { keyPrefix, waitUntilIssued: true }));
/** The nightly comparison of the system. */
const compare = async (keyPrefix: string, changes: IDataObject = {}) => {
	const stay = { rooms: 'suite', arrival: iso(ARRIVAL_AT), departure: iso(DEPARTURE_AT) };
	await service.whileTimePasses(
		reserve(service, 'syncMany', [booking({ ...stay, ...changes })], {
			keyPrefix,
			removeGone: true,
		}),
	);
};

describe('a new guest', () => {
	it('gets a PIN, keeps it with other dates, gets another one, moves, and is out at the end', async () => {
		const given = await give();
		const pin = pinIn(given.title);
		expect(given.title).toBe(`PIN ${pin}`);
		expect(given.text).toContain('<a href="../form/front-desk">');
		expect(given.text).toContain('Ada &lt;b>Lovelace&lt;/b>\nSuite\n');
		await service.moveTo(ARRIVAL_AT + 6 * HOUR_MS);
		expect(await opens(pin)).toBe(true);

		const longer = await change({ 'New departure': day(DEPARTURE_AT + 24 * HOUR_MS) });
		expect(pinIn(longer.title)).toBe(pin);
		const another = pinIn((await desk('pin', 'Ada')).title);
		expect(another).not.toBe(pin);
		await service.moveTo(DEPARTURE_AT + 12 * HOUR_MS);
		expect([await opens(pin), await opens(another)]).toEqual([false, true]);

		const moved = pinIn((await change({ 'New room': 'Room 102 (room-102)' })).title);
		expect(await opens(moved, hotel.devices.room102)).toBe(true);
		expect((await desk('leave', 'Ada')).title).toBe('The access ends now');
		await service.moveTo(service.now() + HOUR_MS);
		expect(await opens(moved, hotel.devices.room102)).toBe(false);
	});

	it('gets one PIN if the form is sent twice', async () => {
		const [first, second] = [await give(), await give()];
		expect(second.text).toContain(`The PIN is ${pinIn(first.title)}.`);
		expect(service.sandbox.requests.of('/access_grants/create')).toHaveLength(1);
		expect(await choices('Ada')).toHaveLength(1);
	});

	it('loses no room or day to the same entry, which tells what there is and changes nothing', async () => {
		await give();
		await change({
			'New room': 'Room 102 (room-102)',
			'New departure': day(DEPARTURE_AT + 24 * HOUR_MS),
		});
		const pin = pinIn((await desk('pin', 'Ada')).title);
		const again = await give({ Email: 'second@example.com' });
		expect([again.title, again.text]).toEqual([
			'This stay is there already',
			expect.stringMatching(new RegExp(`PIN is ${pin}\\..*Room 102\\n.*Nothing was changed`, 's')),
		]);
		await service.moveTo(DEPARTURE_AT + 12 * HOUR_MS);
		expect(await opens(pin, room102)).toBe(true);
	});

	it('reads with the same entry that access that is over needs another name, which gives a PIN that opens', async () => {
		await give();
		await service.moveTo(ARRIVAL_AT + 8 * HOUR_MS);
		// As *I am leaving* on the guest page.
		const [stay] = (await service.run('reservation.getAll', { returnAll: true })).items;
		await service.run('reservation.upsert', {
			reservationKey: String(stay?.json.reservation_key),
			rooms: { __rl: true, mode: 'key', value: 'suite' },
			arrival: iso(service.now()),
			departure: iso(service.now() + HOUR_MS / 60),
			options: { keyPrefix: 'desk:' },
		});
		await service.moveTo(service.now() + HOUR_MS);
		expect((await give()).text).toMatch(/other guest.*access is over.*the name/s);
		const named = await give({ Guest: 'Ada Lovelace again' });
		expect(await opens(pinIn(named.title))).toBe(true);
	});

	it('who has left gets in again with the same entry', async () => {
		await give();
		await service.moveTo(ARRIVAL_AT + 8 * HOUR_MS);
		expect((await desk('leave', 'Ada')).title).toBe('The access ends now');
		await service.moveTo(service.now() + HOUR_MS);
		const again = await give();
		expect(again.title).toMatch(/^PIN \d+$/);
		expect(await opens(pinIn(again.title))).toBe(true);
	});

	describe('whose move waits for an offline lock', () => {
		const stays = async () =>
			(await service.run('reservation.getAll', { returnAll: true, output: 'raw' })).items.map(
				({ json }) => json,
			);
		const untilDay = async (room: string) =>
			(await stays())
				.filter(({ rooms }) => String(rooms) === room)
				.map(({ ends_at: end }) => String(end).slice(0, 10));

		beforeEach(async () => {
			await give({ Room: 'Room 102 (room-102)' });
			await service.moveTo(ARRIVAL_AT + 8 * HOUR_MS);
			await service.setOnline(room103, false);
			const { text } = await change({
				'New room': 'Suite (suite)',
				'New departure': day(DEPARTURE_AT - 24 * HOUR_MS),
			});
			expect(text).toContain('Suite');
		});

		it.each<[string, IDataObject, number]>([
			['the email', { 'New email': 'new@example.com' }, DEPARTURE_AT - 24 * HOUR_MS],
			['the departure', { 'New departure': day(DEPARTURE_AT) }, DEPARTURE_AT],
			['nothing', {}, DEPARTURE_AT - 24 * HOUR_MS],
		])('keeps the move and its dates if the desk changes %s', async (_what, page, departure) => {
			await change(page);
			expect(await untilDay('Suite')).toEqual([day(departure)]);
			await service.setOnline(room103, true);
			await service.moveTo(service.now() + 4 * HOUR_MS);
			expect(await untilDay('Suite')).toEqual([day(departure)]);
		});

		it('gets longer hours in the new room', async () => {
			const later = { Day: day(DEPARTURE_AT + 24 * HOUR_MS), Time: '18:00' };
			await desk('longer', 'Ada', { 'New time': later });
			const hours = (await stays()).find(({ stay_key: key }) => String(key).endsWith('/longer'));
			expect(hours?.rooms).toEqual(['Suite']);
		});
	});

	it('stays in the room if only the email changes, although another room has its name as the key', async () => {
		await call(service.sandbox, '/spaces/update', {
			space_id: hotel.spaces.suite,
			name: 'room-102',
		});
		await give({ Room: 'room-102 (suite)' });
		await change({ 'New email': 'new@example.com' });
		const { items } = await service.run('reservation.getAll', { returnAll: true, output: 'raw' });
		expect(items.map(({ json }) => json.access_grant)).toMatchObject([
			{ space_ids: [hotel.spaces.suite] },
		]);
	});

	it('gets none for days that are over, and the desk reads why', async () => {
		const past = {
			Arrival: day(ARRIVAL_AT - 96 * HOUR_MS),
			Departure: day(ARRIVAL_AT - 48 * HOUR_MS),
		};
		await service.moveTo(ARRIVAL_AT);
		expect((await give(past)).title).toBe('No PIN: these dates are over');
		const wrong = await give({ Departure: day(ARRIVAL_AT - 24 * HOUR_MS) });
		expect([wrong.title, wrong.text]).toEqual([
			'That did not work',
			expect.stringMatching(/Departure/i),
		]);
	});

	it('gets a PIN with a warning if a lock is offline', async () => {
		jest.useRealTimers();
		const hotelNow = await startHotelSandbox();
		await got.post(`${hotelNow.sandbox.url}/_sandbox/devices/disconnect`, {
			json: { device_id: hotel.devices.room101 },
		});
		const inHours = (hours: number) => iso(Date.now() + hours * HOUR_MS).slice(0, 10);
		const page = {
			Guest: 'Ada',
			Room: 'Room 101 (room-101)',
			// The room opens at 15:00 UTC: today or tomorrow, but in the next 24 hours.
			Arrival: inHours(9),
			Departure: inHours(72),
		};
		const { json } = await host.run('Front desk', {
			items: [{ Task: TASKS.give }],
			as: { ...host.example, pinData: { 'New stay': [{ json: page }] } },
			credentials: hotelNow.credentials,
		});
		await hotelNow.stop();
		expect(json('Show the answer')[0]).toMatchObject({
			subject: expect.stringMatching(/^(PIN \d+, but the door may stay closed|No PIN yet)$/),
			text: expect.stringContaining('offline'),
		});
	});
});

describe.each(['reservation:', 'hostaway:', 'mews:'])('a guest of a booking of %s', (prefix) => {
	const guests = { guest: 'Guest 4711' };

	it('comes earlier, and the next comparison leaves it so', async () => {
		const { pin } = await ofSystem(prefix);
		await service.moveTo(ARRIVAL_AT - 8 * HOUR_MS);
		const room = { Day: day(ARRIVAL_AT), Time: '07:00' };
		const { title, text } = await desk('earlier', '4711', { 'New time': room });
		const early = pinIn(title);
		expect(text).toMatch(/Tell the guest.*booking system/s);
		await compare(prefix);
		await service.moveTo(ARRIVAL_AT - 2 * HOUR_MS);
		expect([await opens(early), await opens(pin)]).toEqual([true, false]);
		await service.moveTo(ARRIVAL_AT + HOUR_MS);
		expect(await opens(pin)).toBe(true);
	});

	it('stays longer, and the next comparison leaves it so', async () => {
		const { pin } = await ofSystem(prefix);
		await service.moveTo(DEPARTURE_AT - 4 * HOUR_MS);
		const room = { Day: day(DEPARTURE_AT), Time: '18:00' };
		const late = pinIn((await desk('longer', '4711', { 'New time': room })).title);
		await compare(prefix);
		await service.moveTo(DEPARTURE_AT + 2 * HOUR_MS);
		expect([await opens(late), await opens(pin)]).toEqual([true, false]);
		await service.moveTo(DEPARTURE_AT + 10 * HOUR_MS);
		expect(await opens(late)).toBe(false);
	});

	it('does not come earlier while another guest has the room', async () => {
		await ofSystem(prefix);
		await ofSystem('smoobu-2:', {
			id: '9',
			...guests,
			guest: 'Tom Tomorrow',
			contact: 'tom@example.com',
			arrival: iso(ARRIVAL_AT - 48 * HOUR_MS),
			departure: iso(ARRIVAL_AT - HOUR_MS),
		});
		const room = { Day: day(ARRIVAL_AT), Time: '07:00' };
		const taken = await desk('earlier', '4711', { 'New time': room }, '4711');
		expect(taken).toMatchObject({
			title: 'The room is not free',
			text: expect.stringContaining('Tom Tomorrow'),
		});
		expect(await choices('earlier')).toEqual([]);
	});

	it('leaves, and stays out: the row says so to the workflow of the system', async () => {
		const { pin, stay_key: key } = await ofSystem(prefix);
		await service.moveTo(ARRIVAL_AT + 4 * HOUR_MS);
		expect((await desk('leave', '4711')).title).toBe('The access ends now');
		await service.moveTo(ARRIVAL_AT + 6 * HOUR_MS);
		expect(await opens(pin)).toBe(false);
		expect(host.rows('Stays')).toMatchObject([
			{ stay_key: key, left_at: expect.stringMatching(/^2031-/) },
		]);
	});

	it('leaves, and the hours after the booking that the desk gave end too', async () => {
		const { pin } = await ofSystem(prefix);
		await service.moveTo(DEPARTURE_AT - 4 * HOUR_MS);
		const room = { Day: day(DEPARTURE_AT), Time: '18:00' };
		const late = pinIn((await desk('longer', '4711', { 'New time': room })).title);
		const { title } = await desk('leave', '4711', {}, `· ${prefix}4711`);
		expect(title).toBe('The access ends now');
		await service.moveTo(DEPARTURE_AT + 2 * HOUR_MS);
		expect([await opens(late), await opens(pin)]).toEqual([false, false]);
	});

	it('leaves by the line of the hours after the booking, and the booking ends too', async () => {
		const { pin, stay_key: key } = await ofSystem(prefix);
		await service.moveTo(DEPARTURE_AT - 20 * HOUR_MS);
		await desk('longer', '4711', { 'New time': { Day: day(DEPARTURE_AT), Time: '18:00' } });
		expect((await desk('leave', '4711', {}, '/longer')).title).toBe('The access ends now');
		await service.moveTo(DEPARTURE_AT - 10 * HOUR_MS);
		expect(await opens(pin)).toBe(false);
		expect(host.rows('Stays')).toMatchObject([{ stay_key: key }]);
	});

	it('leaves before the booked arrival, and the hours before the booking end too', async () => {
		await ofSystem(prefix);
		await service.moveTo(ARRIVAL_AT - 8 * HOUR_MS);
		const room = { Day: day(ARRIVAL_AT), Time: '07:00' };
		const early = pinIn((await desk('earlier', '4711', { 'New time': room })).title);
		await service.moveTo(ARRIVAL_AT - 6 * HOUR_MS);
		await desk('leave', '4711', {}, `· ${prefix}4711`);
		await service.moveTo(ARRIVAL_AT - 3 * HOUR_MS);
		expect(await opens(early)).toBe(false);
	});

	it('stays still longer with the same PIN, and leaves with all of it', async () => {
		await ofSystem(prefix);
		await service.moveTo(DEPARTURE_AT - 4 * HOUR_MS);
		const until = async (Time: string, line?: string) =>
			pinIn(
				(await desk('longer', '4711', { 'New time': { Day: day(DEPARTURE_AT), Time } }, line))
					.title,
			);
		const late = await until('16:00');
		await service.moveTo(DEPARTURE_AT + 2 * HOUR_MS);
		expect(await until('20:00', '/longer')).toBe(late);
		await service.moveTo(DEPARTURE_AT + 6 * HOUR_MS);
		expect(await opens(late)).toBe(true);
		await desk('leave', '4711', {}, `· ${prefix}4711`);
		await service.moveTo(DEPARTURE_AT + 7 * HOUR_MS);
		expect(await opens(late)).toBe(false);
	});

	it('moves, and the hours that the desk gives again go to the new room', async () => {
		await ofSystem(prefix);
		await service.moveTo(DEPARTURE_AT - 8 * HOUR_MS);
		const longer = async () =>
			pinIn(
				(
					await desk(
						'longer',
						'4711',
						{ 'New time': { Day: day(DEPARTURE_AT), Time: '18:00' } },
						`· ${prefix}4711`,
					)
				).title,
			);
		const former = await longer();
		await ofSystem(prefix, { rooms: 'room-102' });
		const now = await longer();
		expect((await choices('4711')).filter((label) => label.endsWith('/longer'))).toEqual([
			expect.stringMatching(/^Room 102 /),
		]);
		await service.moveTo(DEPARTURE_AT + 2 * HOUR_MS);
		expect([now, await opens(now, room103), await opens(now, room102)]).toEqual([
			former,
			false,
			true,
		]);
	});

	it('is not moved here: the desk reads where to do it', async () => {
		const { pin } = await ofSystem(prefix);
		expect(await desk('change', '4711')).toMatchObject({
			title: 'Nothing was changed',
			text: expect.stringContaining(`${prefix}4711`),
		});
		await service.moveTo(ARRIVAL_AT + HOUR_MS);
		expect(await opens(pin)).toBe(true);
	});

	it('gets another PIN, which the next comparison keeps', async () => {
		const { pin } = await ofSystem(prefix);
		await service.moveTo(ARRIVAL_AT + HOUR_MS);
		const another = pinIn((await desk('pin', '4711')).title);
		await compare(prefix);
		await service.moveTo(ARRIVAL_AT + 3 * HOUR_MS);
		expect([await opens(pin), await opens(another)]).toEqual([false, true]);
	});
});

describe('"The PIN does not work"', () => {
	const help = async (choice = 'Nothing more', asked = '4711') =>
		await desk('help', asked, { 'What now?': { Action: choice } });
	const unlock = (name: string, id: string) => `Unlock ${name} · ${id.slice(-4)}`;

	it('shows the PIN, each lock, and one remedy for one cause; no lock that is offline is offered to unlock', async () => {
		const { pin } = await ofSystem('hostaway:');
		await service.moveTo(ARRIVAL_AT + HOUR_MS);
		await service.setOnline(frontDoor, false);
		await service.setOnline(room103, false);
		const { page, title } = await help();
		expect(title).toBe('Nothing was changed');
		expect(page).toContain(String(pin));
		expect(page).toContain('Front Door: offline');
		const [toDo = ''] = page.split('What is known');
		expect(toDo.match(/is offline/g)).toHaveLength(1);
		expect(page).not.toMatch(/Unlock |\.\./);
		await service.setOnline(room103, true);
		expect((await help()).page).toMatch(/"Unlock Room 103 /);
	});

	it.each([
		['before the arrival', ARRIVAL_AT - 5 * HOUR_MS],
		['after the departure', DEPARTURE_AT + 3 * HOUR_MS],
	])('does not say %s that the PIN works', async (_when, at) => {
		const { pin } = await ofSystem('hostaway:');
		await service.moveTo(at);
		const { page } = await help();
		expect(await opens(pin)).toBe(false);
		expect(page).not.toContain('should work');
	});

	it('offers each of two locks with the same name, and unlocks the one that was chosen', async () => {
		await ofSystem('hostaway:');
		await call(service.sandbox, '/devices/update', { device_id: room103, name: 'Front Door' });
		await service.moveTo(ARRIVAL_AT + HOUR_MS);
		const offered = (await help()).page.match(/Unlock [^"]+/g) ?? [];
		expect(new Set(offered).size).toBe(2);
		for (const choice of offered) await help(choice);
		expect(service.bodies('/locks/unlock_door')).toEqual(
			expect.arrayContaining([{ device_id: frontDoor }, { device_id: room103 }]),
		);
	});

	it('unlocks the door, or gives another PIN', async () => {
		const { pin } = await ofSystem('hostaway:');
		await service.moveTo(ARRIVAL_AT + HOUR_MS);
		expect((await help(unlock('Room 103', room103))).title).toBe('The door is unlocked');
		expect(service.bodies('/locks/unlock_door')).toEqual([{ device_id: room103 }]);
		const another = pinIn((await help('Give the guest another PIN')).title);
		expect(another).not.toBe(pin);
		await service.moveTo(ARRIVAL_AT + 2 * HOUR_MS);
		expect(await opens(another)).toBe(true);
	});

	it('does not say that a door is unlocked which the service has not unlocked yet', async () => {
		await ofSystem('hostaway:');
		await service.moveTo(ARRIVAL_AT + HOUR_MS);
		service.sandbox.faults.always('/locks/unlock_door', { kind: 'attemptStaysPending' });
		expect((await help(unlock('Room 103', room103))).title).toBe('The door is not unlocked yet');
	});

	it('says so if there is no stay, or if nothing could be read', async () => {
		expect((await desk('help', 'Nobody')).title).toBe('This guest has no access');
		service.sandbox.faults.always('/access_grants/list', { kind: 'unauthorized' });
		expect((await desk('help', '4711')).title).toBe('The access could not be read');
		service.sandbox.faults.always('/spaces/list', { kind: 'unauthorized' });
		expect((await give()).title).toBe('There is no room to choose');
	});
});

it('finds guests by name, room or number, of all systems', async () => {
	await ofSystem('hostaway:', { guest: 'Ada Byron' });
	await ofSystem('mews:', { id: '9', guest: 'Bo', contact: 'bo@example.com', rooms: 'room-102' });
	expect(await choices('')).toHaveLength(2);
	for (const asked of ['ada', 'SUITE', 'hostaway:4711'])
		expect(await choices(asked)).toEqual([expect.stringContaining('Ada Byron')]);
});

it('has one login', () => {
	const entries = host.example.nodes.filter(({ type }) => /Trigger$|webhook$/.test(type));
	expect(entries.map(({ name }) => name)).toEqual(['Front desk']);
	expect(nodeOf(host.example, 'Front desk').parameters.authentication).toBe('basicAuth');
});
