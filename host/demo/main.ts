import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { Listr } from 'listr2';
import { createSandbox } from '../../sandbox/createSandbox';
import { toPort } from '../process/commandLineNumbers';
import { requireFreePorts } from '../process/freePort';
import { HOST_FOLDER } from '../n8n/hostNode';
import { withServiceAt } from '../n8n/readExample';
import { connectWorkflow } from '../bookings/connectWorkflow';
import { type Bookings, startBookings } from '../bookings/startBookings';
import { workflowsOf } from '../bookings/workflowsOf';
import { type ImportedExample, importExamples, readFormAddresses } from './importExamples';
import { installN8n, isN8nInstalled } from '../n8n/installN8n';
import { N8nClient, type Owner } from '../n8n/n8nClient';
import { buildPackage, packPackage } from '../n8n/packPackage';
import { isBuildCurrent } from '../process/buildStamp';
import { republishTriggers } from './republishTriggers';
import { runUntilInterrupted } from '../process/runUntilInterrupted';
import {
	WEBHOOK_LOGIN,
	saveDemoCredential,
	saveMailCredential,
	saveWebhookLogin,
} from './saveDemoCredential';
import { SETTINGS_COLUMNS } from '../../tools/examples/settings';
import { type Inbox, openInbox } from '../inbox/openInbox';
import { executeNow } from './executeNow';
import { startN8n, type N8nServer } from '../n8n/startN8n';

const DEFAULT_N8N_PORT = 5678;
const DEFAULT_SANDBOX_PORT = 8787;
const DEFAULT_BOOKINGS_PORT = 8788;
const DEFAULT_USER_FOLDER = join(HOST_FOLDER, '.n8n', 'demo');

/** The workflow whose form a person sees first. */
const FIRST_WORKFLOW = 'Front desk';

/** What a person can execute from the page with the emails. */
const SENDERS = [
	{ workflow: 'Guest messages', label: 'Send Guest Messages Now' },
	{ workflow: 'Arrivals at risk', label: 'Check Arrivals Now' },
];

/** The address of the host in the data table *Settings*. */
const HOST_EMAIL = 'host@example.com';

/** Not a secret: this login works only in the n8n of this demo, which listens on loopback only. */
const OWNER: Owner = {
	email: 'owner@demo.local',
	firstName: 'Demo',
	lastName: 'Owner',
	password: 'Device-Access-1',
};

interface DemoOptions {
	readonly n8nPort: number;
	readonly sandboxPort: number;
	readonly bookingsPort: number;
	readonly userFolder: string;
}

interface RunningDemo {
	n8n?: N8nServer;
	sandbox?: Awaited<ReturnType<typeof createSandbox>>;
	bookings?: Bookings;
	inbox?: Inbox;
	tarball?: string;
	examples?: readonly ImportedExample[];
	/** The addresses of the published forms, by the name of the workflow. */
	forms?: ReadonlyMap<string, string>;
	/** One sentence for each workflow that could not be published again. */
	unpublished?: readonly string[];
}

function readOptions(): DemoOptions {
	const command = new Command('npm run demo --')
		.description(
			'Starts a real n8n with this package installed, and a sandbox (a local stand-in for the service) to try it with.',
		)
		.option('--n8n-port <port>', 'port of the n8n editor', toPort, DEFAULT_N8N_PORT)
		.option('--sandbox-port <port>', 'port of the sandbox', toPort, DEFAULT_SANDBOX_PORT)
		.option('--bookings-port <port>', 'port of the booking systems', toPort, DEFAULT_BOOKINGS_PORT)
		.option(
			'--user-folder <folder>',
			'where n8n keeps its data between demos',
			(folder: string) => resolve(folder),
			DEFAULT_USER_FOLDER,
		);
	return command.parse().opts<DemoOptions>();
}

