import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { callSandbox } from './callSandbox';

const URL = 'http://127.0.0.1:9/hook';

interface WebhookBody {
	webhook: { webhook_id: string; secret?: string };
}

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await createSandbox();
});
afterEach(() => sandbox.stop());

const create = async (parameters: object = { url: URL }) =>
	(await callSandbox<WebhookBody>(sandbox, '/webhooks/create', parameters)).body.webhook;

it('creates a webhook for all events, with a secret to check signatures with', async () => {
	expect(await create()).toEqual({
		webhook_id: expect.any(String) as string,
		url: URL,
		event_types: ['*'],
		secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/) as string,
	});
});

it('gets, lists, updates and deletes webhooks, and shows the secret at creation only', async () => {
	const { webhook_id } = await create();
	const record = { webhook_id, url: URL, event_types: ['*'] };
	expect((await callSandbox(sandbox, '/webhooks/get', { webhook_id })).body).toEqual({ webhook: record, ok: true });

	const event_types = ['device.connected'];
	const updated = await callSandbox(sandbox, '/webhooks/update', { webhook_id, event_types }, { method: 'PUT' });
	expect(updated.body).toEqual({ ok: true });
	expect((await callSandbox(sandbox, '/webhooks/list')).body).toEqual({ webhooks: [{ ...record, event_types }], ok: true });

	expect((await callSandbox(sandbox, '/webhooks/delete', { webhook_id }, { method: 'DELETE' })).body).toEqual({ ok: true });
	expect((await callSandbox(sandbox, '/webhooks/list')).body).toEqual({ webhooks: [], ok: true });
});

it('repeats the secret when told so', async () => {
	sandbox.settings.webhookSecretRepeated = true;
	const webhook = await create();
	const { body } = await callSandbox<WebhookBody>(sandbox, '/webhooks/get', webhook);
	expect(body.webhook).toEqual(webhook);
});

it.each([
	[['access_code.unmanaged.convertd'], 'Unknown event types: access_code.unmanaged.convertd'],
	[['access_code.*'], 'Unknown event types: access_code.*'],
	[['*', 'device.connected'], '"*" cannot be combined with other event types'],
])('refuses the event types %j', async (event_types, message) => {
	const { status, body } = await callSandbox(sandbox, '/webhooks/create', { url: URL, event_types });
	expect(status).toBe(400);
	expect(body).toMatchObject({ error: { type: 'invalid_event_types', message } });
});

it.each(['no url', 'ftp://127.0.0.1/'])('refuses the url "%s"', async (url) => {
	const { body } = await callSandbox(sandbox, '/webhooks/create', { url });
	expect(body).toMatchObject({ error: { type: 'invalid_input' } });
});

it.each(['/webhooks/get', '/webhooks/delete'])('%s does not find an unknown webhook', async (path) => {
	const { status, body } = await callSandbox(sandbox, path, { webhook_id: '99999999-9999-4999-8999-999999999999' });
	expect(status).toBe(404);
	expect(body).toMatchObject({ error: { type: 'webhook_not_found' } });
});

it('answers like an unknown path where webhooks are not offered', async () => {
	sandbox.settings.webhooksOffered = false;
	const { status, headers, body } = await callSandbox(sandbox, '/webhooks/create', { url: URL });
	expect([status, body, headers['seam-request-id']]).toEqual([404, 404, undefined]);
});
