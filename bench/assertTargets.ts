import type { FigureValue } from './figures';
import type { Results } from './results';
import type { Target } from './targets';

/** A target and whether the run reached it. */
export interface Verdict {
	target: Target;
	limit: number;
	measured: FigureValue;
	floor?: number;
	isMet: boolean;
}

/** Rounds to two decimals, because a third would be noise. */
const PRECISION = 100;

/** Compares the measured figures, rounded as the report shows them, with their limits. NaN counts as missed. */
export function assertTargets(
	targets: readonly Target[],
	results: Results,
	{ isQuick }: { isQuick: boolean },
): Verdict[] {
	return targets.flatMap((target) => {
		const measured = target.figure(results);
		if (!measured) return [];
		const limit = isQuick ? target.quickLimit : target.limit;
		return [
			{
				target,
				limit,
				measured,
				floor: target.floor?.(results)?.value,
				isMet: Math.round(measured.value * PRECISION) / PRECISION <= limit,
			},
		];
	});
}
