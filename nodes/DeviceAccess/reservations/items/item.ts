import { describeError } from '../../errors/describeError';
import { isNotFound } from '../../errors/errors';
import type { SendRequest } from '../../transport/request';
import { isLock, isSetOnLock } from '../../wire/locks';
import { isText, type WireObject, withoutUndefined } from '../../wire/records';
import { guestNameOf, isBeingDeleted, locksOf, type Grant } from '../grants/grant';
import type { GrantsOfRun } from '../grants/grantsOfRun';
import {
	allPinsOf,
	backupPins,
	hasSeveralPins,
	otherPins,
	pinsOf,
	workingPins,
} from '../grants/pins';
import { findProblems, inOrder, isIssued, isReady, opensWithoutCards } from '../grants/readiness';
import { needsCodes, readGrant, withCodes } from '../grants/readGrants';
import { type Contact, contactsInMailbox } from '../plan/person';
import { type Change, type Outcome, PIN_CHANGE } from '../plan/diff';
import { isSameSpaces } from '../plan/situation';
import { fingerprint } from '../message/messageKey';
import { type Problem, rowOf, toProblem } from '../stays/problems';
import { timeZoneOfDoors } from '../stays/rooms';
import { isSameName } from '../stays/sameName';
import { type Stay, type StayKey, stayKeyOf, stayKeyOfGrant } from '../stays/stay';
import { pinOnLocksOf, withMessages } from './tell';

/** What happened. Empty if the operation only reads. */
export interface ItemReport {
	/** 'pending': a new PIN that is not set yet. */
	outcome?: Outcome | 'pending';
	changes?: readonly Change[];
	/** Besides the problems of the grant. */
	problems?: readonly Problem[];
	/** Shown in place of all other problems. */
	risks?: readonly Problem[];
	isDryRun?: boolean;
	/** No lock can have the PIN yet. */
	isNew?: boolean;
	/** The name that came in, which is never another person's. */
	guestName?: string;
	/** Of a booking that changes nothing. */
	said?: WireObject;
	/** Those of the booking that came in. Undefined if none did: then those of the stay's own mailbox. */
	contacts?: Partial<Record<Contact, string>>;
	/** Who has the stay now, if the access is still that of the guest before. */
	newGuest?: string;
	/** Shown if there is no grant, like the places. */
	times?: { startsAt: string; endsAt: string };
	placeNames?: readonly string[];
	/** Undefined: that of the grant's rooms or locks. */
	timeZone?: string;
	/** The rooms that have it. Undefined: those of the grant. */
	spaceIds?: readonly string[];
	otherTimeZone?: OtherTimeZone;
	/** Those of a dry run, if there is no grant yet. */
	doors?: readonly WireObject[];
	/** Undefined: those that were requested. */
	modes?: readonly string[];
	before?: Grant;
	/** Keys the fingerprint of the message to the guest. */
	secret?: string;
}

export function toItem(key: StayKey, grant: Grant | undefined, report: ItemReport): WireObject {
	const zone = timeZoneOfItem(grant, report);
	const problems =
		report.risks ??
		inOrder([...(report.problems ?? []), ...(grant ? findProblems(grant) : []), ...zone.problems]);
	const contacts = report.contacts ?? (grant ? contactsOfGuest(grant, report) : {});
	const item: WireObject = withoutUndefined({
		reservation_key: key.reservationKey,
		key_prefix: key.prefix,
		stay_key: grant ? stayKeyOfGrant(key, grant.id) : stayKeyOf(key),
		managed_by: key.isOthers ? 'other' : undefined,
		outcome: report.outcome,
		changes: report.changes && changesOf(report.changes, grant, report.before),
		dry_run: report.isDryRun === true ? true : undefined,
		is_ready: grant
			? !isAwaitingLocks(grant, report) && isReady(grant, problems, report.modes)
			: false,
		problems,
		starts_at: grant?.startsAt ?? report.times?.startsAt ?? null,
		ends_at: grant ? grant.endsAt : (report.times?.endsAt ?? null),
		time_zone: zone.timeZone,
		rooms: grant?.placeNames ?? report.placeNames ?? [],
		guest_name: report.guestName ?? (grant && guestNameOf(grant)) ?? null,
		guest_email: contacts.email_address ?? null,
		guest_phone: contacts.phone_number ?? null,
		pin: grant?.pin ?? null,
		pins: grant ? otherPins(grant, grant.pin) : [],
		all_pins: grant && report.newGuest === undefined ? allPinsInWords(grant) : null,
		instant_key_url: (grant && linkOf(grant)) ?? null,
		message_key: messageKeyOf(grant, report),
		access_grant_id: grant?.id ?? null,
		access_grant: grant ? recordOf(grant) : null,
	});
	return withMessages(item, { pinOnLocks: grant && pinOnLocksOf(grant), said: report.said });
}

