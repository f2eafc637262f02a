import { type Grant, isOver, isRunning } from '../grants/grant';
import { isPinRefused, lacksMode } from '../grants/pins';
import { isIssued } from '../grants/readiness';
import type { Problem } from '../stays/problem';
import { accessToKeep, locksToWaitFor, wantedOfCurrent } from './accessToKeep';
import {
	handOverOf,
	isPinLost,
	ofSameGuest,
	isPinNotTaken,
	pinForNew,
	pinInUse,
	pinNotTaken,
	pinsKnownTo,
} from './pin';
import { differenceOfMethods, next } from './next';
import { correctionOf, newPerson } from './person';
import {
	formerMethodKept,
	GUEST_CHANGED,
	leftOutProblem,
	oldRoomsKept,
	GUEST_IN_HOUSE,
} from './planProblems';
import {
	NOTHING_LEARNED,
	type Situation,
	isInHouse,
	isSameSpaces,
	type Wanted,
	isSameStart,
	isSameTime,
} from './situation';

/** What differs for one guest. Nothing is left to do if, and only if, it is unchanged or ignored. */
export function diff(situation: Situation): Diff {
	const { grants, nowMs } = situation;
	if (isOver(situation.wanted, nowMs)) return planOver(grants, nowMs);
	const { wanted, current, isOfAnother } = accessToKeep(situation);
	if (!current) return diffOfNew(situation);
	const found = diffOfCurrent({ ...situation, wanted }, current);
	if (!isOfAnother) return found;
	const { key, name } = situation.wanted.guest;
	return { ...found, newGuest: key ?? name, problems: [GUEST_CHANGED, ...found.problems] };
}

function diffOfNew({ wanted, grants, ownKeys }: Situation): Diff {
	const isReplacing = grants.length > 0;
	return {
		outcome: isReplacing ? 'updated' : 'created',
		changes: [
			...(isReplacing
				? ([
						{ what: 'guest', before: grants[0]?.name ?? null, after: wanted.name },
						{ what: 'pin', before: null, after: null },
					] as const)
				: []),
			...changesOfNew(wanted),
			...grants.map(endOf),
		],
		problems: [
			...newPerson(wanted.guest, ownKeys, grants).leftOut.map(leftOutProblem),
			...pinForNew(wanted, pinsKnownTo(grants)).problems,
		],
	};
}

function diffOfCurrent(asked: Situation, current: Grant): Diff {
	const locks = locksToWaitFor(asked, current);
	const situation = { ...asked, wanted: wantedOfCurrent(asked, current) };
	const { wanted, grants, ownKeys, nowMs } = situation;
	const others = grants.filter(({ id }) => id !== current.id);
	const { edit, leftOut } = correctionOf(situation, current.person);
	const isMoved = !isSameSpaces(current, wanted);
	const hasCode = wanted.modes.includes('code');
	const { missing, surplus } = differenceOfMethods(wanted, current, nowMs);
	const hasKnownPin = ofSameGuest(wanted, others, ownKeys).some(({ pin }) => pin !== undefined);
	const isLeft = next(asked, NOTHING_LEARNED) === undefined;
	return {
		outcome: isLeft ? 'unchanged' : isMoved ? 'moved' : 'updated',
		changes: changesOf(wanted, current, {
			others,
			keepsPin: !isMoved && handOverOf(situation, current, NOTHING_LEARNED) !== undefined,
			hasOtherMethods: missing.length + surplus.length > 0,
			// The PIN that the guest knows may be on access that is being deleted, which no list shows.
			isNewPin:
				(!isMoved && isPinLost(situation, current)) ||
				(hasCode && lacksMode('code', current, nowMs) && !hasKnownPin),
			edit,
			nowMs,
		}),
		problems: [
			...(locks.length > 0 ? [oldRoomsKept(locks)] : []),
			...leftOut.map(leftOutProblem),
			...((hasCode && isPinRefused(current, nowMs)) || isPinNotTaken(wanted, current)
				? pinNotTaken(wanted)
				: pinInUse(wanted, current)),
			...keptMethods(asked.wanted, current, nowMs),
		],
		grant: current,
	};
}

/** Says which methods stay although they are no longer wanted. */
function keptMethods(wanted: Wanted, current: Grant, nowMs: number): Problem[] {
	const isGuestInHouse = isInHouse(wanted, current, nowMs);
	if (!isGuestInHouse && isIssued(current, { modes: wanted.modes })) return [];
	const modes = current.methods.map(({ mode }) => mode);
	return [...new Set(modes)]
		.filter((mode) => !wanted.modes.includes(mode))
		.map((mode) => formerMethodKept(mode, isGuestInHouse));
}

