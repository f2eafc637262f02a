import { CancelledError } from '../../../nodes/DeviceAccess/errors/errors';
import { lookUpEach, lookUpInBatches } from '../../../nodes/DeviceAccess/lists/lookUps';
import { LOOK_UP_BATCH_SIZE } from '../../../nodes/DeviceAccess/transport/limits';
import { refusal } from '../answeringSend';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`);

describe('lookUpInBatches', () => {
	it('looks up the batches in parallel, and keeps their order', async () => {
		const underWay: number[] = [];
		let inFlight = 0;
		const lookUpBatch = async (batch: string[]) => {
			underWay.push(++inFlight);
			await Promise.resolve();
			inFlight--;
			return batch;
		};
		expect(await lookUpInBatches(ids(7), new Map(), lookUpBatch, 2)).toEqual(ids(7));
		expect(underWay).toEqual([1, 2, 3, 4]);
	});

	it('loses nothing of the other batches when one fails, and forgets the failure once that batch succeeds', async () => {
		let time = 0;
		const failures = new Map<string, unknown>();
		const lookUp = async (asked: string[]) =>
			await lookUpInBatches(asked, failures, async (batch) => {
				if (++time === 2) throw refusal('/x', 502);
				return batch;
			});
		const second = ids(250).slice(LOOK_UP_BATCH_SIZE, 2 * LOOK_UP_BATCH_SIZE);
		expect(await lookUp(ids(250))).toEqual(ids(250).filter((id) => !second.includes(id)));
		expect(failures).toEqual(new Map(second.map((id) => [id, refusal('/x', 502)])));
		expect(await lookUp(second)).toEqual(second);
		expect(failures.size).toBe(0);
	});

	it('records nothing if a person stops the workflow', async () => {
		const failures = new Map<string, unknown>();
		expect(
			await lookUpInBatches(['a'], failures, async () => {
				throw new CancelledError();
			}),
		).toEqual([]);
		expect(failures.size).toBe(0);
	});
});

describe('lookUpEach', () => {
	it('looks up each separately, leaves out what is not found, and records what fails', async () => {
		const failures = new Map<string, unknown>();
		const lookUpOne = async (id: string) => {
			if (id === 'id-1') throw refusal('/x', 503);
			return id === 'id-2' ? undefined : `${id} is found`;
		};
		expect(await lookUpEach(ids(4), failures, lookUpOne)).toEqual([
			'id-0 is found',
			'id-3 is found',
		]);
		expect(failures).toEqual(new Map([['id-1', refusal('/x', 503)]]));
	});
});
