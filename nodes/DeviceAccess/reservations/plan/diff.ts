import { nameOfMode } from '../../wire/modes';
import { type Grant, guestNameOf, isOver, isRunning, newestOf } from '../grants/grant';
import { isIssued, modesOf } from '../grants/readiness';
import {
	type Held,
	isPinChanging,
	isPinRefused,
	lacksMode,
	pinAndMethods,
	pinBeingMade,
} from '../grants/pins';
import { type Problem, toProblem } from '../stays/problems';
import { differenceOfMethods, differenceOfTimes, next, nextToGive, pinOfGuest } from './next';
import { oldAccess } from './oldAccess';
import { unusableContacts } from './person';
import { isPinNotTaken, pinInUse, pinNotTaken, pinOfEarlierGuest } from './pinProblems';
import { isInHouse, isSameSpaces, NOTHING_LEARNED, type Situation, ofSameGuest } from './situation';

export interface Change {
	what: 'starts_at' | 'ends_at' | 'rooms' | 'name' | 'access_methods' | 'pin' | 'guest' | 'access';
	before: unknown;
	after: unknown;
}

export type Outcome =
	'created' | 'updated' | 'moved' | 'unchanged' | 'ended' | 'nothing_to_end' | 'ignored' | 'failed';

export interface Diff {
	outcome: Outcome;
	changes: Change[];
	problems: Problem[];
	/** Who has the stay now, if the access stays that of the guest in the house. */
	newGuest?: string;
	grant?: Grant;
}

/** No PINs in 'changes', because masking might not recognize them under 'before' and 'after'. */
export const PIN_CHANGE: Change = { what: 'pin', before: null, after: null };

/** Nothing is left to do if, and only if, the outcome is unchanged or ignored. */
export function diff(situation: Situation): Diff {
	const { grants, nowMs, current, booked } = situation;
	if (isOver(booked, nowMs)) return planOver(grants, nowMs);
	const of = current ? diffOfCurrent(situation, current) : diffOfNew(situation);
	const found = { ...of, problems: [...of.problems, ...beginsLater(situation)] };
	if (!current || !situation.isOfAnother) return found;
	const newGuest = booked.guest.key ?? booked.guest.name;
	const guest = guestNameOf(current) ?? 'the guest before';
	return {
		...found,
		newGuest,
		problems: [toProblem('guest_changed', { guest }), ...found.problems],
	};
}

function diffOfNew(situation: Situation): Diff {
	const { wanted, nowMs } = situation;
	const grants = situation.grants.filter((grant) => !isOver(grant, nowMs));
	const [former] = grants;
	return {
		outcome: former ? 'updated' : 'created',
		changes: [
			...(former
				? [{ what: 'guest' as const, before: former.name, after: wanted.name }, PIN_CHANGE]
				: []),
			{ what: 'rooms', before: null, after: wanted.placeNames },
			{ what: 'starts_at', before: null, after: wanted.startsAt },
			{ what: 'ends_at', before: null, after: wanted.endsAt },
			...grants.map(endOf),
		],
		problems: [
			...unusableContacts(wanted.guest),
			...(ofSameGuest(situation, situation.grants).length > 0
				? []
				: pinOfEarlierGuest(wanted, pinOfGuest(situation, NOTHING_LEARNED))),
		],
	};
}

function diffOfCurrent(situation: Situation, current: Grant): Diff {
	const { wanted, nowMs } = situation;
	const others = oldAccess(situation);
	const isMoved = !isSameSpaces(current, wanted);
	const isDone = next(situation, NOTHING_LEARNED) === undefined;
	const { name, startsAt, endsAt } = differenceOfTimes(wanted, current, nowMs);
	const { missing, surplus } = differenceOfMethods(wanted, current, nowMs);
	const changes: Array<Change | false> = [
		isMoved && { what: 'rooms', before: current.placeNames, after: wanted.placeNames },
		startsAt !== undefined && { what: 'starts_at', before: current.startsAt, after: startsAt },
		endsAt !== undefined && { what: 'ends_at', before: current.endsAt, after: endsAt },
		name !== undefined && { what: 'name', before: current.name, after: name },
		missing.length + surplus.length > 0 && {
			what: 'access_methods',
			before: modesOf(current).sort(),
			after: [...wanted.modes].sort(),
		},
		changesPin(situation, current, others) && PIN_CHANGE,
		...others.map(endOf),
	];
	return {
		outcome: isDone ? 'unchanged' : isMoved ? 'moved' : 'updated',
		changes: changes.filter((change) => change !== false),
		problems: [
			...unusableContacts(wanted.guest),
			...((wanted.modes.includes('code') && isPinRefused(current, nowMs)) ||
			isPinNotTaken(wanted, current)
				? pinNotTaken(wanted)
				: pinInUse(wanted, current)),
			...keptMethods(situation, current),
			...addedMethods(current, surplus),
		],
		grant: current,
	};
}

