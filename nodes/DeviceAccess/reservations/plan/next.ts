import { type Grant, isOver, newestOf } from '../grants/grant';
import { isPinRefused, lacksMode } from '../grants/pins';
import { isIssued, modesOf } from '../grants/problems';
import {
	type HandOver,
	handOverOf,
	isPinNotTaken,
	isPinOff,
	nextOfHandOver,
	nextOfNewPin,
	pinForNew,
	pinOf,
	pinsKnownTo,
	pinToKeep,
	unlessOthersKnow,
} from './pin';
import { type GrantPerson, newPerson } from './person';
import { toProblem } from '../stays/problems';
import type { Guest } from '../stays/stay';
import {
	isInHouse,
	isSameSpaces,
	isSameStart,
	isSameTime,
	type Wanted,
	type Action,
	awaiting,
	type Memo,
	type Situation,
	waitedFor,
	hasPinOnSameDoor,
	observed,
	ofSameGuest,
} from './situation';

/** More keys than the changes of one stay need. */
const MOST_PARTS = 20;

/**
 * Undefined if nothing is left to do. Needs only what is there now and what this execution has
 * learned, whoever left it so.
 */
export function next(situation: Situation, memo: Memo): Action | undefined {
	const { grants, nowMs } = situation;
	if (memo.failure) return giveAgain(situation, memo);
	if (situation.newPin)
		return situation.current && nextOfNewPin(situation.current, situation.newPin, memo, nowMs);
	if (isOver(situation.wanted, nowMs)) return end(grants.filter((one) => !isOver(one, nowMs)));
	const toEnd = grants.filter(({ id }) => memo.endFirst.some((one) => one.id === id));
	if (toEnd.length > 0) return end(toEnd);
	const ended = memo.endFirst.filter(({ id }) => !grants.some((one) => one.id === id));
	if (ended.length > 0 && waitedFor(memo, 'gone', ended) === undefined)
		return awaiting('gone', ended);
	// What ended first still says what the guest had.
	const seen =
		ended.length > 0
			? { ...observed({ ...situation, grants: [...grants, ...ended] }), grants }
			: situation;
	return seen.current ? nextOfCurrent(seen, seen.current, memo) : createNew(seen, ended, memo);
}

/** Where old access had to end first and new access was refused, the guest gets the old one again. */
function giveAgain(situation: Situation, memo: Memo): Action | undefined {
	const { wanted, nowMs } = situation;
	const inHouse = memo.endFirst.filter((grant) => isInHouse(wanted, grant, nowMs));
	const grants = inHouse.length > 0 ? inHouse : memo.endFirst;
	const old = observed({ ...situation, grants }).current ?? newestOf(grants);
	if (!old || situation.grants.length > 0) return undefined;
	return {
		do: 'create',
		isAgain: true,
		access: {
			name: old.name ?? undefined,
			startsAt: old.startsAt,
			endsAt: old.endsAt,
			spaceIds: old.spaceIds,
			modes: modesOf(old),
			pin: memo.isPinRefused ? undefined : old.pin,
			part: freePart(memo.endFirst, memo),
			person: personOf(old),
		},
	};
}

/** Access of an earlier guest ends once the new one exists. */
function createNew(situation: Situation, ended: readonly Grant[], memo: Memo): Action {
	const { wanted, ownKeys } = situation;
	const grants = [...situation.grants, ...ended];
	const { pin } = pinForNew(wanted, pinsKnownTo(grants));
	return {
		do: 'create',
		isOwn: true,
		access: {
			...wanted,
			person: personOfNew(wanted.guest, ownKeys, grants, memo),
			pin: memo.isPinRefused ? undefined : pin,
			part: freePart(grants, memo),
		},
	};
}

function nextOfCurrent(situation: Situation, current: Grant, memo: Memo): Action | undefined {
	const { wanted, grants, nowMs } = situation;
	if (!isSameSpaces(current, wanted)) return changeRooms(situation, current, memo);
	const others = grants.filter(({ id }) => id !== current.id);
	const handOver = handOverOf(situation, current, memo);
	return (
		edit(wanted, current, nowMs) ??
		nextOfMethods(situation, current, handOver, memo) ??
		(handOver && nextOfHandOver(wanted, current, handOver, memo, nowMs)) ??
		endOther(situation, current, others, handOver, memo)
	);
}

/**
 * Other rooms take access of its own, beside the old one (docs/service.md#grants-1). The service
 * chooses its PIN, if a door that stays still has the guest's.
 */
