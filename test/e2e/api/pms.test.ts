import { createHmac } from 'node:crypto';
import got from 'got';
import type { WorkflowFile, WorkflowNode } from '../../../host/n8n/n8nClient';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import * as hospitable from '../../../host/bookings/systems/hospitable';
import { hospitableApi } from '../../../host/bookings/systems/hospitableApi';
import { pmsBooking } from '../../../host/bookings/systems/pmsBooking';
import {
	startPmsServer,
	type PmsApi,
	type PmsServer,
} from '../../../host/bookings/systems/pmsServer';
import { smoobu } from '../../../host/bookings/systems/smoobu';
import { smoobuApi } from '../../../host/bookings/systems/smoobuApi';
import { readExample, withSetting } from '../../../host/n8n/readExample';
import { itemsOf } from '../itemsOf';
import { type SignedIn, signIn } from '../signIn';

// What only n8n's server does: it keeps the raw body beside the parsed one, and makes an address for a webhook without a path.

const WEBHOOK_SECRET = 'sandbox-webhook-secret';
const BOOKING = pmsBooking({
	rooms: [{ id: '70101', name: 'Room 101' }],
	arrival: '2031-01-29',
	departure: '2031-01-31',
	changedAt: '2025-01-02T09:30:00Z',
});

let n8n: SignedIn;
let sandbox: Sandbox;
let pms: PmsServer;

beforeAll(async () => {
	n8n = await signIn(__filename);
	sandbox = await createSandbox();
});

afterEach(async () => await pms.stop());
afterAll(async () => await sandbox?.stop());

/** Imports the example, and fills it in as its note says. Returns its ID and the address of its webhook. */
async function publish(
	file: string,
	api: PmsApi,
	address: string,
	ofCalls: Record<string, Record<string, string>> = {},
): Promise<{ id: string; url: string }> {
	pms = await startPmsServer(api);
	const data: Record<string, Record<string, unknown>> = {
		deviceAccessApi: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
		...pms.credentials,
		...ofCalls,
	};
	const credentials = Object.fromEntries(
		await Promise.all(
			Object.entries(data).map(async ([type, values]) => {
				const name = `${type} of ${file}`;
				const { id } = await n8n.client.createCredential({ name, type, data: values });
				return [type, { id, name }] as const;
			}),
		),
	);
	const example = (api.entered ?? []).reduce(
		(one, { node, field, value }) => withSetting(one, node, field, value),
		JSON.parse(
			JSON.stringify(readExample(file)).replaceAll(address, pms.url),
		) as unknown as WorkflowFile & { nodes: WorkflowNode[] },
	);
	const workflow = await n8n.client.importWorkflow({
		...example,
		nodes: example.nodes.map((node) => ({
			...node,
			parameters: withOwnPath(node.parameters),
			credentials: Object.fromEntries(
				Object.entries(credentials).filter(([type]) => isUsedBy(node, type)),
			),
		})),
	});
	await n8n.client.activate(workflow.id);
	const webhook = workflow.nodes.find(({ name }) => name.startsWith('From '));
	const path = (webhook?.parameters.path as string) || (webhook?.webhookId as string);
	return { id: workflow.id, url: `${n8n.url}/webhook/${path}` };
}

/** Another path than the file's, which the test in the browser publishes in the same n8n. */
const withOwnPath = (parameters: WorkflowNode['parameters']) =>
	parameters.path ? { ...parameters, path: `${String(parameters.path)}-2` } : parameters;

const isUsedBy = ({ type, parameters }: WorkflowNode, credentialType: string) =>
	parameters.genericAuthType === credentialType ||
	(parameters.authentication === 'basicAuth' && credentialType === 'httpBasicAuth') ||
	(type.endsWith('.crypto') && credentialType === 'crypto') ||
	(type.endsWith('.deviceAccess') && credentialType === 'deviceAccessApi');

const pinOf = (execution: Parameters<typeof itemsOf>[0]) =>
	String(itemsOf(execution, 'Sync many')?.[0]?.pin);

it('Hospitable: a signed call gives the guest a PIN, and a forged one gets the same answer and does nothing', async () => {
	const { id, url } = await publish(
		'pms/hospitable.json',
		hospitableApi,
		'https://public.api.hospitable.com',
		{ crypto: { hmacSecret: WEBHOOK_SECRET } },
	);
	pms.bookings = [hospitable.hospitable.listed(BOOKING)];
	const body = JSON.stringify(hospitable.hospitable.webhookBody(BOOKING), null, 2);
	const call = async (secret: string) =>
		await got.post(url, {
			body,
			headers: {
				'content-type': 'application/json',
				Signature: createHmac('sha256', secret).update(body).digest('hex'),
			},
		});

	const answers = [await call(WEBHOOK_SECRET)];
	const [signed] = await n8n.client.waitForExecutions(id, 1);
	answers.push(await call('another-secret'));
	const [, forged] = await n8n.client.waitForExecutions(id, 2);
	await n8n.client.deactivate(id);

	expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
	expect(answers[0]?.body).toBe(answers[1]?.body);
	expect([signed?.status, forged?.status]).toEqual(['success', 'success']);
	expect(forged && itemsOf(forged, 'Read booking')).toBeUndefined();
	expect(signed && pinOf(signed)).toMatch(/^\d{4,9}$/);
	expect(signed && itemsOf(signed, 'Remember the stay')).toMatchObject([
		{ system: 'hospitable', host_message: '' },
	]);
});

it('Smoobu: the webhook has an address that nobody can guess', async () => {
	const { id, url } = await publish('pms/smoobu.json', smoobuApi, 'https://login.smoobu.com');
	expect(url).toMatch(/\/webhook\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
	pms.bookings = [smoobu.listed(BOOKING)];
	await got.post(url, { json: smoobu.webhookBody(BOOKING) });
	const [called] = await n8n.client.waitForExecutions(id, 1);
	expect(called && pinOf(called)).toMatch(/^\d{4,9}$/);

	await n8n.client.deactivate(id);
});
