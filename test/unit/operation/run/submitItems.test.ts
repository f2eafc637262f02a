import { submitItems } from '../../../../nodes/DeviceAccess/operation/run/sendItems';
import { itemRun, itemWork, operationOf } from '../itemRun';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { settle } from '../../manualClock';

describe('submitItems', () => {
	it('starts the next item once the request queue has room', async () => {
		const rooms: Array<() => void> = [];
		const run = itemRun(operationOf('device', 'get'), {
			awaitRoom: async () => await new Promise((resolve) => rooms.push(resolve)),
		});
		const items = [0, 1, 2].map((itemIndex) => itemWork({}, itemIndex));
		const started: number[] = [];
		const states = submitItems(run, items, async ({ itemIndex }) => {
			started.push(itemIndex);
			return { is: 'finished', records: [{ itemIndex }] };
		});
		const startedThen: number[][] = [];
		for (let item = 0; item < items.length; item++) {
			await settle();
			startedThen.push([...started]);
			rooms[item]?.();
		}
		expect(startedThen).toEqual([[], [0], [0, 1]]);
		expect(await states).toEqual(
			items.map(({ itemIndex }) => ({ is: 'finished', records: [{ itemIndex }] })),
		);
	});

	it.each<[string, [string, string], WireObject[], number[], number[]]>([
		[
			'updates of the same record one after another, and all others at once',
			['accessCode', 'update'],
			['a', 'a', 'b'].map((id) => ({ access_code_id: id, name: 'New' })),
			[0, 2],
			[0, 2, 1],
		],
		[
			'updates of the one record that no item names one after another',
			['workspace', 'update'],
			[{ name: 'A' }, { name: 'B' }],
			[0],
			[0, 1],
		],
		[
			'requests whose order does not matter all at once',
			['accessCode', 'delete'],
			['a', 'a', 'b'].map((id) => ({ access_code_id: id })),
			[0, 1, 2],
			[0, 1, 2],
		],
	])('sends %s', async (_what, [resource, value], bodies, atOnce, afterFirst) => {
		const run = itemRun(operationOf(resource, value));
		const items = bodies.map(itemWork);
		const started: number[] = [];
		const finish: Array<() => void> = [];
		const states = submitItems(run, items, async ({ itemIndex }) => {
			started.push(itemIndex);
			await new Promise<void>((resolve) => finish.push(resolve));
			return { is: 'finished', records: [{ itemIndex }] };
		});
		await settle();
		const first = [...started];
		finish[0]?.();
		await settle();
		expect([first, started]).toEqual([atOnce, afterFirst]);
		for (const end of finish) end();
		expect(await states).toEqual(
			items.map(({ itemIndex }) => ({ is: 'finished', records: [{ itemIndex }] })),
		);
	});
});
