import { ticksWithin } from '../../../bench/ticksWithin';

it.each([
	['before the first pause has ended', 999, 0],
	['at the end of the first pause', 1_000, 1],
	['before the second pause, half as long again, has ended', 2_499, 1],
	['at the end of the second pause', 2_500, 2],
	['at the end of the third pause', 4_750, 3],
])('counts the looks of the node: %s', (_when, durationMs, ticks) => {
	expect(ticksWithin(durationMs)).toBe(ticks);
});
