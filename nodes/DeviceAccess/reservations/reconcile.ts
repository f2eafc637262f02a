import type { IExecuteFunctions } from 'n8n-workflow';
import { ActionFailedError, CancelledError, NotStartedError } from '../errors/errors';
import { describeError, joinSentences } from '../errors/describeError';
import type { Reconciled } from '../operation/kinds/desiredState';
import type { ItemValues, RunSettings } from '../operation/types';
import { waitLimits } from '../operation/run/runSettings';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import type { LastChanges } from './stays/lastChanges';
import { applySteps } from './steps/applySteps';
import { GrantAppearedError } from './steps/createGrant';
import { type GrantRecords, readRecords, withCodes } from './grants/grantRecords';
import { toGrantKey } from './grants/grantKey';
import { findGuest, fitGuest, type MatchedGuest, withoutTaken } from './grants/guest';
import { newestOf, toItem, type ItemReport } from './items/item';
import { chooseCurrent, type DesiredAccess, type Plan, planAccess, planEnd } from './plan/plan';
import type { Problem } from './grants/problems';
import type { RoomReader, Rooms } from './stays/rooms';
import { type StepResult, endGrant, nothingChanged, readGrant } from './steps/stepContext';
import { toInstants } from './stays/stayTimes';
import type { AccessInput, StayInput } from './stays/stayInput';

/** The data that all items of a run share. */
export interface ReservationRun {
	context: IExecuteFunctions;
	settings: RunSettings;
	send: SendRequest;
	rooms: RoomReader;
	lastChanges: LastChanges;
	nowMs: number;
	/** The grants of one guest of a reservation. */
	find: (stay: StayInput) => Promise<GrantRecords[]>;
	/** The grants of all guests of a reservation. */
	findAll: (stay: StayInput) => Promise<GrantRecords[]>;
}

/** The request of one item: access, or only a stay if its status ends access or is unknown. */
export type ReservationInput =
	| { is: 'access'; access: AccessInput }
	| { is: 'end' | 'ignored'; stay: StayInput; reason?: Problem };

export const stayOf = (input: ReservationInput): StayInput =>
	input.is === 'access' ? input.access : input.stay;

const UNKNOWN_STATUS = (status: string): Problem => ({
	code: 'unknown_status',
	reason:
		status === ''
			? 'The reservation has no status, so nothing was changed'
			: `The status '${status}' is unknown, so nothing was changed`,
	remedy:
		status === ''
			? "Enter a 'Status', or map it from your property management system."
			: "Under Options, add it to 'Words That Give Access' or 'Words That End Access', but not to both.",
	keeps_door_closed: false,
});

const OUTDATED: Problem = {
	code: 'outdated',
	reason: "'Changed At' is older than the last applied change, so nothing was changed",
	remedy: 'No action needed.',
	keeps_door_closed: false,
};

/** Makes the access match the item. Throws only if nothing was changed yet, or if the item must fail. */
export async function reconcile(
	shared: ReservationRun,
	uncancellable: SendRequest,
	input: ReservationInput,
	values: ItemValues,
): Promise<Reconciled> {
	const stay = stayOf(input);
	const isDryRun = values.options.dryRun === true;
	if (input.is === 'ignored')
		return ignored(stay, input.reason ?? UNKNOWN_STATUS(stay.status), isDryRun);
	if (shared.lastChanges.isOutdated(stay)) return ignored(stay, OUTDATED, isDryRun);
	const reconciled =
		input.is === 'access'
			? await give(shared, uncancellable, input.access, values)
			: await end(shared, uncancellable, stay, values);
	if (!isDryRun) shared.lastChanges.note(stay);
	return reconciled;
}

const ignored = (stay: StayInput, reason: Problem, isDryRun: boolean): Reconciled => ({
	toRecord: async () =>
		toItem(stay, undefined, { outcome: 'ignored', changes: [], notes: [reason], isDryRun }),
});

