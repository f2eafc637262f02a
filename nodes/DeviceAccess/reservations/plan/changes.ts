import type { Grant } from '../grants/grant';
import type { Problem } from '../stays/problem';
import { isPinNotTaken } from './planPin';
import { isSameSpaces, isSameStart, isSameTime, type Wanted } from './wanted';

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
