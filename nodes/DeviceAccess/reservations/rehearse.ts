import { describeError } from '../errors/describeError';
import { InvalidParameterError } from '../errors/errors';
import { groupBy } from '../operation/run/runGroups';
import { type WireObject, wireObjectsIn } from '../wire/records';
import { type Grant, idOfPlace, isOver } from './grants/grant';
import { toItem } from './items/item';
import { chooseCurrent } from './plan/plan';
import { pinToKeep } from './plan/planPin';
import type { ReservationRun, WantedAccess } from './prepareStays';
import type { ReconciledStay } from './reconciledStay';
import { fullLocks } from './rehearsal/fullLocks';
import { PinClashes } from './rehearsal/pinClashes';
import type { RehearsedStay } from './rehearsal/rehearsedStay';
import { roomProblems } from './rehearsal/roomProblems';
import { SameStays, sameStayInList } from './rehearsal/sameStay';
import { sharedContacts } from './rehearsal/sharedContacts';
import type { Problem } from './stays/problem';
import type { StayRequest, StayWithAccess } from './stays/stay';

/** What would go wrong with each request that gives access, besides what its plan says. */
export type Rehearsal = ReadonlyMap<StayRequest, readonly Problem[]>;

/**
 * Finds what would go wrong, without changing anything: with the rooms and locks, and between the
 * stays of the input and all access in the workspace. `ended` is the access that the input ends.
 * Reads the lists of devices and entrances once.
 */
export async function rehearse(
	run: Pick<ReservationRun, 'grants' | 'nowMs' | 'prepared' | 'roomStays' | 'rooms'>,
	prefix: string,
	ended: ReadonlySet<Grant>,
): Promise<Rehearsal> {
	const house = await readHouse(run);
	const grants = run.grants.all();
	const byGuest = groupBy(grants, ({ key }) => guestOf(key));
	const stays = new Map<StayRequest, RehearsedStay>();
	for (const entry of run.prepared.values()) {
		if (!('request' in entry) || entry.request.is !== 'access' || !entry.access) continue;
		if (isOver(entry.access.wanted, run.nowMs)) continue;
		const { stay } = entry.request;
		const ofGuest = byGuest.get(guestOf(stay)) ?? [];
		stays.set(entry.request, toRehearsedStay(stay, entry.access, house, ofGuest));
	}
	const all = [...stays.values()];
	const others = otherAccess(all, ended, run, prefix);
	const problemsOf = problemsOfAll(all, others, house);
	const endedKeys = new Set([...ended].map(({ key }) => key.reservationKey));
	const sameStay = (stay: RehearsedStay) =>
		sameStayInList(stay, run.roomStays, (other) => endedKeys.has(other.reservationKey));
	return new Map(
		[...run.prepared].flatMap(([request, entry]) => {
			const stay = 'request' in entry ? stays.get(entry.request) : undefined;
			return stay ? [[request, [...problemsOf(stay), ...sameStay(stay)]]] : [];
		}),
	);
}

/** Adds to the item what the rehearsal found, each problem once. */
export function withRehearsal(
	rehearsal: Rehearsal,
	request: StayRequest,
	reconciled: ReconciledStay,
): ReconciledStay {
	const found = rehearsal.get(request) ?? [];
	if (found.length === 0) return reconciled;
	return {
		...reconciled,
		toRecord: async () => {
			const item = await reconciled.toRecord();
			if (!GIVES_ACCESS.has(item.outcome)) return item;
			const known = wireObjectsIn(item.problems);
			const more = found.filter(
				({ code, reason }) => !known.some((one) => one.code === code && one.reason === reason),
			);
			return { ...item, problems: [...known, ...more].sort(closedFirst) };
		},
	};
}

/** The item of a request that the execution without 'Dry Run' would not carry out. */
export function failedRehearsal(request: StayRequest, error: unknown): ReconciledStay {
	const { message, description } = describeError(error);
	const problem: Problem = {
		code: error instanceof InvalidParameterError ? (error.type ?? 'invalid_value') : 'failed',
		reason: message,
		remedy: description || 'Correct it, and execute the node again.',
		keeps_door_closed: true,
	};
	const record = toItem(request.stay, undefined, {
		outcome: 'failed',
		changes: [],
		problems: [problem],
		isDryRun: true,
		guestName: request.is === 'access' ? request.stay.guest.name : undefined,
	});
	return { toRecord: async () => record };
}

const GIVES_ACCESS = new Set<unknown>(['created', 'updated', 'moved', 'unchanged']);

const closedFirst = (a: WireObject | Problem, b: WireObject | Problem) =>
	Number(b.keeps_door_closed) - Number(a.keeps_door_closed);

const guestOf = ({
	reservationKey,
	guestNumber,
}: Pick<RehearsedStay, 'reservationKey' | 'guestNumber'>) =>
	JSON.stringify([reservationKey, guestNumber]);

/** The locks and other places of the workspace, and the spaces that have entrances. */
interface House {
	locksBySpace: ReadonlyMap<string, readonly WireObject[]>;
	locksById: ReadonlyMap<string, WireObject>;
	spacesWithEntrance: ReadonlySet<string>;
	/** IDs of all devices, locks or not, and of the entrances, if any stay needs them. */
	placeIds: ReadonlySet<string>;
}

