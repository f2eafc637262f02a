import { nodeOf } from '../../../host/n8n/readExample';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { call } from '../../operations/dossier';
import { type Inbox, openInbox } from '../../../host/inbox/openInbox';
import { mailedExamples } from '../../support/n8n/mailedExamples';
import { enterSettings } from '../../e2e/enterSettings';
import { type SignedIn, signIn } from '../../e2e/signIn';

// With the real data tables, which decide who gets a spare PIN, and which of two executions tells the host.

let n8n: SignedIn;
let sandbox: Sandbox;
let inbox: Inbox;
let id: string;

beforeAll(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 20 } });
	inbox = await openInbox();
	n8n = await signIn(__filename);
	const addExample = await mailedExamples(n8n.client, sandbox, inbox);
	id = await addExample('arrivals-at-risk.json', undefined, (example) => {
		const { conditions } = nodeOf(example, 'Keep rooms with locks').parameters as {
			conditions: { conditions: object[] };
		};
		conditions.conditions.push({
			id: 'suite',
			leftValue: '={{ $json.space_id }}',
			rightValue: hotel.spaces.suite,
			operator: { type: 'string', operation: 'equals' },
		});
	});
	await enterSettings(n8n.client, 'host@example.com');
});
afterAll(async () => {
	await inbox?.stop();
	await sandbox?.stop();
});

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

async function book(key: string, room = hotel.spaces.suite): Promise<void> {
	await call(sandbox, '/access_grants/create', {
		user_identity: { full_name: `Guest ${key}` },
		space_ids: [room],
		access_grant_key: `reservation:${key}`,
		requested_access_methods: [{ mode: 'code' }],
		starts_at: inHours(1),
		ends_at: inHours(30),
	});
}
const run = async (start: 'Every hour' | 'Every 30 minutes') => {
	const execution = await n8n.client.runWorkflow(id, start);
	expect([execution.status, execution.data.resultData.error?.message]).toEqual([
		'success',
		undefined,
	]);
};
const keysOfSpares = () =>
	[...sandbox.state.workspaces.values()]
		.flatMap(({ access }) => access.accessGrants.records)
		.map(({ access_grant_key: key }) => String(key))
		.filter((key) => key.startsWith('spare:'));

it('"Arrivals at risk" tells once, and gives a spare PIN to one of two stays, also if two executions begin at the same moment, and replaces it after the stay', async () => {
	await run('Every hour');
	const before = keysOfSpares();
	await run('Every hour');
	expect([before.length, keysOfSpares()]).toEqual([1, before]);
	// n8n fails the second of two executions that create the same data table at the same moment.
	await run('Every 30 minutes');

	await call(sandbox, '/devices/simulate/disconnect', { device_id: hotel.devices.room103 });
	await book('R-1001');
	await book('R-1002');
	await Promise.all([run('Every 30 minutes'), run('Every 30 minutes')]);
	await run('Every 30 minutes');
	const texts = inbox.emails.map(({ text }) => text).join('\n');
	expect(texts.match(/^Spare PIN of Suite: \d+$/gm)).toHaveLength(1);
	for (const key of ['R-1001', 'R-1002'])
		expect(inbox.emails.filter(({ text }) => text.includes(key)).length).toBeGreaterThan(0);
	await run('Every hour');
	expect(keysOfSpares()).toEqual(before);

	for (const { access } of sandbox.state.workspaces.values())
		for (const { access_grant_id: grantId, access_grant_key: key } of access.accessGrants.records)
			if (String(key).startsWith('reservation:R-'))
				access.accessGrants.update(grantId, { ends_at: inHours(-1) });
	await run('Every hour');
	await run('Every hour');
	const after = keysOfSpares();
	expect([after.length, after.filter((key) => before.includes(key))]).toEqual([1, []]);
});
