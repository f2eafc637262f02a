import { byNewest, endsBefore, type Grant, isOver, LEAVING_MS, newestOf } from '../grants/grant';
import {
	allPinsOf,
	isPinChanging,
	isPinRefused,
	lacksMode,
	lastDigits,
	olderPins,
	pinAndMethods,
	pinBeingMade,
	wasPinRequested,
} from '../grants/pins';
import { isIssued, modesOf } from '../grants/readiness';
import { oldAccessInUse, unusedOldAccess } from './oldAccess';
import { isPinNotTaken } from './pinProblems';
import { type GrantPerson, newPerson } from './person';
import {
	type Action,
	isInHouse,
	isSameSpaces,
	isSameStart,
	isSameTime,
	type Memo,
	ofSameGuest,
	type Situation,
	toSituation,
	type Booked,
	withKnownName,
} from './situation';

/**
 * Undefined if nothing is left to do. Needs only what is there now and what this execution has
 * learned, whoever left it so.
 */
export function next(situation: Situation, memo: Memo): Action | undefined {
	const { current, grants, nowMs } = situation;
	const { failure, toEndFirst, endedFirst, came } = memo;
	if (failure)
		return (
			giveAgain(situation, memo) ??
			followTimes(situation, [...oldAccessInUse(situation), ...(current ? [current] : [])]) ?? {
				do: 'fail',
				error: failure.error,
			}
		);
	if (isOver(situation.wanted, nowMs)) return end(grants.filter((one) => !isOver(one, nowMs)));
	const toEnd = grants.filter(({ id }) => toEndFirst.includes(id));
	if (toEnd.length > 0) return { do: 'end', id: endsFirst(toEnd).id };
	if (endedFirst.length === 0) return nextOf(situation, memo);
	if (came.gone === undefined) return { do: 'await', what: 'gone' };
	// What ended first still says what the guest had.
	const had = toSituation({ ...situation, grants: [...grants, ...endedFirst] });
	return nextOf({ ...had, grants }, memo);
}

/** The old access that ended first, where the guest has no other. */
function giveAgain(situation: Situation, memo: Memo): Action | undefined {
	const { wanted, nowMs } = situation;
	const inHouse = memo.endedFirst.filter((grant) => isInHouse(wanted, grant, nowMs));
	const grants = inHouse.length > 0 ? inHouse : memo.endedFirst;
	const old = toSituation({ ...situation, grants }).current ?? newestOf(grants);
	if (!old || situation.grants.some((one) => !isOver(one, nowMs))) return undefined;
	return {
		do: 'create',
		access: {
			name: old.name ?? undefined,
			startsAt: old.startsAt,
			endsAt: old.endsAt,
			spaceIds: old.spaceIds,
			modes: modesOf(old),
			pin: memo.isPinRefused ? undefined : old.pin,
			part: freePart(situation.grants, memo),
			person: personOf(old),
		},
	};
}

function nextOf(situation: Situation, memo: Memo): Action | undefined {
	const { current, wanted, nowMs } = situation;
	if (!current) return createNew(situation, memo);
	const edited = isSameSpaces(current, wanted) ? differenceOfTimes(wanted, current, nowMs) : {};
	if (Object.keys(edited).length > 0) return { do: 'update', id: current.id, ...edited };
	return (
		nextToGive(situation, current, memo) ??
		nextOfOldAccess(situation, current, memo) ??
		endOlderPins(current, memo, nowMs)
	);
}

/** What gives the guest other rooms, or PINs, cards and keys. */
export const nextToGive = (situation: Situation, current: Grant, memo: Memo) =>
	isSameSpaces(current, situation.wanted)
		? nextOfMethods(situation, current, memo)
		: changeRooms(situation, current, memo);

/** For a guest who has none, or whose access has ended, with a PIN that no earlier guest of the stay knows. */
function createNew(situation: Situation, memo: Memo): Action {
	const { wanted, ownKeys, nowMs } = situation;
	const grants = [...situation.grants, ...memo.endedFirst];
	const former = newestOf(ofSameGuest(situation, grants));
	const part = freePart(situation.grants, memo);
	const isSomeOpen = situation.grants.some((one) => !isOver(one, nowMs));
	// A further one would not be found once those before it have ended. A refused key may never be free.
	if (part > 2 && isSomeOpen && memo.usedParts.length === 0)
		return { do: 'end', id: endsFirst(situation.grants).id, isFirst: true };
	return {
		do: 'create',
		access: {
			...(former ? withKnownName(wanted, former) : wanted),
			person: former ? personOf(former) : personOfNew(wanted, ownKeys, grants, memo),
			pin: pinOfGuest(situation, memo),
			part,
		},
	};
}

