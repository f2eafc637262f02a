import type { IExecuteFunctions } from 'n8n-workflow';
import { readRunSettings } from '../../../../nodes/DeviceAccess/operation/run/runSettings';
import { submitItems } from '../../../../nodes/DeviceAccess/operation/run/submitItems';
import type { ItemRun } from '../../../../nodes/DeviceAccess/operation/types';
import { operationOf } from '../itemRun';
import { settle } from '../../manualClock';

describe('submitItems', () => {
	it('starts the next item once the request queue has room', async () => {
		const rooms: Array<() => void> = [];
		const run: ItemRun = {
			context: {} as IExecuteFunctions,
			operation: operationOf('device', 'get'),
			continueOnFail: true,
			settings: readRunSettings({}),
			secrets: [],
			send: async () => await Promise.reject(new Error('Nothing is sent')),
			awaitRoom: async () => await new Promise((resolve) => rooms.push(resolve)),
			stop: new AbortController(),
		};
		const items = [0, 1, 2].map((itemIndex) => ({
			itemIndex,
			input: {},
			values: { options: {} },
			body: {},
		}));
		const started: number[] = [];
		const states = submitItems(run, items, async ({ itemIndex }) => {
			started.push(itemIndex);
			return await Promise.resolve({ is: 'ended', records: [{ itemIndex }] });
		});
		const startedThen: number[][] = [];
		for (let item = 0; item < items.length; item++) {
			await settle();
			startedThen.push([...started]);
			rooms[item]?.();
		}
		expect(startedThen).toEqual([[], [0], [0, 1]]);
		expect(await states).toEqual(
			items.map(({ itemIndex }) => ({ is: 'ended', records: [{ itemIndex }] })),
		);
	});

	it('sends changes to the same record one after another, and all others at once', async () => {
		const run: ItemRun = {
			context: {} as IExecuteFunctions,
			operation: operationOf('accessCode', 'update'),
			continueOnFail: true,
			settings: readRunSettings({}),
			secrets: [],
			send: async () => await Promise.reject(new Error('Nothing is sent')),
			awaitRoom: async () => await Promise.resolve(),
			stop: new AbortController(),
		};
		const items = ['a', 'a', 'b'].map((id, itemIndex) => ({
			itemIndex,
			input: {},
			values: { options: {} },
			body: { access_code_id: id },
		}));
		const started: number[] = [];
		const finish: Array<() => void> = [];
		const states = submitItems(run, items, async ({ itemIndex }) => {
			started.push(itemIndex);
			await new Promise<void>((resolve) => finish.push(resolve));
			return { is: 'ended', records: [{ itemIndex }] };
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
			items.map(({ itemIndex }) => ({ is: 'ended', records: [{ itemIndex }] })),
		);
	});
});
