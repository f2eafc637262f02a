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
	'as booked or said': { most: 1, why: 'other rooms' },
	'call during a list': { most: 2, why: 'a call that comes while the end is on its way' },
	'dry run': { most: 2, why: 'a new PIN behind a shared door, stays at other times' },
	'outcome is true': { most: 11, why: 'the access ends while it is updated' },
	stranger: { most: 3, why: 'a calendar that lacks a stay that has begun' },
	'way in': { most: 3, why: 'a change of the PIN where only one fits' },
};
