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
	'as booked or said': { most: 1, why: 'records that lag, at the end' },
	'dry run': { most: 2, why: 'a new PIN behind a shared door, and of a nameless guest' },
	'way in': { most: 1, why: 'a change of the PIN where only one fits' },
};
