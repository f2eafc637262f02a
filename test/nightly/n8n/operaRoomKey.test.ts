import got from 'got';
import { readExamples } from '../../../host/demo/importExamples';
import { saveDemoCredential } from '../../../host/demo/saveDemoCredential';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';
import { signIn } from '../../e2e/signIn';
import { keyRequest, LONGEST_ANSWER_MS, type KeyRequest } from '../../support/pms/operaDesk';
import { nodeOf } from '../../../host/n8n/readExample';
import { dayInDays } from '../../support/service/reservations';

// What only n8n's server does: a path with parameters, the login of the call, and an answer while the caller waits.
const DESK = { username: 'opera', password: 'sandbox-desk' };
const OPERATION = 'roomKeysOutbound';
let sandbox: Sandbox;
let address: string;

beforeAll(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 20 } });
	const spaces = sandbox.state.workspaces.get(workspaceIds.main)?.access.spaces;
	spaces?.update(hotel.spaces.room101, { space_key: 'HOTEL1-101' });
	const { client, url } = await signIn(__filename);
	const { url: baseUrl, apiKey } = sandbox;
	const credential = await saveDemoCredential(client, { baseUrl, apiKey });
	const httpBasicAuth = await client.createCredential({
		name: 'OPERA',
		type: 'httpBasicAuth',
		data: { user: DESK.username, password: DESK.password },
	});
	const example = (await readExamples(credential)).find(({ name }) => name === 'OPERA room key');
	if (!example) throw new Error('no such example');
	const webhook = nodeOf(example, 'From OPERA');
	Object.assign(webhook, { credentials: { httpBasicAuth } });
	const saved = await client.importWorkflow(example);
	await client.activate(saved.id);
	address = `${url}/webhook/${String(nodeOf(saved, 'From OPERA').webhookId)}/fof/v1/hotels/HOTEL1/${OPERATION}`;
});
afterAll(async () => await sandbox?.stop());

const press = async (changes: KeyRequest, login: Partial<typeof DESK> = DESK) => {
	const startMs = Date.now();
	const { statusCode, body } = await got.post(address, {
		json: keyRequest(OPERATION, {
			keyValidityStart: `${dayInDays(1)}T15:00:00`,
			keyValidityEnd: `${dayInDays(3)}T11:00:00`,
			...changes,
		}),
		...login,
		throwHttpErrors: false,
	});
	return { statusCode, body, isInTime: Date.now() - startMs < LONGEST_ANSWER_MS };
};

it('"OPERA room key" shows the desk the PIN while OPERA waits, keeps it for a second key, and ends it at check-out', async () => {
	const first = await press({ keyType: 'New' });
	expect(first).toMatchObject({ statusCode: 201, isInTime: true });
	const { responseCode, keyTrack } = JSON.parse(first.body) as Record<string, unknown>;
	expect([responseCode, keyTrack]).toEqual([
		'OK',
		[expect.objectContaining({ keyTrack3: expect.stringMatching(/^\d{4,9}$/) })],
	]);
	const second = await press({ keyType: 'Duplicate' });
	expect([second.isInTime, JSON.parse(second.body)]).toEqual([
		true,
		expect.objectContaining({ keyTrack }),
	]);
	const removed = await press({ keyType: 'Remove' });
	expect([removed.isInTime, JSON.parse(removed.body)]).toEqual([
		true,
		expect.objectContaining({ responseCode: 'OK' }),
	]);
	sandbox.requests.clear();
	expect(await press({ keyType: 'New' }, { ...DESK, password: 'wrong' })).toMatchObject({
		statusCode: 401,
	});
	expect(sandbox.requests.entries).toEqual([]);
});
