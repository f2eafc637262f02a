import type { WireObject } from '../../wire/records';
import { byNewest, type Grant, isOver, newestOf } from '../grants/grant';
import { isPinRefused, lacksMode } from '../grants/requests';
import { changesOf, changesOfNew, endOf } from './changes';
import { correctPerson, isAnotherGuest, type LeftOutContact, newPerson } from './person';
import { GUEST_CHANGED, leftOutProblem, oldRoomsKept } from './planProblems';
import { isPinNotTaken, pinForNew, pinInUse, pinNotTaken, pinsKnownTo, pinToKeep } from './planPin';
import { editing, keptMethods, methodSteps, withMethodsInUse } from './planMethods';
import {
	ending,
	handingOver,
	hasPinOnSameDoor,
	locksToWaitFor,
	moving,
	pinToHandOver,
} from './planMove';
import { planOver } from './planEnd';
import type { Situation } from './situation';
import type { Plan, Step } from './step';
import { isInHouse, isSameSpaces, type Wanted } from './wanted';

/** Plans the steps to the desired access of one guest. */
export function planAccess(situation: Situation): Plan {
	const { grants, nowMs } = situation;
	if (isOver(situation.wanted, nowMs)) return planOver(grants, nowMs);
	const { wanted, current, isOfAnother } = accessToKeep(situation);
	if (!current) return planNew(situation);
	const plan = planCurrent({ ...situation, wanted }, current);
	if (!isOfAnother) return plan;
	const { key, name } = situation.wanted.guest;
	return { ...plan, newGuest: key ?? name, problems: [GUEST_CHANGED, ...plan.problems] };
}

/** The grant that the plan keeps, if any, and what is wanted of it. */
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

/** True if the plan writes a contact, so that those who have it matter. */
export const writesContact = ({ steps }: Plan): boolean =>
	steps.some(
		(step) =>
			step.do === 'editPerson' &&
			['email_address', 'phone_number'].some((member) => Object.hasOwn(step.edit, member)),
	);

/**
 * Chooses the grant with the wanted rooms, or the newest. There are several grants during a room
 * change.
 */
export function chooseCurrent<Candidate extends Grant>(
	wanted: Wanted,
	grants: readonly Candidate[],
): Candidate | undefined {
	const newestFirst = [...grants].sort(byNewest);
	return newestFirst.find((grant) => isSameSpaces(grant, wanted)) ?? newestFirst[0];
}

/** The guest has no access. Access of an earlier guest ends once the new one exists. */
function planNew(situation: Situation): Plan {
	const { wanted, grants, ownKeys } = situation;
	const { person, leftOut } = newPerson(wanted.guest, ownKeys, grants);
	const { problems, ...pin } = pinForNew(wanted, pinsKnownTo(grants));
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
		steps: [
			{ do: 'create', person, modes: wanted.modes, ...pin },
			...grants.map(({ id }): Step => ({ do: 'end', grantId: id })),
		],
		problems: [...leftOut.map(leftOutProblem), ...problems],
	};
}

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

function planCurrent(asked: Situation, current: Grant): Plan {
	const waited = locksToWaitFor(asked, current);
	if (waited.length > 0) return waiting(asked, current, waited);
	const situation = { ...asked, wanted: withMethodsInUse(asked.wanted, current, asked.nowMs) };
	const { wanted, grants, ownKeys, nowMs } = situation;
	const others = grants.filter(({ id }) => id !== current.id);
	const { edit, leftOut, personId } = correction(situation, current.person);
	const isMoved = !isSameSpaces(current, wanted);
	// An interrupted change of rooms can have left the guest's PIN on the old access.
	const earlier = others.filter((grant) => !isAnotherGuest(wanted.guest, grant, ownKeys));
	const earlierPin = newestOf(earlier)?.pin;
	const isRefused = wanted.modes.includes('code') && isPinRefused(current, nowMs);
	const known = pinsKnownTo(others.filter((grant) => !earlier.includes(grant)));
	const kept = isRefused ? undefined : (pinToKeep(wanted, current) ?? earlierPin);
	const pin = kept !== undefined && known.includes(kept) ? undefined : kept;
	const lacksPin = wanted.modes.includes('code') && lacksMode('code', current, nowMs);
	const handOver = isMoved
		? undefined
		: lacksPin && hasPinOnSameDoor(wanted, others, pin)
			? { pin }
			: pinToHandOver(wanted, current, earlier);
	const steps = [
		...(isMoved
			? moving(situation, current)
			: editing(wanted, current, { nowMs, pin, leavesCode: handOver !== undefined })),
		...(handOver
			? handingOver(wanted, others, handOver.pin, nowMs, current.id)
			: ending(wanted, others, nowMs, current.id)),
		// Last, because the doors matter more.
		...(edit && personId !== undefined ? [{ do: 'editPerson' as const, personId, edit }] : []),
	];
	return {
		outcome: steps.length === 0 ? 'unchanged' : isMoved ? 'moved' : 'updated',
		changes: changesOf(wanted, current, {
			others,
			keepsPin: handOver?.pin !== undefined,
			hasMethodSteps: methodSteps({ ...wanted, pin: undefined }, current, { nowMs }).length > 0,
			// The PIN that the guest knows may be on access that is being deleted, which no list shows.
			isNewPin:
				(lacksPin && earlierPin === undefined) ||
				(handOver !== undefined && handOver.pin === undefined),
			edit,
			nowMs,
		}),
		steps,
		problems: [
			...leftOut.map(leftOutProblem),
			...(isRefused || isPinNotTaken(wanted, current)
				? pinNotTaken(wanted)
				: pinInUse(wanted, current)),
			...keptMethods(asked.wanted, current, nowMs),
		],
		grant: current,
	};
}

/** A guest in the house keeps the old rooms until the locks of the new ones answer. */
function waiting(situation: Situation, current: Grant, locks: readonly string[]): Plan {
	const { spaceIds, placeNames, doorIds } = current;
	const wanted = { ...situation.wanted, spaceIds, placeNames, doorIds };
	const plan = planCurrent({ ...situation, wanted }, current);
	return { ...plan, outcome: 'updated', problems: [oldRoomsKept(locks), ...plan.problems] };
}

/** The changes to the person of a grant that stays. */
function correction(
	{ wanted, grants, withContact, ownKeys, countGrants }: Situation,
	person: WireObject | undefined,
): {
	edit?: Readonly<Record<string, string>>;
	leftOut: readonly LeftOutContact[];
	personId?: string;
} {
	if (!person) return { leftOut: [] };
	const isOwn = isOwnPerson(wanted.guest, person, grants, ownKeys, countGrants);
	return {
		...correctPerson(wanted.guest, person, { isOwn, withContact }),
		personId: String(person.user_identity_id),
	};
}

/**
 * True for a person that no other grant uses, and that was made for this reservation and guest or has
 * the guest's key.
 */
function isOwnPerson(
	guest: Wanted['guest'],
	{ user_identity_id: id, user_identity_key: key }: WireObject,
	grants: readonly Grant[],
	ownKeys: readonly string[],
	countGrants: Situation['countGrants'],
): boolean {
	const ofGuest = grants.filter(({ person }) => person?.user_identity_id === id).length;
	const isOfGuest = ownKeys.includes(String(key)) || (guest.key !== undefined && key === guest.key);
	return isOfGuest && countGrants(String(id)) <= ofGuest;
}