/** The service's record of the access, with its methods. */
export const recordOf = ({ record, methods }: Grant): WireObject => ({
	...record,
	access_methods: methods,
});

/**
 * A failed read must not look as if nothing was done. `unchanged`: the grant as it was found.
 * `isStale`: what was read before does not count.
 */
export async function readItem(
	{ send, grants }: { send: SendRequest; grants: Pick<GrantsOfRun, 'readAgainOf'> },
	stay: Stay,
	id: string,
	report: ItemReport,
	{ unchanged, isStale = false }: { unchanged?: Grant; isStale?: boolean } = {},
): Promise<WireObject> {
	try {
		const atTheEnd = isStale ? undefined : grants.readAgainOf(id);
		// Its locks cannot have answered yet.
		if (atTheEnd?.isNew) return toItem(stay, atTheEnd.grant, { ...report, isNew: true });
		const grant = atTheEnd?.grant ?? unchanged ?? (await readGrant({ send, stay }, id));
		// Before the PIN is issued, only the codes can show that one of several locks has another one.
		const isTelling = isIssued(grant) || locksOf(grant).length > 1;
		if (isBeingDeleted(grant.record)) return endedMeanwhile(stay, report);
		const needs = needsCodes(grant) || (grant !== unchanged && isTelling);
		return toItem(stay, needs ? await withCodes(send, grant) : grant, report);
	} catch (error) {
		if (isNotFound(error, 'access_grant')) return endedMeanwhile(stay, report);
		const { message } = describeError(error);
		const unread = toProblem('unreadable', { why: message });
		return {
			...toItem(stay, undefined, { ...report, problems: [...(report.problems ?? []), unread] }),
			access_grant_id: id,
		};
	}
}

/** Somebody ended the access while it was changed. */
const endedMeanwhile = (stay: Stay, report: ItemReport): WireObject =>
	toItem(stay, undefined, {
		...report,
		outcome: 'failed',
		problems: [toProblem('ended_meanwhile'), ...(report.problems ?? [])],
	});

/** As a booking system stores them, such as `1234, Garage: 5678`. */
function allPinsInWords(grant: Grant): string | null {
	const { pin } = grant;
	const others = otherPins(grant, pin).map((one) => `${String(one.door)}: ${String(one.pin)}`);
	return pin === undefined ? null : [pin, ...others].join(', ');
}

const isAwaitingLocks = ({ methods }: Grant, { isNew = false }: ItemReport) =>
	isNew && methods.some(({ mode }) => mode === 'code');

/**
 * A PIN that changed is always said, also on one door only, so that somebody can tell the guest.
 */
function changesOf(
	changes: readonly Change[],
	grant: Grant | undefined,
	before: Grant | undefined,
): readonly Change[] {
	const known = before ? allPinsOf(before) : [];
	const isNew =
		grant !== undefined &&
		known.length > 0 &&
		workingPins(grant).some((pin) => !known.includes(pin));
	return isNew && !changes.some(({ what }) => what === 'pin') ? [...changes, PIN_CHANGE] : changes;
}

/**
 * What ends or leaves a booking brings its name, but no contacts. Those of a mailbox that has another
 * name are not shown beside it, because a part of the name can be another guest's.
 */
function contactsOfGuest(grant: Grant, { guestName }: ItemReport) {
	const { full_name: known } = grant.person ?? {};
	const isOther = guestName !== undefined && isText(known) && !isSameName(guestName, known);
	return isOther ? {} : contactsInMailbox({ ...grant, name: guestName ?? grant.name });
}

/** None of a failed item, which shows the access as it was before, or half changed. */
const messageKeyOf = (
	grant: Grant | undefined,
	{ outcome, secret, modes, isDryRun, newGuest }: ItemReport,
) =>
	grant && secret !== undefined && !isDryRun && outcome !== 'failed'
		? messageKey(grant, modes, secret, newGuest)
		: null;

/**
 * Empty unless something keeps a door closed, or the stay begins soon and is not ready. Before the
 * start, locks may not have their PINs yet (docs/service.md#grants-6).
 */
