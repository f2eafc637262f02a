import { importExamples } from '../../../host/demo/importExamples';
import type { N8nClient } from '../../../host/n8n/n8nClient';
import { exampleFiles } from '../../../host/n8n/readExample';

function emptyN8n() {
	const tagsByName = new Map<string, readonly string[]>();
	const client: Pick<N8nClient, 'listWorkflows' | 'tagId' | 'importWorkflow'> = {
		listWorkflows: async () => await Promise.resolve([]),
		tagId: async (name) => await Promise.resolve(name),
		importWorkflow: async (workflow, tags = []) => {
			tagsByName.set(workflow.name, tags);
			return await Promise.resolve({ ...workflow, id: workflow.name } as never);
		},
	};
	return { client: client as N8nClient, tagsByName };
}

it('the demo gives each example workflow one tag: the heading of its table', async () => {
	const { client, tagsByName } = emptyN8n();
	await importExamples(client, { id: '1', name: 'Demo' });
	expect(tagsByName.size).toBe(exampleFiles().length);
	expect([...tagsByName].filter(([, tags]) => tags.length !== 1)).toEqual([]);
	const tags = new Set([...tagsByName.values()].flat());
	expect(tags.size).toBeGreaterThan(2);
	expect(tags.size).toBeLessThan(12);
});
