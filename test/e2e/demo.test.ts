import { randomUUID } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import got from 'got';
import { freePort } from '../../host/process/freePort';
import { installN8n } from '../../host/n8n/installN8n';
import { N8nClient } from '../../host/n8n/n8nClient';
import { waitFor } from '../../host/process/waitFor';
import { N8N_START_TIME_LIMIT_MS } from '../support/n8n/n8nServer';

const ROOT_FOLDER = resolve(__dirname, '..', '..');
const DEMO_TIME_LIMIT_MS = 180_000;

interface Demo {
	readonly child: ChildProcess;
	readonly output: () => string;
	/** Resolves with the exit code after all processes of the demo have closed its output. */
	readonly exitCode: Promise<number | null>;
}

let userFolder: string;
let n8nPort: number;
let sandboxPort: number;
let bookingsPort: number;

beforeAll(async () => {
	await installN8n();
	userFolder = await mkdtemp(join(tmpdir(), 'device-access-demo-'));
	n8nPort = await freePort();
	sandboxPort = await freePort();
	bookingsPort = await freePort();
}, N8N_START_TIME_LIMIT_MS);

afterAll(async () => {
	await rm(userFolder, { recursive: true, force: true, maxRetries: 3 });
});

const BY_NPM = ['npm', 'run', 'demo', '--'] as const;
const BY_NODE = [process.execPath, 'host/demo/start.mjs'] as const;

