import type { RunSettings } from '../../../../nodes/DeviceAccess/operation/types';
import { readRunSettings } from '../../../../nodes/DeviceAccess/operation/form/options';

const DEFAULTS: RunSettings = {
	requestsInFlight: 25,
	timeoutMs: 30_000,
	maxRetries: 3,
	maxRateLimitWaitMs: 120_000,
	maxPages: 10_000,
	wait: { timeoutMs: 120_000, firstIntervalMs: 1_000, maxIntervalMs: 10_000 },
};

describe('readRunSettings', () => {
	it('returns the defaults, in milliseconds, when no option is set', () => {
		expect(readRunSettings({})).toEqual(DEFAULTS);
	});

	it('reads the options, whose times are in seconds', () => {
		const options = {
			requestsInFlight: '4',
			timeout: 5,
			maxRetries: 0,
			maxRateLimitWait: 60,
			maxPages: 2,
			waitTimeout: 0,
			pollInterval: 0.5,
			maxPollInterval: 3,
		};
		expect(readRunSettings(options)).toEqual({
			requestsInFlight: 4,
			timeoutMs: 5_000,
			maxRetries: 0,
			maxRateLimitWaitMs: 60_000,
			maxPages: 2,
			wait: { timeoutMs: 0, firstIntervalMs: 500, maxIntervalMs: 3_000 },
		});
	});

	it.each([
		{ option: { requestsInFlight: 0 }, setting: { requestsInFlight: 1 } },
		{ option: { requestsInFlight: 100_000 }, setting: { requestsInFlight: 100 } },
		{ option: { requestsInFlight: 2.9 }, setting: { requestsInFlight: 2 } },
		{
			option: { waitTimeout: Infinity },
			setting: { wait: { ...DEFAULTS.wait, timeoutMs: 2_000_000_000 } },
		},
		{ option: { maxRetries: 99 }, setting: { maxRetries: 10 } },
		{ option: { maxRateLimitWait: -1 }, setting: { maxRateLimitWaitMs: 0 } },
		{ option: { timeout: 0 }, setting: { timeoutMs: 100 } },
		{ option: { pollInterval: 0 }, setting: { wait: { ...DEFAULTS.wait, firstIntervalMs: 10 } } },
		{ option: { maxPollInterval: 0 }, setting: { wait: { ...DEFAULTS.wait, maxIntervalMs: 10 } } },
	])('keeps $option within the bounds', ({ option, setting }) => {
		expect(readRunSettings(option)).toEqual({ ...DEFAULTS, ...setting });
	});

	it.each([undefined, 'many', ''])('treats %p as not set', (value) => {
		expect(
			readRunSettings({
				requestsInFlight: value,
				timeout: value,
				maxRetries: value,
				waitTimeout: value,
			}),
		).toEqual(DEFAULTS);
	});
});