/**
 * Other rooms need a grant of their own, beside the old one (docs/service.md#grants-1). A door that
 * stays cannot have the guest's PIN twice: in the house, the service then chooses another one, and
 * before the arrival, the old access ends first. If n8n is killed in between, the next execution gives
 * access, which the guest is told: only one who arrives before it finds the door closed.
 */
function changeRooms(situation: Situation, current: Grant, memo: Memo): Action {
	const { wanted, grants, nowMs } = situation;
	const pin = pinOfGuest(situation, memo);
	const holder = holderOfPin(wanted, grants, pin);
	if (holder && !isInHouse(wanted, holder, nowMs))
		return { do: 'end', id: holder.id, isFirst: true };
	// A third one beside it would not be found once both have ended.
	const [left] = [
		...unusedOldAccess(situation),
		...grants.filter((one) => one.id !== current.id && isLeft(one, current, nowMs)),
	];
	if (left) return { do: 'end', id: left.id, isFirst: true };
	return {
		do: 'create',
		access: {
			...wanted,
			person: personOf(current),
			pin: holder ? undefined : pin,
			part: freePart(grants, memo),
		},
	};
}

/** To rooms that the guest has left for ones with a PIN or key. */
const isLeft = (one: Grant, current: Grant, nowMs: number): boolean =>
	current.methods.length > 0 &&
	!isOver(one, nowMs) &&
	isOver(one, nowMs + LEAVING_MS) &&
	endsBefore(one, current);

/**
 * The PIN for new access, and for access that lacks one: that of the guest, who may have it on other
 * access. Undefined if the service chooses, such as in place of one that an earlier guest of the stay
 * may know.
 */
export function pinOfGuest(
	situation: Situation,
	{ isPinRefused, endedFirst }: Memo,
): string | undefined {
	const { wanted, current, grants } = situation;
	const all = [...grants, ...endedFirst];
	const own = ofSameGuest(situation, all);
	const pin = current
		? (pinToKeep(wanted, current) ?? newestOf(own.filter(({ id }) => id !== current.id))?.pin)
		: (newestOf(own)?.pin ?? wanted.pin?.code);
	const known = all
		.filter((grant) => !own.includes(grant))
		.flatMap((grant) => [...grant.requestedCodes, ...allPinsOf(grant)]);
	return isPinRefused || pin === undefined || known.includes(pin) ? undefined : pin;
}

/**
 * Chosen when access is created, so what is wanted counts only if nobody has requested a PIN yet.
 */
const pinToKeep = ({ pin }: Pick<Booked, 'pin'>, grant: Grant): string | undefined =>
	grant.pin ?? (wasPinRequested(grant) ? lastDigits(grant) : pin?.code);

/** The access that has the PIN on a door of the wanted rooms, or gets it there: no lock has it twice. */
export const holderOfPin = (
	{ modes, spaceIds }: Booked,
	grants: readonly Grant[],
	pin: string | undefined,
): Grant | undefined =>
	pin === undefined || !modes.includes('code')
		? undefined
		: grants.find(
				(grant) =>
					(grant.pin ?? pinBeingMade(grant)) === pin &&
					grant.spaceIdsOfDoors.some((id) => spaceIds.includes(id)),
			);

/** Of the name, too. */
export const differenceOfTimes = (
	wanted: Booked,
	current: Grant,
	nowMs: number,
): { name?: string; startsAt?: string; endsAt?: string } => ({
	...(wanted.name === (current.name ?? '') ? {} : { name: wanted.name }),
	...(isSameStart(wanted, current, nowMs) ? {} : { startsAt: wanted.startsAt }),
	...(isSameTime(wanted.endsAt, current.endsAt) ? {} : { endsAt: wanted.endsAt }),
});

/** Methods that are no longer wanted go once what replaces them is issued. */
export function differenceOfMethods({ modes }: Booked, current: Grant, nowMs: number) {
	return {
		missing: modes.filter((mode) => lacksMode(mode, current, nowMs)),
		surplus: isIssued(current, { modes })
			? pinAndMethods(current).filter(({ mode }) => !modes.includes(mode))
			: [],
	};
}

