import { byNewest, type Grant, isOver, newestOf } from '../grants/grant';
import { isIssued } from '../grants/readiness';
import { isPinRefused, lacksMode, wasLeftToService, wasPinRequested } from '../grants/requests';
import { correctionOf, isAnotherGuest, newPerson } from './person';
import { isPinNotTaken, pinForNew, pinsKnownTo, pinToKeep } from './planPin';
import { type Action, type Memo, type Situation, waitName } from './situation';
import { isInHouse, isSameSpaces, isSameStart, isSameTime, type Wanted } from './wanted';

/** More keys than the changes of one stay need. */
const MOST_PARTS = 20;

/**
 * The next thing to do for the access of one guest, or undefined if nothing is left. Complete: it needs
 * only what is there now and what this execution has learned, whoever left it so.
 */
export function next(situation: Situation, memo: Memo): Action | undefined {
	const { grants, nowMs } = situation;
	if (memo.failure) return giveAgain(situation, memo);
	if (isOver(situation.wanted, nowMs)) return end(grants.filter((one) => !isOver(one, nowMs)));
	const toEnd = grants.filter(({ id }) => memo.endFirst.some((one) => one.id === id));
	if (toEnd.length > 0) return end(toEnd);
	const ended = memo.endFirst.filter(({ id }) => !grants.some((one) => one.id === id));
	if (ended.length > 0 && waitedFor(memo, 'gone', ended) === undefined)
		return await_('gone', ended);
	// What ended first still says what the guest had.
	const kept = accessToKeep({ ...situation, grants: [...grants, ...ended] });
	return kept.current
		? nextOfCurrent({ ...situation, wanted: kept.wanted }, kept.current, memo)
		: createNew(situation, ended, memo);
}

/** Where old access had to end first and new access was refused, the guest gets the old one again. */
function giveAgain(situation: Situation, memo: Memo): Action | undefined {
	const { current } = accessToKeep({ ...situation, grants: memo.endFirst });
	const old = current ?? newestOf(memo.endFirst);
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
			pin: old.pin,
			part: freePart(memo.endFirst, memo),
			person: personOf(old),
		},
	};
}

/** The guest has no access. Access of an earlier guest ends once the new one exists. */
function createNew(situation: Situation, ended: readonly Grant[], memo: Memo): Action {
	const { wanted, ownKeys } = situation;
	const grants = [...situation.grants, ...ended];
	const { pin } = pinForNew(wanted, pinsKnownTo(grants));
	return {
		do: 'create',
		access: {
			...wanted,
			person: memo.person ?? newPerson(wanted.guest, ownKeys, grants).person,
			pin: memo.isPinRefused ? undefined : pin,
			part: freePart(grants, memo),
		},
	};
}

function nextOfCurrent(asked: Situation, current: Grant, memo: Memo): Action | undefined {
	const wanted = wantedOfCurrent(asked, current);
	const situation = { ...asked, wanted };
	if (!isSameSpaces(current, wanted)) return changeRooms(situation, current, memo);
	const others = asked.grants.filter(({ id }) => id !== current.id);
	const handOver = handOverOf(situation, current, memo);
	return (
		edit(wanted, current, asked.nowMs) ??
		nextOfMethods(situation, current, handOver, memo) ??
		(handOver && nextOfHandOver(wanted, current, handOver, memo, asked.nowMs)) ??
		endOther(situation, current, others, handOver, memo) ??
		(memo.isPersonWritten ? undefined : editPerson(situation, current))
	);
}

/** What is wanted of this grant now: a guest in the house keeps what would be missed. */
export function wantedOfCurrent(situation: Situation, current: Grant): Wanted {
	const { wanted, nowMs } = situation;
	const { spaceIds, placeNames, doorIds } = current;
	return withMethodsInUse(
		locksToWaitFor(situation, current).length > 0
			? { ...wanted, spaceIds, placeNames, doorIds }
			: wanted,
		current,
		nowMs,
	);
}

