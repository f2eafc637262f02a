import { randomUUID } from 'node:crypto';
import got from 'got';
import { readExamples } from '../../../host/demo/importExamples';
import {
	type CredentialReference,
	saveDemoCredential,
} from '../../../host/demo/saveDemoCredential';
import type { Execution, WorkflowNode } from '../../../host/n8n/n8nClient';
import { waitFor } from '../../../host/process/waitFor';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';
import { logInOnWebview } from '../../support/service/logInOnWebview';
import { nodeOf } from '../../../host/n8n/readExample';
import { type Inbox, openInbox } from '../../../host/inbox/openInbox';
import { enterSettings } from '../enterSettings';
import { itemsOf } from '../itemsOf';
import { type SignedIn, signIn } from '../signIn';
import { chainOf, plainNode } from '../workflowFiles';

// A person answers hours later: n8n saves the execution, and another call continues it. The engine tests use pinned answers.

let n8n: SignedIn;
let sandbox: Sandbox;
let credential: CredentialReference;
let inbox: Inbox;
let smtp: CredentialReference;

const DAY_MS = 86_400_000;
const FORM_PATH = 'staff-card-of-a-hotel';

beforeAll(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 50 } });
	n8n = await signIn(__filename);
	credential = await saveDemoCredential(n8n.client, {
		baseUrl: sandbox.url,
		apiKey: sandbox.apiKey,
	});
	inbox = await openInbox();
	smtp = await n8n.client.createCredential({ name: 'Mail', type: 'smtp', data: inbox.credential });
	await enterSettings(n8n.client, 'host@example.com');
});

afterAll(async () => {
	await inbox?.stop();
	await sandbox?.stop();
});

/** Publishes the example as a person sets it up; `changes` are applied to its nodes, by name. */
async function publish(
	name: string,
	changes: Record<string, Partial<WorkflowNode>>,
): Promise<string> {
	const example = (await readExamples(credential)).find((workflow) => workflow.name === name);
	if (example === undefined) throw new Error(`There is no example "${name}"`);
	for (const node of example.nodes)
		if (node.type.endsWith('.emailSend')) Object.assign(node, { credentials: { smtp } });
	for (const [nodeName, change] of Object.entries(changes)) {
		const node = nodeOf(example, nodeName);
		Object.assign(node, change, {
			parameters: change.type ? change.parameters : { ...node.parameters, ...change.parameters },
		});
	}
	const { id } = await n8n.client.importWorkflow(example);
	await n8n.client.activate(id);
	return id;
}

/** A webhook instead of a schedule, so that a test can start the published workflow. */
const startedBy = (path: string): Partial<WorkflowNode> => ({
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	webhookId: randomUUID(),
	parameters: { httpMethod: 'POST', path, options: {} },
});

async function waitForQuestion(
	id: string,
	node: string,
	known: ReadonlySet<string> = new Set(),
): Promise<Execution> {
	return await waitFor('an execution to wait for an answer', async () => {
		const waiting = (await n8n.client.listExecutions(id)).filter(
			(execution) => !known.has(execution.id) && execution.status === 'waiting',
		);
		const executions = await Promise.all(
			waiting.map(async (execution) => await n8n.client.getExecution(execution.id)),
		);
		return executions.find((execution) => itemsOf(execution, node) !== undefined);
	});
}

async function submit(
	url: string,
	fields: readonly string[],
	authorization?: string,
): Promise<string> {
	const form = new FormData();
	for (const [index, value] of fields.entries()) form.set(`field-${index}`, value);
	const headers = {
		'user-agent':
			'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
		...(authorization ? { authorization } : {}),
	};
	const answer = await fetch(url, { method: 'POST', body: form, headers });
	const text = await answer.text();
	expect([answer.status, text]).toEqual([200, expect.any(String)]);
	return text;
}

const outcomesOf = (execution: Execution | undefined, node: string) =>
	(execution && itemsOf(execution, node))?.map(({ outcome }) => outcome);

it('"Connect an owner\'s locks" makes a link of its form, takes in the account, and reports its locks', async () => {
	const basicAuth = await n8n.client.createCredential({
		name: 'Form',
		type: 'httpBasicAuth',
		data: { user: 'host', password: 'sandbox-form' },
	});
	const id = await publish("Connect an owner's locks", {
		'Owner form': { credentials: { httpBasicAuth: { id: basicAuth.id, name: basicAuth.name } } },
	});
	const form = nodeOf(await n8n.client.getWorkflow(id), 'Owner form');
	await submit(
		`${n8n.url}/form/${String(form.webhookId)}`,
		['Owner 7', 'owner@example.com', 'Harbor House'],
		`Basic ${Buffer.from('host:sandbox-form').toString('base64')}`,
	);
	const [link] = itemsOf(await waitForQuestion(id, 'Send to the owner'), 'Create the link') ?? [];

	const accountId = await logInOnWebview(sandbox, String(link?.connect_webview_id));
	sandbox.emitEvent({
		event_type: 'connected_account.completed_first_sync_after_reconnection',
		connected_account_id: accountId,
	});
	const report = await waitFor('the report', async () =>
		inbox.emails.find(({ subject }) => subject.startsWith('Locks of Harbor House')),
	);
	expect(report.text).toContain('New Lock: no room fits');
	await n8n.client.deactivate(id);
});

