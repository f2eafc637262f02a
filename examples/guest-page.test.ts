import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../sandbox/fixtures/hotel';
import { workspaceIds } from '../sandbox/fixtures/workspaces';
import { callSandbox } from '../test/sandbox/callSandbox';
import { DataTables } from '../test/support/example/dataTables';
import { HOST, useExample } from '../test/support/example/useExample';
import {
	ARRIVAL_AT,
	DEPARTURE_AT,
	HOUR_MS,
	iso,
	useMovedHotel,
} from '../test/support/service/movedHotel';
import { readExample, withSetting } from '../host/n8n/readExample';
import { writesOf } from '../test/support/service/reservations';

const { frontDoor, room101, room103 } = hotel.devices;
const ADDRESS = 'https://n8n.example.com/webhook/guest-page';
const service = useMovedHotel();
const host = useExample('guest-page.json', service, (example) =>
	withSetting(example, 'Request', 'phone', '+1 555 0100'),
);

const rowOf = (stayKey: string) => host.rows('Stays').find((row) => row.stay_key === stayKey) ?? {};

/** The emails of *Guest messages*. */
async function messages() {
	await host.run('Every 15 minutes', { as: readExample('guest-messages.json') });
	return host.emails().map(({ text }) => text);
}

/** Lets *Guest messages* tell the guests, and returns the key in the link to the page of this stay. */
async function tellGuests(id = '4711'): Promise<string> {
	host.enter({ guest_page: ADDRESS });
	const texts = await messages();
	const key = String(rowOf(`reservation:${id}`).page_key);
	expect(texts).toContainEqual(
		expect.stringMatching(new RegExp(`: ${ADDRESS}\\?key=${key}$`, 'm')),
	);
	return key;
}

/** What came over HTTP. */
interface Call {
	key?: unknown;
	query?: IDataObject;
	body?: unknown;
	method?: 'GET' | 'POST';
	/** What the execution fails with once the guest has an answer. */
	error?: unknown;
}

/** Calls the page as a browser does, and returns the answer. */
async function call({
	key,
	query,
	body,
	method = body === undefined ? 'GET' : 'POST',
	error,
}: Call) {
	host.enter({ guest_page: ADDRESS });
	const run = await host.execute(method === 'GET' ? 'A guest opens the page' : 'Button pressed', {
		items: [{ headers: {}, params: {}, query: { key, ...query }, body } as IDataObject],
		mode: 'webhook',
	});
	expect([run.error()?.message, run.responses.length]).toEqual([error, 1]);
	const [{ statusCode, headers, body: html }] = run.responses as unknown as [
		{ statusCode: number; headers: Record<string, string>; body: string },
	];
	return { status: statusCode, headers, html };
}

/** What the address has to which a button leads. */
const queryOf = ({ headers }: Awaited<ReturnType<typeof call>>): IDataObject =>
	Object.fromEntries(new URLSearchParams(headers.location));

/** What the guest reads. */
const textOf = (html: string) =>
	html
		.replace(/<style>[^]*<\/style>/, '')
		.replaceAll(/<[^>]*>/g, ' ')
		.replaceAll(/\s+/g, ' ')
		.trim();
const unlocked = () =>
	service.bodies('/locks/unlock_door').map((body) => (body as IDataObject).device_id);
const open = (door: string) => ({ press: 'open', door });

/** A guest of the suite, whose doors are the front door and Room 103, and the key in the guest's link. */
async function guestOfSuite(changes: IDataObject = {}, options: INodeParameters = {}) {
	const { id = '4711' } = changes;
	await service.upsert({ contact: `${String(id)}@example.com`, ...changes }, options);
	await service.moveTo(Math.max(ARRIVAL_AT - 30 * HOUR_MS, service.now() + HOUR_MS));
	const key = await tellGuests(String(id));
	const { items } = await service.run('reservation.get', { reservationKey: String(id) });
	return { key, pin: String(items[0]?.json.pin) };
}
const moveIntoStay = async () => await service.moveTo(ARRIVAL_AT + HOUR_MS);

