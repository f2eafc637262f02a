import got from 'got';
import { waitFor } from '../../../host/process/waitFor';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { type SignedIn, signIn } from '../../e2e/signIn';
import { call } from '../../operations/dossier';
import { type Inbox, openInbox } from '../../../host/inbox/openInbox';
import { mailedExamples } from '../../support/n8n/mailedExamples';

// With the real table, which decides who gets the turn, and n8n's answers.
let n8n: SignedIn;
let sandbox: Sandbox;
let inbox: Inbox;
let messages: string;
let address: string;
const HOST = 'host@example.com';
const DOOR = hotel.devices.room101;

beforeAll(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 20 } });
	inbox = await openInbox();
	n8n = await signIn(__filename);
	const { client } = n8n;
	address = `${n8n.url}/webhook/guest-page`;
	const addExample = await mailedExamples(client, sandbox, inbox);
	messages = await addExample('guest-messages.json', { host_email: HOST, guest_page: address });
	await client.activate(await addExample('guest-page.json'));
});

afterAll(async () => {
	await inbox?.stop();
	await sandbox?.stop();
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const ofPage = { throwHttpErrors: false, followRedirect: false, retry: { limit: 0 } } as const;
const PHONE =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const look = async (url: string, browser = PHONE) =>
	await got(url, { headers: { 'user-agent': browser }, ...ofPage });
/** Presses a button, and returns what the page then says. */
async function press(url: string, form: Record<string, string>): Promise<string> {
	const { statusCode, headers } = await got.post(url, { form, ...ofPage });
	return `${statusCode} ${String(headers.location?.split('show=')[1])}`;
}
const unlocked = () => sandbox.requests.of('/locks/unlock_door').map(({ body }) => body);

it('"Guest page" opens a door once if ten requests come together, refuses others, and ends when the guest leaves', async () => {
	await n8n.client.runWorkflow(messages, 'Every 15 minutes');
	const made = await call(sandbox, '/access_grants/create', {
		user_identity: { full_name: '<b>Ada</b>', email_address: 'ada@example.com' },
		access_grant_key: 'reservation:4711',
		space_keys: ['room-101'],
		requested_access_methods: [{ mode: 'code' }],
		starts_at: inHours(60),
		ends_at: inHours(90),
	});
	const text = await waitFor('the message to the guest', async () => {
		await n8n.client.runWorkflow(messages, 'Every 15 minutes');
		return inbox.emails.at(-1)?.text;
	});
	const url = `${address}?key=${/\?key=([0-9a-f]{64})\b/.exec(text)?.[1]}`;
	const pin = /PIN: (\d+)/.exec(text)?.[1] ?? '';
	const before = await look(url);
	expect([before.statusCode, before.body]).toEqual([
		200,
		expect.stringContaining('Your access opens on'),
	]);
	expect(before.body).not.toContain(pin);
	expect((await look(`${address}?key=`)).statusCode).toBe(404);
	expect((await press(`${address}?key=`, { press: 'open', door: DOOR })).slice(0, 3)).toBe('404');

	const { access_grant } = made as unknown as { access_grant: { access_grant_id: string } };
	const { access_grant_id } = access_grant;
	await call(sandbox, '/access_grants/update', { access_grant_id, starts_at: inHours(-1) });
	const during = await look(url);
	expect(during.body).toContain(pin);
	// A chat that makes a preview of the link.
	const preview = await look(url, 'WhatsApp/2.23.20.0');
	expect([preview.statusCode, preview.body.includes(pin)]).toEqual([403, false]);
	expect(during.headers).toMatchObject({
		'cache-control': 'no-store',
		'referrer-policy': 'no-referrer',
		'content-security-policy': expect.stringMatching(/^sandbox .*allow-forms/),
		'content-type': 'text/html; charset=utf-8',
	});

	const open = { press: 'open', door: DOOR };
	const answers = await waitFor('the first turn', async () => {
		const all = await Promise.all(Array.from({ length: 10 }, async () => press(url, open)));
		return all.every((answer) => answer === '303 wait') ? undefined : all;
	});
	expect([answers.filter((answer) => answer !== '303 wait'), unlocked()]).toEqual([
		['303 unlocked'],
		[{ device_id: DOOR }],
	]);
	expect((await look(`${url}&at=${Date.now()}&show=unlocked`)).body).toContain(
		'The door is unlocked',
	);

	const left = await waitFor('the next turn', async () => {
		const answer = await press(url, { press: 'leave' });
		return answer === '303 wait' ? undefined : answer;
	});
	expect([left, inbox.emails.at(-1)?.subject]).toEqual([
		'303 told',
		'<b>Ada</b>, Room 101: has left',
	]);
	const after = await look(url);
	expect([after.statusCode, after.body]).toEqual([
		200,
		expect.stringContaining('Your stay has ended'),
	]);
	expect([await press(url, open), unlocked().length]).toEqual(['200 undefined', 1]);
});
