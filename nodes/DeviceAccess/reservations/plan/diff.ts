import { type Grant, isOver } from '../grants/grant';
import { isIssued } from '../grants/readiness';
import { isPinRefused, lacksMode } from '../grants/requests';
import type { Problem } from '../stays/problem';
import { changesOf, changesOfNew, type Diff, endOf } from './changes';
import { accessToKeep, locksToWaitFor, wantedOfCurrent } from './accessToKeep';
import { handOverOf, isPinLost } from './handOver';
import { differenceOfMethods, next } from './next';
import { ofSameGuest } from './pinOfGuest';
import { correctionOf, newPerson } from './person';
import { planOver } from './planEnd';
import { isPinNotTaken, pinForNew, pinInUse, pinNotTaken, pinsKnownTo } from './planPin';
import { formerMethodKept, GUEST_CHANGED, leftOutProblem, oldRoomsKept } from './planProblems';
import { NOTHING_LEARNED, type Situation } from './situation';
import { isInHouse, isSameSpaces, type Wanted } from './wanted';

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
	if (!isGuestInHouse && isIssued(current.records, { modes: wanted.modes })) return [];
	const modes = current.methods.map(({ mode }) => mode);
	return [...new Set(modes)]
		.filter((mode) => !wanted.modes.includes(mode))
		.map((mode) => formerMethodKept(mode, isGuestInHouse));
}
