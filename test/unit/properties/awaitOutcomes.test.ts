import * as fc from 'fast-check';
import { awaitOutcomes } from '../../../nodes/DeviceAccess/waiting/awaitOutcomes';
import { steppingClock } from '../steppingClock';
import { propertyRuns } from './propertyRuns';

const TIMEOUT_MS = 10_000;

/** Milliseconds from the start until each ID is settled, before or after the deadline, or never. */
const settleTimes = fc.array(fc.option(fc.nat({ max: 2 * TIMEOUT_MS }), { nil: Infinity }), {
	maxLength: 30,
});
const intervals = fc.record({
	firstIntervalMs: fc.integer({ min: 10, max: 3_000 }),
	maxIntervalMs: fc.integer({ min: 10, max: 5_000 }),
});
const answerTimeMs = fc.nat({ max: 3_000 });

describe('a wait for many IDs', () => {
	it('finds every ID that is settled by the deadline, does not ask again for settled ones, and ends', async () => {
		await fc.assert(
			fc.asyncProperty(
				settleTimes,
				intervals,
				answerTimeMs,
				async (settledAtMs, limits, lookUpMs) => {
					const clock = steppingClock();
					const startMs = clock.now();
					const passedMs = () => clock.now() - startMs;
					const asked = new Map<string, number>();
					const found = new Set<string>();
					let lookUps = 0;
					const outcomes = await awaitOutcomes(
						settledAtMs.map((_, index) => `id ${index}`),
						async (ids) => {
							lookUps++;
							expect(ids.filter((id) => found.has(id))).toEqual([]);
							const settled = ids.filter(
								(id) => (settledAtMs[Number(id.slice(3))] ?? Infinity) <= passedMs(),
							);
							for (const id of ids) asked.set(id, passedMs());
							for (const id of settled) found.add(id);
							clock.advance(lookUpMs);
							return new Map(settled.map((id) => [id, `outcome of ${id}`]));
						},
						{ timeoutMs: TIMEOUT_MS, ...limits },
						{ clock },
					);
					const all = settledAtMs.map((atMs, index): [string, number] => [`id ${index}`, atMs]);
					// Finds everything that was settled when the last lookup began, nothing else, and nothing twice.
					expect([...outcomes].sort()).toEqual(
						[...found].sort().map((id) => [id, `outcome of ${id}`]),
					);
					for (const [id, atMs] of all) {
						if (!found.has(id)) expect(asked.get(id)).toBeGreaterThanOrEqual(TIMEOUT_MS - lookUpMs);
						expect(found.has(id)).toBe(atMs <= (asked.get(id) ?? -1));
					}
					// Pauses never get shorter, so there are no more lookups than with the first pause alone.
					const shortestMs = Math.min(limits.firstIntervalMs, limits.maxIntervalMs);
					expect(lookUps).toBeLessThanOrEqual(Math.ceil(TIMEOUT_MS / shortestMs) + 1);
					expect(passedMs()).toBeLessThanOrEqual(TIMEOUT_MS + lookUpMs);
				},
			),
			propertyRuns(300),
		);
	});
});
