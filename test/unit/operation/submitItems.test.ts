import type { IExecuteFunctions } from 'n8n-workflow';
import { readRunSettings } from '../../../nodes/DeviceAccess/operation/runSettings';
import { submitItems } from '../../../nodes/DeviceAccess/operation/submitItems';
import type { ItemRun } from '../../../nodes/DeviceAccess/operation/types';
import { operationOf } from './itemRun';
import { settle } from '../manualClock';

describe('submitItems', () => {
	it('starts the next item once the request queue has room', async () => {
		const rooms: Array<() => void> = [];
		const run: ItemRun = {
			context: {} as IExecuteFunctions, operation: operationOf('device', 'get'), continueOnFail: true, settings: readRunSettings({}), secrets: [],
			send: async () => await Promise.reject(new Error('Nothing is sent')),
			awaitRoom: async () => await new Promise((resolve) => rooms.push(resolve)),
			stop: new AbortController(),
		};
		const items = [0, 1, 2].map((itemIndex) => ({ itemIndex, input: {}, values: { options: {} }, body: {} }));
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
		expect(await states).toEqual(items.map(({ itemIndex }) => ({ is: 'ended', records: [{ itemIndex }] })));
	});
});
