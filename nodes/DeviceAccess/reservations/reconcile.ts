import { rethrow } from '../errors/errors';
import type { ItemValues } from '../operation/types';
import { waitLimits } from '../operation/form/options';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import { type Grant, isOver } from './grants/grant';
import { isPrefixOfStaff, ownKeysOf } from './grants/grantKey';
import { needsCodes } from './grants/readGrants';
import { searchPeople } from './grants/people';
import { type ItemReport, toItem } from './items/item';
import { type ReadAgain, readItem } from './items/readItem';
import { diff, type Diff } from './plan/diff';
import { accessToKeep, chooseCurrent } from './plan/accessToKeep';
import { next } from './plan/next';
import { toRoomStay } from './plan/overlaps';
import { correctionOf, writesContact } from './plan/person';
import { pinNotUsed, STAY_IS_OVER, tooFarAhead } from './plan/planProblems';
import { isSameSpaces, NOTHING_LEARNED, type Situation } from './plan/situation';
import { endAccess } from './endAccess';
import type { Give, Order, ReservationRun } from './prepareStays';
import { failed, left, type ReconciledStay, withProblems } from './reconciledStay';
import { withExpected } from './rehearse';
import type { Problem } from './stays/problem';
import type { Stay } from './stays/stay';
import { act } from './steps/act';
import type { Progress, StepRun } from './steps/progress';

/**
 * Makes the access match the order. Throws only if nothing was changed yet, or if the item must
 * fail.
 */
export async function reconcile(
	run: ReservationRun,
	uncancellable: SendRequest,
	order: Order,
	values: ItemValues,
): Promise<ReconciledStay> {
	const isDryRun = values.options.dryRun === true;
	if (order.is === 'fail') return rethrow(order.error);
	if (order.is === 'leave') return left(order, isDryRun);
	const reconciled =
		order.is === 'give'
			? await giveAccess(run, uncancellable, order, values)
			: await endAccess(run, uncancellable, order, values);
	if (!isDryRun) run.lastChanges.note(order.stay);
	return order.is === 'give' && order.expected
		? withExpected(reconciled, order.expected)
		: reconciled;
}

async function giveAccess(
	run: ReservationRun,
	uncancellable: SendRequest,
	order: Give,
	values: ItemValues,
): Promise<ReconciledStay> {
	const { stay, wanted, rooms, otherTimeZone } = order;
	const isDryRun = values.options.dryRun === true;
	const all = await run.grants.ofReservation(stay);
	const isOwn = ({ key }: Grant) => key.guestNumber === stay.guestNumber;
	const situation = await observe(run, order, all.filter(isOwn));
	const first = diff(situation);
	const daysAhead = values.options.onlyStaysWithin;
	if (
		typeof daysAhead === 'number' &&
		situation.grants.length === 0 &&
		startsAfter(wanted, daysAhead, run)
	)
		return left({ stay, why: tooFarAhead(daysAhead) }, isDryRun);
	const toReport = (found: Diff): ItemReport => ({
		outcome: found.outcome,
		changes: found.changes,
		problems: [...found.problems, ...problemsOfStay(run, order, found)],
		isDryRun,
		guestName: stay.guest.name,
		newGuest: found.newGuest,
		times: wanted,
		placeNames: rooms.names,
		timeZone: rooms.timeZone,
		otherTimeZone: isGiven(found) ? otherTimeZone : undefined,
		modes: wanted.modes,
		before: found.grant,
		secret: run.secret,
	});
	if (isDryRun || first.outcome === 'unchanged' || first.outcome === 'ignored') {
		const doors = isDryRun ? await newDoors(run, order, first) : undefined;
		return settled(run, stay, first.grant, { ...toReport(first), doors });
	}
	const progress: Progress & { found?: Diff } = { situation, memo: NOTHING_LEARNED };
	const stepRun: StepRun = {
		send: uncancellable,
		limits: waitLimits(run.settings),
		stay,
		grantsOfOtherGuests: all.filter((grant) => !isOwn(grant)),
		acceptsReservationKey: async () => await run.rooms.canBelongToReservation(rooms),
		grantsOfPerson: run.grants.lookUps.ofPerson,
	};
	run.grants.noteChange(stay);
	try {
		await loop(stepRun, progress, async (grants) => await observe(run, order, grants));
	} catch (error) {
		const { createdGrantId, memo, found = first } = progress;
		return failed(run, stay, toReport(found), { ...memo, createdGrantId }, error, values);
	} finally {
		run.grants.noteChange(stay, progress.createdGrantId);
	}
	const { found = first } = progress;
	const report = withProblems(toReport(found), progress.memo.problems);
	if (found.outcome === 'ended') {
		const record = toItem(stay, undefined, report);
		return { toRecord: async () => record };
	}
	const grantId = progress.createdGrantId ?? found.grant?.id ?? '';
	const again: ReadAgain = { prefix: stay.prefix, grantId, record: progress.createdGrant };
	return {
		awaitedId: grantId,
		again,
		toRecord: async () => await readItem(run, stay, again, report),
	};
}

