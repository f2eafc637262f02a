import type { IExecuteFunctions } from 'n8n-workflow';
import type { ItemRun, RunSettings } from '../operation/types';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import { firstText } from '../wire/values';
import { withFormerKeys } from './formerKeys';
import type { PreparedStay, WantedAccess } from './preparedStay';
import { isOver } from './grants/grant';
import { readGrantKey } from './grants/grantKey';
import { GrantsOfRun, type StayToRead } from './grants/grantsOfRun';
import { type IsEndedWith, withoutOwnItem } from './plan/endedWith';
import { RoomStays, type RoomStay, toRoomStay } from './plan/overlaps';
import { type LastChanges, readLastChanges } from './stays/lastChanges';
import { namedError } from './stays/readRequest';
import { RoomReader, type Rooms } from './stays/rooms';
import { toInstants } from './stays/stayTimes';
import { isOfAllGuests, type StayRequest, type StayWithAccess } from './stays/stay';
import { isUnread, type UnitedRequest, uniteRequests } from './stays/uniteRequests';

/** The data that all items of a run share. */
export interface ReservationRun {
	context: IExecuteFunctions;
	settings: RunSettings;
	/** The secret of the credential. */
	secret: string;
	send: SendRequest;
	rooms: RoomReader;
	lastChanges: LastChanges;
	nowMs: number;
	grants: GrantsOfRun;
	/** What each request asks for, with everything looked up. */
	prepared: ReadonlyMap<StayRequest, PreparedStay>;
	roomStays: RoomStays;
	isEndedWith: IsEndedWith;
	/** For how many more stays to look up by key what to end, besides the list. */
	endingsToLookUp: number;
}

/** The request that is carried out for a request: that of all items about the guest, or itself. */
export const carriedOut = ([request, entry]: [StayRequest, PreparedStay]): StayRequest =>
	'request' in entry ? entry.request : request;

/**
 * Reads what all items of a run share: our grants, and the rooms and times of every stay. Unites
 * items about the same guest. `prefix` is given if all our grants are wanted, not only those that
 * the items name. Throws if our grants cannot be read.
 */
export async function prepareStays(
	run: ItemRun,
	requests: ReadonlyArray<StayRequest | undefined>,
	{ prefix, isList = false }: { prefix?: string; isList?: boolean } = {},
): Promise<ReservationRun> {
	const { context, settings, send } = run;
	const read = requests.filter((request) => request !== undefined);
	const united = uniteRequests(read);
	const named = read.filter(({ is }) => is !== 'ignored');
	const rooms = new RoomReader(send, settings.maxPages);
	const entries = new Map<StayRequest, PreparedStay>();
	for (const request of read) {
		entries.set(request, await prepareOne(context, rooms, united.get(request) ?? { request }));
	}
	const grants = new GrantsOfRun(send, settings.maxPages);
	if (prefix !== undefined || named.length > 0)
		await grants.read(
			named.map((request) => toRead(request, entries.get(request))),
			prefix,
		);
	const nowMs = Date.now();
	// Only a whole list shows which keys are gone.
	const prepared = prefix === undefined ? entries : withFormerKeys(entries, grants.all(), nowMs);
	return {
		context,
		settings,
		secret: run.secrets.join(''),
		send,
		rooms,
		lastChanges: readLastChanges({
			...run,
			stays: named.map(({ stay }) => stay),
			isList,
		}),
		nowMs,
		grants,
		prepared,
		roomStays: new RoomStays(allRoomStays(grants, prepared, nowMs)),
		isEndedWith: withoutOwnItem([...prepared].map(carriedOut)),
		endingsToLookUp: Infinity,
	};
}

/** Which access to read for a request. */
function toRead(request: StayRequest, prepared: PreparedStay | undefined): StayToRead {
	const { prefix, reservationKey, guestNumber } = request.stay;
	const access = prepared && 'request' in prepared ? prepared.access : undefined;
	return {
		key: { prefix, reservationKey, guestNumber },
		spaceIds: access?.wanted.spaceIds ?? [],
		guestKey: request.is === 'access' ? request.stay.guest.key : undefined,
		isOfAllGuests: request.is === 'end' && isOfAllGuests(request.stay),
	};
}

