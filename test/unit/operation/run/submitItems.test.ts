import { submitItems } from '../../../../nodes/DeviceAccess/operation/run/submitItems';
import { itemRun, itemWork, operationOf } from '../itemRun';
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
			return await Promise.resolve({ is: 'finished', records: [{ itemIndex }] });
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

	it('sends changes to the same record one after another, and all others at once', async () => {
		const run = itemRun(operationOf('accessCode', 'update'));
		const items = ['a', 'a', 'b'].map((id, itemIndex) =>
			itemWork({ access_code_id: id }, itemIndex),
		);
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
		expect([first, started]).toEqual([
			[0, 2],
			[0, 2, 1],
		]);
		for (const end of finish) end();
		expect(await states).toEqual(
			items.map(({ itemIndex }) => ({ is: 'finished', records: [{ itemIndex }] })),
		);
	});
});