function nextOfMethods(situation: Situation, current: Grant, memo: Memo): Action | undefined {
	const { wanted, nowMs } = situation;
	const { id } = current;
	const { missing, surplus } = differenceOfMethods(wanted, current, nowMs);
	// A lock does not take the digits, so the service chooses others.
	if (isPinNotTaken(wanted, current)) return { do: 'addMethods', id, modes: ['code'] };
	if (missing.length > 0) {
		const pin = isPinRefused(current, nowMs) ? undefined : pinOfGuest(situation, memo);
		const others = situation.grants.filter((one) => one.id !== id);
		const holder = missing.includes('code') ? holderOfPin(wanted, others, pin) : undefined;
		if (holder && !isInHouse(wanted, holder, nowMs))
			return { do: 'end', id: holder.id, isFirst: true };
		return { do: 'addMethods', id, modes: missing, pin: holder ? undefined : pin };
	}
	const methodIds = surplus.flatMap((held) => held.methodIds);
	return surplus.length > 0 ? { do: 'deleteMethods', id, methodIds } : undefined;
}

/**
 * During the stay, old access gets an end only once the wanted access is ready, so that the guest
 * has time to read of the new PIN. That of a guest before, which an interrupted change has left, ends
 * then.
 */
function nextOfOldAccess(situation: Situation, current: Grant, memo: Memo): Action | undefined {
	const used = oldAccessInUse(situation);
	const unused = end(unusedOldAccess(situation));
	const [inUse] = used;
	if (unused || !inUse) return unused;
	if (memo.came.ready === undefined) return { do: 'await', what: 'ready', id: current.id };
	if (!memo.came.ready) return followTimes(situation, used);
	const isOfGuest = ofSameGuest(situation, [inUse]).length > 0;
	return { do: situation.keepOldRoomsMs > 0 && isOfGuest ? 'endSoon' : 'end', id: inUse.id };
}

/**
 * Until the new access is ready, the old one opens, also if the new one is refused: as long as the
 * stay lasts, and no longer.
 */
function followTimes(situation: Situation, used: readonly Grant[]): Action | undefined {
	const { wanted, nowMs } = situation;
	const { endsAt } = wanted;
	const [other] = ofSameGuest(situation, used)
		.filter((one) => isInHouse(wanted, one, nowMs))
		.filter((one) => !isSameTime(endsAt, one.endsAt));
	return other && { do: 'update', id: other.id, endsAt };
}

/** Of several PINs, the newest that is set stays, whoever began the change, in any execution. */
function endOlderPins(current: Grant, { came }: Memo, nowMs: number): Action | undefined {
	if (!isPinChanging(current, nowMs)) return undefined;
	const { id } = current;
	if (came.set === undefined) return { do: 'await', what: 'set', id };
	const methodIds = came.set ? olderPins(current) : [];
	return methodIds.length > 0 ? { do: 'deleteMethods', id, methodIds } : undefined;
}

function personOfNew(
	{ guest }: Booked,
	ownKeys: readonly string[],
	grants: readonly Grant[],
	{ person, usedPersonKeys, areContactsRefused }: Memo,
): GrantPerson {
	if (person) return { user_identity_id: String(person.user_identity_id) };
	// Whose access this is has another guest.
	const ofOthers = grants.map((grant) => String(grant.person?.user_identity_key));
	return newPerson(guest, ownKeys, [...usedPersonKeys, ...ofOthers], {
		hasContacts: !areContactsRefused,
	});
}

const personOf = ({ record }: Grant) => ({
	user_identity_id: String(record.user_identity_id),
});

/**
 * The first ones are found again by their keys, so what has ended makes room. Beside a third one, it
 * is the second, because nothing else is looked for if there is only the first.
 */
function freePart(grants: readonly Grant[], { usedParts, endedFirst, came }: Memo): number {
	const there = came.gone === true ? grants : [...grants, ...endedFirst];
	const used = [...there.map(({ key }) => key.part), ...usedParts];
	let part = used.some((one) => one > 2) ? 2 : 1;
	while (used.includes(part)) part++;
	return part;
}

/** Who is in the house opens with what ends last and, until a new room is ready, with the older one. */
const endsFirst = (grants: readonly Grant[]): Grant =>
	[...grants].sort(byNewest).reduce((first, one) => (endsBefore(one, first) ? one : first));

const end = ([grant]: readonly Grant[]): Action | undefined => grant && { do: 'end', id: grant.id };
