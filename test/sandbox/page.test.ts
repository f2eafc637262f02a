import got from 'got';
import { SystemClock } from '../../sandbox/domain/clock';
import { hotel } from '../../sandbox/fixtures/hotel';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { calls, clock, replaceSandbox, sandbox, useFreshSandbox } from './freshSandbox';

const STAY = { starts_at: '2026-03-01T15:00:00.000Z', ends_at: '2026-03-05T11:00:00.000Z' };
const DAY_MS = 86_400_000;
const { room201, room101 } = hotel.devices;

useFreshSandbox();

const options = { throwHttpErrors: false, followRedirect: false, retry: { limit: 0 } } as const;
const look = async (path = '/', headers = {}) =>
	await got(`${sandbox.url}${path}`, { ...options, headers });
const textOf = async () => (await look()).body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const press = async (
	path: string,
	form: Record<string, string> = {},
	headers: Record<string, string> = { 'hx-request': 'true' },
) => await got.post(`${sandbox.url}/_sandbox/page/${path}`, { ...options, form, headers });
const typesOf = async () => (await calls.events()).map(({ event_type: type }) => type);

async function giveAccess(parameters: object = {}) {
	const grant = await calls.createGrant({
		user_identity: { full_name: 'Ada Guest' },
		device_ids: [room201],
		requested_access_methods: [{ mode: 'code', code: '7654' }],
		access_grant_key: 'reservation:R-1',
		name: 'Family',
		...STAY,
		...parameters,
	});
	await clock.advanceBy(2_000);
	return grant;
}

it('shows each room with its locks, the PINs on them and the access they belong to', async () => {
	await giveAccess({
		device_ids: [],
		space_keys: ['room-101'],
		requested_access_methods: [{ mode: 'code', code: '7654' }, { mode: 'mobile_key' }],
	});
	const text = await textOf();
	expect(text).toContain(
		'Room 101 key room-101 · times in Europe/Lisbon · check-in 15:00, check-out 11:00 Entrances: Lobby Room 101 Schlage Online, locked',
	);
	expect(text).toContain(
		'7654 Family Mar 1, 2026, 3:00 PM Mar 5, 2026, 11:00 AM On the lock reservation:R-1',
	);
	expect(text).toContain(
		'reservation:R-1 Ada Guest Mar 1, 2026, 3:00 PM to Mar 5, 2026, 11:00 AM PIN Code 7654: issued · Mobile Key: issued',
	);
	expect(text).toContain('Locks without a room');
	expect(text).toContain('This is a stand-in');
});

it('shows the hours that bookings of a room get, whoever they come from', async () => {
	const text = await textOf();
	for (const hours of [
		'key room-102 · times in Europe/Lisbon · check-in 16:00, check-out 10:00',
		'key suite · times in Atlantic/Azores · check-in 17:00, check-out 12:00',
		'check-in time, no check-out time',
	])
		expect(text).toContain(hours);
});

it('answers with what is new, and with nothing while nothing is', async () => {
	const seen = /now\?seen=([\w-]+)/.exec((await look()).body)?.[1];
	expect(await look(`/_sandbox/page/now?seen=${seen}`)).toMatchObject({
		statusCode: 204,
		body: '',
	});
	await giveAccess();
	const { statusCode, body } = await look(`/_sandbox/page/now?seen=${seen}`);
	expect(statusCode).toBe(200);
	expect(body).toMatch(/^<main\s+id="now"/);
	expect(body).toContain('7654');
});

it('shows names as texts, and lets no script of others run', async () => {
	await giveAccess({ name: '<script>alert("PIN")</script>' });
	const { body, headers } = await look();
	expect(body).toContain('&lt;script&gt;alert');
	expect(body).not.toContain('<script>alert');
	expect(headers['content-security-policy']).toContain("script-src 'self'");
});

it('takes a lock offline and brings it back', async () => {
	expect((await press(`offline?device_id=${room201}`)).body).toContain('Bring Online');
	await press(`online?device_id=${room201}`);
	expect(await typesOf()).toEqual(['device.disconnected', 'device.connected']);
	expect(await press('offline?device_id=10000000-0000-4000-8000-000000000000')).toMatchObject({
		statusCode: 404,
	});
});

