/** Sizes of the cluster tests. CLUSTER_SIZE=small selects the second value of each; the variable of a size sets that size. */
const SIZES = {
	/** Genuine deliveries; repeated, forged and late ones are extra. */
	deliveries: { full: 10_000, small: 300, variable: 'CLUSTER_DELIVERIES' },
	/** Deliveries that wait for their answer at the same time. */
	inFlight: { full: 10, small: 10, variable: 'CLUSTER_IN_FLIGHT' },
	/** Events that the service sends while each part is killed. */
	eventsPerKill: { full: 40, small: 15, variable: 'CLUSTER_EVENTS_PER_KILL' },
} as const;

export type SizeName = keyof typeof SIZES;

const isSmall = process.env.CLUSTER_SIZE === 'small';

/** @throws RangeError if the value of the variable is not a whole number of 1 or more */
export function sizeOf(name: SizeName): number {
	const { full, small, variable } = SIZES[name];
	const text = process.env[variable];
	if (text === undefined || text === '') return isSmall ? small : full;
	const size = Number(text);
	if (!Number.isInteger(size) || size < 1)
		throw new RangeError(`${variable} must be a whole number from 1`);
	return size;
}

/** Whether this is no small run and the named sizes are at least the full ones; figures are published only then. */
export const isFullSize = (...names: readonly SizeName[]) =>
	!isSmall && names.every((name) => sizeOf(name) >= SIZES[name].full);