describe('the link', () => {
	it('has a key of 256 random bits, one for each stay, and stays the same if only the dates change', async () => {
		const { key } = await guestOfSuite();
		await service.upsert({ id: '4712', rooms: 'room-101' });
		await service.moveTo(ARRIVAL_AT - 23 * HOUR_MS);
		const other = await tellGuests('4712');
		await service.upsert({ departure: iso(DEPARTURE_AT + 24 * HOUR_MS) });
		await service.moveTo(ARRIVAL_AT - 22 * HOUR_MS);
		const again = await tellGuests();
		expect([key, other]).toEqual([
			expect.stringMatching(/^[0-9a-f]{64}$/),
			expect.stringMatching(/^[0-9a-f]{64}$/),
		]);
		expect([other === key, again === key]).toEqual([false, true]);
	});

	it('ends when the booking passes to another guest, who gets another one', async () => {
		const { key } = await guestOfSuite();
		await service.upsert({ guest: 'Bo Example', contact: 'bo@example.com' });
		await service.moveTo(ARRIVAL_AT - 23 * HOUR_MS);
		expect((await call({ key })).status).toBe(404);
		const next = await tellGuests();
		await moveIntoStay();
		expect([(await call({ key })).status, (await call({ key: next })).status]).toEqual([404, 200]);
		expect(next).not.toBe(key);
	});

	it('still works for a guest whose room was changed and who has had no message about it yet', async () => {
		const { key } = await guestOfSuite();
		await service.upsert({ rooms: 'room-101' });
		await moveIntoStay();
		await call({ key, body: open(room101) });
		expect(unlocked()).toEqual([room101]);
	});

	it('is in no message if the host uses no guest page, and no key is kept', async () => {
		await service.upsert();
		await service.moveTo(ARRIVAL_AT - 24 * HOUR_MS);
		expect(await messages()).toEqual([expect.not.stringMatching(/key=|phone:/)]);
		expect(rowOf('reservation:4711').page_key ?? '').toBe('');
	});
});