async function give(
	shared: ReservationRun,
	uncancellable: SendRequest,
	access: AccessInput,
	values: ItemValues,
	appeared: readonly WireObject[] = [],
): Promise<Reconciled> {
	const rooms = await shared.rooms.find(access);
	const { wanted, timeZone } = toDesired(shared, access, rooms);
	const known = await shared.find(access);
	const extra = appeared.filter(
		(grant) => !known.some(({ access: { grantId } }) => grantId === grant.access_grant_id),
	);
	const found = [...known, ...(await readRecords(shared.send, access.prefix, extra))];
	const ownKey = toGrantKey(access.prefix, { ...access, part: 1 });
	const accesses = found.map((entry) => entry.access);
	const chosen = chooseCurrent(wanted, accesses);
	// The access that the plan keeps. It need not be the newest, because an older one can have the wanted rooms.
	const current = found.find((entry) => entry.access === chosen);
	const fit = await withoutTaken(
		shared.send,
		fitGuest(access.guest, current?.person, ownKey),
		current?.person,
	);
	const plan = planAccess(wanted, accesses, fit, shared.nowMs);
	// Only a new grant needs its guest looked up. Otherwise, the person of the current grant stays.
	const needsGuest = plan.steps.some((step) => step.do === 'create');
	const { person, edit }: MatchedGuest = needsGuest
		? await findGuest(shared.send, access.guest, ownKey)
		: { person: { user_identity_id: String(current?.grant.user_identity_id) } };
	if (edit) plan.steps.push({ do: 'editGuest', edit });
	const report: ItemReport = {
		outcome: plan.outcome,
		changes: plan.changes,
		isDryRun: values.options.dryRun === true,
		times: wanted,
		roomNames: rooms.names,
		timeZone,
	};
	if (report.isDryRun || plan.steps.length === 0)
		return settled(shared, access, current, report, plan, values);
	const result = nothingChanged();
	try {
		await applySteps(
			plan.steps,
			{
				send: uncancellable,
				limits: waitLimits(shared.settings),
				stay: access,
				wanted,
				person,
				found: accesses,
				findPerson: async () => (await findGuest(shared.send, access.guest, ownKey)).person,
				sendsReservationKey: rooms.canBelongToReservation,
				failsIfPinTaken: access.ifPinTaken === 'fail',
			},
			result,
		);
	} catch (error) {
		if (error instanceof GrantAppearedError && appeared.length === 0)
			return await give(shared, uncancellable, access, values, [error.grant]);
		return failed(shared, access, report, result, error, values);
	}
	if (plan.outcome === 'ended') return { toRecord: async () => toItem(access, undefined, report) };
	const grantId = result.grantId ?? plan.grantId;
	return {
		awaitedId: grantId,
		toRecord: async () =>
			await readItem(shared, access, grantId, { ...report, notes: result.notes }),
	};
}

/** The item for a dry run, or for a stay that needs no change. */
function settled(
	shared: ReservationRun,
	stay: StayInput,
	found: GrantRecords | undefined,
	report: ItemReport,
	plan: Plan,
	{ options }: ItemValues,
): Reconciled {
	const item = toItem(
		stay,
		found,
		plan.outcome === 'ignored' ? { ...report, notes: [OVER] } : report,
	);
	// A stay that is over has nothing to wait for, because its plan keeps no grant.
	const awaitedId = report.isDryRun ? undefined : plan.grantId;
	// Reads the item again only if the wait could have changed it.
	const isOpen =
		options.waitUntilIssued === true && awaitedId !== undefined && item.is_ready !== true;
	return {
		awaitedId,
		toRecord: async () => (isOpen ? await readItem(shared, stay, awaitedId, report) : item),
	};
}

const OVER: Problem = {
	code: 'stay_is_over',
	reason: 'The stay is over, so no access was created',
	remedy: 'No action needed.',
	keeps_door_closed: false,
};

