import got from 'got';
import { connectWorkflow } from '../../../host/bookings/connectWorkflow';
import { startBookings, type Bookings } from '../../../host/bookings/startBookings';
import { workflowsOf } from '../../../host/bookings/workflowsOf';
import { readExamples } from '../../../host/demo/importExamples';
import { saveDemoCredential, saveWebhookLogin } from '../../../host/demo/saveDemoCredential';
import { withOlderAccess } from '../../../host/n8n/readExample';
import { freePort } from '../../../host/process/freePort';
import { waitFor } from '../../../host/process/waitFor';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';
import { signIn, type SignedIn } from '../../e2e/signIn';
import { SYSTEMS } from '../../../pms/systems';

let n8n: SignedIn;
let sandbox: Sandbox;
let bookings: Bookings;

beforeAll(async () => {
	n8n = await signIn(__filename);
	sandbox = await createSandbox({ settings: { attemptDurationMs: 20 } });
	const { client } = n8n;
	bookings = await startBookings({
		port: await freePort(),
		sandbox,
		workflowOf: workflowsOf(client),
	});
});
afterAll(async () => {
	await bookings?.stop();
	await sandbox?.stop();
});

const press = async (path: string) => {
	await got.post(`${bookings.url}${path}`, { headers: { 'hx-request': 'true' } });
};

/** How many grants of the system the service has. */
const grantsOf = (from: string) =>
	sandbox.state.workspaces
		.get(workspaceIds.main)
		?.access.accessGrants.records.filter(({ access_grant_key: key }) => key?.startsWith(`${from}:`))
		.length;

it.each(SYSTEMS)(
	'$name: a booking from the page gives access, and its cancellation ends it',
	async ({ name, from, asks }) => {
		const { client } = n8n;
		const { url: baseUrl, apiKey } = sandbox;
		const credential = await saveDemoCredential(client, { baseUrl, apiKey });
		const httpBasicAuth = await saveWebhookLogin(client);
		const example = (await readExamples(credential)).find((one) => one.name === name);
		const own = bookings.systems.find(({ system }) => system.from === from);
		if (example === undefined || own === undefined) throw new Error(`no example for ${name}`);
		const connected = withOlderAccess(await connectWorkflow(client, example, own.system, own.url));
		const nodes = connected.nodes.map((node) => ({
			...node,
			...(node.parameters.authentication === 'basicAuth' && { credentials: { httpBasicAuth } }),
			// Other tests publish the same workflows in this n8n.
			parameters: { ...node.parameters, ...(node.parameters.path ? { path: `sent-${from}` } : {}) },
		}));
		const { id } = await client.importWorkflow({ ...connected, nodes });
		await client.activate(id);
		const look = async () => {
			if (asks !== undefined) await client.runWorkflow(id, asks);
		};

		await press(`/book?system=${from}`);
		await look();
		await waitFor('the access', async () => grantsOf(from) === 1 || undefined);
		const page = await got(`${bookings.url}/now?system=${from}`).text();
		const [, booking] = /id=(\d+)/.exec(page) ?? [];
		await press(`/change?system=${from}&id=${booking}&change=cancel`);
		await look();
		await waitFor('the end of the access', async () => grantsOf(from) === 0 || undefined);
		await client.deactivate(id);
	},
);