function startDemo([program, ...command]: readonly [string, ...string[]]): Demo {
	const parameters = [
		'--n8n-port',
		String(n8nPort),
		'--sandbox-port',
		String(sandboxPort),
		'--bookings-port',
		String(bookingsPort),
		'--user-folder',
		userFolder,
	];
	const child = spawn(program, [...command, ...parameters], {
		cwd: ROOT_FOLDER,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
	return {
		child,
		output: () => output,
		exitCode: once(child, 'close').then(([code]) => code as number | null),
	};
}

/** Waits for the welcome, signs in with the printed login, looks around, and ends the demo by a signal to its first process only. */
async function visitDemo(
	command: readonly [string, ...string[]],
	signal: NodeJS.Signals,
	act: (client: N8nClient, bookings: string) => Promise<void> = async () => {},
) {
	const demo = startDemo(command);
	try {
		const welcome = await waitFor(
			'the welcome of the demo',
			async () => (demo.output().includes('Ctrl-C') ? demo.output() : undefined),
			DEMO_TIME_LIMIT_MS,
		);
		const printed = (pattern: RegExp) => pattern.exec(welcome)?.[1] ?? '';
		const client = new N8nClient(printed(/^Editor +(http\S+)\/workflow\//m));
		await client.signIn({
			email: printed(/^Sign in +([^\s,]+)/m),
			password: printed(/password (\S+)/),
		});
		const firstScreen = (await client.getWorkflow(printed(/^Editor +http\S+\/workflow\/(\S+)/m)))
			.name;
		await act(client, printed(/^Bookings +(\S+)/m));
		const credentials = [...(await client.listCredentials())].sort((a, b) =>
			a.type.localeCompare(b.type),
		);
		const workflows = await client.listWorkflows();
		const { webhooks } = await got(`${printed(/^Sandbox +(\S+)/m)}/_sandbox/webhooks`).json<{
			webhooks: Array<{ url: string }>;
		}>();
		demo.child.kill(signal);
		return {
			firstScreen,
			credentials,
			workflows,
			registeredUrls: webhooks.map(({ url }) => url),
			exitCode: await demo.exitCode,
		};
	} finally {
		demo.child.kill('SIGTERM');
	}
}

async function publishTrigger(client: N8nClient): Promise<void> {
	const workflow = (await client.listWorkflows()).find(({ name }) => name === 'Each event once');
	await client.activate(workflow?.id ?? '');
}

/** Sends a booking from the page, and waits until the booking system has the PIN. */
async function sendBooking(client: N8nClient, bookings: string): Promise<void> {
	const workflow = (await client.listWorkflows()).find(({ name }) => name === 'Hostaway');
	await client.activate(workflow?.id ?? '');
	await got.post(`${bookings}/book?system=hostaway`, {
		headers: { 'hx-request': 'true' },
		form: { kind: 'confirmed', guest: 'Ida Inbox', email: 'ida@example.com' },
	});
	await waitFor('the PIN in Hostaway', async () => {
		const page = await got(`${bookings}/now?system=hostaway`).text();
		return /<code>\d{4,9}<\/code>/.exec(page) ?? undefined;
	});
}

/** Presses Send Now on the page with the emails, and waits for the guest's email there. */
async function readMessage(bookings: string): Promise<void> {
	await got.post(`${bookings}/inbox/send?workflow=Guest%20messages`, {
		headers: { 'hx-request': 'true' },
		timeout: { request: 60_000 },
	});
	const page = await got(`${bookings}/inbox`).text();
	const [, pin] =
		/<code>(\d{4,9})<\/code>/.exec(await got(`${bookings}/now?system=hostaway`).text()) ?? [];
	expect(page.replaceAll(/\s+/g, ' ')).toContain('To <strong>ida@example.com</strong>');
	expect([pin, page.includes(String(pin)), page.includes('/webhook/guest-page')]).toEqual([
		expect.any(String),
		true,
		true,
	]);
}

/** A workflow whose error workflow is *Something failed* fails, and the host hears it. */
async function hearOfFailure(client: N8nClient, bookings: string): Promise<void> {
	const errorWorkflow = (await client.listWorkflows()).find(
		({ name }) => name === 'Something failed',
	)?.id;
	const path = 'fails-in-the-demo';
	const { id } = await client.importWorkflow({
		name: 'Fails in the demo',
		nodes: [
			{
				...node('Call', 'webhook', 2),
				webhookId: randomUUID(),
				parameters: { httpMethod: 'POST', path, options: {} },
			},
			{ ...node('Stop', 'stopAndError', 1), parameters: { errorMessage: 'The doors are stuck' } },
		],
		connections: { Call: { main: [[{ node: 'Stop', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1', errorWorkflow },
	});
	await client.activate(id);
	await got.post(`${client.url}/webhook/${path}`, { throwHttpErrors: false });
	await waitFor('the email about the failure', async () => {
		const page = await got(`${bookings}/inbox`).text();
		return page.includes('Fails in the demo failed') || undefined;
	});
}

const node = (name: string, type: string, typeVersion: number) => ({
	id: randomUUID(),
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion,
	position: [0, 0] as [number, number],
});

type Visit = Awaited<ReturnType<typeof visitDemo>>;
let first: Visit;

it(
	'starts with one command, publishes a trigger at the hotel, sends a booking to a published workflow, and shows the message to the guest in its inbox',
	async () => {
		first = await visitDemo(BY_NODE, 'SIGINT', async (client, bookings) => {
			await publishTrigger(client);
			await sendBooking(client, bookings);
			await readMessage(bookings);
			await hearOfFailure(client, bookings);
		});
		expect(first).toEqual({
			firstScreen: 'Front desk',
			credentials: expect.arrayContaining(
				['deviceAccessApi', 'httpBasicAuth', 'oAuth2Api', 'smtp'].map(
					(type) => expect.objectContaining({ type }) as unknown,
				),
			),
			workflows: expect.arrayContaining([
				expect.objectContaining({ name: 'Migrate unmanaged codes' }),
			]),
			registeredUrls: [expect.stringMatching(/\/webhook\/.+\/webhook$/)],
			exitCode: 0,
		});
	},
	2 * DEMO_TIME_LIMIT_MS,
);

if (process.env.ALL === '1')
	it(
		'finds its login, credential and workflows again when it is started once more, the published ones registered at the fresh hotel',
		async () => {
			// npm exits immediately; the other processes must follow.
			const second = await visitDemo(BY_NPM, 'SIGTERM');
			const ids = ({ credentials, workflows }: Visit) =>
				[credentials, workflows].map((list) => list.map(({ id }) => id).sort());
			expect(ids(second)).toEqual(ids(first));
			expect(second).toMatchObject({
				firstScreen: 'Front desk',
				registeredUrls: first.registeredUrls,
				exitCode: null,
			});
		},
		2 * DEMO_TIME_LIMIT_MS,
	);