describe('the page', () => {
	it('says when the access opens, then shows PIN and doors, and after the stay nothing', async () => {
		const { key, pin } = await guestOfSuite();
		const before = await call({ key });
		await moveIntoStay();
		const during = await call({ key });
		await service.moveTo(DEPARTURE_AT + HOUR_MS);
		const after = await call({ key });
		expect([before, during, after].map(({ status }) => status)).toEqual([200, 200, 200]);
		expect(textOf(before.html)).toMatch(/opens on .*January 20, 2031/);
		expect(textOf(during.html)).toContain(pin);
		expect(during.html.match(/name="door" value="[^"]+"/g)?.sort()).toEqual(
			[frontDoor, room103].map((id) => `name="door" value="${id}"`).sort(),
		);
		expect(textOf(after.html)).toMatch(/Your stay has ended/);
		for (const { html } of [before, after]) {
			expect(html).not.toContain(pin);
			expect(html).not.toMatch(/<form|<button/);
		}
	});

	it('shows the Wi-Fi that the host entered for the room, during the stay alone', async () => {
		const { key } = await guestOfSuite();
		const before = await call({ key });
		await moveIntoStay();
		const without = await call({ key });
		host.fill('Room details', [
			{ room: 'Room 101', wifi: 'Staff / office' },
			{ room: String(rowOf('reservation:4711').rooms), wifi: 'Harbor Guest / sail2sea' },
		]);
		const shown = await call({ key });
		const texts = [before, without, shown].map(({ html }) => textOf(html));
		expect(texts.map((text) => /Wi-Fi: (.*?) Open/.exec(text)?.[1])).toEqual([
			undefined,
			undefined,
			'Harbor Guest / sail2sea',
		]);
	});

	it('is in the language of the guest', async () => {
		const { key } = await guestOfSuite();
		Object.assign(rowOf('reservation:4711'), { language: 'de' });
		expect(textOf((await call({ key })).html)).toMatch(/öffnet am .*20\. Januar 2031/);
	});

	it('is kept by nobody, found by no search engine, and tells no other page its address', async () => {
		const { key } = await guestOfSuite();
		await moveIntoStay();
		for (const answer of [await call({ key }), await call({ key, body: open(frontDoor) })])
			expect(answer.headers).toMatchObject({
				'cache-control': 'no-store',
				'referrer-policy': 'no-referrer',
				'x-robots-tag': expect.stringContaining('noindex'),
			});
		const { html, headers } = await call({ key });
		expect(headers['x-frame-options']).toBe('DENY');
		expect(html).not.toMatch(/<script|<img|<link|https?:/);
	});

	it('shows names as text', async () => {
		const evil = `<img src=x onerror="alert('{{ $json.key }}')">$&`;
		const { key } = await guestOfSuite({ guest: evil });
		Object.assign(rowOf('reservation:4711'), { language: evil });
		host.fill('Room details', [{ room: evil, wifi: evil }]);
		for (const [id, path] of [
			[{ device_id: frontDoor }, '/devices/update'],
			[{ device_id: room103 }, '/devices/update'],
			[{ space_id: hotel.spaces.suite }, '/spaces/update'],
		] as const)
			await callSandbox(service.sandbox, path, { ...id, name: evil });
		await moveIntoStay();
		for (const show of ['', 'help', 'sure', evil]) {
			const { status, html } = await call({ key, query: { show } });
			expect([status, html]).toEqual([200, expect.not.stringMatching(/<img|onerror="|\$&/)]);
			expect(html).toContain('&#60;img src=x');
		}
	});

	it('says that it cannot be shown now if the service or the table does not answer', async () => {
		const { key, pin } = await guestOfSuite();
		await moveIntoStay();
		service.sandbox.faults.always('/access_grants/get', { kind: 'unauthorized' });
		service.sandbox.faults.always('/access_grants/list', { kind: 'unauthorized' });
		const unread = await call({ key });
		host.tables = new DataTables();
		const lost = await call({ key });
		for (const { status, html } of [unread, lost])
			expect([status, textOf(html)]).toEqual([503, expect.stringMatching(/again.*\+1 555 0100/)]);
		expect(unread.html).not.toContain(pin);
	});
});

describe('the buttons', () => {
	it('open the door that was pressed, and the page says so for a minute', async () => {
		const { key } = await guestOfSuite();
		await moveIntoStay();
		const pressed = await call({ key, body: open(room103) });
		expect([pressed.status, unlocked()]).toEqual([303, [room103]]);
		const query = queryOf(pressed);
		expect(query).toEqual({ key, at: expect.any(String), show: 'unlocked' });
		expect(textOf((await call({ key, query })).html)).toMatch(/The door is unlocked/);
		await service.moveTo(ARRIVAL_AT + 2 * HOUR_MS);
		expect(textOf((await call({ key, query })).html)).not.toMatch(/unlocked/);
		expect(unlocked()).toEqual([room103]);
	});

	it('do not say that a door is unlocked while the lock has not done it', async () => {
		const { key } = await guestOfSuite();
		await moveIntoStay();
		service.sandbox.faults.always('/locks/unlock_door', { kind: 'attemptStaysPending' });
		const query = queryOf(await call({ key, body: open(room103) }));
		expect(query.show).toBe('pending');
		const { html } = await call({ key, query });
		expect(textOf(html)).toMatch(/has not answered yet.*use your PIN/);
	});

	it('say that it did not work if the lock does not answer', async () => {
		const { key } = await guestOfSuite();
		await moveIntoStay();
		await service.setOnline(room103, false);
		const query = queryOf(await call({ key, body: open(room103) }));
		expect(query.show).toBe('failed');
		expect(textOf((await call({ key, query })).html)).toMatch(/did not work/);
	});

	it.each([
		['tell', 'told', /Your host has been told/],
		['open', 'unlocked', /The door is unlocked/],
	])(
		'do not say on one phone (%s) what another phone did not reach',
		async (press, show, words) => {
			const { key } = await guestOfSuite();
			await moveIntoStay();
			const query = queryOf(await call({ key, body: { press, door: frontDoor } }));
			expect(query.show).toBe(show);
			await service.moveTo(service.now() + 8 * HOUR_MS);
			service.sandbox.faults.always('/locks/unlock_door', { kind: 'unauthorized' });
			await call({ key, body: open(room103) });
			expect(textOf((await call({ key, query })).html)).not.toMatch(words);
		},
	);

	it('open once if ten requests come together, and once every ten seconds', async () => {
		const { key } = await guestOfSuite();
		await moveIntoStay();
		const body = open(frontDoor);
		const answers = await Promise.all(Array.from({ length: 10 }, async () => call({ key, body })));
		expect(answers.map(({ headers }) => headers.location?.split('=').at(-1)).sort()).toEqual([
			'unlocked',
			...Array.from({ length: 9 }, () => 'wait'),
		]);
		await call({ key, body });
		expect(unlocked()).toHaveLength(1);
		await service.moveTo(service.now() + 11_000);
		await call({ key, body });
		expect(unlocked()).toHaveLength(2);
	});

	it('tell the guest what is known of each lock, and nothing of other guests, and ask the host for help', async () => {
		await service.upsert({ id: '4712', guest: 'Bo Example', rooms: 'suite' });
		const { key, pin } = await guestOfSuite();
		await moveIntoStay();
		await service.setOnline(room103, false);
		const { state } = service.sandbox;
		for (const code of state.accessCodes.values())
			if (code.isManaged && code.deviceId === room103 && code.code === pin)
				state.updateAccessCode(code, { status: 'unset', isScheduledOnDevice: false });
		const help = textOf((await call({ key, query: { show: 'help' } })).html);
		expect(help).toMatch(
			/Room 103 : The lock does not have your PIN yet. The lock is not connected/,
		);
		expect(help).toMatch(/Front Door : The lock has your PIN/);
		expect(help).not.toMatch(/Bo Example|4712/);
		host.emails();
		expect((await call({ key, body: { press: 'tell' } })).headers.location).toMatch(/show=told$/);
		expect(host.emails()).toEqual([
			{
				to: HOST,
				subject: 'Guest 4711, Suite: asks for help at the door',
				text: expect.stringMatching(/Room 103: offline.*The PIN is not on the lock/),
			},
		]);
		host.inbox.refused.push(HOST);
		await service.moveTo(service.now() + 11_000);
		const error: unknown = expect.stringMatching(/^reservation:4711: .*you could not be told/);
		const failed = await call({ key, body: { press: 'tell' }, error });
		expect(failed.headers.location).toMatch(/show=failed$/);
	});
});

describe('leaving', () => {
	const endOf = async () => {
		const { items } = await service.run('reservation.get', { reservationKey: '4711' });
		return Date.parse(String(items[0]?.json.ends_at));
	};

	it('is asked once, then the access of this guest ends within a minute, the host hears it, and the link is over', async () => {
		await service.upsert({ id: '4711-2', guest: 'Bo Example' });
		const { key, pin } = await guestOfSuite();
		await moveIntoStay();
		const asked = await call({ key, query: { show: 'sure' } });
		expect(asked.html).toMatch(/name="press" value="leave"/);
		expect(await endOf()).toBe(DEPARTURE_AT);
		host.emails();
		await call({ key, body: { press: 'leave' } });
		expect(await endOf()).toBeLessThanOrEqual(service.now() + 60_000);
		expect(host.emails()).toMatchObject([{ to: HOST, subject: /has left/ }]);
		for (const request of [{ key }, { key, body: open(frontDoor) }]) {
			const { status, html } = await call(request);
			expect([status, textOf(html)]).toEqual([200, expect.stringMatching(/has ended/)]);
			expect(html).not.toContain(pin);
		}
		const { items } = await service.run('reservation.get', { reservationKey: '4711-2' });
		expect(items[0]?.json.ends_at).toBe(iso(DEPARTURE_AT));
		// The booking system does not know it yet, and gives the access back.
		await service.upsert();
		await service.moveTo(service.now() + HOUR_MS);
		expect((await call({ key })).html).not.toContain(pin);
		expect(unlocked()).toEqual([]);
	});

	const opens = async (lock: string, pin: string) => {
		const count = () =>
			(service.sandbox.state.workspaces.get(workspaceIds.main)?.events ?? []).filter(
				({ event_type: type }) => type === 'lock.unlocked',
			).length;
		const before = count();
		await service.typeIn(lock, pin);
		return count() > before;
	};

	it('ends the new room too if the guest was moved and its lock is not ready yet', async () => {
		const { key, pin } = await guestOfSuite({ rooms: 'room-102' });
		await moveIntoStay();
		await service.setOnline(room103, false);
		const wait = { waitTimeout: 5, pollInterval: 1, maxPollInterval: 1 };
		await service.upsert({ contact: '4711@example.com', rooms: 'suite' }, wait);
		await call({ key, body: { press: 'leave' } });
		expect(host.emails()).toMatchObject([{ subject: /has left/ }]);
		await service.setOnline(room103, true);
		await service.moveTo(service.now() + 5 * HOUR_MS);
		expect([await opens(room103, pin), await opens(frontDoor, pin)]).toEqual([false, false]);
	});

	it('ends the old room of a guest who was just moved', async () => {
		const { key, pin } = await guestOfSuite();
		await moveIntoStay();
		await service.whileTimePasses(service.upsert({ rooms: 'room-101' }, { waitUntilIssued: true }));
		expect(await opens(room103, pin)).toBe(true);
		await call({ key, body: { press: 'leave' } });
		await service.moveTo(service.now() + HOUR_MS / 6);
		expect(await opens(room103, pin)).toBe(false);
	});

	it('also ends the hours that the desk gave for later', async () => {
		const { key } = await guestOfSuite();
		const later = { arrival: iso(DEPARTURE_AT), departure: iso(DEPARTURE_AT + 2 * HOUR_MS) };
		const extra = { id: 'reservation:4711/longer', ...later };
		expect(await service.upsert(extra, { keyPrefix: 'desk:' })).toHaveProperty('pin');
		await moveIntoStay();
		await call({ key, body: { press: 'leave' } });
		const left = await service.run('reservation.getAll', { returnAll: true, output: 'raw' });
		expect(left.items.map(({ json }) => json.stay_key)).toEqual(['reservation:4711']);
	});

	it.each(['earlier', 'longer'])(
		'is not offered on the page of hours that the desk gave (%s), because the booking would go on',
		async (hours) => {
			const id = `reservation:4711/${hours}`;
			await service.upsert({ id, contact: 'ada@example.com' }, { keyPrefix: 'desk:' });
			await service.moveTo(ARRIVAL_AT - 30 * HOUR_MS);
			host.enter({ guest_page: ADDRESS });
			await messages();
			await moveIntoStay();
			const key = rowOf(`desk:${id}`).page_key;
			expect(textOf((await call({ key })).html)).not.toContain('I am leaving');
			const { headers } = await call({ key, body: { press: 'leave' } });
			expect(headers.location).toMatch(/show=failed$/);
		},
	);

	it('ends both rooms of a guest who was moved while no lock answers', async () => {
		const annex = { name: 'Annex', space_key: 'annex', device_ids: [frontDoor] };
		await callSandbox(service.sandbox, '/spaces/create', annex);
		const { key } = await guestOfSuite({ rooms: 'annex' });
		await moveIntoStay();
		for (const lock of [frontDoor, room103]) await service.setOnline(lock, false);
		const wait = { waitTimeout: 5, pollInterval: 1, maxPollInterval: 1 };
		await service.upsert({ contact: '4711@example.com', rooms: 'suite' }, wait);
		const { headers } = await call({ key, body: { press: 'leave' } });
		expect([headers.location, host.emails().length]).toEqual([
			expect.stringMatching(/show=told$/),
			1,
		]);
		for (const lock of [frontDoor, room103]) await service.setOnline(lock, true);
		const { items } = await service.run('reservation.getAll', { returnAll: true, output: 'raw' });
		expect(items).toHaveLength(2);
		await service.moveTo(service.now() + HOUR_MS);
		for (const { json } of items) expect(await opens(frontDoor, String(json.pin))).toBe(false);
	});

	it('is told to the host by "Something failed" if the email to the host fails', async () => {
		const { key } = await guestOfSuite();
		await moveIntoStay();
		host.inbox.refused.push(HOST);
		const error: unknown = expect.stringMatching(/^reservation:4711: Guest 4711, Suite: has left/);
		await call({ key, body: { press: 'leave' }, error });
	});

	it('is not said if the service refuses, and can be tried again', async () => {
		const { key } = await guestOfSuite();
		await moveIntoStay();
		service.sandbox.faults.next('/access_grants/update', { kind: 'unauthorized' });
		host.emails();
		const { headers } = await call({ key, body: { press: 'leave' } });
		expect([headers.location, host.emails()]).toEqual([expect.stringMatching(/show=failed$/), []]);
		await service.moveTo(service.now() + 11_000);
		await call({ key, body: { press: 'leave' } });
		expect(host.emails()).toHaveLength(1);
	});
});

describe('an attack', () => {
	type Attack = (own: string) => Call;
	const guessed = 'a'.repeat(64);
	const cases: Array<[string, number, Attack]> = [
		['a guessed key', 404, () => ({ key: guessed, body: open(frontDoor) })],
		['a part of a key', 404, (own) => ({ key: own.slice(0, 63), body: open(frontDoor) })],
		['a pattern', 404, () => ({ key: '%'.repeat(64), body: open(frontDoor) })],
		['an empty key', 404, () => ({ key: '', body: open(frontDoor) })],
		['no key', 404, () => ({ body: open(frontDoor) })],
		['several keys', 404, (own) => ({ key: [guessed, own], body: open(frontDoor) })],
		['a key that is an object', 404, () => ({ key: { $ne: '' }, body: open(frontDoor) })],
		['a key in the body', 404, (own) => ({ body: { ...open(frontDoor), key: own } })],
		['opening the page', 200, (own) => ({ key: own, method: 'GET', body: open(frontDoor) })],
		['leaving by opening', 200, (own) => ({ key: own, method: 'GET', body: { press: 'leave' } })],
		['a button in the query', 200, (own) => ({ key: own, query: open(frontDoor), body: {} })],
		["another room's door", 303, (own) => ({ key: own, body: open(room101) })],
		['no door', 303, (own) => ({ key: own, body: { press: 'open' } })],
		[
			'several doors',
			303,
			(own) => ({ key: own, body: { press: 'open', door: [frontDoor, room101] } }),
		],
		['an unknown button', 303, (own) => ({ key: own, body: { press: 'constructor' } })],
		['no form', 200, (own) => ({ key: own, method: 'POST', body: 'press=open' })],
	];

	it.each(cases)('with %s changes nothing', async (_name, status, attack) => {
		const { key, pin } = await guestOfSuite();
		// Rows without a key, as of stays whose guests have no page.
		host.rows('Stays').push(
			{
				stay_key: 'reservation:4711',
				page_key: '',
				page_for: rowOf('reservation:4711').page_for,
			},
			{ stay_key: 'reservation:4711', page_for: rowOf('reservation:4711').page_for },
		);
		await moveIntoStay();
		host.emails();
		const before = [writesOf(service), []];
		const answer = await call(attack(key));
		expect(answer.status).toBe(status);
		if (status === 404) expect(answer.html).not.toContain(pin);
		expect([writesOf(service), host.emails()]).toEqual(before);
		expect([unlocked(), rowOf('reservation:4711').left_at]).toEqual([[], undefined]);
	});

	it.each<[string, number, () => Promise<unknown>]>([
		['before the stay', 200, async () => await service.moveTo(ARRIVAL_AT - HOUR_MS)],
		['after the stay', 200, async () => await service.moveTo(DEPARTURE_AT + HOUR_MS)],
		['of a canceled stay', 404, async () => await service.upsert({ status: 'cancelled' })],
	])('with a link %s opens nothing and shows no PIN', async (_name, status, prepare) => {
		const { key, pin } = await guestOfSuite();
		await prepare();
		for (const request of [
			{ key },
			{ key, body: open(frontDoor) },
			{ key, body: { press: 'leave' } },
		]) {
			const writes = writesOf(service);
			const answer = await call(request);
			expect([answer.status, writesOf(service), unlocked()]).toEqual([status, writes, []]);
			expect(answer.html).not.toContain(pin);
		}
	});

	it("with another stay's link reaches only the doors and the PIN of that stay", async () => {
		const suite = await guestOfSuite();
		const other = await guestOfSuite(
			{ id: '4712', guest: 'Bo Example', rooms: 'room-101' },
			{ pinFrom: 'given', pin: '4826' },
		);
		await moveIntoStay();
		const { html } = await call({ key: other.key, query: { show: 'help' } });
		expect(html).toContain(other.pin);
		expect(html).not.toMatch(new RegExp(`${suite.pin}|Guest 4711|${room103}`));
		await call({ key: other.key, body: open(room103) });
		expect(unlocked()).toEqual([]);
		await service.moveTo(service.now() + 11_000);
		await call({ key: other.key, body: open(room101) });
		expect(unlocked()).toEqual([room101]);
	});
});
