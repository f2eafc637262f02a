import * as fc from 'fast-check';
import { DEFAULT_REQUESTS_IN_FLIGHT } from '../../../nodes/DeviceAccess/transport/limits';
import { limitedRun, type LimitedRun, playLimitedRun } from './limitedRun';
import { assertProperty, PROPERTY_SEED } from '../../support/assert/assertProperty';

const anyRetryAfter = fc.constantFrom('seconds' as const, 'date' as const, 'none' as const);
const toldRetryAfter = fc.constantFrom('seconds' as const, 'date' as const);

/** Whole seconds are too coarse for a limit per second: each refusal then costs up to one window. */
const hasLongWindow = ({ limit }: LimitedRun) => limit.windowMs >= 10_000;

/** Another client that uses up the limit constantly changes the limit that the node can learn. */
const hasOnlyUser = ({ limit }: LimitedRun) =>
	limit.maxRequests >= 10 && limit.usedBefore.share === 0;

/** What goes to each device, or to the service if it counts all together, before the first refusal. */
const firstInFlight = ({ devices, requestsInFlight, countsPer }: LimitedRun) =>
	requestsInFlight * (countsPer === 'device' ? new Set(devices).size : 1);

describe('a run against a service that limits requests', () => {
	it('gets every request accepted once, with never more under way than allowed, whatever the limit and whatever a refusal says', async () => {
		await assertProperty(
			fc.asyncProperty(limitedRun({ min: 1, max: 60 }, anyRetryAfter), async (run) => {
				const { givenUp, accepted, mostInFlight } = await playLimitedRun(run);
				expect({ givenUp, accepted }).toEqual({ givenUp: [], accepted: run.devices.length });
				expect(mostInFlight).toBeLessThanOrEqual(run.requestsInFlight);
			}),
			100,
		);
	});

	it('has, beyond the first in flight, at most one in ten of many requests refused, for all limits from ten up, the lowest that is documented', async () => {
		const manyRequests = limitedRun({ min: 150, max: 200 }, toldRetryAfter).filter(
			(run) => hasLongWindow(run) && hasOnlyUser(run),
		);
		const runs = fc.sample(manyRequests, { numRuns: 60, seed: PROPERTY_SEED });
		let refused = 0;
		let sent = 0;
		for (const run of runs) {
			const played = await playLimitedRun(run);
			refused += Math.max(played.refused - firstInFlight(run), 0);
			sent += played.refused + played.accepted;
		}
		expect(refused / sent).toBeLessThanOrEqual(0.1);
	});

	it.each([
		{
			what: '10 a minute of each device, the lowest that is documented',
			countsPer: 'device' as const,
			maxRequests: 10,
		},
		{ what: '15 a minute of each device', countsPer: 'device' as const, maxRequests: 15 },
		{
			what: '20 a minute of each device, the highest that is documented',
			countsPer: 'device' as const,
			maxRequests: 20,
		},
		{ what: '60 a minute in all', countsPer: 'workspace' as const, maxRequests: 60 },
	])(
		'has, beyond the first in flight, at most one in ten refused by a service that takes $what',
		async ({ countsPer, maxRequests }) => {
			const run: LimitedRun = {
				limit: {
					window: 'sliding',
					windowMs: 60_000,
					maxRequests,
					retryAfter: 'seconds',
					phase: 0,
					usedBefore: { share: 0, ago: 0.5 },
				},
				// Device after device, as in a list.
				devices: Array.from({ length: 500 }, (_, request) => Math.floor(request / 100)),
				requestsInFlight: DEFAULT_REQUESTS_IN_FLIGHT,
				countsPer,
				answerTimesMs: [200],
				countedAt: 0.5,
				random: 0.5,
			};
			const { refused, accepted, givenUp } = await playLimitedRun(run);
			expect({ accepted, givenUp }).toEqual({ accepted: 500, givenUp: [] });
			const later = refused - firstInFlight(run);
			expect(later / (refused + accepted)).toBeLessThanOrEqual(0.1);
		},
	);
});
