import { ActionFailedError, mayHaveActed, rethrow } from '../errors/errors';
import type { ItemValues } from '../operation/types';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import { endAccess } from './endAccess';
import { type Grant, isOver, isPrefixOfStaff, newestOf, ownKeysOf } from './grants/grant';
import { type ItemReport, readItem, toItem } from './items/item';
import { isAboutGuestInRoom } from './items/tell';
import { diff, type Diff } from './plan/diff';
import { next } from './plan/next';
import {
	accessShown,
	oldAccessInUse,
	oldAccessKept,
	oldAccessShown,
	overlapsOfOldAccess,
} from './plan/oldAccess';
import { toRoomStay } from './plan/overlaps';
import { contactsKept, contactsOf, isOwnMailbox, nameToWrite } from './plan/person';
import { pinNotUsed } from './plan/pinProblems';
import { isSameSpaces, NOTHING_LEARNED, type Situation, toSituation } from './plan/situation';
import { type Give, type Order, type ReservationRun, withRoomsByName } from './makeOrders';
import { endedItem, failedItemOrThrow, leftAsIs, type ReconciledStay } from './reconciledStay';
import type { Stay } from './stays/stay';
import { type Problem, toProblem } from './stays/problems';
import { act } from './steps/act';
import { type Progress, type StepRun } from './steps/progress';
import { writeContacts } from './steps/writeContacts';

/** Throws only if nothing was changed yet, or if the item must fail. */
export async function reconcile(
	run: ReservationRun,
	uncancellable: SendRequest,
	order: Order,
	values: ItemValues,
): Promise<ReconciledStay> {
	const isDryRun = values.options.dryRun === true;
	if (order.is === 'fail') return rethrow(order.error);
	if (order.is === 'leave') {
		// An older version that comes after one that changed nothing does not either.
		if (NOTED.includes(order.why.code) && !isDryRun) {
			run.lastChanges.note(order.stay);
			run.lastChanges.noteApplied(order.stay, Date.now());
		}
		return leftAsIs(order, isDryRun);
	}
	// An older order that is on its way, such as of a list, must not undo this one.
	if (!isDryRun) run.lastChanges.note(order.stay);
	const beganAtMs = Date.now();
	let isApplied = false;
	const send: SendRequest = async (request) => {
		try {
			const answer = await uncancellable(request);
			isApplied ||= request.effect === 'write';
			return answer;
		} catch (error) {
			isApplied ||= mayHaveActed(error);
			return rethrow(error);
		}
	};
	try {
		const done =
			order.is === 'give'
				? await giveAccess(run, send, order, values)
				: await endAccess(run, send, order, values);
		isApplied ||= done.isFailed !== true;
		return done;
	} finally {
		// One that failed and changed nothing leaves the stay to the lists.
		if (isApplied && !isDryRun) run.lastChanges.noteApplied(order.stay, beganAtMs);
	}
}

const NOTED = ['unknown_status', 'room_not_assigned', 'no_longer_a_stay'];

async function giveAccess(
	run: ReservationRun,
	uncancellable: SendRequest,
	order: Give,
	values: ItemValues,
): Promise<ReconciledStay> {
	const { stay, booked } = order;
	const isDryRun = values.options.dryRun === true;
	const situation = toSituation({
		booked,
		grants: run.grants.ofReservation(stay),
		ownKeys: ownKeysOf(stay),
		keepOldRoomsMs: stay.keepOldRoomsMinutes * 60_000,
		// In a long run, the stay may have begun meanwhile.
		nowMs: Date.now(),
	});
	const first = diff(situation);
	const daysAhead = values.options.onlyStaysWithin;
	if (
		typeof daysAhead === 'number' &&
		situation.grants.length === 0 &&
		Date.parse(booked.startsAt) > situation.nowMs + daysAhead * DAY_MS
	)
		return leftAsIs({ stay, why: toProblem('too_far_ahead', { days: daysAhead }) }, isDryRun);
	const said = isGiven(first) ? withRoomsByName(run, order) : order;
	if (isDryRun || first.outcome === 'unchanged' || first.outcome === 'ignored') {
		const doors = isDryRun ? await newDoors(run, order, first) : undefined;
		const leftOut = isDryRun ? [] : await writeToMailbox(run, uncancellable, order, situation);
		const report = { ...toReport(run, said, first, leftOut), isDryRun, doors };
		return settled(run, stay, first.grant, report);
	}
	const done = await change(run, uncancellable, said, values, situation, first);
	return { ...done, isAboutGuestInRoom: first.problems.some(isAboutGuestInRoom) };
}

