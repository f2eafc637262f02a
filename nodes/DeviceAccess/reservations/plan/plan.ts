import type { GrantKey } from '../grants/grantKey';
import type { RequestedPin } from '../stays/stayInput';

/** The places that a grant opens, by ID. */
export interface Places {
	spaceIds: readonly string[];
	deviceIds: readonly string[];
	entranceIds: readonly string[];
}

/** The desired access of one guest of a reservation, with everything looked up. Times are ISO 8601 in UTC. */
export interface DesiredAccess {
	name: string;
	startsAt: string;
	endsAt: string;
	places: Places;
	/** Names of the places. */
	roomNames: readonly string[];
	modes: readonly string[];
	pin?: RequestedPin;
}

export interface CurrentMethod {
	id: string;
	mode: string;
	code?: string;
}

/** One of our grants, as the service returned it. */
export interface CurrentAccess {
	grantId: string;
	key: GrantKey;
	name: string | null;
	startsAt: string;
	/** Null for access without an end. */
	endsAt: string | null;
	places: Places;
	roomNames: readonly string[];
	methods: readonly CurrentMethod[];
	/** The requested PINs, which the service may have changed. */
	requestedCodes: readonly string[];
	/** In milliseconds since 1970. */
	createdAtMs: number;
	hasErrors: boolean;
	/** More than 1 while a change of the PIN is not finished. */
	pinCount: number;
}

/** Whether the grant's person is the guest. `edit` has the changes to the person. */
export type GuestFit = { is: 'same'; edit?: Readonly<Record<string, string>> } | { is: 'another' };

export type Step =
	| { do: 'create'; pin?: string }
	| { do: 'update'; grantId: string; name?: string; startsAt?: string; endsAt?: string }
	/** Moves the grant to other places. `then` has the steps that follow, and `otherwise` the steps to take instead if the service cannot move it. */
	| { do: 'move'; grantId: string; then: readonly Step[]; otherwise: readonly Step[] }
	| { do: 'addMethods'; grantId: string; modes: readonly string[] }
	| { do: 'changePin'; grantId: string; code: string }
	| { do: 'deleteMethods'; ids: readonly string[] }
	| { do: 'delete'; grantId: string }
	/** Deletes the grant once its replacement is ready: the grant that earlier steps created, or else `readyId`. */
	| { do: 'deleteWhenReady'; grantId: string; readyId?: string }
	| { do: 'editGuest'; edit: Readonly<Record<string, string>> };

export type Outcome =
	'created' | 'updated' | 'moved' | 'unchanged' | 'ended' | 'nothing_to_end' | 'ignored' | 'failed';

export interface Change {
	what: 'starts_at' | 'ends_at' | 'rooms' | 'name' | 'access_methods' | 'pin' | 'guest' | 'access';
	before: unknown;
	after: unknown;
}

export interface Plan {
	outcome: Outcome;
	changes: Change[];
	steps: Step[];
	/** The grant that the steps keep, if any. */
	grantId?: string;
}

/** Plans the steps to the desired access. Once the steps are done, a new plan has no steps. */
export function planAccess(
	wanted: DesiredAccess,
	found: readonly CurrentAccess[],
	guest: GuestFit,
	nowMs: number,
): Plan {
	if (Date.parse(wanted.endsAt) <= nowMs) return planOver(found, nowMs);
	const current = chooseCurrent(wanted, found);
	if (!current)
		return {
			outcome: 'created',
			changes: changesOfNew(wanted),
			steps: [{ do: 'create', pin: wanted.pin?.code }],
		};
	const others = found.filter((access) => access !== current);
	const isMoved = !isSamePlaces(current.places, wanted.places);
	const changes = changesOf(wanted, current, guest, nowMs);
	const steps =
		guest.is === 'another'
			? replacing(wanted, current, nowMs, wanted.pin?.code)
			: isMoved
				? moving(wanted, current, nowMs)
				: editing(wanted, current, nowMs);
	if (guest.is === 'same' && guest.edit) steps.push({ do: 'editGuest', edit: guest.edit });
	if (others.length > 0)
		changes.push({
			what: 'access',
			before: others.flatMap(({ roomNames }) => roomNames),
			after: null,
		});
	steps.push(
		...others.map(({ grantId }): Step =>
			isInHouse(wanted, current, nowMs)
				? { do: 'deleteWhenReady', grantId, readyId: current.grantId }
				: { do: 'delete', grantId },
		),
	);
	return {
		outcome: steps.length === 0 ? 'unchanged' : isMoved ? 'moved' : 'updated',
		changes,
		steps,
		grantId: current.grantId,
	};
}