export function atRiskProblems(grant: Grant, nowMs: number, soonMs: number): Problem[] {
	const problems = findProblems(grant);
	const startsInMs = Date.parse(grant.startsAt) - nowMs;
	const codes = grant.codes?.filter((code) => isSetOnLock(code) === true);
	const judged = startsInMs > 0 ? { ...grant, codes } : grant;
	const keepsClosed = (problem: Problem) => problem.keeps_door_closed;
	const causes = problems.filter(({ code }) => rowOf(code).follows !== true);
	if (causes.some(keepsClosed)) return causes;
	if (problems.some(keepsClosed)) return problems;
	if (startsInMs > soonMs || isReady(judged, problems)) return [];
	if (opensWithoutCards(judged, problems)) return [];
	if (isReady(judged, problems, undefined, true))
		return [...problems, toProblem('encoding_required')];
	return [
		...problems,
		toProblem(
			'not_ready',
			{},
			isIssued(grant)
				? { reason: 'A PIN is not on its lock yet, or its times are still being changed' }
				: {},
		),
	];
}

/** The time zone that stands in for that of the rooms. */
export interface OtherTimeZone {
	name: string;
	isChosen: boolean;
	/** True if the doors open at hours of this time zone. */
	setsDoors: boolean;
}

function timeZoneOfItem(
	grant: Grant | undefined,
	{ timeZone: ofRooms, spaceIds, doors, otherTimeZone: other }: ItemReport,
): { timeZone?: string; problems: Problem[] } {
	// The item can show the rooms before a move, which need not be in that of the new ones.
	const isOfBooked = !grant || !spaceIds || isSameSpaces(grant, { spaceIds });
	const ofBooked = isOfBooked ? (ofRooms ?? timeZoneOfDoors([], doors ?? [])) : undefined;
	const own = (grant && timeZoneOf(grant)) ?? ofBooked;
	if (own !== undefined || !other || other.isChosen)
		return { timeZone: own ?? other?.name, problems: [] };
	if (!grant && !doors && !other.setsDoors) return { problems: [] };
	return { timeZone: other.name, problems: [toProblem('no_time_zone')] };
}

/**
 * A fingerprint of what the guest must know, and of who the guest is. Null as long as a PIN or key
 * is not issued. Keyed with the secret of the credential.
 */
export function messageKey(
	grant: Grant,
	modes: readonly string[] | undefined,
	secret: string,
	newGuest?: string,
): string | null {
	if (!isReadyForMessage(grant, modes)) return null;
	const { startsAt, endsAt, spaceIds, pin } = grant;
	const stay = [
		[...spaceIds].sort(),
		Date.parse(startsAt),
		endsAt === null ? null : Date.parse(endsAt),
		timeZoneOf(grant) ?? null,
		newGuest ?? grant.record.user_identity_id ?? null,
	];
	const pins = [
		pin ?? null,
		// Not every item has the codes, unless the grant says that doors have PINs of their own.
		otherPins(hasSeveralPins(grant) ? grant : { ...grant, codes: undefined }, pin)
			.map((door) => [door.device_id, door.pin])
			.sort(),
		// Those of a PIN that is being taken away are not told.
		backupPins(
			pinsOf(grant.methods).find((one) => one.some(({ code }) => code === pin)) ?? [],
		).sort(),
		linkOf(grant) ?? null,
	];
	return fingerprint(secret, stay, pins);
}

export const timeZoneOf = ({ spaces, devices, accounts }: Grant): string | undefined =>
	timeZoneOfDoors(spaces, devices, accounts);

export const linkOf = ({ record, methods }: Grant): unknown =>
	record.instant_key_url ??
	methods.find(({ instant_key_url: url }) => typeof url === 'string')?.instant_key_url;

/** A lock or entrance that is offline weeks ahead of the stay must not cost the guest the message. */
function isReadyForMessage(grant: Grant, modes: readonly string[] | undefined): boolean {
	const devices = grant.devices.filter((device) => !isLock(device));
	const entrances = grant.entrances.map((one) => ({ ...one, errors: [] }));
	const problems = findProblems({ ...grant, devices, entrances, codes: undefined });
	return (
		grant.methods.length > 0 &&
		isIssued(grant, { modes, leavesCards: true }) &&
		!problems.some(
			({ code, keeps_door_closed: isClosed }) => isClosed && code !== 'requested_code_unavailable',
		)
	);
}