async function prepareOne(
	context: IExecuteFunctions,
	rooms: RoomReader,
	united: UnitedRequest,
): Promise<PreparedStay> {
	if ('error' in united) return united;
	const { request } = united;
	if (isUnread(request)) return { error: request.error };
	if (request.is !== 'access') return { request };
	try {
		return { request, access: toWanted(context, request.stay, await rooms.find(request.stay)) };
	} catch (error) {
		return { error: namedError(request.stay.reservationKey, error) };
	}
}

function toWanted(context: IExecuteFunctions, stay: StayWithAccess, rooms: Rooms): WantedAccess {
	const own = stay.timeZone === 'room' ? rooms.timeZone : stay.timeZone;
	const timeZone = own === undefined || own === 'workflow' ? context.getTimezone() : own;
	const rules = {
		...stay,
		timeZone,
		checkIn: stay.checkIn ?? rooms.checkIn,
		checkOut: stay.checkOut ?? rooms.checkOut,
	};
	const wanted = {
		...toInstants(stay.arrival, stay.departure, rules),
		guest: stay.guest,
		name: stay.guest.name ?? stay.reservationKey,
		spaceIds: rooms.spaces.map(({ space_id: id }) => String(id)),
		doorIds: [],
		placeNames: rooms.names,
		modes: stay.modes,
		pin: stay.pin,
	};
	const isChosen = stay.timeZone !== 'room';
	const setsDoors = !('instantMs' in stay.arrival && 'instantMs' in stay.departure);
	return { wanted, rooms, otherTimeZone: { name: timeZone, isChosen, setsDoors } };
}

/**
 * The stays that the items want, and the listed stays of all other reservations, including those of
 * other systems.
 */
function allRoomStays(
	grants: GrantsOfRun,
	prepared: ReadonlyMap<StayRequest, PreparedStay>,
	nowMs: number,
): RoomStay[] {
	const wanted = [...prepared.values()].flatMap((entry) =>
		'request' in entry && entry.access
			? [toRoomStay(entry.request.stay.reservationKey, entry.access.wanted)]
			: [],
	);
	// Access that no item gives or ends stays, such as that of an item that fails.
	const names = new Set(
		[...prepared.values()].flatMap((entry) =>
			'request' in entry && entry.request.is !== 'ignored'
				? [entry.request.stay.reservationKey]
				: [],
		),
	);
	const known = [...prepared.keys()].filter((request) => !isUnread(request));
	const prefixes = [...new Set(known.map(({ stay }) => stay.prefix))];
	const ours = prefixes.flatMap((prefix) =>
		grants
			.listed(prefix)
			.map((grant) => listedRoomStay(prefix, grant))
			.filter(({ reservationKey }) => !names.has(reservationKey)),
	);
	const isOurs = ({ access_grant_key: key }: WireObject) =>
		prefixes.some((prefix) => readGrantKey(prefix, key) !== undefined);
	const others = prefixes.slice(0, 1).flatMap((prefix) =>
		grants
			.listedOfOthers(prefix)
			.filter((grant) => keyOfOther(grant) !== null && !isOurs(grant))
			.map((grant) => ({
				...listedRoomStay('', grant),
				reservationKey: keyOfOther(grant) ?? '',
				isOfOtherSystem: true as const,
				hasReservation: firstText(grant.reservation_key) !== null,
			})),
	);
	return [...wanted, ...[...ours, ...others].filter((stay) => !isOver(stay, nowMs))];
}

/** The key of another system's access, or of its reservation. */
const keyOfOther = ({ access_grant_key: key, reservation_key: reservationKey }: WireObject) =>
	firstText(key, reservationKey);

const listedRoomStay = (prefix: string, grant: WireObject): RoomStay => ({
	reservationKey: readGrantKey(prefix, grant.access_grant_key)?.reservationKey ?? '',
	grantId: String(grant.access_grant_id),
	guestName: String(grant.name ?? ''),
	spaceIds: Array.isArray(grant.space_ids) ? grant.space_ids.map(String) : [],
	startsAt: String(grant.starts_at),
	endsAt: typeof grant.ends_at === 'string' ? grant.ends_at : null,
});