async function change(
	run: ReservationRun,
	uncancellable: SendRequest,
	order: Give,
	values: ItemValues,
	situation: Situation,
	first: Diff,
): Promise<ReconciledStay> {
	const { stay, rooms } = order;
	const progress: Progress = { situation, memo: NOTHING_LEARNED, firstDiff: first };
	try {
		const stepRun = toStepRun(run, uncancellable, stay, rooms.spaces);
		await loop(stepRun, progress);
	} catch (error) {
		const { current, grants } = progress.situation;
		const grantId = (oldAccessShown(progress) ?? current ?? newestOf(grants))?.id;
		const overlaps = overlapsOfOldAccess(progress.situation, stay, run.roomStaysWith);
		const problems = [
			...progress.memo.problems,
			...oldAccessKept(progress),
			...(await overlaps.catch(() => [])),
		];
		const result = { ...progress.memo, grantId, problems };
		return failedItemOrThrow(
			run,
			stay,
			toReport(run, order, progress.firstDiff),
			result,
			error,
			values,
		);
	} finally {
		run.grants.setOfReservation(stay, progress.situation.grants);
	}
	const leftOut = await writeToMailbox(run, uncancellable, order, progress.situation);
	const learned = [
		...progress.memo.problems,
		...oldAccessKept(progress),
		...(await overlapsOfOldAccess(progress.situation, stay, run.roomStaysWith)),
		...leftOut,
	];
	const report = toReport(run, order, whatWasDone(progress), learned);
	if (progress.firstDiff.outcome === 'ended') {
		return endedItem(stay, accessShown(situation.grants, situation.nowMs), report);
	}
	const { current } = progress.situation;
	// What was read to see that it is ready is not read again.
	if (current && progress.memo.came.ready === true) return settled(run, stay, current, report);
	const id = (oldAccessShown(progress) ?? current)?.id ?? '';
	const toRecord = async (isStale?: boolean) => {
		const made = isStale || current?.person ? undefined : run.grants.readAgainOf(id)?.grant;
		// A service may give new access the person of an earlier guest, and only this read shows it.
		const isOfEarlier = made?.person && nameToWrite(stay.guest, made.person) !== undefined;
		const late = isOfEarlier
			? await writeToMailbox(run, uncancellable, order, { ...progress.situation, current: made })
			: [];
		const said = { ...report, problems: [...(report.problems ?? []), ...late] };
		return await readItem(run, stay, id, said, { isStale });
	};
	return {
		awaitedId: id,
		toRead: { prefix: stay.prefix, id, created: progress.asCreated },
		toRecord,
	};
}

/** What only had to be awaited, and did not come, is no change. */
const whatWasDone = (progress: Progress): Diff => {
	const { firstDiff, memo, situation } = progress;
	if (!memo.hasChanged) return { ...firstDiff, outcome: 'unchanged', changes: [] };
	// What was to end and still opens is not said to have ended, and its PIN not to have changed.
	const stillOpen = oldAccessInUse(situation).map(({ placeNames }) => placeNames.join());
	const isPinSame = oldAccessShown(progress) !== undefined;
	const changes = firstDiff.changes.filter(({ what, before }) =>
		what === 'access'
			? !stillOpen.includes((before as string[]).join())
			: what !== 'pin' || !isPinSame,
	);
	return { ...firstDiff, changes };
};

/** Only to the mailbox of the stay, and only if the access is that of the booking's guest. */
async function writeToMailbox(
	run: ReservationRun,
	uncancellable: SendRequest,
	{ stay, booked }: Give,
	{ current, isOfAnother, nowMs }: Situation,
): Promise<Problem[]> {
	const mailbox = current?.person;
	if (!mailbox || isOfAnother || isOver(booked, nowMs)) return [];
	return isOwnMailbox(mailbox, stay)
		? await writeContacts(uncancellable, run.findPeople, stay.guest, mailbox)
		: contactsKept(booked, mailbox);
}