/** The grant that is kept, if any, and what is wanted of it. */
export function accessToKeep({
	wanted,
	grants,
	ownKeys,
	nowMs,
}: Pick<Situation, 'wanted' | 'grants' | 'ownKeys' | 'nowMs'>): {
	wanted: Wanted;
	current?: Grant;
	isOfAnother: boolean;
} {
	const others = grants.filter((grant) => isAnotherGuest(wanted.guest, grant, ownKeys));
	const own = grants.filter((grant) => !others.includes(grant));
	const current = chooseCurrent(wanted, own);
	if (current) return { wanted: withKnownName(wanted, current), current, isOfAnother: false };
	const inHouse = chooseCurrent(
		wanted,
		others.filter((grant) => isInHouse(wanted, grant, nowMs)),
	);
	// Somebody sleeps in that room, so nothing is taken away from them.
	return inHouse
		? { wanted: ofGuestInHouse(wanted, inHouse), current: inHouse, isOfAnother: true }
		: { wanted, isOfAnother: false };
}

/** A booking without a name says nothing about the name that is known. */
const withKnownName = (wanted: Wanted, { name }: Grant): Wanted =>
	wanted.guest.name === undefined && name !== null ? { ...wanted, name } : wanted;

/**
 * Another guest's access, during the stay: follows rooms and dates, and keeps the guest's name,
 * person and PIN.
 */
const ofGuestInHouse = (wanted: Wanted, inHouse: Grant): Wanted => ({
	...wanted,
	name: inHouse.name ?? wanted.name,
	guest: { unusable: [] },
	pin: undefined,
});

/**
 * Chooses the grant with the wanted rooms, or the newest, and one with a PIN or key before one that
 * has none. There are several grants during a room change.
 */
export function chooseCurrent<Candidate extends Grant>(
	wanted: Pick<Wanted, 'spaceIds'>,
	grants: readonly Candidate[],
): Candidate | undefined {
	const newestFirst = [...grants].sort(byNewest);
	const fitting = newestFirst.filter((grant) => isSameSpaces(grant, wanted));
	return fitting.find(({ methods }) => methods.length > 0) ?? fitting[0] ?? newestFirst[0];
}

/**
 * Some services change the rooms of a grant at once, so while a lock of the new rooms is offline, a
 * guest in the house gets access of its own to them, beside the old one. Its PIN is one that the
 * service chooses, if a door that stays still has the guest's.
 */
