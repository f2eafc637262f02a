import * as fc from 'fast-check';
import { mapWithConcurrency } from '../../../nodes/DeviceAccess/transport/mapWithConcurrency';
import { assertProperty } from '../../support/assert/assertProperty';

describe('mapWithConcurrency', () => {
	it('starts nothing more once it is told to stop, and lets what is under way end', async () => {
		let shouldStop = false;
		const started: number[] = [];
		const results = await mapWithConcurrency(
			[0, 1, 2, 3, 4],
			2,
			async (item) => {
				started.push(item);
				await Promise.resolve();
				if (item === 1) shouldStop = true;
				await Promise.resolve();
				return item;
			},
			() => shouldStop,
		);
		expect(started).toEqual([0, 1]);
		expect(results).toEqual([0, 1, undefined, undefined, undefined]);
	});

	it('rejects with the first failure once what is under way has ended, and starts nothing more', async () => {
		const started: number[] = [];
		let ended = 0;
		const run = mapWithConcurrency([0, 1, 2, 3, 4, 5], 3, async (item) => {
			started.push(item);
			await Promise.resolve();
			if (item === 0) throw new Error('the first one');
			await new Promise<void>((resolve) => setImmediate(resolve));
			ended++;
			if (item === 2) throw new Error('a later one');
		});
		await expect(run).rejects.toThrow('the first one');
		expect({ started, ended }).toEqual({ started: [0, 1, 2], ended: 2 });
	});

	it('handles every item once, never more than the limit at a time, for any number of items and any limit', async () => {
		await assertProperty(
			fc.asyncProperty(
				fc.array(fc.nat({ max: 4 }), { maxLength: 40 }),
				fc.integer({ min: 1, max: 12 }),
				async (pauses, limit) => {
					let running = 0;
					let most = 0;
					const results = await mapWithConcurrency(pauses, limit, async (pause, index) => {
						most = Math.max(most, ++running);
						for (let turn = 0; turn <= pause; turn++) await Promise.resolve();
						running--;
						return index;
					});
					expect(results).toEqual(pauses.map((_, index) => index));
					expect(most).toBe(Math.min(limit, pauses.length)); // and not fewer: the whole limit is used
				},
			),
		);
	});
});
