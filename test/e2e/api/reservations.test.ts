import { randomUUID } from 'node:crypto';
import got from 'got';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { itemsOf } from '../itemsOf';
import { type SignedIn, signIn } from '../signIn';
import { chainOf, packageNode, plainNode } from '../workflowFiles';

let n8n: SignedIn;
let sandbox: Sandbox;

beforeAll(async () => {
	n8n = await signIn(__filename);
	sandbox = await createSandbox();
});

afterAll(async () => {
	await sandbox?.stop();
});

const MAPPING = {
	resource: 'reservation',
	operation: 'upsert',
	reservationKey: '={{ $json.body.id }}',
	status: '={{ $json.body.status }}',
	guestName: '={{ $json.body.guest }}',
	guestContact: '={{ $json.body.email }}',
	rooms: { __rl: true, mode: 'key', value: '={{ $json.body.room }}' },
	arrival: '={{ $json.body.arrival }}',
	departure: '={{ $json.body.departure }}',
	options: { changedAt: '={{ $json.body.updated_at }}' },
};

/** In winter, the room is in UTC. */
const YEAR = new Date().getUTCFullYear() + 1;
const BOOKING = {
	id: '4711',
	status: 'confirmed',
	guest: 'Guest of Room 101',
	email: 'guest@example.com',
	room: 'room-101',
	arrival: `${YEAR}-01-31`,
	departure: `${YEAR}-02-02`,
};
const LONGER = { ...BOOKING, departure: `${YEAR}-02-04` };

async function publishBookings(): Promise<{
	id: string;
	deliver: (body: Record<string, string>) => Promise<void>;
}> {
	const credential = await n8n.client.createCredential({
		name: 'Sandbox',
		type: 'deviceAccessApi',
		data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
	});
	const path = randomUUID();
	const webhook = {
		...plainNode('Booking', 'n8n-nodes-base.webhook', { httpMethod: 'POST', path, options: {} }, 2),
		webhookId: randomUUID(),
	};
	const { id } = await n8n.client.importWorkflow(
		chainOf('Bookings', [webhook, packageNode('action', 'Create or Update', MAPPING, credential)]),
	);
	await n8n.client.activate(id);
	return {
		id,
		deliver: async (json) => void (await got.post(`${n8n.url}/webhook/${path}`, { json })),
	};
}

it('a published workflow takes a booking and its change, and older news that come later change nothing, because n8n saves what the node remembers', async () => {
	const { id, deliver } = await publishBookings();
	const news = [
		{ ...BOOKING, updated_at: '2020-12-01T10:00:00Z' },
		{ ...LONGER, updated_at: '2020-12-01T12:00:00Z' },
		{ ...BOOKING, updated_at: '2020-12-01T11:00:00Z' },
	];
	const outcomes: unknown[] = [];
	for (const [index, body] of news.entries()) {
		await deliver(body);
		// When the execution has ended, n8n has saved what the node remembers.
		const execution = (await n8n.client.waitForExecutions(id, index + 1)).at(-1);
		outcomes.push(
			...((execution && itemsOf(execution, 'Create or Update')) ?? []).map(
				({ outcome, ends_at: endsAt }) => [outcome, endsAt],
			),
		);
	}
	await n8n.client.deactivate(id);

	expect(outcomes).toEqual([
		['created', `${YEAR}-02-02T11:00:00.000Z`],
		['updated', `${YEAR}-02-04T11:00:00.000Z`],
		['ignored', null],
	]);
});
