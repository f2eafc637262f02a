import { runSoak } from '../../bench/soak/runSoak';
import { CONVERT_PATH, FULL_SOAK } from '../../bench/soak/soakSetup';

/** A small soak; the nightly run has the large ones. */
const ITEMS = 500;
const BUSY_MACHINE_LIMIT_MS = 240_000;

describe('a soak of convert and wait', () => {
	it(
		'returns one true output for every item, and never repeats a write that may have been carried out',
		async () => {
			const { comparison, service } = await runSoak({
				...FULL_SOAK,
				items: ITEMS,
				faultShare: 0.12,
				attemptDurationMs: 200,
				timeoutMs: 2_000,
				waitTimeoutMs: 6_000,
			});
			const items = Object.values(comparison.claims).map((claim) => claim.items);
			const unmet = service.faultsMet.filter(
				({ path, times }) => path === CONVERT_PATH && times === 0,
			);
			expect({
				discrepancies: comparison.discrepancies,
				items: items.reduce((sum, count) => sum + count),
				unmet,
			}).toEqual({ discrepancies: [], items: ITEMS, unmet: [] });
			expect(comparison.claims).toMatchObject({
				unsupported: { managed: 0 },
				notDone: { managed: 0 },
			});
			// Which codes meet the faults depends on the order in which requests arrive: up to 50 items may be reported as unsupported.
			expect(comparison.claims.unsupported.items).toBeGreaterThan(0);
			expect(comparison.claims.pending.items).toBeGreaterThan(0);
			expect(comparison.claims.mayHaveActed.items).toBeGreaterThan(0);
		},
		BUSY_MACHINE_LIMIT_MS,
	);
});
