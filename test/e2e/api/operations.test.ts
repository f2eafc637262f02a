import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { CredentialReference } from '../../../host/demo/saveDemoCredential';
import type { NodeRun } from '../../../host/n8n/n8nClient';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { dossierEntries } from '../../operations';
import { playCase, prepareCase } from '../../operations/playCase';
import { tokenCredentials } from '../../support/service/tokenCredentials';
import { manualWorkflow } from '../workflowFiles';
import { type SignedIn, signIn } from '../signIn';

/** The ordinary use of one operation of each kind, in the order of the kinds: one, many, several, done, action, checked write, desired state. The nightly run takes all of all. */
const ONE_OF_EACH_KIND = [
	'device.get',
	'unmanagedAccessCode.getAll',
	'accessCode.createMultiple',
	'accessGroup.addUser',
	'unmanagedAccessCode.convertToManaged',
	'unmanagedAccessCode.replaceWithManaged',
	'reservation.upsert',
];
const isNightly = process.env.ALL === '1';
const cases = dossierEntries
	.filter(({ name }) => isNightly || ONE_OF_EACH_KIND.includes(name))
	.flatMap((entry) =>
		Object.entries(entry.dossier)
			.slice(0, isNightly ? undefined : 1)
			.map(([title, one]) => ({ name: entry.name, title, entry, one })),
	);

let n8n: SignedIn;
let sandbox: Sandbox;
let credential: CredentialReference;
let tokenCredential: CredentialReference;

beforeAll(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 40 } });
	n8n = await signIn(__filename);
	const save = async (name: string, data: object) =>
		await n8n.client.createCredential({ name, type: 'deviceAccessApi', data: { ...data } });
	credential = await save('Sandbox', { baseUrl: sandbox.url, apiKey: sandbox.apiKey });
	tokenCredential = await save('Token', tokenCredentials(sandbox).deviceAccessApi ?? {});
});

afterAll(async () => {
	await sandbox?.stop();
});

async function run(
	name: string,
	parameters: INodeParameters = {},
	withToken = false,
	input?: IDataObject,
): Promise<NodeRun | undefined> {
	const [resource, operation] = name.split('.');
	const workflow = await n8n.client.importWorkflow({
		...manualWorkflow(
			name,
			{ resource, operation, ...parameters },
			withToken ? tokenCredential : credential,
		),
		...(input && { pinData: { Start: [{ json: input }] } }),
	});
	const execution = await n8n.client.runWorkflow(workflow.id, 'Start');
	return execution.data.resultData.runData['Device Access']?.[0];
}

it.each(cases)('$name $title', async ({ entry, one }) => {
	const service = {
		sandbox,
		run: async (...args: Parameters<typeof run>) => {
			const { error, data } = (await run(...args)) ?? {};
			if (error) throw new Error(`${error.message}. ${error.description}`);
			return [...(data?.main[0] ?? [])];
		},
	};
	await playCase(service, entry, await prepareCase(service, one));
});
