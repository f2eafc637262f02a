import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../sandbox/fixtures/hotel';
import { useExample } from '../test/support/example/useExample';
import { call } from '../test/operations/dossier';
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

const opens = async (pin: unknown, lock = frontDoor) => await service.opens(lock, pin);

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

	it('whose move waits for an offline lock keeps the move, its dates and longer hours, whatever else the desk changes', async () => {
		const stays = async () =>
			(await service.run('reservation.getAll', { returnAll: true, output: 'raw' })).items.map(
				({ json }) => json,
			);
		const untilDay = async () =>
			(await stays())
				.filter(
					({ rooms, stay_key: key }) => String(rooms) === 'Suite' && !/longer$/.test(String(key)),
				)
				.map(({ ends_at: end }) => String(end).slice(0, 10));
		await give({ Room: 'Room 102 (room-102)' });
		await service.moveTo(ARRIVAL_AT + 8 * HOUR_MS);
		await service.setOnline(room103, false);
		const sooner = day(DEPARTURE_AT - 24 * HOUR_MS);
		const { text } = await change({ 'New room': 'Suite (suite)', 'New departure': sooner });
		expect(text).toContain('Suite');
		await change({ 'New email': 'new@example.com' });
		expect(await untilDay()).toEqual([sooner]);
		await change({ 'New departure': day(DEPARTURE_AT) });
		expect(await untilDay()).toEqual([day(DEPARTURE_AT)]);
		const later = { Day: day(DEPARTURE_AT + 24 * HOUR_MS), Time: '18:00' };
		await desk('longer', 'Ada', { 'New time': later });
		const hours = (await stays()).find(({ stay_key: key }) => String(key).endsWith('/longer'));
		expect(hours?.rooms).toEqual(['Suite']);
		await service.setOnline(room103, true);
		await service.moveTo(service.now() + 4 * HOUR_MS);
		expect(await untilDay()).toEqual([day(DEPARTURE_AT)]);
	});

	it('gets a PIN with a warning if a lock is offline', async () => {
		await service.moveTo(ARRIVAL_AT - 5 * HOUR_MS);
		await service.setOnline(room103, false);
		expect(await give()).toMatchObject({
			title: expect.stringMatching(/^(PIN \d+, but the door may stay closed|No PIN yet)$/),
			text: expect.stringContaining('offline'),
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
});

describe('a guest of a booking of a system', () => {
	const prefix = 'hostaway:';
	/** The line of the booking, beside those of hours. */
	const BOOKING = `· ${prefix}4711`;
	/** Gives hours before or after the booking. */
	const more = async (task: 'earlier' | 'longer', Time: string, line?: string) => {
		const Day = day(task === 'earlier' ? ARRIVAL_AT : DEPARTURE_AT);
		const { title, text } = await desk(task, '4711', { 'New time': { Day, Time } }, line);
		return { title, text, pin: pinIn(title) };
	};
	const leave = async (line: string) =>
		expect((await desk('leave', '4711', {}, line)).title).toBe('The access ends now');
	/** The nightly comparison. */
	const compare = async () =>
		await service.whileTimePasses(
			reserve(
				service,
				'syncMany',
				[booking({ rooms: 'suite', arrival: iso(ARRIVAL_AT), departure: iso(DEPARTURE_AT) })],
				{ keyPrefix: prefix, removeGone: true },
			),
		);

	it('comes earlier, also after the next comparison, and leaves before the booked arrival with these hours, too', async () => {
		const { pin } = await ofSystem(prefix);
		await service.moveTo(ARRIVAL_AT - 8 * HOUR_MS);
		const early = await more('earlier', '07:00');
		expect(early.text).toMatch(/Tell the guest.*booking system/s);
		await compare();
		await service.moveTo(ARRIVAL_AT - 2 * HOUR_MS);
		expect([await opens(early.pin), await opens(pin)]).toEqual([true, false]);
		await leave(BOOKING);
		await service.moveTo(ARRIVAL_AT - HOUR_MS);
		expect(await opens(early.pin)).toBe(false);
	});

	it('does not come earlier while another guest has the room', async () => {
		await ofSystem(prefix);
		await ofSystem('smoobu-2:', {
			id: '9',
			guest: 'Tom Tomorrow',
			contact: 'tom@example.com',
			arrival: iso(ARRIVAL_AT - 48 * HOUR_MS),
			departure: iso(ARRIVAL_AT - HOUR_MS),
		});
		expect(await more('earlier', '07:00', '4711')).toMatchObject({
			title: 'The room is not free',
			text: expect.stringContaining('Tom Tomorrow'),
		});
		expect(await choices('earlier')).toEqual([]);
	});

	it('stays longer, and still longer with the same PIN, also after the next comparison, and leaves with all of it', async () => {
		const { pin } = await ofSystem(prefix);
		await service.moveTo(DEPARTURE_AT - 4 * HOUR_MS);
		const late = await more('longer', '16:00');
		await service.moveTo(DEPARTURE_AT + 2 * HOUR_MS);
		expect((await more('longer', '20:00', '/longer')).pin).toBe(late.pin);
		await compare();
		await service.moveTo(DEPARTURE_AT + 6 * HOUR_MS);
		expect([await opens(late.pin), await opens(pin)]).toEqual([true, false]);
		await leave(BOOKING);
		await service.moveTo(DEPARTURE_AT + 7 * HOUR_MS);
		expect(await opens(late.pin)).toBe(false);
	});

	it('leaves by the line of the hours after the booking, and the booking ends too: the row says so to its workflow', async () => {
		const { pin, stay_key: key } = await ofSystem(prefix);
		await service.moveTo(DEPARTURE_AT - 20 * HOUR_MS);
		await more('longer', '18:00');
		await leave('/longer');
		await service.moveTo(DEPARTURE_AT - 10 * HOUR_MS);
		expect(await opens(pin)).toBe(false);
		expect(host.rows('Stays')).toMatchObject([
			{ stay_key: key, left_at: expect.stringMatching(/^2031-/) },
		]);
	});

	it('moves, and the hours that the desk gives again go to the new room', async () => {
		await ofSystem(prefix);
		await service.moveTo(DEPARTURE_AT - 8 * HOUR_MS);
		const former = await more('longer', '18:00', BOOKING);
		await ofSystem(prefix, { rooms: 'room-102' });
		const { pin } = await more('longer', '18:00', BOOKING);
		expect((await choices('4711')).filter((label) => label.endsWith('/longer'))).toEqual([
			expect.stringMatching(/^Room 102 /),
		]);
		await service.moveTo(DEPARTURE_AT + 2 * HOUR_MS);
		expect([pin, await opens(pin, room103), await opens(pin, room102)]).toEqual([
			former.pin,
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
});

describe('"The PIN does not work"', () => {
	const help = async (choice = 'Nothing more') =>
		await desk('help', '4711', { 'What now?': { Action: choice } });

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

	it('does not say before the arrival and after the departure that the PIN works', async () => {
		const { pin } = await ofSystem('hostaway:');
		for (const at of [ARRIVAL_AT - 5 * HOUR_MS, DEPARTURE_AT + 3 * HOUR_MS]) {
			await service.moveTo(at);
			const { page } = await help();
			expect(await opens(pin)).toBe(false);
			expect(page).not.toContain('should work');
		}
	});

	it('unlocks the one of two locks with the same name that was chosen, says so once it is unlocked, or gives another PIN', async () => {
		const { pin } = await ofSystem('hostaway:');
		await call(service.sandbox, '/devices/update', { device_id: room103, name: 'Front Door' });
		await service.moveTo(ARRIVAL_AT + HOUR_MS);
		const offered = (await help()).page.match(/Unlock [^"]+/g) ?? [];
		expect(new Set(offered).size).toBe(2);
		for (const choice of offered) expect((await help(choice)).title).toBe('The door is unlocked');
		expect(service.bodies('/locks/unlock_door')).toEqual(
			expect.arrayContaining([{ device_id: frontDoor }, { device_id: room103 }]),
		);
		service.sandbox.faults.always('/locks/unlock_door', { kind: 'attemptStaysPending' });
		expect((await help(offered[0])).title).toBe('The door is not unlocked yet');
		const another = pinIn((await help('Give the guest another PIN')).title);
		expect(another).not.toBe(pin);
		await service.moveTo(ARRIVAL_AT + 2 * HOUR_MS);
		expect(await opens(another)).toBe(true);
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