async function end(
	shared: ReservationRun,
	uncancellable: SendRequest,
	stay: StayInput,
	values: ItemValues,
): Promise<Reconciled> {
	const found = stay.guestNumber > 1 ? await shared.find(stay) : await shared.findAll(stay);
	const plan = planEnd(found.map(({ access }) => access));
	const report: ItemReport = {
		outcome: plan.outcome,
		changes: plan.changes,
		isDryRun: values.options.dryRun === true,
	};
	const newest = newestOf(found);
	if (report.isDryRun || !newest) return { toRecord: async () => toItem(stay, newest, report) };
	const result = nothingChanged();
	try {
		for (const { access } of found) await endGrant(uncancellable, access.grantId, result);
	} catch (error) {
		return failed(shared, stay, report, result, error, values);
	}
	const { access } = newest;
	const times = { startsAt: access.startsAt, endsAt: access.endsAt ?? '' };
	return {
		toRecord: async () =>
			toItem(stay, undefined, { ...report, times, roomNames: access.roomNames }),
	};
}

/**
 * Returns the failed item if the options ask for it. Otherwise, throws the error, or ActionFailedError with the changes if
 * any were made. Always throws CancelledError and NotStartedError.
 */
function failed(
	shared: ReservationRun,
	stay: StayInput,
	report: ItemReport,
	{ hasChanged, grantId, notes }: StepResult,
	error: unknown,
	values: ItemValues,
): Reconciled {
	if (error instanceof CancelledError || error instanceof NotStartedError) throw error;
	const { message, description } = describeError(error);
	const reason: Problem = {
		code: 'failed',
		reason: message,
		remedy: description || 'Execute the node again to finish.',
		keeps_door_closed: true,
	};
	const shown: ItemReport = { ...report, outcome: 'failed', notes: [reason, ...notes] };
	if (values.options.onFailedAction === 'returnItem')
		return { toRecord: async () => await readItem(shared, stay, grantId, shown) };
	if (!hasChanged) throw error;
	const sentence = `Only part of the change was made: ${message}`;
	throw new ActionFailedError(
		sentence,
		{ reservation_key: stay.reservationKey, access_grant_id: grantId, changes: report.changes },
		undefined,
		joinSentences([description, 'Execute the node again to finish']),
	);
}

/** Reads the item after its changes or its wait. A failed read must not look as if nothing was done. */
export async function readItem(
	shared: Pick<ReservationRun, 'send' | 'find'>,
	stay: StayInput,
	grantId: string | undefined,
	report: ItemReport,
): Promise<WireObject> {
	try {
		const found =
			grantId === undefined
				? newestOf(await shared.find(stay))
				: await readGrant({ send: shared.send, stay }, grantId);
		return toItem(stay, found && (await withCodes(shared.send, found)), report);
	} catch (error) {
		const { message } = describeError(error);
		const unread: Problem = {
			code: 'unreadable',
			reason: `The access could not be read again: ${message}`,
			remedy: "Use 'Reservation: Get' to read it later.",
			keeps_door_closed: false,
		};
		return {
			...toItem(stay, undefined, { ...report, notes: [...(report.notes ?? []), unread] }),
			access_grant_id: grantId ?? null,
		};
	}
}

function toDesired(
	{ context }: ReservationRun,
	access: AccessInput,
	rooms: Rooms,
): { wanted: DesiredAccess; timeZone: string } {
	const own = access.timeZone === 'room' ? rooms.timeZone : access.timeZone;
	const timeZone = own === undefined || own === 'workflow' ? context.getTimezone() : own;
	const rules = {
		...access,
		timeZone,
		checkIn: access.checkIn ?? rooms.checkIn,
		checkOut: access.checkOut ?? rooms.checkOut,
	};
	const places = {
		spaceIds: rooms.spaces.map(({ space_id: id }) => String(id)),
		deviceIds: rooms.deviceIds,
		entranceIds: rooms.entranceIds,
	};
	const name = access.guest.name ?? access.reservationKey;
	return {
		wanted: {
			...toInstants(access.arrival, access.departure, rules),
			name,
			places,
			roomNames: rooms.names,
			modes: access.modes,
			pin: access.pin,
		},
		timeZone,
	};
}

/** Items of one reservation run one after another. */
export const groupOf = (input: ReservationInput): string => stayOf(input).reservationKey;
