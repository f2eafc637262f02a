import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../sandbox/fixtures/hotel';
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

/** Lets *Guest messages* tell the guests, and returns the key in the link to the page of this stay. */
async function tellGuests(stayKey = 'reservation:4711'): Promise<string> {
	host.enter({ guest_page: ` ${ADDRESS} ` });
	await host.run('Every 15 minutes', { as: readExample('guest-messages.json') });
	const texts = host.emails().map(({ text }) => text);
	const key = String(rowOf(stayKey).page_key);
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
/** No proxy keeps the page, no search engine finds it, and no other page gets its address. */
const PRIVATE = {
	'cache-control': 'no-store',
	'referrer-policy': 'no-referrer',
	'x-robots-tag': expect.stringContaining('noindex'),
};

/** A guest of the suite, whose doors are the front door and Room 103, and the key in the guest's link. */
async function guestOfSuite(changes: IDataObject = {}, options: INodeParameters = {}) {
	const { id = '4711' } = changes;
	await service.upsert({ contact: `${String(id)}@example.com`, ...changes }, options);
	await service.moveTo(Math.max(ARRIVAL_AT - 30 * HOUR_MS, service.now() + HOUR_MS));
	const key = await tellGuests(`reservation:${String(id)}`);
	const { items } = await service.run('reservation.get', { reservationKey: String(id) });
	return { key, pin: String(items[0]?.json.pin) };
}
const moveIntoStay = async () => await service.moveTo(ARRIVAL_AT + HOUR_MS);
async function guestInHouse(changes: IDataObject = {}) {
	const guest = await guestOfSuite(changes);
	await moveIntoStay();
	return guest;
}

describe('the link', () => {
	it('stays the same if only the dates change, and ends when the booking passes to another guest, who gets another one', async () => {
		const { key } = await guestOfSuite();
		await service.upsert({ departure: iso(DEPARTURE_AT + 24 * HOUR_MS) });
		await service.moveTo(ARRIVAL_AT - 23 * HOUR_MS);
		expect(await tellGuests()).toBe(key);
		await service.upsert({ guest: 'Bo Example', contact: 'bo@example.com' });
		await service.moveTo(ARRIVAL_AT - 22 * HOUR_MS);
		expect((await call({ key })).status).toBe(404);
		const next = await tellGuests();
		await moveIntoStay();
		expect([(await call({ key })).status, (await call({ key: next })).status]).toEqual([404, 200]);
	});

	it('still works for a guest whose room was changed and who has had no message about it yet', async () => {
		const { key } = await guestOfSuite();
		await service.upsert({ rooms: 'room-101' });
		await moveIntoStay();
		await call({ key, body: open(room101) });
		expect(unlocked()).toEqual([room101]);
	});
});

describe('the page', () => {
	it('says when the access opens, in the language of the guest, then shows PIN, doors and Wi-Fi, and after the stay nothing', async () => {
		const { key, pin } = await guestOfSuite();
		const wifi = 'Harbor Guest / sail2sea';
		host.fill('Room details', [
			{ room: 'Room 101', wifi: 'Staff / office' },
			{ room: String(rowOf('reservation:4711').rooms), wifi },
		]);
		const before = await call({ key });
		const row = rowOf('reservation:4711');
		Object.assign(row, { language: 'de' });
		expect(textOf((await call({ key })).html)).toMatch(/öffnet am .*20\. Januar 2031/);
		Object.assign(row, { language: '' });
		await moveIntoStay();
		const during = await call({ key });
		await service.moveTo(DEPARTURE_AT + HOUR_MS);
		const after = await call({ key });
		expect([before, during, after].map(({ status }) => status)).toEqual([200, 200, 200]);
		expect(textOf(before.html)).toMatch(/opens on .*January 20, 2031/);
		expect(textOf(during.html)).toContain(pin);
		expect(textOf(during.html)).toContain(`Wi-Fi: ${wifi} Open`);
		expect(during.headers).toMatchObject({ ...PRIVATE, 'x-frame-options': 'DENY' });
		expect(during.html).not.toMatch(/<script|<img|<link|https?:/);
		expect(during.html.match(/name="door" value="[^"]+"/g)?.sort()).toEqual(
			[frontDoor, room103].map((id) => `name="door" value="${id}"`).sort(),
		);
		expect(textOf(after.html)).toMatch(/Your stay has ended/);
		for (const { html } of [before, after]) {
			expect(html).not.toContain(pin);
			expect(html).not.toMatch(/<form|<button|Wi-Fi/);
		}
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
		const { key, pin } = await guestInHouse();
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
	it('open the door that was pressed, once if ten requests come together, once every ten seconds, and the page says so for a minute', async () => {
		const { key } = await guestInHouse();
		const body = open(room103);
		const answers = await Promise.all(Array.from({ length: 10 }, async () => call({ key, body })));
		expect(answers.map((answer) => queryOf(answer).show).sort()).toEqual([
			'unlocked',
			...Array.from({ length: 9 }, () => 'wait'),
		]);
		await call({ key, body });
		expect(unlocked()).toEqual([room103]);
		await service.moveTo(service.now() + 11_000);
		const pressed = await call({ key, body });
		expect([pressed.status, pressed.headers]).toMatchObject([303, PRIVATE]);
		const query = queryOf(pressed);
		expect(query).toEqual({ key, at: expect.any(String), show: 'unlocked' });
		expect(textOf((await call({ key, query })).html)).toMatch(/The door is unlocked/);
		await service.moveTo(ARRIVAL_AT + 2 * HOUR_MS);
		expect(textOf((await call({ key, query })).html)).not.toMatch(/unlocked/);
		expect(unlocked()).toEqual([room103, room103]);
	});

	it('do not say that a door is unlocked while the lock has not done it, or does not answer', async () => {
		const { key } = await guestInHouse();
		const said = async () => {
			const query = queryOf(await call({ key, body: open(room103) }));
			return [query.show, textOf((await call({ key, query })).html)];
		};
		service.sandbox.faults.always('/locks/unlock_door', { kind: 'attemptStaysPending' });
		expect(await said()).toEqual([
			'pending',
			expect.stringMatching(/has not answered yet.*use your PIN/),
		]);
		service.sandbox.faults.clear();
		await service.setOnline(room103, false);
		await service.moveTo(service.now() + 11_000);
		expect(await said()).toEqual(['failed', expect.stringMatching(/did not work/)]);
	});

	it('tell the guest what is known of each lock, and nothing of other guests, and ask the host for help', async () => {
		await service.upsert({ id: '4712', guest: 'Bo Example', rooms: 'suite' });
		const { key, pin } = await guestInHouse();
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
	it('is asked once, then the access of this guest ends within a minute, with the hours of the desk, the host hears it, and the link is over', async () => {
		await service.upsert({ id: '4711-2', guest: 'Bo Example' });
		const { key, pin } = await guestOfSuite();
		const later = { arrival: iso(DEPARTURE_AT), departure: iso(DEPARTURE_AT + 2 * HOUR_MS) };
		const extra = { id: 'reservation:4711/longer', ...later };
		expect(await service.upsert(extra, { keyPrefix: 'desk:' })).toHaveProperty('pin');
		await moveIntoStay();
		const asked = await call({ key, query: { show: 'sure' } });
		expect(asked.html).toMatch(/name="press" value="leave"/);
		host.emails();
		service.sandbox.faults.next('/access_grants/update', { kind: 'unauthorized' });
		const refused = await call({ key, body: { press: 'leave' } });
		expect([queryOf(refused).show, host.emails()]).toEqual(['failed', []]);
		await service.moveTo(service.now() + 11_000);
		await call({ key, body: { press: 'leave' } });
		const { items } = await service.run('reservation.getAll', { returnAll: true, output: 'raw' });
		const ends = new Map(
			items.map(({ json }) => [json.stay_key, Date.parse(String(json.ends_at))]),
		);
		expect([...ends.keys()].sort()).toEqual(['reservation:4711', 'reservation:4711-2']);
		expect(ends.get('reservation:4711')).toBeLessThanOrEqual(service.now() + 60_000);
		expect(ends.get('reservation:4711-2')).toBe(DEPARTURE_AT);
		expect(host.emails()).toMatchObject([{ to: HOST, subject: /has left/ }]);
		for (const request of [{ key }, { key, body: open(frontDoor) }]) {
			const { status, html } = await call(request);
			expect([status, textOf(html)]).toEqual([200, expect.stringMatching(/has ended/)]);
			expect(html).not.toContain(pin);
		}
		// The booking system does not know it yet, and gives the access back.
		await service.upsert();
		await service.moveTo(service.now() + HOUR_MS);
		expect((await call({ key })).html).not.toContain(pin);
		expect(unlocked()).toEqual([]);
	});

	it('ends the old room of a guest who was just moved', async () => {
		const { key, pin } = await guestInHouse();
		await service.whileTimePasses(service.upsert({ rooms: 'room-101' }, { waitUntilIssued: true }));
		expect(await service.opens(room103, pin)).toBe(true);
		await call({ key, body: { press: 'leave' } });
		await service.moveTo(service.now() + HOUR_MS / 6);
		expect(await service.opens(room103, pin)).toBe(false);
	});

	it('is not offered on the page of hours that the desk gave, because the booking would go on', async () => {
		const id = 'reservation:4711/longer';
		await service.upsert({ id, contact: 'ada@example.com' }, { keyPrefix: 'desk:' });
		await service.moveTo(ARRIVAL_AT - 30 * HOUR_MS);
		const key = await tellGuests(`desk:${id}`);
		await moveIntoStay();
		expect(textOf((await call({ key })).html)).not.toContain('I am leaving');
		expect(queryOf(await call({ key, body: { press: 'leave' } })).show).toBe('failed');
	});

	it('ends both rooms of a guest who was moved while no lock answers', async () => {
		const annex = { name: 'Annex', space_key: 'annex', device_ids: [frontDoor] };
		await callSandbox(service.sandbox, '/spaces/create', annex);
		const { key } = await guestInHouse({ rooms: 'annex' });
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
		for (const { json } of items)
			expect(await service.opens(frontDoor, String(json.pin))).toBe(false);
	});
});

describe('an attack', () => {
	it('changes nothing', async () => {
		const { key: own, pin } = await guestOfSuite();
		const { page_for: whose } = rowOf('reservation:4711');
		// Rows without a key, as of stays whose guests have no page.
		for (const empty of [{ page_key: '' }, {}])
			host.rows('Stays').push({ stay_key: 'reservation:4711', page_for: whose, ...empty });
		await moveIntoStay();
		host.emails();
		const before = writesOf(service);
		const guessed = 'a'.repeat(64);
		const body = open(frontDoor);
		const attacks: Array<[number, string, Call]> = [
			[404, 'a guessed key', { key: guessed, body }],
			[404, 'a pattern', { key: '%'.repeat(64), body }],
			[404, 'an empty key', { key: '', body }],
			[404, 'several keys', { key: [guessed, own], body }],
			[404, 'a key in the body', { body: { ...body, key: own } }],
			[200, 'leaving by opening', { key: own, method: 'GET', body: { press: 'leave' } }],
			[200, 'a button in the query', { key: own, query: body, body: {} }],
			[303, "another room's door", { key: own, body: open(room101) }],
			[303, 'several doors', { key: own, body: { press: 'open', door: [frontDoor, room101] } }],
			[303, 'an unknown button', { key: own, body: { press: 'constructor' } }],
			[200, 'no form', { key: own, method: 'POST', body: 'press=open' }],
		];
		for (const [status, what, attack] of attacks) {
			await service.moveTo(service.now() + 11_000);
			const answer = await call(attack);
			expect([what, answer.status, answer.headers.location?.split('=').at(-1)]).toEqual([
				what,
				status,
				status === 303 ? 'failed' : undefined,
			]);
			if (status === 404) expect(answer.html).not.toContain(pin);
			expect([what, writesOf(service), host.emails(), unlocked()]).toEqual([what, before, [], []]);
		}
		expect(rowOf('reservation:4711').left_at).toBeUndefined();
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
