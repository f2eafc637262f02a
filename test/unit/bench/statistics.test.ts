import { median, spread } from '../../../bench/statistics';

it.each([
	[[3], 3],
	[[9, 1, 5], 5],
	[[4, 1, 100, 2], 3],
])('gives the middle of %j as %d', (values, middle) => {
	expect(median(values)).toBe(middle);
});

it('has no median of nothing, which meets no target', () => {
	expect(median([])).toBeNaN();
});

it('leaves the values as they are', () => {
	const values = [3, 1, 2];
	median(values);
	expect(values).toEqual([3, 1, 2]);
});

it('gives the smallest and the largest value', () => {
	expect(spread([5, 1, 9, 3])).toEqual({ min: 1, max: 9 });
});
