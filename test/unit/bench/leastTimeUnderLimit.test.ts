import { leastTimeUnderLimit } from '../../../bench/works/deleteUnderLimit';

it.each([
	['all at once when they fit into one window', 20, 0],
	['one window more for the one too many', 21, 1_000],
	['a window for every further lot', 100, 4_000],
])('takes %s', (_what, requests, leastMs) => {
	expect(leastTimeUnderLimit(requests, 20, 1_000)).toBe(leastMs);
});