export interface Change {
	what: 'starts_at' | 'ends_at' | 'rooms' | 'name' | 'access_methods' | 'pin' | 'guest' | 'access';
	before: unknown;
	after: unknown;
	/** Whose access ends, if it is not the guest of the item. */
	guest_name?: string;
}

export type Outcome =
	'created' | 'updated' | 'moved' | 'unchanged' | 'ended' | 'nothing_to_end' | 'ignored' | 'failed';

/** What differs between what is wanted and what was found: the item, also that of a dry run. */
export interface Diff {
	outcome: Outcome;
	changes: Change[];
	/** What the item says besides the problems of its grant. */
	problems: Problem[];
	/** Who has the stay now, if the access stays that of the guest in the house. */
	newGuest?: string;
	/** The grant that is kept, if any. */
	grant?: Grant;
}

/** No PINs in 'changes', because masking might not recognize them under 'before' and 'after'. */
export const PIN_CHANGE: Change = { what: 'pin', before: null, after: null };

/** The changes of a grant that stays while others of the same guest end. */
export function changesOf(
	wanted: Wanted,
	current: Grant,
	{
		others,
		keepsPin,
		hasOtherMethods,
		isNewPin,
		edit,
		nowMs,
	}: {
		others: readonly Grant[];
		/** True if the PIN of the access that ends stays. */
		keepsPin: boolean;
		hasOtherMethods: boolean;
		isNewPin: boolean;
		edit: Readonly<Record<string, string>> | undefined;
		nowMs: number;
	},
): Change[] {
	const modes = [...new Set(current.methods.map(({ mode }) => mode))].sort();
	const changes: Array<Change | false> = [
		!isSameSpaces(current, wanted) && {
			what: 'rooms',
			before: current.placeNames,
			after: wanted.placeNames,
		},
		!isSameStart(wanted, current, nowMs) && {
			what: 'starts_at',
			before: current.startsAt,
			after: wanted.startsAt,
		},
		!isSameTime(wanted.endsAt, current.endsAt) && {
			what: 'ends_at',
			before: current.endsAt,
			after: wanted.endsAt,
		},
		wanted.name !== current.name && { what: 'name', before: current.name, after: wanted.name },
		hasOtherMethods && { what: 'access_methods', before: modes, after: [...wanted.modes].sort() },
		(isNewPin ||
			(!keepsPin && (isPinNotTaken(wanted, current) || endsAnotherPin(others, current)))) &&
			PIN_CHANGE,
		edit !== undefined && { what: 'guest', before: null, after: edit },
		...others.map(endOf),
	];
	return changes.filter((change) => change !== false);
}

/** The guest may know only the PIN of the access that ends, as after two executions at once. */
const endsAnotherPin = (others: readonly Grant[], { pin: current }: Grant) =>
	current !== undefined && others.some(({ pin }) => pin !== undefined && pin !== current);

export const changesOfNew = ({ startsAt, endsAt, placeNames }: Wanted): Change[] => [
	{ what: 'rooms', before: null, after: placeNames },
	{ what: 'starts_at', before: null, after: startsAt },
	{ what: 'ends_at', before: null, after: endsAt },
];

/** Access that ends. */
export const endOf = ({ placeNames }: Pick<Grant, 'placeNames'>): Change => ({
	what: 'access',
	before: placeNames,
	after: null,
});

/** Access that ends with that of guest `guestNumber`. */
export const endOfGuest = (grant: Grant, guestNumber: number): Change => ({
	...endOf(grant),
	...(grant.key.guestNumber === guestNumber || grant.name === null
		? {}
		: { guest_name: grant.name }),
});

/** The end of all access, for an item about the guest with this number. */
export function planEnd(grants: readonly Grant[], guestNumber = 1): Diff {
	return {
		outcome: grants.length > 0 ? 'ended' : 'nothing_to_end',
		changes: grants.map((grant) => endOfGuest(grant, guestNumber)),
		problems: [],
	};
}

/**
 * The end of access whose reservation is not confirmed. Nothing is taken away from somebody
 * in the house.
 */
export function planUnconfirmed(grants: readonly Grant[], nowMs: number, guestNumber = 1): Diff {
	if (!grants.some((grant) => isRunning(grant, nowMs))) return planEnd(grants, guestNumber);
	return { outcome: 'ignored', changes: [], problems: [GUEST_IN_HOUSE] };
}

/**
 * A past stay. Ends its access if that is still open because the departure was moved earlier.
 * Otherwise, nothing changes.
 */
export function planOver(grants: readonly Grant[], nowMs: number): Diff {
	const open = grants.filter((grant) => !isOver(grant, nowMs));
	if (open.length > 0) return planEnd(open, open[0]?.key.guestNumber);
	return {
		outcome: grants.length > 0 ? 'unchanged' : 'ignored',
		changes: [],
		problems: [],
	};
}
