import { readExamples } from '../../../host/demo/importExamples';
import { saveDemoCredential } from '../../../host/demo/saveDemoCredential';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { call } from '../../operations/dossier';
import { nodeOf } from '../../../host/n8n/readExample';
import { itemsOf } from '../itemsOf';
import { type SignedIn, signIn } from '../signIn';

// With the real data table, which decides who gets a PIN.

let n8n: SignedIn;
let sandbox: Sandbox;
let id: string;

beforeAll(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 20 } });
	n8n = await signIn(__filename);
	const credential = await saveDemoCredential(n8n.client, {
		baseUrl: sandbox.url,
		apiKey: sandbox.apiKey,
	});
	const example = (await readExamples(credential)).find(({ name }) => name === 'Spare PINs');
	if (example === undefined) throw new Error('The example is gone');
	const rooms = nodeOf(example, 'Keep rooms with locks').parameters.conditions as {
		conditions: Array<{ leftValue: string }>;
	};
	for (const condition of rooms.conditions)
		condition.leftValue = condition.leftValue.replace(
			' }}',
			` && $json.space_id === '${hotel.spaces.suite}' }}`,
		);
	({ id } = await n8n.client.importWorkflow(example));
});
afterAll(async () => await sandbox?.stop());

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
const run = async (start: 'Every day' | 'Every 30 minutes') => {
	const execution = await n8n.client.runWorkflow(id, start);
	expect([execution.status, execution.data.resultData.error?.message]).toEqual([
		'success',
		undefined,
	]);
	return execution;
};
const keysOfSpares = () =>
	[...sandbox.state.workspaces.values()]
		.flatMap(({ access }) => access.accessGrants.records)
		.map(({ access_grant_key: key }) => String(key))
		.filter((key) => key.startsWith('spare:'));

it('"Spare PINs" gives a spare PIN to one of two stays, also if both are found at the same moment, and replaces it after the stay', async () => {
	await run('Every day');
	const before = keysOfSpares();
	await run('Every day');
	expect([before.length, keysOfSpares()]).toEqual([1, before]);

	await call(sandbox, '/devices/simulate/disconnect', { device_id: hotel.devices.room103 });
	await book('R-1001');
	await book('R-1002');
	const both = await Promise.all([run('Every 30 minutes'), run('Every 30 minutes')]);
	const messages = both.flatMap((execution) => itemsOf(execution, 'Send it') ?? []);
	expect(messages).toEqual([
		expect.objectContaining({
			subject: expect.stringMatching(/^Spare PIN for Guest R-100[12]: Suite/),
		}),
	]);
	await run('Every day');
	expect(keysOfSpares()).toEqual(before);

	for (const { access } of sandbox.state.workspaces.values())
		for (const { access_grant_id: grantId, access_grant_key: key } of access.accessGrants.records)
			if (String(key).startsWith('reservation:R-'))
				access.accessGrants.update(grantId, { ends_at: inHours(-1) });
	await run('Every day');
	const after = keysOfSpares();
	expect([after.length, after.filter((key) => before.includes(key))]).toEqual([1, []]);
});
