import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import type { NodeRun } from '../../../host/n8n/n8nClient';
import { byId, chainOf, packageNode, plainNode } from '../workflowFiles';

const UNKNOWN_ID = '40000000-0000-4000-8000-00000000ffff';
const NOT_FOUND = `No unmanaged access code has the ID '${UNKNOWN_ID}'`;
const { convertible, anotherConvertible, failsToConvert } = hotel.unmanagedCodes;

/** The guests whose codes are converted: two convertible codes, one unknown to the service, one that it refuses. */
const GUESTS = [
	{ guest: 'First', id: convertible },
	{ guest: 'Unknown', id: UNKNOWN_ID },
	{ guest: 'Second', id: anotherConvertible },
	{ guest: 'Refused', id: failsToConvert },
];

const UNKNOWN_CODE = {
	error: NOT_FOUND,
	details: {
		description: expect.stringContaining('Request ID: '),
		http_code: '404',
		http_status: 404,
		type: 'access_code_not_found',
		request_id: expect.any(String),
	},
};
const REFUSED_CODE = {
	error:
		'The access code was not converted and stays unmanaged: The device already has a managed access code with the same PIN.',
	details: expect.objectContaining({ access_code_id: failsToConvert, outcome: 'failed' }),
};
import { type SignedIn, signIn } from '../signIn';

let n8n: SignedIn;
let sandbox: Sandbox;
let credential: { id: string; name: string };

beforeAll(async () => {
	n8n = await signIn(__filename);
});

beforeEach(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 100 } });
	credential = await n8n.client.createCredential({
		name: 'Sandbox',
		type: 'deviceAccessApi',
		data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
	});
});

afterEach(async () => await sandbox?.stop());

/** Converts the codes of the guests; the workflow continues with one node at the regular output and one at the error output. */
async function convertAll(
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput',
) {
	const guests = plainNode(
		'Guests',
		'n8n-nodes-base.code',
		{ jsCode: `return ${JSON.stringify(GUESTS)}.map((json) => ({ json }));` },
		2,
	);
	const convert = {
		...packageNode(
			'action',
			'Convert',
			{
				resource: 'unmanagedAccessCode',
				operation: 'convertToManaged',
				accessCodeId: byId('={{ $json.id }}'),
				waitForCompletion: true,
				options: {},
			},
			credential,
		),
		onError,
	};
	const [goesOn, hasFailed] = ['Goes on', 'Has failed'].map((name) =>
		plainNode(name, 'n8n-nodes-base.noOp'),
	);
	const chain = chainOf(`Convert, ${onError}`, [
		plainNode('Start', 'n8n-nodes-base.manualTrigger'),
		guests,
		convert,
	]);
	const next = (node: string) => [{ node, type: 'main', index: 0 }];
	const workflow = await n8n.client.importWorkflow({
		...chain,
		nodes: [...chain.nodes, goesOn, hasFailed].filter((node) => node !== undefined),
		connections: { ...chain.connections, Convert: { main: [next('Goes on'), next('Has failed')] } },
	});
	const execution = await n8n.client.runWorkflow(workflow.id, 'Start');
	const runOf = (node: string): NodeRun | undefined => execution.data.resultData.runData[node]?.[0];
	const itemsAfter = (node: string) => runOf(node)?.data?.main[0]?.map(({ json }) => json);
	return {
		status: execution.status,
		error: runOf('Convert')?.error,
		goesOn: itemsAfter('Goes on'),
		hasFailed: itemsAfter('Has failed'),
	};
}

const converted = (id: string): unknown =>
	expect.objectContaining({ access_code_id: id, outcome: 'converted' });

it('stops the workflow at the first failed item, with its number and the way out', async () => {
	const { status, error, goesOn, hasFailed } = await convertAll('stopWorkflow');

	expect({ status, goesOn, hasFailed }).toEqual({
		status: 'error',
		goesOn: undefined,
		hasFailed: undefined,
	});
	expect(error).toMatchObject({
		message: NOT_FOUND,
		description: expect.stringContaining("Use 'Unmanaged Access Code: Get Many'"),
		context: { itemIndex: 1 },
	});
});

it('goes on with a failed item in its place among the others', async () => {
	expect(await convertAll('continueRegularOutput')).toEqual({
		status: 'success',
		error: undefined,
		goesOn: [converted(convertible), UNKNOWN_CODE, converted(anotherConvertible), REFUSED_CODE],
		hasFailed: undefined,
	});
});

it('sends failed items, and only those, to the error output: what came in, and why it failed', async () => {
	expect(await convertAll('continueErrorOutput')).toEqual({
		status: 'success',
		error: undefined,
		goesOn: [converted(convertible), converted(anotherConvertible)],
		hasFailed: [
			{ ...GUESTS[1], ...UNKNOWN_CODE },
			{ ...GUESTS[3], ...REFUSED_CODE },
		],
	});
});