/** Plans the steps to end all access. */
export function planEnd(found: readonly CurrentAccess[]): Plan {
	const changes: Change[] = found.map(({ roomNames }) => ({
		what: 'access',
		before: roomNames,
		after: null,
	}));
	return {
		outcome: found.length > 0 ? 'ended' : 'nothing_to_end',
		changes,
		steps: found.map(({ grantId }) => ({ do: 'delete', grantId })),
	};
}

/** Plans a past stay. Ends its access if that is still open because the departure was moved earlier. Otherwise, nothing changes. */
function planOver(found: readonly CurrentAccess[], nowMs: number): Plan {
	const open = found.filter(({ endsAt }) => endsAt === null || Date.parse(endsAt) > nowMs);
	if (open.length > 0) return planEnd(open);
	return { outcome: found.length > 0 ? 'unchanged' : 'ignored', changes: [], steps: [] };
}

/** Chooses the grant with the wanted places, or the newest. There are several grants during a room change. */
export function chooseCurrent(
	{ places }: DesiredAccess,
	found: readonly CurrentAccess[],
): CurrentAccess | undefined {
	const newestFirst = [...found].sort(byNewest);
	return newestFirst.find((access) => isSamePlaces(access.places, places)) ?? newestFirst[0];
}

/** Sorts by time of creation, newest first. The newest can have a lower key part, because a key is used again once it is free. */
export const byNewest = (a: CurrentAccess, b: CurrentAccess): number =>
	b.createdAtMs - a.createdAtMs || b.key.part - a.key.part;

/** Before arrival, the plan deletes the old access first. During the stay, it deletes the old access once the new one is ready. */
function replacing(
	wanted: DesiredAccess,
	current: CurrentAccess,
	nowMs: number,
	pin: string | undefined,
): Step[] {
	const create: Step = { do: 'create', pin };
	return isInHouse(wanted, current, nowMs)
		? [create, { do: 'deleteWhenReady', grantId: current.grantId }]
		: [{ do: 'delete', grantId: current.grantId }, create];
}

function moving(wanted: DesiredAccess, current: CurrentAccess, nowMs: number): Step[] {
	const otherwise = replacing(wanted, current, nowMs, pinToKeep(wanted, current));
	return [
		{ do: 'move', grantId: current.grantId, then: methodSteps(wanted, current, nowMs), otherwise },
	];
}

function editing(wanted: DesiredAccess, current: CurrentAccess, nowMs: number): Step[] {
	const edit = {
		...(wanted.name === current.name ? {} : { name: wanted.name }),
		...(isSameStart(wanted, current, nowMs) ? {} : { startsAt: wanted.startsAt }),
		...(isSameTime(wanted.endsAt, current.endsAt) ? {} : { endsAt: wanted.endsAt }),
	};
	return [
		...(Object.keys(edit).length > 0
			? [{ do: 'update' as const, grantId: current.grantId, ...edit }]
			: []),
		...methodSteps(wanted, current, nowMs),
	];
}

function methodSteps(wanted: DesiredAccess, current: CurrentAccess, nowMs: number): Step[] {
	const { grantId, methods } = current;
	const missing = isBeingMade(current, nowMs) ? [] : missingModes(wanted, methods);
	const surplus = methods.filter(({ mode }) => !wanted.modes.includes(mode)).map(({ id }) => id);
	const steps: Step[] = [];
	if (missing.length > 0) steps.push({ do: 'addMethods', grantId, modes: missing });
	if (surplus.length > 0) steps.push({ do: 'deleteMethods', ids: surplus });
	if (isOtherPin(wanted, current)) steps.push({ do: 'changePin', grantId, code: wanted.pin.code });
	return steps;
}

/** How long the service may take to make the methods of a new grant, in milliseconds. After that, the node requests them again. */
const MAKING_MS = 10 * 60_000;

/** True for a new grant whose methods the service is still making. */
export const isBeingMade = ({ methods, hasErrors, createdAtMs }: CurrentAccess, nowMs: number) =>
	methods.length === 0 && !hasErrors && nowMs - createdAtMs < MAKING_MS;