async function readHouse({
	rooms,
	prepared,
}: Pick<ReservationRun, 'prepared' | 'rooms'>): Promise<House> {
	const needsEntrances = [...prepared.values()].some(
		(entry) =>
			'request' in entry &&
			entry.access !== undefined &&
			(entry.access.rooms.entranceIds.length > 0 ||
				entry.access.rooms.spaces.some(({ acs_entrance_count: count }) => count !== 0)),
	);
	const devices = await rooms.devices();
	const locks = devices.filter(isLock);
	const entrances = needsEntrances ? await rooms.entrances() : [];
	const locksBySpace = new Map<string, WireObject[]>();
	for (const lock of locks)
		for (const id of spaceIdsOf(lock)) {
			const ofSpace = locksBySpace.get(id) ?? [];
			ofSpace.push(lock);
			locksBySpace.set(id, ofSpace);
		}
	return {
		locksBySpace,
		locksById: new Map(locks.map((lock) => [String(lock.device_id), lock])),
		spacesWithEntrance: new Set(entrances.flatMap(spaceIdsOf)),
		placeIds: new Set([...devices, ...entrances].map(idOfPlace)),
	};
}

/** A room can also have a thermostat or a sensor. */
const isLock = ({ capabilities_supported: capabilities }: WireObject): boolean =>
	!Array.isArray(capabilities) ||
	capabilities.includes('lock') ||
	capabilities.includes('access_code');

const spaceIdsOf = ({ space_ids: ids }: WireObject): string[] =>
	Array.isArray(ids) ? ids.map(String) : [];

function toRehearsedStay(
	stay: StayWithAccess,
	{ wanted, rooms }: WantedAccess,
	{ locksBySpace, locksById, spacesWithEntrance, placeIds }: House,
	grants: readonly Grant[],
): RehearsedStay {
	const { spaceIds, deviceIds, entranceIds } = wanted.places;
	const current = chooseCurrent(wanted, grants);
	const pin = current ? pinToKeep(wanted, current) : wanted.pin?.code;
	const locks: WireObject[] = [
		...spaceIds.flatMap((id) => locksBySpace.get(id) ?? []),
		...deviceIds.map((id) => locksById.get(id)).filter((lock) => lock !== undefined),
	];
	const hasInstants = 'instantMs' in stay.arrival && 'instantMs' in stay.departure;
	return {
		reservationKey: stay.reservationKey,
		guestNumber: stay.guestNumber,
		guestName: stay.guest.name,
		emailAddress: stay.guest.emailAddress,
		phoneNumber: stay.guest.phoneNumber,
		startsAt: wanted.startsAt,
		endsAt: wanted.endsAt,
		spaces: rooms.spaces,
		// A lock can be in several rooms, such as a front door.
		locks: [...new Set(locks)],
		spacesWithoutDoor: spaceIds.filter(
			(id) => !locksBySpace.has(id) && !spacesWithEntrance.has(id),
		),
		unknownDeviceIds: deviceIds.filter((id) => !placeIds.has(id)),
		unknownEntranceIds: entranceIds.filter((id) => !placeIds.has(id)),
		modes: wanted.modes,
		pin: wanted.modes.includes('code') ? pin : undefined,
		isPinNew: pin !== current?.pin,
		isNew: current === undefined,
		failsIfPinTaken: stay.ifPinTaken === 'fail',
		lacksTimeZone: stay.timeZone === 'room' && rooms.timeZone === undefined && !hasInstants,
	};
}

/** Access of the workspace that no stay of the input is about. */
interface OtherAccess {
	/** Ours, with their PINs. */
	ours: readonly Grant[];
	/** Those of ours that the input ends. */
	ended: ReadonlySet<Grant>;
	/** The others, as listed. */
	listed: readonly WireObject[];
}

function otherAccess(
	stays: readonly RehearsedStay[],
	ended: ReadonlySet<Grant>,
	{ grants, nowMs }: Pick<ReservationRun, 'grants' | 'nowMs'>,
	prefix: string,
): OtherAccess {
	const named = new Set(stays.map(guestOf));
	return {
		ours: grants.all().filter((grant) => !isOver(grant, nowMs) && !named.has(guestOf(grant.key))),
		ended,
		listed: grants
			.listedOfOthers(prefix)
			.filter(({ ends_at: endsAt }) => !isOver({ endsAt: textOrNull(endsAt) }, nowMs)),
	};
}

function problemsOfAll(
	stays: readonly RehearsedStay[],
	{ ours, ended, listed }: OtherAccess,
	{ locksBySpace }: House,
): (stay: RehearsedStay) => Problem[] {
	const clashes = new PinClashes(
		stays,
		ours.flatMap((grant) => {
			const { key, pin, doorIds } = grant;
			return pin === undefined ? [] : [{ ...key, pin, doorIds, isEnding: ended.has(grant) }];
		}),
	);
	const sameStays = new SameStays(listed);
	const withoutPlace = fullLocks(stays, [
		...ours
			.filter((grant) => !ended.has(grant))
			.filter(({ methods }) => methods.some(({ mode }) => mode === 'code'))
			.map(({ doorIds, startsAt, endsAt }) => ({ lockIds: doorIds, startsAt, endsAt })),
		...listed.filter(hasRequestedCode).map((grant) => ({
			lockIds: spaceIdsOf(grant).flatMap((id) => (locksBySpace.get(id) ?? []).map(idOfPlace)),
			startsAt: String(grant.starts_at),
			endsAt: textOrNull(grant.ends_at),
		})),
	]);
	const leftOut = sharedContacts(stays);
	return (stay) => [
		...roomProblems(stay),
		...(withoutPlace.get(stay) ?? []),
		...clashes.problemsOf(stay),
		...sameStays.problemsOf(stay),
		...(leftOut.get(stay) ?? []),
	];
}

const hasRequestedCode = ({ requested_access_methods: requests }: WireObject) =>
	wireObjectsIn(requests).some(({ mode }) => mode === 'code');

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
