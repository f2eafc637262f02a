import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import {
	desiredState,
	type DesiredStateDefinition,
} from '../../../../nodes/DeviceAccess/operation/kinds/desiredState';
import { runItems } from '../../../../nodes/DeviceAccess/operation/run/runItems';
import type { Kind, Operation } from '../../../../nodes/DeviceAccess/operation/types';

const KEY = 'test-key-of-this-run';
const UNFORESEEN = new TypeError(`Cannot read 'code' of 4711 with ${KEY}`);

const definition: DesiredStateDefinition<string, undefined> = {
	options: {},
	read: (_, { id }) => String(id),
	groupOf: String,
	prepare: (_, orders) => ({ shared: undefined, orders }),
	reconcile: async (_, id) => ({ toRecord: () => ({ record_id: id, outcome: 'updated' }) }),
};

async function run(kind: Kind, continueOnFail: boolean, effect: 'read' | 'write' = 'write') {
	const operation: Operation = {
		value: 'upsert',
		name: 'Upsert',
		action: 'Upsert',
		description: '',
		endpoint: '/devices/update',
		effect,
		kind,
		fields: {},
		request: () => ({}),
	};
	const resources = [{ value: 'record', name: 'Record', description: '', operations: [operation] }];
	const parameters: IDataObject = { resource: 'record', operation: 'upsert', options: {} };
	const hints: NodeExecutionHint[] = [];
	const context = {
		getNode: () => ({ name: 'Node', type: 'deviceAccess', parameters }),
		getInputData: () => [{ json: { id: 'a' } }, { json: { id: 'b' } }],
		getNodeParameter: (name: string, _index: number, fallback?: unknown) =>
			parameters[name] ?? fallback,
		getTimezone: () => 'UTC',
		getCredentials: async () => ({ apiKey: KEY, baseUrl: 'https://locks.example.com' }),
		getExecutionCancelSignal: () => undefined,
		continueOnFail: () => continueOnFail,
		addExecutionHints: (...added: NodeExecutionHint[]) => hints.push(...added),
	} as unknown as IExecuteFunctions;
	const output = await runItems(context, resources);
	return { jsons: output.map(({ json }) => json), hints: hints.map(({ message }) => message) };
}

const throwUnforeseen = async (): Promise<never> => await Promise.reject(UNFORESEEN);
const CHANGED = ['a', 'b'].map((id) => ({ record_id: id, outcome: 'updated' }));
const IN_WORDS = /^Something unexpected happened: Cannot read 'code' of /;

describe.each([true, false])('an unforeseen exception (continue on fail: %s)', (continueOnFail) => {
	it('after changes, when what the items share is read, follows the items that were changed', async () => {
		const kind = desiredState({ ...definition, readTogether: throwUnforeseen });
		const { jsons, hints } = await run(kind, continueOnFail);
		expect(jsons).toEqual([
			...CHANGED,
			expect.objectContaining({
				error: expect.stringMatching(IN_WORDS),
				details: expect.anything(),
			}),
		]);
		expect(hints).toEqual(['Of 3 items: 2 updated, 1 failed.']);
		expect(JSON.stringify(jsons)).not.toMatch(`4711|${KEY}`);
	});

	it('of the hint is the hint', async () => {
		const kind: Kind = {
			...desiredState(definition),
			hint: () => {
				throw UNFORESEEN;
			},
		};
		const { jsons, hints } = await run(kind, continueOnFail);
		expect(jsons).toEqual(CHANGED);
		expect(hints).toEqual([
			expect.stringMatching(/^The items are complete, but could not be summed up: Cannot read/),
		]);
		expect(hints.join()).not.toMatch(`4711|${KEY}`);
	});
});

it.each([true, false])(
	'an exception of one record that no item names does not lose the others (continue on fail: %s)',
	async (continueOnFail) => {
		const kind = desiredState({
			...definition,
			prepare: (_, orders) => ({ shared: undefined, orders, further: ['c', 'd', 'e'] }),
			reconcile: async (step, id) =>
				id === 'd' ? await throwUnforeseen() : await definition.reconcile(step, id),
		});
		const { jsons } = await run(kind, continueOnFail);
		expect(jsons).toEqual([
			...CHANGED,
			{ record_id: 'c', outcome: 'updated' },
			expect.objectContaining({
				error: expect.stringMatching(IN_WORDS),
				details: expect.anything(),
			}),
			{ record_id: 'e', outcome: 'updated' },
		]);
	},
);

describe('an unforeseen exception of a whole run', () => {
	const kind: Kind = { name: 'failing', fields: {}, options: {}, run: throwUnforeseen };

	it('fails each item in words, and says that the service may have acted', async () => {
		const failed = {
			outcome: 'unknown',
			error: expect.stringMatching(IN_WORDS),
			details: {
				description: expect.stringContaining('may have made changes'),
				may_have_acted: true,
			},
		};
		expect((await run(kind, true)).jsons).toEqual([failed, failed]);
		const [read] = (await run(kind, true, 'read')).jsons;
		expect(read?.details).not.toHaveProperty('may_have_acted');
	});

	it('stops the run with a node error that claims nothing', async () => {
		await expect(run(kind, false)).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(IN_WORDS),
			description: expect.stringContaining('As far as the node knows'),
		});
	});
});