/**
 * True if the PIN must change, or if a change to it is not finished. Only an entered PIN replaces one in use, unless it was
 * requested before and the service chose another PIN instead.
 */
function isOtherPin(
	wanted: DesiredAccess,
	{ methods, requestedCodes, pinCount }: CurrentAccess,
): wanted is DesiredAccess & { pin: RequestedPin } {
	const { pin } = wanted;
	const ofCode = methods.filter(({ mode }) => mode === 'code');
	if (pin?.isGiven !== true || !wanted.modes.includes('code') || ofCode.length === 0) return false;
	const isNew = !requestedCodes.includes(pin.code) && !ofCode.some(({ code }) => code === pin.code);
	return isNew || pinCount > 1;
}

/** The PIN stays when dates and rooms change, unless another one was entered. */
function pinToKeep({ pin }: DesiredAccess, { methods }: CurrentAccess): string | undefined {
	return pin?.isGiven
		? pin.code
		: (methods.find(({ mode, code }) => mode === 'code' && code !== undefined)?.code ?? pin?.code);
}

function changesOf(
	wanted: DesiredAccess,
	current: CurrentAccess,
	guest: GuestFit,
	nowMs: number,
): Change[] {
	const { methods } = current;
	const modes = [...new Set(methods.map(({ mode }) => mode))].sort();
	const changes: Array<Change | false> = [
		!isSamePlaces(current.places, wanted.places) && {
			what: 'rooms',
			before: current.roomNames,
			after: wanted.roomNames,
		},
		!isSameStart(wanted, current, nowMs) && {
			what: 'starts_at',
			before: current.startsAt,
			after: wanted.startsAt,
		},
		!isSameTime(wanted.endsAt, current.endsAt) && {
			what: 'ends_at',
			before: current.endsAt,
			after: wanted.endsAt,
		},
		wanted.name !== current.name && { what: 'name', before: current.name, after: wanted.name },
		methodSteps({ ...wanted, pin: undefined }, current, nowMs).length > 0 && {
			what: 'access_methods',
			before: modes,
			after: [...wanted.modes].sort(),
		},
		// No PINs in 'changes', because masking might not recognize them under 'before' and 'after'.
		isOtherPin(wanted, current) && { what: 'pin', before: null, after: null },
		guest.is === 'another' && { what: 'guest', before: null, after: null },
		guest.is === 'same' &&
			guest.edit !== undefined && { what: 'guest', before: null, after: guest.edit },
	];
	return changes.filter((change) => change !== false);
}

const changesOfNew = ({ startsAt, endsAt, roomNames }: DesiredAccess): Change[] => [
	{ what: 'rooms', before: null, after: roomNames },
	{ what: 'starts_at', before: null, after: startsAt },
	{ what: 'ends_at', before: null, after: endsAt },
];

const missingModes = ({ modes }: DesiredAccess, methods: readonly CurrentMethod[]) =>
	modes.filter((wanted) => !methods.some(({ mode }) => mode === wanted));

/** True during a stay. A stay that moved to a later day is no longer running, even if its old times include now. */
const isInHouse = (wanted: DesiredAccess, current: CurrentAccess, nowMs: number) =>
	isRunning(wanted, nowMs) && isRunning(current, nowMs);

/** True between start and end. */
export function isRunning(
	{ startsAt, endsAt }: { startsAt: string; endsAt: string | null },
	nowMs: number,
): boolean {
	return Date.parse(startsAt) <= nowMs && (endsAt === null || Date.parse(endsAt) > nowMs);
}

/** Two starts in the past count as the same, because the service may have set one to the time of creation. */
function isSameStart({ startsAt }: DesiredAccess, current: CurrentAccess, nowMs: number): boolean {
	return (
		isSameTime(startsAt, current.startsAt) ||
		(Date.parse(startsAt) <= nowMs && Date.parse(current.startsAt) <= nowMs)
	);
}

const isSameTime = (a: string, b: string | null) => b !== null && Date.parse(a) === Date.parse(b);

/** True if both open the same places, in any order. */
export function isSamePlaces(a: Places, b: Places): boolean {
	return (['spaceIds', 'deviceIds', 'entranceIds'] as const).every((kind) =>
		isSameSet(a[kind], b[kind]),
	);
}

const isSameSet = (a: readonly string[], b: readonly string[]) =>
	new Set(a).size === new Set(b).size && a.every((id) => b.includes(id));
