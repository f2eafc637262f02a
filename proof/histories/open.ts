import type { Rule } from './rules';

interface Known {
	/** In so many of the histories that CI plays. */
	most: number;
	why: string;
}

/**
 * Rules that some histories are known to break, and by what. Most have a failing test in
 * `found.test.ts`. The list must only get shorter, and its numbers smaller.
 */
export const OPEN: Readonly<Partial<Record<Rule, Known>>> = {
	'as booked or said': {
		most: 0,
		why: 'After several moves in the house, of which one was cut, a call does not find access with the third key in another room. The next list ends it.',
	},
};
