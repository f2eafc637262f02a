import { getEventListeners } from 'node:events';
import { systemClock } from '../../../nodes/DeviceAccess/transport/clock';

describe('systemClock', () => {
	it('sleeps no shorter than it is asked to', async () => {
		const start = performance.now();
		await systemClock.sleep(20);
		// A timer may fire a millisecond early by this clock.
		expect(performance.now() - start).toBeGreaterThanOrEqual(19);
	});

	it('wakes immediately when the workflow is canceled', async () => {
		const controller = new AbortController();
		const start = performance.now();
		const sleeping = systemClock.sleep(2_000, controller.signal);
		controller.abort();
		await sleeping;
		expect(performance.now() - start).toBeLessThan(1_000);
	});

	it('does not sleep when the workflow is already canceled', async () => {
		await expect(systemClock.sleep(600_000, AbortSignal.abort())).resolves.toBeUndefined();
	});

	/** Node writes a warning of a memory leak if a signal has more than ten listeners. */
	it('has one listener for all that sleep until one signal, and wakes them all', async () => {
		const controller = new AbortController();
		const sleeping = Array.from(
			{ length: 25 },
			async () => await systemClock.sleep(600_000, controller.signal),
		);
		expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
		controller.abort();
		await expect(Promise.all(sleeping)).resolves.toHaveLength(25);
	});
});