it('lets a guest type a PIN: the lock opens in the time of the stay alone, also while it is offline', async () => {
	await giveAccess();
	const type = async (code: string) =>
		(await press('pin', { device_id: room201, code })).body.replace(/<[^>]+>/g, '');
	expect(await type('7654')).toBe('Room 201 refuses the PIN.');
	await clock.advanceBy(Date.parse(STAY.starts_at) - clock.now());
	await press(`offline?device_id=${room201}`);
	expect(await type('7654')).toBe('Room 201 opens (Family).');
	expect(await type('7655')).toBe('Room 201 refuses the PIN.');
	await press('day');
	await clock.advanceBy(Date.parse(STAY.ends_at) - clock.now());
	expect(await type('7654')).toBe('Room 201 refuses the PIN.');
	expect((await typesOf()).filter((one) => String(one).startsWith('lock.'))).toEqual([
		'lock.access_denied',
		'lock.unlocked',
		'lock.access_denied',
		'lock.locked',
		'lock.access_denied',
	]);
});

it('shows its time, moves it a day forward, and starts over at the time of this machine', async () => {
	await replaceSandbox({ clock: new SystemClock() });
	const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'Europe/Lisbon' });
	const onDay = (days: number) => `Time in the sandbox: ${day.format(Date.now() + days * DAY_MS)}`;
	await giveAccess({
		starts_at: new Date(Date.now() + DAY_MS / 2).toISOString(),
		ends_at: new Date(Date.now() + 1.5 * DAY_MS).toISOString(),
	});
	expect(await textOf()).toContain(onDay(0));
	await press('day');
	expect(await textOf()).toMatch(/, 1 day ahead\. .* 7654 Family .{0,99} opens now /);
	await press('day');
	expect(await textOf()).toContain(onDay(2));
	expect(await textOf()).not.toMatch(/ 7654 Family .{0,99} opens now /);
	expect((await press('restart')).headers['hx-refresh']).toBe('true');
	expect(await textOf()).toContain(onDay(0));
});

it('opens by a PIN that is taken off a lock which is offline, until the lock is back', async () => {
	const { access_grant_id } = await giveAccess();
	await clock.advanceBy(Date.parse(STAY.starts_at) - clock.now());
	await press(`offline?device_id=${room201}`);
	await calls.call('/access_grants/delete', { access_grant_id });
	await clock.advanceBy(10_000);
	const type = async () => (await press('pin', { device_id: room201, code: '7654' })).body;
	expect(await type()).toContain('opens');
	await press(`online?device_id=${room201}`);
	await clock.advanceBy(2_000);
	expect(await type()).toContain('refuses the PIN');
});

it('is for this machine and its own page alone', async () => {
	expect(await look('/', { host: 'hotel.example.com' })).toMatchObject({ statusCode: 403 });
	expect(await look('/', { host: 'localhost:1234' })).toMatchObject({ statusCode: 200 });
	expect(await press('restart', {}, {})).toMatchObject({ statusCode: 403 });
	expect(
		await press(`offline?device_id=${room101}`, {}, { origin: 'https://elsewhere.example.com' }),
	).toMatchObject({ statusCode: 403 });
});

it('leaves out most locks and grants of a large portfolio, and serves what it needs itself', async () => {
	await replaceSandbox({ clock, fixture: 'portfolio', devices: 100 });
	expect(await textOf()).toContain('40 more locks are not shown.');
	const grant = {
		user_identity: {},
		device_ids: [portfolio.deviceId(0)],
		requested_access_methods: [{ mode: 'cloud_key' }],
	};
	for (let count = 0; count < 61; count++) await calls.createGrant(grant);
	expect(await textOf()).toContain('1 more grants are not shown.');
	for (const file of ['style.css', 'htmx.js'])
		expect((await look(`/_sandbox/page/${file}`)).statusCode).toBe(200);
	expect((await look()).body).not.toMatch(/(src|href)="https?:/);
});