const toReport = (
	run: ReservationRun,
	order: Give,
	found: Diff,
	learned: readonly Problem[] = [],
): ItemReport => ({
	outcome: found.outcome,
	changes: found.changes,
	problems: [...learned, ...found.problems, ...problemsOfStay(run, order, found)],
	guestName: order.stay.guest.name,
	contacts: contactsOf(order.stay.guest),
	newGuest: found.newGuest,
	times: order.booked,
	placeNames: order.rooms.names,
	timeZone: order.rooms.timeZone,
	spaceIds: order.booked.spaceIds,
	otherTimeZone: isGiven(found) ? order.otherTimeZone : undefined,
	modes: order.booked.modes,
	before: found.grant,
	secret: run.secret,
});

/** In a dry run, the doors that new or moved access would open. Undefined if the item's grant has them. */
async function newDoors(
	run: ReservationRun,
	{ rooms: { spaces }, booked }: Give,
	found: Diff,
): Promise<readonly WireObject[] | undefined> {
	const { grant } = found;
	if (!isGiven(found) || (grant && isSameSpaces(grant, booked))) return undefined;
	return await run.rooms.doorsIn(spaces);
}

const isGiven = ({ outcome }: Diff) => outcome !== 'ended' && outcome !== 'ignored';

const DAY_MS = 86_400_000;

/** `spaces`: the wanted rooms, for an order that can create access. */
export const toStepRun = (
	run: ReservationRun,
	send: SendRequest,
	stay: Stay,
	spaces: readonly WireObject[] = [],
): StepRun => ({
	send,
	limits: run.settings.wait,
	stay,
	acceptsReservationKey: async () => await run.rooms.canBelongToReservation(spaces),
	doors: async () => await run.rooms.doorsIn(spaces),
});

/** More than any way to the wanted access takes. */
const MOST_ROUNDS = 100;

/** Acts until nothing is left to do. */
export async function loop(run: StepRun, progress: Progress): Promise<void> {
	for (let round = 0; round < MOST_ROUNDS; round++) {
		const action = next(progress.situation, progress.memo);
		if (!action) return;
		await act(action, run, progress);
	}
	throw new ActionFailedError(
		`The access is still not as wanted after ${MOST_ROUNDS} changes`,
		{ reservation_key: run.stay.reservationKey },
		undefined,
		"Look at the access with 'Get reservation', and at its changes with 'Get history of reservation'. If another workflow or system changes it too, stop one of them. Then execute the node again",
	);
}

function problemsOfStay(
	run: ReservationRun,
	{ stay, booked, expected = [] }: Give,
	{ outcome, grant }: Diff,
): Problem[] {
	if (outcome === 'ignored') return [toProblem('stay_is_over')];
	if (outcome === 'ended') return [];
	const why = stay.whyNoPhonePin;
	// They may be those of a phone number that a later call or list lacks.
	const hasDigits = grant !== undefined && grant.requestedCodes.length > 0;
	const roomStay = toRoomStay(stay.reservationKey, booked);
	return [
		...expected,
		...(isPrefixOfStaff(stay.prefix)
			? []
			: [
					...run.roomStays.problemsOf(roomStay),
					...run.roomStays.sameStayTwice(roomStay, { isRehearsed: false }),
				]),
		...(why === undefined || hasDigits || !booked.modes.includes('code')
			? []
			: [pinNotUsed({ isEntered: false }, why)]),
	];
}

/** With access that has been read, and is read again only after a wait. */
export function settled(
	run: ReservationRun,
	stay: Stay,
	grant: Grant | undefined,
	report: ItemReport,
): ReconciledStay {
	const item = toItem(stay, grant, report);
	// A stay that is over has nothing to wait for.
	if (report.isDryRun || !grant) return { toRecord: async () => item };
	const { id } = grant;
	const toRecord = async (isStale?: boolean) =>
		await readItem(run, stay, id, report, isStale ? { isStale } : { unchanged: grant });
	if (item.is_ready === true) return { toRecord };
	return { awaitedId: id, toRead: { prefix: stay.prefix, id, isOnlyAfterWait: true }, toRecord };
}
