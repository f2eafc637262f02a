import { inFlightLimit } from '../../../nodes/DeviceAccess/api/inFlightLimit';

/** Work that ends when it is told to. */
function steeredWork() {
	const started: number[] = [];
	const ends: Array<() => void> = [];
	const work = (number: number) => async () => {
		started.push(number);
		await new Promise<void>((resolve) => {
			ends[number] = resolve;
		});
		return number;
	};
	return { started, work, end: (number: number) => ends[number]?.() };
}

const settle = async () => await new Promise<void>((resolve) => setImmediate(resolve));

describe('inFlightLimit', () => {
	it('starts no more than the limit, and the rest in the order in which it came', async () => {
		const { started, work, end } = steeredWork();
		const inTurn = inFlightLimit(2);
		const results = Promise.all([0, 1, 2, 3].map(async (number) => await inTurn(work(number))));
		await settle();
		expect(started).toEqual([0, 1]);
		end(1);
		await settle();
		expect(started).toEqual([0, 1, 2]);
		end(0);
		await settle();
		expect(started).toEqual([0, 1, 2, 3]);
		end(2);
		end(3);
		expect(await results).toEqual([0, 1, 2, 3]);
	});

	it('frees the place of work that fails, and passes on why', async () => {
		const inTurn = inFlightLimit(1);
		const failed = inTurn(async () => await Promise.reject(new Error('cut')));
		const next = inTurn(async () => await Promise.resolve('done'));
		await expect(failed).rejects.toThrow('cut');
		expect(await next).toBe('done');
	});

	it('lets as many run again once all have ended', async () => {
		const { started, work, end } = steeredWork();
		const inTurn = inFlightLimit(2);
		const first = [inTurn(work(0)), inTurn(work(1))];
		await settle();
		end(0);
		end(1);
		await Promise.all(first);
		const second = [inTurn(work(2)), inTurn(work(3)), inTurn(work(4))];
		await settle();
		expect(started).toEqual([0, 1, 2, 3]);
		[2, 3].forEach(end);
		await settle();
		end(4);
		expect(await Promise.all(second)).toEqual([2, 3, 4]);
	});
});
