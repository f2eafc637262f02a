import { rethrow } from '../errors/rethrow';
import type { ItemValues } from '../operation/types';
import { waitLimits } from '../operation/run/runSettings';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import type { Grant } from './grants/grant';
import { ownKeysOf } from './grants/grantKey';
import { searchPeople } from './grants/people';
import { needsCodes, readRelated } from './grants/readGrants';
import { type ItemReport, toItem } from './items/item';
import { type ReadAgain, readItem } from './items/readItem';
import { chooseCurrent, planAccess, writesContact } from './plan/plan';
import { newOfflineLocks } from './plan/planMove';
import type { Situation } from './plan/situation';
import type { Plan } from './plan/step';
import { toRoomStay } from './plan/overlaps';
import { pinNotUsed, STAY_IS_OVER, tooFarAhead } from './plan/planProblems';
import { isInHouse, isSameSpaces } from './plan/wanted';
import { endAccess } from './endAccess';
import { isPrefixOfStaff } from './grants/knownPrefixes';
import type { Give, Order } from './order';
import type { ReservationRun } from './prepareStays';
import { failed, left, type ReconciledStay, withProblems } from './reconciledStay';
import { withExpected } from './rehearse';
import type { Problem } from './stays/problem';
import type { Stay } from './stays/stay';
import { carryOut } from './steps/carryOut';
import { GrantAppearedError } from './steps/createGrant';
import { nothingChanged, type StepRun } from './steps/stepRun';

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
	appeared: readonly WireObject[] = [],
): Promise<ReconciledStay> {
	const { stay, rooms, otherTimeZone } = order;
	const isDryRun = values.options.dryRun === true;
	const situation = await readSituation(run, order, appeared);
	const plan = planAccess(situation);
	const { wanted, grants } = situation;
	const daysAhead = values.options.onlyStaysWithin;
	if (typeof daysAhead === 'number' && grants.length === 0 && startsAfter(wanted, daysAhead, run))
		return left({ stay, why: tooFarAhead(daysAhead) }, isDryRun);
	const report: ItemReport = {
		outcome: plan.outcome,
		changes: plan.changes,
		problems: [...plan.problems, ...problemsOfStay(run, order, plan)],
		isDryRun,
		guestName: stay.guest.name,
		newGuest: plan.newGuest,
		times: wanted,
		placeNames: rooms.names,
		timeZone: rooms.timeZone,
		otherTimeZone: isGiven(plan) ? otherTimeZone : undefined,
		doors: isDryRun ? await newDoors(run, order, plan) : undefined,
		modes: wanted.modes,
		before: plan.grant,
		secret: run.secret,
	};
	if (isDryRun || plan.steps.length === 0) return settled(run, stay, plan, report);
	const result = nothingChanged();
	run.grants.noteChange(stay);
	try {
		const stepRun = await toStepRun(run, uncancellable, order, situation, plan);
		await carryOut(plan.steps, stepRun, result);
	} catch (error) {
		if (error instanceof GrantAppearedError && appeared.length === 0)
			return await giveAccess(run, uncancellable, order, values, [error.grant]);
		return failed(run, stay, report, result, error, values);
	} finally {
		run.grants.noteChange(stay, result.createdGrantId);
	}
	if (plan.outcome === 'ended') {
		const record = toItem(stay, undefined, report);
		return { toRecord: async () => record };
	}
	const grantId = result.createdGrantId ?? plan.grant?.id ?? grants[0]?.id ?? '';
	const again: ReadAgain = {
		prefix: stay.prefix,
		grantId,
		record: result.createdGrant,
	};
	return {
		awaitedId: grantId,
		again,
		toRecord: async () => await readItem(run, stay, again, withProblems(report, result.problems)),
	};
}

/** The doors of access that is new or moves, for a dry run. Undefined if the item's grant has them. */
async function newDoors(
	run: ReservationRun,
	{ rooms: { spaces }, wanted }: Give,
	plan: Plan,
): Promise<readonly WireObject[] | undefined> {
	const { grant } = plan;
	if (!isGiven(plan) || (grant && isSameSpaces(grant, wanted))) return undefined;
	return await run.rooms.doorsIn(spaces);
}

/** False for a plan without access. */
const isGiven = ({ outcome }: Plan) => outcome !== 'ended' && outcome !== 'ignored';

const DAY_MS = 86_400_000;

const startsAfter = ({ startsAt }: { startsAt: string }, days: number, { nowMs }: ReservationRun) =>
	Date.parse(startsAt) > nowMs + days * DAY_MS;

const toStepRun = async (
	run: ReservationRun,
	uncancellable: SendRequest,
	{ stay, rooms }: Give,
	situation: SituationOfGuest,
	{ steps, grant }: Plan,
): Promise<StepRun> => ({
	...situation,
	send: uncancellable,
	limits: waitLimits(run.settings),
	stay,
	sendsReservationKey:
		steps.some(({ do: what }) => what === 'create' || what === 'move') &&
		(await run.rooms.canBelongToReservation(rooms)),
	isNewLockOffline:
		grant !== undefined &&
		isInHouse(situation.wanted, grant, run.nowMs) &&
		newOfflineLocks(situation, grant).length > 0,
	grantsOfPerson: run.grants.lookUps.ofPerson,
});

/** What the plan compares, and the access of the other guests of the reservation. */
type SituationOfGuest = Situation & Pick<StepRun, 'grantsOfOtherGuests'>;

/** Reads everything that the plan compares. `appeared`: grants that the list lacks. */
async function readSituation(
	run: ReservationRun,
	{ stay, wanted: withoutDoors, rooms }: Give,
	appeared: readonly WireObject[],
): Promise<SituationOfGuest> {
	const all = await run.grants.ofReservation(stay);
	const isOwn = ({ key }: Grant) => key.guestNumber === stay.guestNumber;
	const known = all.filter(isOwn);
	const more = appeared.filter(({ access_grant_id: id }) =>
		known.every((grant) => grant.id !== id),
	);
	const grants = [...known, ...(await readRelated(run.send, stay.prefix, more))];
	const current = chooseCurrent(withoutDoors, grants);
	const isMoving = grants.length > 1 || (current && !isSameSpaces(current, withoutDoors));
	const wanted = isMoving
		? { ...withoutDoors, doorIds: await run.rooms.doorIdsOf(rooms) }
		: withoutDoors;
	const ownKeys = ownKeysOf(stay);
	const situation: SituationOfGuest = {
		grantsOfOtherGuests: all.filter((grant) => !isOwn(grant)),
		wanted,
		grants,
		withContact: [],
		ownKeys,
		countGrants: (personId) => run.grants.countOf(personId),
		offlineLocks: isMoving ? await run.rooms.offlineLocksOf(rooms) : [],
		nowMs: run.nowMs,
	};
	// Otherwise, each execution would try to write the contact of somebody else.
	return writesContact(planAccess(situation))
		? { ...situation, ...(await searchPeople(run.send, stay.guest, [])) }
		: situation;
}

/** What the item says of the stay itself. */
function problemsOfStay(run: ReservationRun, { stay, wanted, rooms }: Give, plan: Plan): Problem[] {
	if (plan.outcome === 'ignored') return [STAY_IS_OVER];
	if (plan.outcome === 'ended') return [];
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
function settled(run: ReservationRun, stay: Stay, plan: Plan, report: ItemReport): ReconciledStay {
	const { grant } = plan;
	const item = toItem(stay, grant, report);
	// A stay that is over has nothing to wait for, because its plan keeps no grant.
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
