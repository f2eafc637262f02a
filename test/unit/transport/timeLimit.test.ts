import { getEventListeners } from 'node:events';
import { withTimeLimit } from '../../../nodes/DeviceAccess/transport/httpCall';

const LONG_MS = 60_000;
const never = async () => await new Promise<never>(() => {});

describe('withTimeLimit', () => {
	it('ends work that never ends, with the code of an answer that came too late, and aborts its signal', async () => {
		const signals: AbortSignal[] = [];
		const work = async (signal: AbortSignal) => {
			signals.push(signal);
			return await never();
		};
		await expect(withTimeLimit(0.5, work)).rejects.toMatchObject({ code: 'ECONNABORTED' });
		expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
	});

	it('passes a cancellation on to the work, even an earlier one', async () => {
		const abortOf = async (signal: AbortSignal) =>
			await new Promise<string>((resolve) => {
				if (signal.aborted) resolve('aborted');
				signal.addEventListener('abort', () => resolve('aborted'));
			});
		const stop = new AbortController();
		const running = withTimeLimit(LONG_MS, abortOf, stop.signal);
		stop.abort();
		expect([await running, await withTimeLimit(LONG_MS, abortOf, stop.signal)]).toEqual([
			'aborted',
			'aborted',
		]);
	});

	it('leaves no listener on the signal of the run, whether the work succeeds or fails', async () => {
		const { signal } = new AbortController();
		await withTimeLimit(LONG_MS, async () => {}, signal);
		await withTimeLimit(
			LONG_MS,
			async () => {
				throw new Error('failed');
			},
			signal,
		).catch(() => {});
		await withTimeLimit(1, never, signal).catch(() => {});
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});
