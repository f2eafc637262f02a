import got from 'got';
import { connectWorkflow } from '../../../host/bookings/connectWorkflow';
import * as hospitable from '../../../pms/hospitable';
import { pmsBooking } from '../../../pms/pmsBooking';
import { startPmsServer, type PmsServer } from '../../../pms/pmsServer';
import { SYSTEMS } from '../../../pms/systems';
import { workflowsOf } from '../../../host/bookings/workflowsOf';
import { readExamples } from '../../../host/demo/importExamples';
import { saveDemoCredential } from '../../../host/demo/saveDemoCredential';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';
import { dayInDays } from '../../support/service/reservations';
import { itemsOf } from '../itemsOf';
import { type SignedIn, signIn } from '../signIn';

// What only n8n's server does: it makes an address for a webhook without a path, and executes nothing for some calls.

const BOOKING = pmsBooking({
	rooms: [{ id: '70101', name: 'Room 101' }],
	arrival: dayInDays(60),
	departure: dayInDays(62),
	changedAt: '2025-01-02T09:30:00Z',
});

let n8n: SignedIn;
let sandbox: Sandbox;
let pms: PmsServer;

beforeAll(async () => {
	n8n = await signIn(__filename);
	sandbox = await createSandbox();
	const { access } = sandbox.state.workspaces.get(workspaceIds.main) ?? {};
	access?.spaces.update(hotel.spaces.room101, { space_key: '70101' });
});

afterEach(async () => await pms.stop());
afterAll(async () => await sandbox?.stop());

/** Imports the example, and fills it in as its note says. Returns its ID and the address of its webhook. */
async function publish(from: string): Promise<{ id: string; url: string }> {
	const system = SYSTEMS.find((one) => one.from === from);
	if (system === undefined) throw new Error(`no system ${from}`);
	pms = await startPmsServer(system.api);
	const { client } = n8n;
	const { url: baseUrl, apiKey } = sandbox;
	const credential = await saveDemoCredential(client, { baseUrl, apiKey });
	const example = (await readExamples(credential)).find(({ name }) => name === system.name);
	if (example === undefined) throw new Error(`no example for ${system.name}`);
	const { id } = await client.importWorkflow(
		await connectWorkflow(client, example, system, pms.url),
	);
	await client.activate(id);
	const published = await workflowsOf(client)(system.name, pms.url);
	return { id, url: String(published?.callUrl) };
}

it('Hospitable: a call to an address that nobody can guess makes the workflow ask for the booking, whatever it says, and one about something else executes nothing', async () => {
	const { id, url } = await publish('hospitable');
	expect(url).toMatch(/\/webhook\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
	pms.bookings = [hospitable.hospitable.listed(BOOKING)];
	await got.post(url, { json: hospitable.message });
	const forged = { ...BOOKING, guest: { ...BOOKING.guest, email: 'stranger@example.com' } };
	await got.post(url, { json: hospitable.hospitable.webhookBody(forged) });
	const [called] = await n8n.client.waitForExecutions(id, 1);
	await n8n.client.deactivate(id);

	expect(called?.status).toBe('success');
	expect(String(called && itemsOf(called, 'Sync many')?.[0]?.pin)).toMatch(/^\d{4,9}$/);
	expect(called && itemsOf(called, 'Remember the stay')).toMatchObject([
		{ system: 'hospitable', host_message: null, guest_email: BOOKING.guest.email },
	]);
});
