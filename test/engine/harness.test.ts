import { runNode } from '../support/runNode';

describe('runNode', () => {
	it('keeps the item link that the engine gave', async () => {
		const { items, status } = await runNode('n8n-nodes-base.set', {
			parameters: { assignments: { assignments: [{ id: '1', name: 'upper', type: 'string', value: '={{ $json.name.toUpperCase() }}' }] } },
			input: [{ name: 'a' }, { name: 'b' }],
		});
		expect(status).toBe('success');
		expect(items).toEqual([
			{ json: { upper: 'A' }, pairedItem: { item: 0 } },
			{ json: { upper: 'B' }, pairedItem: { item: 1 } },
		]);
	});
});
