import { codeOfIssue } from '../../operation/output/shapeRecord';
import { isAboutNoDoor, warningsOf } from '../../wire/issues';
import { type WireObject, wireObjectsIn } from '../../wire/records';
import { isInAny, nameOfSpace } from '../stays/rooms';
import { type GrantKey, readGrantKey } from './grantKey';
import { doorsOf } from './doors';
import type { GrantRecords } from './grantRecords';
import { currentPin, otherPins, pinsOf } from './pins';

export interface Method {
	id: string;
	mode: string;
	code?: string;
}

/** One of our access grants: what the plan compares, and the records behind it. */
export interface Grant {
	id: string;
	key: GrantKey;
	name: string | null;
	startsAt: string;
	/** Null for access without an end. */
	endsAt: string | null;
	spaceIds: readonly string[];
	placeNames: readonly string[];
	/** IDs of all locks and entrances that it opens. */
	doorIds: readonly string[];
	methods: readonly Method[];
	/** The PIN that works, if the service shows it. */
	pin?: string;
	/** More than 1 while a change of the PIN is not finished. */
	pinCount: number;
	/** All PINs that were ever requested for this grant. The service may have chosen others. */
	requestedCodes: readonly string[];
	/** In milliseconds since 1970. */
	createdAtMs: number;
	hasErrors: boolean;
	person?: WireObject;
	spaces: readonly WireObject[];
	records: GrantRecords;
}

/** Records related to a batch of grants, by kind. */
export type RelatedRecords = Record<
	'methods' | 'devices' | 'entrances' | 'spaces' | 'people',
	readonly WireObject[]
>;

/** The grant from its record and the records related to its batch. */
export function toGrant(prefix: string, grant: WireObject, related: RelatedRecords): Grant {
	const methodIds = Array.isArray(grant.access_method_ids) ? grant.access_method_ids : [];
	const methods = related.methods
		.filter(({ access_method_id: id }) => methodIds.includes(id))
		.filter((method) => !isBeingDeleted(method))
		.sort(byAge);
	const spaceIds = spacesOf(grant);
	const devices = related.devices.filter((device) => isInAny(device, spaceIds));
	const entrances = related.entrances.filter((entrance) => isInAny(entrance, spaceIds));
	const spaces = related.spaces.filter(({ space_id: id }) => spaceIds.includes(id));
	const placeNames = spaces.map(nameOfSpace);
	return {
		id: String(grant.access_grant_id),
		key: readGrantKey(prefix, grant.access_grant_key) ?? {
			prefix,
			reservationKey: '',
			guestNumber: 1,
			part: 1,
		},
		name: typeof grant.name === 'string' ? grant.name : null,
		startsAt: String(grant.starts_at),
		endsAt: typeof grant.ends_at === 'string' ? grant.ends_at : null,
		spaceIds: spaceIds.map(String),
		placeNames,
		doorIds: doorsOf({ devices, entrances }).map(idOfPlace),
		methods: methods.map(({ access_method_id: id, mode, code }) => ({
			id: String(id),
			mode: String(mode),
			code: typeof code === 'string' ? code : undefined,
		})),
		pin: currentPin(methods),
		pinCount: pinsOf(methods).length,
		requestedCodes: wireObjectsIn(grant.requested_access_methods).flatMap(({ code }) =>
			typeof code === 'string' ? [code] : [],
		),
		createdAtMs: Date.parse(String(grant.created_at)),
		hasErrors: wireObjectsIn(grant.errors).some((issue) => !isAboutNoDoor(issue, devices)),
		person: related.people.find(({ user_identity_id: id }) => id === grant.user_identity_id),
		spaces,
		records: { grant, methods, devices, entrances, placeNames },
	};
}

/**
 * How long the service may take to make requested methods, in milliseconds. After that, the node
 * requests those of a new grant again, and others count as deleted.
 */
export const MAKING_MS = 10 * 60_000;

/** True for a new grant whose requested methods the service is still making. */
export const isBeingMade = (
	{ methods, hasErrors, createdAtMs, records }: Grant,
	nowMs: number,
): boolean =>
	methods.length === 0 &&
	!hasErrors &&
	wireObjectsIn(records.grant.requested_access_methods).length > 0 &&
	nowMs - createdAtMs < MAKING_MS;

export function isRunning(
	{ startsAt, endsAt }: { startsAt: string; endsAt: string | null },
	nowMs: number,
): boolean {
	return Date.parse(startsAt) <= nowMs && !isOver({ endsAt }, nowMs);
}

export const isOver = ({ endsAt }: { endsAt: string | null }, nowMs: number): boolean =>
	endsAt !== null && Date.parse(endsAt) <= nowMs;

/**
 * Sorts by time of creation, newest first. The newest can have a lower key part, because a key is
 * used again once it is free.
 */
export const byNewest = (
	a: Pick<Grant, 'createdAtMs' | 'key'>,
	b: Pick<Grant, 'createdAtMs' | 'key'>,
): number => b.createdAtMs - a.createdAtMs || b.key.part - a.key.part;

/** The newest grant of a guest. There are several during a room change. */
export const newestOf = (grants: readonly Grant[]): Grant | undefined =>
	[...grants].sort(byNewest).at(0);

/** The PIN that works, and those that single doors have instead: all that the guest needs. */
export const workingPins = ({ pin, records }: Grant): string[] => [
	...(pin === undefined ? [] : [pin]),
	...otherPins(records, pin).map((ofDoor) => ofDoor.pin),
];

/** The same with those that a change has not set or removed yet, as far as the service shows them. */
export const allPinsOf = (grant: Grant): string[] => [
	...grant.methods.flatMap(({ code }) => code ?? []),
	...workingPins(grant),
];

export const isBeingDeleted = (record: WireObject): boolean =>
	warningsOf(record).some((issue) => codeOfIssue(issue) === 'being_deleted');

export const idOfPlace = ({
	device_id: deviceId,
	acs_entrance_id: entranceId,
}: WireObject): string => String(deviceId ?? entranceId);

const spacesOf = ({ space_ids: ids }: WireObject): unknown[] => (Array.isArray(ids) ? ids : []);

const byAge = (a: WireObject, b: WireObject) =>
	Date.parse(String(a.created_at)) - Date.parse(String(b.created_at));