it('"Staff card" asks on a second and a third page, replaces the card, and says so on the last one', async () => {
	const { cleaningCard } = hotel.credentials;
	const basicAuth = await n8n.client.createCredential({
		name: 'Staff',
		type: 'httpBasicAuth',
		data: { user: 'desk', password: 'sandbox-form' },
	});
	const id = await publish('Staff card', {
		'Wait 30 seconds': { parameters: { amount: 1 } },
		'Staff card': {
			credentials: { httpBasicAuth: { id: basicAuth.id, name: basicAuth.name } },
			// Other tests publish the same form in the same n8n.
			webhookId: randomUUID(),
			parameters: { options: { path: FORM_PATH, buttonLabel: 'Next', appendAttribution: false } },
		},
	});
	const login = `Basic ${Buffer.from('desk:sandbox-form').toString('base64')}`;
	const first = await submit(`${n8n.url}/form/${FORM_PATH}`, ['Lost card'], login);
	const { formWaitingUrl: url } = JSON.parse(first) as { formWaitingUrl: string };
	await waitForQuestion(id, 'Choices');
	const [member, encoder] = [hotel.accessSystemUsers.cleaning, hotel.encoder].map((id) =>
		id.slice(-6),
	);
	await submit(
		url,
		[`Cleaning (cleaning@example.com, ${member})`, `Front Desk Encoder (${encoder})`],
		login,
	);
	await waitForQuestion(id, 'Cards');
	await submit(url, ['Yes'], login);
	const { id: executionId } = await waitForQuestion(id, 'Hand it over');
	const page = await got(url, { headers: { authorization: login } }).text();
	expect(page).toContain('The card is ready');
	expect(page).toContain('Doors: Lobby, Elevator.');
	// The last page tells n8n that it was shown, which ends the execution.
	await submit(url, [], login);
	expect((await n8n.client.waitForExecution(executionId)).status).toBe('success');
	const { access } = sandbox.state.workspaces.get(workspaceIds.main) ?? {};
	expect(access?.credentials.get(cleaningCard)).toBeUndefined();
	await n8n.client.deactivate(id);
});

it('"Cleaners" takes the report of a cleaner, ends the access, and does not give it again', async () => {
	// A guest who leaves in the evening leaves no time to clean.
	const nextNoonMs = Math.ceil((Date.now() - DAY_MS / 2) / DAY_MS) * DAY_MS + DAY_MS / 2;
	await got.post(`${sandbox.url}/access_grants/create`, {
		headers: { authorization: `Bearer ${sandbox.apiKey}` },
		json: {
			user_identity: { full_name: 'Guest 7' },
			space_ids: [hotel.spaces.room101],
			access_grant_key: 'reservation:4712',
			requested_access_methods: [{ mode: 'code' }],
			starts_at: new Date(nextNoonMs - 2 * DAY_MS).toISOString(),
			ends_at: new Date(nextNoonMs).toISOString(),
		},
	});
	const path = randomUUID();
	const basicAuth = await n8n.client.createCredential({
		name: 'Cleaners',
		type: 'httpBasicAuth',
		data: { user: 'cleaner', password: 'sandbox-form' },
	});
	const login = `Basic ${Buffer.from('cleaner:sandbox-form').toString('base64')}`;
	const id = await publish('Cleaners', {
		'Every hour': startedBy(path),
		'Room is done': { credentials: { httpBasicAuth: { id: basicAuth.id, name: basicAuth.name } } },
	});
	const executed = async (count: number) => (await n8n.client.waitForExecutions(id, count)).at(-1);
	const look = async (count: number) => {
		await got.post(`${n8n.url}/webhook/${path}`);
		return await executed(count);
	};

	// The first look makes the data tables, the next one the access, and one after the PIN is set finds it.
	await look(1);
	await addCleaner();
	let looks = 1;
	const message = await waitFor('the message to the cleaner', async () => {
		await look((looks += 1));
		return inbox.emails.find(({ to }) => to.text === 'cleaner-1@example.com');
	});
	expect(message.text).toMatch(/Your PIN: \d/);
	const cleaning = String(/cleaning=(\S+)/.exec(message.text)?.[1]);
	const first = await submit(`${n8n.url}/form/room-is-done`, [cleaning], login);
	const { formWaitingUrl: url } = JSON.parse(first) as { formWaitingUrl: string };
	const question = await waitForQuestion(id, 'End the access');
	expect(outcomesOf(question, 'End the access')).toEqual(['ended']);
	expect(await got(url, { headers: { authorization: login } }).text()).toContain('Thank you');
	await submit(url, [], login);
	await n8n.client.waitForExecution(question.id);

	expect(outcomesOf(await look(looks + 2), 'Apply changes')).toEqual(['nothing_to_end']);
	await n8n.client.deactivate(id);
});

/** The row that a host enters in the table that the workflow has made. */
async function addCleaner(): Promise<void> {
	const rows = chainOf('Rows', [
		plainNode('Start', 'n8n-nodes-base.manualTrigger'),
		plainNode('Row', 'n8n-nodes-base.dataTable', {
			resource: 'row',
			operation: 'insert',
			dataTableId: { __rl: true, mode: 'name', value: 'Cleaners' },
			columns: {
				mappingMode: 'defineBelow',
				value: { room: '', name: 'Cleaner 1', email: 'cleaner-1@example.com' },
				matchingColumns: [],
				schema: [],
			},
			options: {},
		}),
	]);
	const { id } = await n8n.client.importWorkflow(rows);
	expect((await n8n.client.runWorkflow(id, 'Start')).status).toBe('success');
}
