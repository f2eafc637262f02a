import type { IExecuteFunctions } from 'n8n-workflow';
import { failItem } from '../../../../nodes/DeviceAccess/operation/run/sendItems';
import { readRunSettings } from '../../../../nodes/DeviceAccess/operation/form/options';
import {
	type ItemOfWorkspace,
	runWorkspaces,
} from '../../../../nodes/DeviceAccess/operation/run/runItems';
import type {
	ItemRun,
	ItemState,
	Kind,
	PreparedRun,
	PreparedItem,
} from '../../../../nodes/DeviceAccess/operation/types';
import type { ApiCredential } from '../../../../nodes/DeviceAccess/transport/credential';
import { operationOf } from '../itemRun';

const credential: ApiCredential = {
	baseUrl: 'https://locks.example.com',
	secret: 'token',
	isToken: true,
};
const unread: ItemOfWorkspace = {
	item: { is: 'failed', error: new Error('An expression failed') },
};
const itemOf = (workspaceId: string, itemIndex: number): ItemOfWorkspace => ({
	credential: { ...credential, workspaceId },
	item: { itemIndex, input: {}, values: { options: {} }, body: { item: itemIndex } },
});

const nameOf = (item: PreparedItem) => ('is' in item ? 'unread' : item.itemIndex);

/** Runs items with a kind that records each run's items and finishes each item with its place. */
async function run(
	items: ItemOfWorkspace[],
	{
		fails,
		continueOnFail = true,
		...rest
	}: { fails?: number; continueOnFail?: boolean; needsOneWorkspace?: string } = {},
) {
	const runs: unknown[][] = [];
	const finish = (kindRun: ItemRun, item: PreparedItem): ItemState => {
		if ('is' in item || item.itemIndex === fails) return failItem(kindRun, new Error('failed'));
		return { is: 'finished', records: [{ place: item.itemIndex }] };
	};
	const kind: Kind = {
		name: 'noting',
		fields: {},
		options: {},
		...rest,
		run: async (kindRun, own) => {
			runs.push(own.map(nameOf));
			return own.map((item) => finish(kindRun, item));
		},
	};
	const prepared: PreparedRun = {
		context: {
			getExecutionCancelSignal: () => undefined,
			getNode: () => ({ name: 'Node', type: 'deviceAccess' }),
		} as unknown as IExecuteFunctions,
		operation: { ...operationOf('device', 'get'), kind },
		continueOnFail,
		settings: readRunSettings({}),
		secrets: [],
		stop: new AbortController(),
	};
	const states = await runWorkspaces(prepared, credential, items);
	return {
		runs,
		places: states.map((state) => (state?.is === 'finished' ? state.records[0]?.place : state?.is)),
	};
}

it('runs the items of one workspace together, one workspace after the other, and returns the states in the order of the input', async () => {
	expect(await run([itemOf('a', 0), itemOf('b', 1), itemOf('a', 2), itemOf('c', 3)])).toEqual({
		runs: [[0, 2], [1], [3]],
		places: [0, 1, 2, 3],
	});
});

it('passes on an item that could not be read, which belongs to no workspace of its own', async () => {
	expect(await run([unread, itemOf('a', 1)])).toEqual({
		runs: [['unread', 1]],
		places: ['failed', 1],
	});
	expect((await run([unread])).places).toEqual(['failed']);
});

it('begins no further workspace once an item has failed, unless the run continues on failures', async () => {
	const items = [itemOf('a', 0), itemOf('b', 1)];
	expect(await run(items, { fails: 0, continueOnFail: false })).toEqual({
		runs: [[0]],
		places: ['failed', undefined],
	});
	expect(await run(items, { fails: 0 })).toEqual({ runs: [[0], [1]], places: ['failed', 1] });
});

it('refuses several workspaces if the operation needs the items together', async () => {
	const needsOneWorkspace = 'The node compares all items.';
	expect(
		await run([itemOf('a', 0), itemOf('b', 1)], { needsOneWorkspace, continueOnFail: true }),
	).toEqual({ runs: [], places: ['failed', 'failed'] });
	expect(
		(await run([itemOf('a', 0), unread, itemOf('a', 2)], { needsOneWorkspace })).places,
	).toEqual([0, 'failed', 2]);
});