function changeRooms(situation: Situation, current: Grant, memo: Memo): Action {
	const { wanted, grants } = situation;
	const pin = memo.isPinRefused
		? undefined
		: unlessOthersKnow(situation, pinOf(wanted, current, memo));
	const isPinOnDoor = hasPinOnSameDoor(wanted, grants, pin);
	return {
		do: 'create',
		access: {
			...wanted,
			person: personOf(current),
			pin: isPinOnDoor ? undefined : pin,
			part: freePart([...grants, ...memo.endFirst], memo),
		},
	};
}

function edit(wanted: Wanted, current: Grant, nowMs: number): Action | undefined {
	const changes = {
		...(wanted.name === current.name ? {} : { name: wanted.name }),
		...(isSameStart(wanted, current, nowMs) ? {} : { startsAt: wanted.startsAt }),
		...(isSameTime(wanted.endsAt, current.endsAt) ? {} : { endsAt: wanted.endsAt }),
	};
	return Object.keys(changes).length > 0 ? { do: 'update', id: current.id, ...changes } : undefined;
}

/** Methods that are no longer wanted go once what replaces them is issued. */
export function differenceOfMethods(wanted: Wanted, current: Grant, nowMs: number) {
	const { methods } = current;
	return {
		missing: wanted.modes.filter((mode) => lacksMode(mode, current, nowMs)),
		surplus: isIssued(current, { modes: wanted.modes })
			? methods
					.filter(({ mode }) => !wanted.modes.includes(mode))
					.map(({ access_method_id: methodId }) => methodId)
			: [],
	};
}

function nextOfMethods(
	situation: Situation,
	current: Grant,
	handOver: HandOver | undefined,
	memo: Memo,
): Action | undefined {
	const { wanted, nowMs } = situation;
	const { id } = current;
	const { missing, surplus } = differenceOfMethods(wanted, current, nowMs);
	// A lock does not take the digits, so the service chooses others.
	const isOther = memo.hasOnePin ?? (memo.replaced.has(id) || isPinNotTaken(wanted, current));
	const change = !handOver && isOther ? nextOfNewPin(current, {}, memo, nowMs) : undefined;
	if (change) return change;
	const isOff = handOver?.holders.length === 0;
	const modes = [
		...missing.filter((mode) => mode !== 'code' || !isOff),
		...(!missing.includes('code') && isPinOff(situation, current) ? ['code'] : []),
	];
	if (modes.length > 0)
		return {
			do: 'addMethods',
			id,
			modes,
			pin: handOver ? undefined : pinToAdd(situation, current, memo),
		};
	return surplus.length > 0 ? { do: 'deleteMethods', id, methodIds: surplus } : undefined;
}

/** That of the guest, who may have it on other access. */
function pinToAdd(situation: Situation, current: Grant, memo: Memo): string | undefined {
	const { wanted, grants, nowMs } = situation;
	if (memo.isPinRefused || isPinRefused(current, nowMs)) return undefined;
	const others = grants.filter(({ id }) => id !== current.id);
	const pin = pinToKeep(wanted, current) ?? newestOf(ofSameGuest(situation, others))?.pin;
	return unlessOthersKnow(situation, pin);
}

/** During the stay, other access ends only once the wanted access is ready. */
function endOther(
	{ wanted, nowMs }: Situation,
	current: Grant,
	others: readonly Grant[],
	handOver: HandOver | undefined,
	memo: Memo,
): Action | undefined {
	const mustWait = (one: Grant) => isInHouse(wanted, one, nowMs) && one.methods.length > 0;
	const ready = waitedFor(memo, 'ready', [current]);
	// A PIN that is not handed over yet would be lost.
	const free = others.filter((one) => !handOver?.old.includes(one));
	if (free.some(mustWait) && ready === undefined)
		return awaiting('ready', [current], { says: toProblem('old_access_kept') });
	return end(free.filter((one) => !mustWait(one) || ready === true));
}

function personOfNew(
	guest: Guest,
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

const freePart = (grants: readonly Grant[], { usedParts }: Memo): number | undefined => {
	const used = [...grants.map(({ key }) => key.part), ...usedParts];
	for (let part = 1; part <= MOST_PARTS; part++) if (!used.includes(part)) return part;
	return undefined;
};

const end = ([grant]: readonly Grant[]): Action | undefined => grant && { do: 'end', id: grant.id };
