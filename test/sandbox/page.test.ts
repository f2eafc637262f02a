import got from 'got';
import { hotel } from '../../sandbox/fixtures/hotel';
import { calls, clock, sandbox, useFreshSandbox } from './freshSandbox';

const STAY = { starts_at: '2026-03-01T15:00:00.000Z', ends_at: '2026-03-05T11:00:00.000Z' };
const { room201, room101 } = hotel.devices;

useFreshSandbox();

const options = { throwHttpErrors: false, followRedirect: false, retry: { limit: 0 } } as const;
const look = async (path = '/', headers = {}) =>
	await got(`${sandbox.url}${path}`, { ...options, headers });
const press = async (
	path: string,
	form: Record<string, string> = {},
	headers: Record<string, string> = { 'hx-request': 'true' },
) => await got.post(`${sandbox.url}/_sandbox/page/${path}`, { ...options, form, headers });

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

it('shows names as texts, and lets no script of others run', async () => {
	await giveAccess({ name: '<script>alert("PIN")</script>' });
	const { body, headers } = await look();
	expect(body).toContain('&lt;script&gt;alert');
	expect(body).not.toContain('<script>alert');
	expect(headers['content-security-policy']).toContain("script-src 'self'");
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
	expect((await calls.eventTypes()).filter((one) => one.startsWith('lock.'))).toEqual([
		'lock.access_denied',
		'lock.unlocked',
		'lock.access_denied',
		'lock.locked',
		'lock.access_denied',
	]);
});

it('is for this machine and its own page alone', async () => {
	expect(await look('/', { host: 'hotel.example.com' })).toMatchObject({ statusCode: 403 });
	expect(await look('/', { host: 'localhost:1234' })).toMatchObject({ statusCode: 200 });
	expect(await press('restart', {}, {})).toMatchObject({ statusCode: 403 });
	expect(
		await press(`offline?device_id=${room101}`, {}, { origin: 'https://elsewhere.example.com' }),
	).toMatchObject({ statusCode: 403 });
});