/** In a dry run, the doors that new or moved access would open. Undefined if the item's grant has them. */
async function newDoors(
	run: ReservationRun,
	{ rooms: { spaces }, wanted }: Give,
	found: Diff,
): Promise<readonly WireObject[] | undefined> {
	const { grant } = found;
	if (!isGiven(found) || (grant && isSameSpaces(grant, wanted))) return undefined;
	return await run.rooms.doorsIn(spaces);
}

/** False without access. */
const isGiven = ({ outcome }: Diff) => outcome !== 'ended' && outcome !== 'ignored';

const DAY_MS = 86_400_000;

const startsAfter = ({ startsAt }: { startsAt: string }, days: number, { nowMs }: ReservationRun) =>
	Date.parse(startsAt) > nowMs + days * DAY_MS;

const hasCreated = ({ createdGrantId, situation: { grants, wanted } }: Progress): boolean =>
	grants.some((grant) => grant.id === createdGrantId && isSameSpaces(grant, wanted));

/** More than any way to the wanted access takes. */
const MOST_ROUNDS = 100;

/** Acts until nothing is left to do. */
async function loop(
	run: StepRun,
	progress: Progress & { found?: Diff },
	observeAgain: (grants: readonly Grant[]) => Promise<Situation>,
): Promise<void> {
	for (let round = 0; round < MOST_ROUNDS; round++) {
		const action = next(progress.situation, progress.memo);
		// Once created, the access is there, whatever the service says of its person.
		if (!action || (action.do === 'create' && hasCreated(progress))) break;
		await act(action, run, progress);
		if (!progress.hasAppeared) continue;
		// What the first reading lacked can be all that is wanted.
		progress.situation = await observeAgain(progress.situation.grants);
		progress.hasAppeared = false;
		progress.found = diff(progress.situation);
	}
	if (progress.memo.failure) rethrow(progress.memo.failure.error);
}

/** The situation with these grants, and with all that they make necessary to know. */
async function observe(
	run: ReservationRun,
	{ stay, wanted, rooms }: Give,
	grants: readonly Grant[],
): Promise<Situation> {
	const current = chooseCurrent(wanted, grants);
	const isMoving = grants.length > 1 || (current && !isSameSpaces(current, wanted));
	const situation: Situation = {
		wanted: isMoving ? { ...wanted, doorIds: await run.rooms.doorIdsOf(rooms) } : wanted,
		grants,
		withContact: [],
		ownKeys: ownKeysOf(stay),
		countGrants: (personId) => run.grants.countOf(personId),
		offlineLocks: isMoving ? await run.rooms.offlineLocksOf(rooms) : [],
		nowMs: run.nowMs,
	};
	// Otherwise, each execution would try to write the contact of somebody else.
	return writesContact(editOf(situation))
		? { ...situation, ...(await searchPeople(run.send, stay.guest, [])) }
		: situation;
}

/** The changes to the person, if the access stays. */
const editOf = (situation: Situation) => {
	if (isOver(situation.wanted, situation.nowMs)) return undefined;
	const { wanted, current } = accessToKeep(situation);
	return correctionOf({ ...situation, wanted }, current?.person).edit;
};

/** What the item says of the stay itself. */
function problemsOfStay(
	run: ReservationRun,
	{ stay, wanted, rooms }: Give,
	{ outcome }: Diff,
): Problem[] {
	if (outcome === 'ignored') return [STAY_IS_OVER];
	if (outcome === 'ended') return [];
	const why = stay.whyNoPhonePin;
	return [
		...rooms.problems,
		...(isPrefixOfStaff(stay.prefix)
			? []
			: run.roomStays.problemsOf(toRoomStay(stay.reservationKey, wanted))),
		...(why === undefined ? [] : [pinNotUsed({ isEntered: false }, why)]),
	];
}

/** The item for a dry run, or for a stay that needs no change. */
function settled(
	run: ReservationRun,
	stay: Stay,
	grant: Grant | undefined,
	report: ItemReport,
): ReconciledStay {
	const item = toItem(stay, grant, report);
	// A stay that is over has nothing to wait for.
	if (report.isDryRun || !grant) return { toRecord: async () => item };
	const { prefix } = stay;
	const withPins = async () =>
		needsCodes(grant) ? await readItem(run, stay, { prefix, grant }, report) : item;
	if (item.is_ready === true) return { toRecord: withPins };
	const again: ReadAgain = { prefix, grantId: grant.id, isOnlyAfterWait: true };
	return {
		awaitedId: grant.id,
		again,
		toRecord: async () =>
			again.grant === undefined ? await withPins() : await readItem(run, stay, again, report),
	};
}

/** Items of one reservation run one after another. */
export const groupOf = ({ stay }: Order): string => stay.reservationKey;
