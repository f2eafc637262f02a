import { nameOfGuest, type StayKey } from '../stays/stay';
import { type Grant, isOver, isRunning } from '../grants/grant';

/** Limits for removing reservations that are missing from the input. */
export interface RemovalRules {
	/**
	 * The limit as a number, or as a percentage of all our current and upcoming reservations. A
	 * percentage is rounded up, so that a small property can remove one.
	 */
	atMost: { count: number } | { percent: number };
	includeRunningStays: boolean;
	/** A grant that is not older than this can be newer than the list. In milliseconds. */
	newForMs: number;
}

/** What the input says of reservations. */
export interface InputList {
	/** True if an item names this guest. */
	isNamed: (key: Pick<StayKey, 'reservationKey' | 'guestNumber'>) => boolean;
	/** False if an item could not be read, or is empty. */
	isInputWhole: boolean;
	/** Access that ends or closes now because of the dates in the input. Shares the limit. */
	closedByDates: readonly Grant[];
	/** When the run began: the input is not newer. */
	beganMs: number;
}

/** What a list needs so that its size says something. */
const LEAST_TO_COMPARE = 5;

export interface Removals {
	remove: readonly Grant[];
	/** Missing, but created so recently that the list may be older. */
	tooNew: readonly Grant[];
	/** Why the node removes nothing, although these are missing. */
	refusal?: { reason: string; remedy: string; missing: readonly Grant[] };
}

/**
 * Finds the access of missing reservations, which no item names. Skips stays that are over, and
 * running stays unless the rules include them. Removes none if the input is empty or partly
 * unreadable, or if more are missing than the limit allows, because an incomplete feed must not
 * close doors.
 */
export function findRemovals(
	grants: readonly Grant[],
	{ isNamed, isInputWhole, closedByDates, beganMs }: InputList,
	rules: RemovalRules,
	nowMs: number,
): Removals {
	const open = grants.filter((grant) => !isOver(grant, nowMs));
	const unnamed = open.filter(({ key }) => !isNamed(key));
	// A guest can have several grants, as during a change of rooms.
	const running = guestsOf(unnamed.filter((grant) => isRunning(grant, nowMs)));
	const missing = unnamed.filter(
		({ key }) => rules.includeRunningStays || !running.has(nameOfGuest(key)),
	);
	const ofNew = guestsOf(
		missing.filter(({ createdAtMs }) => createdAtMs > beganMs - rules.newForMs),
	);
	const tooNew = missing.filter(({ key }) => ofNew.has(nameOfGuest(key)));
	const remove = missing.filter(({ key }) => !ofNew.has(nameOfGuest(key)));
	const count = countReservations(remove);
	if (count === 0) return { remove: [], tooNew };
	const refuse = (reasons: string[], remedy: string): Removals => ({
		remove: [],
		tooNew,
		refusal: {
			reason: `${[sentence(count), ...reasons].join(', ')}, so nothing was removed`,
			remedy,
			missing: remove,
		},
	});
	if (!isInputWhole)
		return refuse(
			['but the input is empty or has items that could not be read'],
			'Check the input of this node.',
		);
	const limit = limitOf(rules, open);
	const closed = closedByDates.filter((grant) => !remove.includes(grant));
	if (countReservations([...remove, ...closed]) <= limit) return { remove, tooNew };
	return refuse(
		[
			...(closed.length > 0
				? [`${countReservations(closed)} would end or close now by dates`]
				: []),
			`and at most ${limit} may be removed in one execution`,
		],
		"Compare the list under 'missing' with your property management system. If it is right, raise 'Remove at Most' under Options for one execution.",
	);
}

/**
 * All current and upcoming access, if it belongs to five or more reservations and none of them is
 * in the input: it is probably the list of another account.
 */
export function findListOfOthers(
	grants: readonly Grant[],
	isReservationNamed: (reservationKey: string) => boolean,
	nowMs: number,
): readonly Grant[] | undefined {
	const open = grants.filter((grant) => !isOver(grant, nowMs));
	const keys = keysOf(open);
	return keys.length >= LEAST_TO_COMPARE && !keys.some(isReservationNamed) ? open : undefined;
}

/** The access that the dates in the input would end or close now, if it is more than the limit. */
export function findTooManyClosed(
	grants: readonly Grant[],
	closed: readonly Grant[],
	rules: RemovalRules,
	nowMs: number,
): { limit: number; wouldEnd: readonly Grant[] } | undefined {
	const open = grants.filter((grant) => !isOver(grant, nowMs));
	const limit = limitOf(rules, open);
	return countReservations(closed) > limit ? { limit, wouldEnd: closed } : undefined;
}

const limitOf = ({ atMost }: RemovalRules, open: readonly Grant[]): number =>
	'count' in atMost ? atMost.count : Math.ceil((countReservations(open) * atMost.percent) / 100);

/**
 * The current and upcoming access that the input would end or close now, if it belongs to more than
 * half of five or more reservations. `ended` is what the status, dates and rooms of its items end or
 * close.
 */
export function findTooManyEnded(
	grants: readonly Grant[],
	ended: ReadonlySet<Grant>,
	nowMs: number,
): readonly Grant[] | undefined {
	const open = grants.filter((grant) => !isOver(grant, nowMs));
	const ending = open.filter((grant) => ended.has(grant));
	const count = countReservations(open);
	return count >= LEAST_TO_COMPARE && countReservations(ending) > count / 2 ? ending : undefined;
}

const guestsOf = (grants: readonly Grant[]) => new Set(grants.map(({ key }) => nameOfGuest(key)));

const sentence = (count: number) =>
	count === 1 ? '1 reservation is missing' : `${count} reservations are missing`;

const countReservations = (grants: readonly Grant[]) => keysOf(grants).length;

const keysOf = (grants: readonly Grant[]): string[] => [
	...new Set(grants.map(({ key }) => key.reservationKey)),
];