function changeRooms(situation: Situation, current: Grant, memo: Memo): Action {
	const { wanted, grants, nowMs } = situation;
	const mustStay =
		isInHouse(wanted, current, nowMs) && newOfflineLocks(situation, current).length > 0;
	if (!memo.cannotMove && !mustStay && grants.includes(current))
		return { do: 'move', id: current.id, spaceIds: wanted.spaceIds };
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

/** The locks of the new rooms that are offline. */
export const newOfflineLocks = (
	{ offlineLocks = [] }: Pick<Situation, 'offlineLocks'>,
	{ doorIds }: Grant,
): string[] => offlineLocks.flatMap(({ id, name }) => (doorIds.includes(id) ? [] : [name]));

/**
 * The locks that must answer before a guest in the house changes rooms: a door that stays cannot
 * have the PIN of the old access and that of the new one, so the old one would end first.
 */
export const locksToWaitFor = (situation: Situation, current: Grant): string[] => {
	const { wanted, nowMs } = situation;
	return !isSameSpaces(current, wanted) &&
		isInHouse(wanted, current, nowMs) &&
		hasPinOnSameDoor(wanted, [current], current.pin)
		? newOfflineLocks(situation, current)
		: [];
};

function edit(wanted: Wanted, current: Grant, nowMs: number): Action | undefined {
	const changes = {
		...(wanted.name === current.name ? {} : { name: wanted.name }),
		...(isSameStart(wanted, current, nowMs) ? {} : { startsAt: wanted.startsAt }),
		...(isSameTime(wanted.endsAt, current.endsAt) ? {} : { endsAt: wanted.endsAt }),
	};
	return Object.keys(changes).length > 0 ? { do: 'update', id: current.id, ...changes } : undefined;
}

/** Methods to request, and those that are no longer wanted, once what replaces them is issued. */
export function differenceOfMethods(wanted: Wanted, current: Grant, nowMs: number) {
	const { methods, records } = current;
	return {
		missing: wanted.modes.filter((mode) => lacksMode(mode, current, nowMs)),
		surplus: isIssued(records, { modes: wanted.modes })
			? methods.filter(({ mode }) => !wanted.modes.includes(mode)).map(({ id }) => id)
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
	const modes = missing.filter((mode) => !(mode === 'code' && handOver?.holders.length === 0));
	if (modes.length > 0)
		return {
			do: 'addMethods',
			id,
			modes,
			pin: handOver ? undefined : pinToAdd(situation, current, memo),
		};
	if (surplus.length > 0) return { do: 'deleteMethods', id, methodIds: surplus };
	return !handOver && !memo.isPinChanged && isPinNotTaken(wanted, current)
		? { do: 'changePin', id }
		: undefined;
}

/** The PIN for access that lacks one: that of the guest, who may have it on other access. */
function pinToAdd(situation: Situation, current: Grant, memo: Memo): string | undefined {
	const { wanted, grants, ownKeys, nowMs } = situation;
	if (memo.isPinRefused || isPinRefused(current, nowMs)) return undefined;
	const others = grants.filter(({ id }) => id !== current.id);
	const pin = pinToKeep(wanted, current) ?? newestOf(ofSameGuest(wanted, others, ownKeys))?.pin;
	return unlessOthersKnow(situation, pin);
}

/** Undefined for a PIN that another guest of the stay may know. */
function unlessOthersKnow(
	{ wanted, grants, ownKeys }: Situation,
	pin: string | undefined,
): string | undefined {
	const own = ofSameGuest(wanted, grants, ownKeys);
	const known = pinsKnownTo(grants.filter((grant) => !own.includes(grant)));
	return pin !== undefined && known.includes(pin) ? undefined : pin;
}

/** A door that stays cannot have the guest's PIN twice, so the new access gets it after the old one. */
interface HandOver {
	pin: string;
	/** Access that gets its end only after the PIN was handed over. */
	old: readonly Grant[];
	/** That with the PIN on a door that stays. */
	holders: readonly Grant[];
}

export function handOverOf(situation: Situation, current: Grant, memo: Memo): HandOver | undefined {
	const { wanted, grants, ownKeys } = situation;
	const others = ofSameGuest(wanted, grants, ownKeys).filter(({ id }) => id !== current.id);
	const old = olderRooms(wanted, others);
	if (!old || memo.isPinRefused || !wanted.modes.includes('code')) return undefined;
	const pin = unlessOthersKnow(situation, pinOf(wanted, old, memo));
	if (pin === undefined || pin === current.pin || current.requestedCodes.includes(pin))
		return undefined;
	const holders = others.filter((grant) => grant.pin === pin && isDoorShared(wanted, grant));
	const isOff = codesOf(old).length === 0 && wasPinRequested(old);
	return holders.length > 0 || (isOff && current.requestedCodes.length === 0)
		? { pin, old: [old, ...holders], holders }
		: undefined;
}

/** The newest access to other rooms of the guest that shares a door with the wanted ones. */
function olderRooms(wanted: Wanted, others: readonly Grant[]): Grant | undefined {
	const old = newestOf(others.filter((grant) => !isSameSpaces(grant, wanted)));
	return old && isDoorShared(wanted, old) ? old : undefined;
}

/** True if the guest's PIN is off the old access, and nobody knows it anymore. */
export function isPinLost(situation: Situation, current: Grant): boolean {
	const { wanted, grants, ownKeys } = situation;
	const others = grants.filter(({ id }) => id !== current.id);
	const old = olderRooms(wanted, ofSameGuest(wanted, others, ownKeys));
	return (
		old !== undefined &&
		wanted.modes.includes('code') &&
		codesOf(old).length === 0 &&
		wasLeftToService(old) &&
		current.requestedCodes.length === 0
	);
}

/**
 * The PIN that the service chose for the new access shows that this works. With a guest in the house,
 * only once the new access is ready.
 */
function nextOfHandOver(
	wanted: Wanted,
	current: Grant,
	{ old, pin, holders }: HandOver,
	memo: Memo,
	nowMs: number,
): Action | undefined {
	const { id } = current;
	const [holder] = holders;
	if (holder) {
		const isGuestInHouse = holders.some((grant) => isInHouse(wanted, grant, nowMs));
		const what = isGuestInHouse ? 'ready' : 'made';
		const isThere = what === 'made' && (current.hasErrors || codesOf(current).length > 0);
		const hasCome = isThere || waitedFor(memo, what, [current]);
		if (hasCome === undefined) return await_(what, [current]);
		return hasCome
			? {
					do: 'deleteMethods',
					id: holder.id,
					methodIds: codesOf(holder),
					...(isGuestInHouse ? { interrupts: true as const } : {}),
				}
			: undefined;
	}
	const leaving = old.find(
		(grant) => isLeaving(grant) && waitedFor(memo, 'off', [grant]) === undefined,
	);
	if (leaving) return await_('off', [leaving]);
	const chosen = codesOf(current);
	return chosen.length > 0
		? { do: 'deleteMethods', id, methodIds: chosen }
		: { do: 'addMethods', id, modes: ['code'], pin };
}

const codesOf = ({ methods }: Grant): string[] =>
	methods.filter(({ mode }) => mode === 'code').map(({ id }) => id);

/** True if the service is still removing methods of this grant. */
const isLeaving = ({ methods, records }: Grant): boolean => {
	const { access_method_ids: ids } = records.grant;
	return Array.isArray(ids) && ids.length > methods.length;
};

/** Ends access that is no longer wanted. During the stay, only once the wanted access is ready. */
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
	if (free.some(mustWait) && ready === undefined) return await_('ready', [current]);
	return end(free.filter((one) => !mustWait(one) || ready === true));
}

/** Last, because the doors matter more. */
function editPerson(situation: Situation, { person }: Grant): Action | undefined {
	const { edit: changes, personId } = correctionOf(situation, person);
	return changes && personId !== undefined
		? { do: 'editPerson', personId, edit: changes }
		: undefined;
}

/** In the house, nothing is taken away, so the methods that the guest has are wanted too. */
function withMethodsInUse(wanted: Wanted, current: Grant, nowMs: number): Wanted {
	if (!isInHouse(wanted, current, nowMs)) return wanted;
	const modes = [...new Set([...wanted.modes, ...modesOf(current)])];
	return { ...wanted, modes, pin: wanted.modes.includes('code') ? wanted.pin : undefined };
}

const modesOf = ({ methods }: Grant): string[] => [...new Set(methods.map(({ mode }) => mode))];

export const ofSameGuest = (
	{ guest }: Wanted,
	grants: readonly Grant[],
	ownKeys: readonly string[],
): Grant[] => grants.filter((grant) => !isAnotherGuest(guest, grant, ownKeys));

/** The PIN that the guest knows, as far as the service or this execution does. */
const pinOf = (wanted: Wanted, grant: Grant, memo: Memo): string | undefined =>
	grant.pin ?? memo.pins.get(grant.id) ?? pinToKeep(wanted, grant);

const isDoorShared = ({ doorIds }: Wanted, grant: Grant): boolean =>
	grant.doorIds.some((id) => doorIds.includes(id));

const hasPinOnSameDoor = (
	wanted: Wanted,
	grants: readonly Grant[],
	pin: string | undefined,
): boolean =>
	pin !== undefined &&
	wanted.modes.includes('code') &&
	grants.some((grant) => grant.pin === pin && isDoorShared(wanted, grant));

const personOf = ({ records: { grant } }: Grant) => ({
	user_identity_id: String(grant.user_identity_id),
});

const freePart = (grants: readonly Grant[], { usedParts }: Memo): number | undefined => {
	const used = [...grants.map(({ key }) => key.part), ...usedParts];
	for (let part = 1; part <= MOST_PARTS; part++) if (!used.includes(part)) return part;
	return undefined;
};

const end = ([grant]: readonly Grant[]): Action | undefined => grant && { do: 'end', id: grant.id };

const await_ = (what: 'made' | 'ready' | 'off' | 'gone', grants: readonly Grant[]): Action => ({
	do: 'await',
	what,
	ids: grants.map(({ id }) => id),
});

const waitedFor = (memo: Memo, what: string, grants: readonly Grant[]): boolean | undefined =>
	memo.waited.get(
		waitName(
			what,
			grants.map(({ id }) => id),
		),
	);