function changesPin(situation: Situation, current: Grant, others: readonly Grant[]): boolean {
	const { nowMs } = situation;
	if (isPinChanging(current, nowMs)) return true;
	const own = current.pin ?? pinBeingMade(current);
	const getsPin = !lacksMode('code', current, nowMs);
	// The guest may know only the PIN of the access that ends, as after two executions at once.
	if (getsPin && others.some(({ pin }) => pin !== undefined && pin !== own)) return true;
	const action = nextToGive(situation, current, NOTHING_LEARNED);
	// What ends first may not be all that holds the PIN.
	if (action?.do === 'end') {
		const grants = situation.grants.filter(({ id }) => id !== action.id);
		return changesPin({ ...situation, grants }, current, others);
	}
	const given = action?.do === 'create' ? action.access : action;
	if (given === undefined || !('modes' in given && given.modes.includes('code'))) return false;
	const known = own ?? newestOf(ofSameGuest(situation, others))?.pin;
	return known === undefined ? !getsPin : given.pin !== known;
}

/** Who had a stay that now begins later may be in the house, and can open nothing. */
function beginsLater({ grants, booked, nowMs }: Situation): Problem[] {
	const running = newestOf(grants.filter((grant) => isRunning(grant, nowMs)));
	if (!running || isRunning(booked, nowMs) || isOver(booked, nowMs)) return [];
	return [toProblem('stay_begins_later', { guest: guestNameOf(running) ?? 'the guest' })];
}

function keptMethods({ booked: { modes }, ...found }: Situation, current: Grant): Problem[] {
	const isGuestInHouse = isInHouse(found.wanted, current, found.nowMs);
	if (!isGuestInHouse && isIssued(current, { modes })) return [];
	return modesOf(current)
		.filter((mode) => !modes.includes(mode))
		.filter((mode) => !isGuestInHouse || found.wanted.modes.includes(mode))
		.map((mode) =>
			formerMethodKept(
				mode,
				isGuestInHouse ? 'because the guest is in the house' : 'until what replaces it is issued',
			),
		);
}

/** Somebody may have added it by hand. */
const addedMethods = (current: Grant, surplus: readonly Held[]): Problem[] => [
	...(pinAndMethods(current).some(({ mode, isRequested }) => mode === 'code' && !isRequested)
		? [formerMethodKept('code', 'because it was not requested here')]
		: []),
	...surplus
		.filter(({ mode, isLater }) => isLater && mode !== 'code')
		.map(({ mode }) => toProblem('added_method_ended', { method: nameOfMode(mode) })),
];

const formerMethodKept = (mode: string, why: string): Problem =>
	toProblem('former_method_kept', { method: nameOfMode(mode), why });

const endOf = ({ placeNames }: Pick<Grant, 'placeNames'>): Change => ({
	what: 'access',
	before: placeNames,
	after: null,
});

export const planEnd = (grants: readonly Grant[]): Diff => ({
	outcome: grants.length > 0 ? 'ended' : 'nothing_to_end',
	changes: grants.map(endOf),
	problems: [],
});

/** Nothing is taken away from somebody in the house. */
export function planUnconfirmed(grants: readonly Grant[], nowMs: number): Diff {
	const open = grants.filter((grant) => !isOver(grant, nowMs));
	if (!open.some((grant) => isRunning(grant, nowMs))) return planEnd(open);
	return { outcome: 'ignored', changes: [], problems: [toProblem('guest_in_house')] };
}

/** Ends access that is still open because the departure was moved earlier. */
function planOver(grants: readonly Grant[], nowMs: number): Diff {
	const open = grants.filter((grant) => !isOver(grant, nowMs));
	if (open.length > 0) return planEnd(open);
	return { outcome: grants.length > 0 ? 'unchanged' : 'ignored', changes: [], problems: [] };
}
