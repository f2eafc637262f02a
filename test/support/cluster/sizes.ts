/** How large the cluster tests are. CLUSTER_SIZE=small takes the second value of each; a variable of its own sets one. */
const SIZES = {
	/** Genuine deliveries, besides the repeated, forged and late ones. */
	deliveries: { full: 10_000, small: 300, variable: 'CLUSTER_DELIVERIES' },
	/** Deliveries that wait for their answer at the same time. */
	inFlight: { full: 10, small: 10, variable: 'CLUSTER_IN_FLIGHT' },
	/** Events that the service sends around the death of each part. */
	eventsPerKill: { full: 40, small: 15, variable: 'CLUSTER_EVENTS_PER_KILL' },
	/** Activations, each followed by a deactivation. */
	activations: { full: 200, small: 8, variable: 'CLUSTER_ACTIVATIONS' },
	/** Events that happen while n8n main is down; more than one poll returns, and than the polling trigger remembers, in both sizes. */
	backlog: { full: 50_000, small: 6_000, variable: 'CLUSTER_BACKLOG' },
	/** Devices of the portfolio migration, with eleven codes each; one make in twenty has none. */
	portfolioDevices: { full: 2_000, small: 60, variable: 'CLUSTER_PORTFOLIO_DEVICES' },
} as const;

export type SizeName = keyof typeof SIZES;

const isSmall = process.env.CLUSTER_SIZE === 'small';

/** @throws RangeError when the variable holds no whole number */
export function sizeOf(name: SizeName): number {
	const { full, small, variable } = SIZES[name];
	const text = process.env[variable];
	if (text === undefined || text === '') return isSmall ? small : full;
	const size = Number(text);
	if (!Number.isInteger(size) || size < 1) throw new RangeError(`${variable} must be a whole number from 1`);
	return size;
}

/** Whether the named sizes are the full ones: only then are figures published. */
export const isFullSize = (...names: readonly SizeName[]) => names.every((name) => sizeOf(name) >= SIZES[name].full);
