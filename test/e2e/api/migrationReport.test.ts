import { importExamples } from '../../../host/demo/importExamples';
import { saveDemoCredential } from '../../../host/demo/saveDemoCredential';
import { signIn, signInAsOwner } from '../signIn';

// n8n's own rules, which each n8n release extends.

it('n8n finds nothing in the examples that n8n 3 changes, and does find it in a workflow that has it', async () => {
	const { client } = await signIn(__filename);
	const credential = await saveDemoCredential(client, {
		baseUrl: 'http://127.0.0.1:9',
		apiKey: 'not used',
	});
	const examples = await importExamples(client, credential);
	const old = await client.importWorkflow({
		name: 'Old',
		nodes: [
			{
				id: '1',
				name: 'Items',
				type: 'n8n-nodes-base.itemLists',
				typeVersion: 3,
				position: [0, 0],
				parameters: {},
			},
		],
		connections: {},
	});
	const findings = await (await signInAsOwner()).client.listFindingsForN8n3();

	const ofExamples = findings.filter(({ workflowIds }) =>
		examples.some(({ id }) => workflowIds.includes(id)),
	);
	expect(ofExamples).toEqual([]);
	expect(findings.filter(({ workflowIds }) => workflowIds.includes(old.id))).toHaveLength(1);
});