async function start(
	demo: RunningDemo,
	{ n8nPort, sandboxPort, bookingsPort, userFolder }: DemoOptions,
	signal: AbortSignal,
): Promise<void> {
	await requireFreePorts('demo', [
		{ port: n8nPort, usedBy: 'n8n', option: '--n8n-port' },
		{ port: sandboxPort, usedBy: 'the sandbox', option: '--sandbox-port' },
		{ port: bookingsPort, usedBy: 'the booking systems', option: '--bookings-port' },
	]);
	const steps = new Listr(
		[
			{
				title: 'Get the package and n8n ready',
				task: (_, task) =>
					task.newListr(
						[
							{
								title: 'Build the package, and pack it as npm would publish it',
								task: async () => {
									if (!isBuildCurrent()) await buildPackage(signal);
									demo.tarball = await packPackage();
								},
							},
							{
								title: isN8nInstalled()
									? 'Check the installed n8n'
									: 'Install n8n (once, 2.3 GB, about three minutes)',
								task: async (__, install) =>
									await installN8n((line) => (install.output = line), signal),
							},
						],
						{ concurrent: true },
					),
			},
			{
				title: `Start the sandbox on port ${sandboxPort}`,
				task: async () => {
					demo.sandbox = await createSandbox({
						port: sandboxPort,
						fixture: 'hotel',
						thermostats: true,
						// As a real service, which hardly ever chooses the PIN of an earlier guest.
						settings: { chosenPins: 'next' },
					});
				},
			},
			{
				title: `Start n8n on port ${n8nPort} with the package in it`,
				task: async () => {
					demo.n8n = await startN8n({
						userFolder,
						port: n8nPort,
						tarball: demo.tarball ?? '',
						// That of the computer, because n8n's own is New York.
						env: { GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone },
						signal,
					});
				},
			},
			{
				title: 'Set up the login, the credential and the example workflows',
				task: async () => {
					await setUp(demo, bookingsPort);
				},
			},
		],
		// The message is printed once, at the end.
		{
			fallbackRenderer: 'simple',
			registerSignalListeners: false,
			rendererOptions: { clearOutput: true, showErrorMessage: false },
		},
	);
	await steps.run();
}

async function setUp(demo: RunningDemo, bookingsPort: number): Promise<void> {
	const { n8n, sandbox } = demo;
	if (n8n === undefined || sandbox === undefined)
		throw new Error('n8n and the sandbox must be running');
	const client = new N8nClient(n8n.url);
	await client.setUpOwnerOrSignIn(OWNER);
	const credential = await saveDemoCredential(client, {
		baseUrl: sandbox.url,
		apiKey: sandbox.apiKey,
	});
	const inbox = await openInbox();
	demo.inbox = inbox;
	const bookings = await startBookings({
		port: bookingsPort,
		sandbox,
		workflowOf: workflowsOf(client),
		inboxPage: {
			inbox,
			senders: SENDERS,
			execute: async (name) => await executeNow(client, name),
		},
	});
	demo.bookings = bookings;
	await client.addDataTable('Settings', SETTINGS_COLUMNS, {
		host_email: HOST_EMAIL,
		// A person can book a stay that began yesterday, to try what a guest in the house does.
		only_arrivals_after: '2000-01-01',
		guest_page: `${n8n.url.replace('localhost', '127.0.0.1')}/webhook/guest-page`,
	});
	demo.examples = await importExamples(client, credential, {
		webhookLogin: await saveWebhookLogin(client),
		mail: await saveMailCredential(client, inbox.credential),
		connect: async (workflow) => {
			const own = bookings.systems.find(({ system }) => system.name === workflow.name);
			return own
				? await connectWorkflow(client, workflow, own.system, own.url)
				: withServiceAt(workflow, sandbox.url);
		},
	});
	demo.unpublished = await republishTriggers(client);
	demo.forms = await readFormAddresses(client, demo.examples);
}

function printWelcome(demo: RunningDemo): void {
	const {
		n8n,
		sandbox,
		bookings,
		examples = [],
		forms = new Map<string, string>(),
		unpublished = [],
	} = demo;
	const first = examples.find(({ name }) => name === FIRST_WORKFLOW);
	const form = forms.get(FIRST_WORKFLOW);
	const others = [...forms].filter(([name]) => name !== FIRST_WORKFLOW);
	console.log(
		[
			'',
			...(form === undefined ? [] : [`Form        ${form}   begin here: give a guest a PIN`]),
			`Sandbox     ${sandbox?.url}   the hotel: its rooms and PINs; open it beside the form`,
			`Bookings    ${bookings?.url}   send a booking, as Hostaway, Mews and other systems do`,
			`Inbox       ${bookings?.url}/inbox   the emails to guests and to you, the host`,
			`Editor      ${n8n?.url}/workflow/${first?.id}   the workflow behind the form`,
			`Sign in     ${OWNER.email}, password ${OWNER.password}`,
			...others.map(([name, address]) => `More forms  ${address}   ${name}`),
			`Webhooks    user ${WEBHOOK_LOGIN.user}, password ${WEBHOOK_LOGIN.password}`,
			`Credential  Base URL ${sandbox?.url}, API key ${sandbox?.apiKey}`,
			'Next        docs/getting-started.md. Ctrl-C stops everything.',
			...unpublished,
		].join('\n'),
	);
}

async function stop(demo: RunningDemo): Promise<void> {
	await demo.n8n?.stop();
	await demo.bookings?.stop();
	await demo.inbox?.stop();
	await demo.sandbox?.stop();
}

const options = readOptions();
const demo: RunningDemo = {};
runUntilInterrupted({
	start: async (signal) => await start(demo, options, signal),
	welcome: () => {
		printWelcome(demo);
		return demo.n8n?.died;
	},
	stop: async () => await stop(demo),
});
