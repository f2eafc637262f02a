import { waitFor } from '../../../host/process/waitFor';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { type SignedIn, signIn } from '../../e2e/signIn';
import { callSandbox } from '../../sandbox/callSandbox';
import { type Inbox, openInbox } from '../../../host/inbox/openInbox';
import { mailedExamples } from '../../support/n8n/mailedExamples';

let n8n: SignedIn;
let sandbox: Sandbox;
let inbox: Inbox;
let id: string;
const HOUR_MS = 3_600_000;
const HOST = 'host@example.com';

beforeAll(async () => {
	sandbox = await createSandbox();
	inbox = await openInbox();
	n8n = await signIn(__filename);
	const addExample = await mailedExamples(n8n.client, sandbox, inbox);
	id = await addExample('guest-messages.json', { host_email: HOST });
});

afterAll(async () => {
	await inbox?.stop();
	await sandbox?.stop();
});

const look = async () => {
	const before = inbox.emails.length;
	const { status, data } = await n8n.client.runWorkflow(id, 'Every 15 minutes');
	const error = data.resultData.error?.message;
	const emails = inbox.emails.slice(before).map(({ to, subject }) => [to.text, subject]);
	return { status, error, emails };
};

it('"Guest messages" creates its tables, and tells a guest once', async () => {
	expect(await look()).toEqual({ status: 'success', error: undefined, emails: [] });
	const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
	const { status } = await callSandbox(sandbox, '/access_grants/create', {
		user_identity: {
			user_identity_key: 'reservation:4711',
			full_name: 'Ada Example',
			email_address: 'ada@example.com',
		},
		access_grant_key: 'reservation:4711',
		space_keys: ['room-101'],
		requested_access_methods: [{ mode: 'code' }],
		starts_at: at(60),
		ends_at: at(90),
	});
	expect(status).toBe(200);
	const told = await waitFor('the PIN to be issued and told', async () => {
		const looked = await look();
		return looked.status === 'success' && looked.emails.length === 0 ? undefined : looked;
	});
	expect(told).toEqual({
		status: 'success',
		error: undefined,
		emails: [['ada@example.com', 'Your access to Room 101']],
	});
	expect((await look()).emails).toEqual([]);
});
