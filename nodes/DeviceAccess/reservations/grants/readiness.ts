import { hideSecretsInText } from '../../errors/maskPins';
import { codeOfIssue } from '../../operation/output/shapeRecord';
import { isConnectionLost, seriousErrors, warningsOf } from '../../wire/issues';
import { isAboutNoDoor, isSetOnLock } from '../../wire/locks';
import { nameOfMode } from '../../wire/modes';
import { firstText, type WireObject, wireObjectsIn } from '../../wire/records';
import { type Problem, rowOf, toProblem } from '../stays/problems';
import { isInAny, nameOfSpace } from '../stays/rooms';
import {
	canOpen,
	doorsOf,
	hasPins,
	idOfPlace,
	isOnlyOffline,
	isRunning,
	locksOf,
	MAKING_MS,
	nameOfDevice,
	type Records,
} from './grant';

type Judged = Records<'devices' | 'entrances' | 'spaces' | 'placeNames' | 'codes' | 'closedDoors'>;

/**
 * The method still has the requested PIN, which does not open this lock (docs/service.md#grants-4).
 */
const OWN_PIN =
	"This lock has a PIN of its own. Send the guest that PIN too: the item has it in 'pins'.";

const PIN_ON_LOCK =
	'The PIN is on the lock, so the door opens. You cannot change it until the lock is online again.';
const PIN_NOT_ON_LOCK = `The PIN is not on the lock. ${rowOf('device_offline').remedy}`;
const BACKUP_ON_LOCK = `The PIN is not on the lock. Its backup code opens the door. ${rowOf('pulled_backup_access_code').remedy}`;

const METHODS_DO_NOT_FIT = 'cannot_create_requested_access_methods';

/** A lock, and each code on it, has this error while the lock is offline. */
const OFFLINE = 'device_disconnected';

/** Changes in progress, which need no action, and cards, which are judged by what else opens. */
const NO_PROBLEM = new Set(['updating_access_times', 'being_deleted', 'encoding_required']);

/** Those that keep a door closed come first. PINs are hidden in the texts. */
export function findProblems(grant: Judged): Problem[] {
	const { record, methods, devices, codes = [] } = grant;
	const locks = locksOf(grant);
	const issues = [record, ...methods].flatMap((one) => [...errorsOf(one), ...warningsOf(one)]);
	return inOrder([
		...issues
			.filter((issue) => !NO_PROBLEM.has(codeOfIssue(issue)))
			.filter((issue) => !isAboutNoDoor(issue, devices))
			.map((issue) => problemOf(issue, grant)),
		...problemsOfClosedDoors(grant),
		...(isLockedOutWithoutCard(grant) ? [toProblem('encoding_required')] : []),
		...otherRoomsWithoutLock(grant.spaces, doorsOf(grant)),
		...doorsOf(grant).flatMap((door) => problemsOfDoor(door, codes)),
		...codes.flatMap((code) =>
			errorsOfCode(code, locks).map((issue) =>
				problemOf({ device_id: code.device_id, ...issue }, grant),
			),
		),
	]);
}

/** Without the issuing error once a method is issued (docs/service.md#grants-5). */
export function errorsOf(record: WireObject): WireObject[] {
	return wireObjectsIn(record.errors).filter(
		(issue) => !(record.is_issued === true && codeOfIssue(issue) === 'failed_to_issue'),
	);
}

function problemOf(issue: WireObject, { record, methods, devices, placeNames }: Judged): Problem {
	const code = codeOfIssue(issue) || 'unknown';
	const { remedy = '', keepsDoorClosed = false } = rowOf(code);
	const text = [
		String(issue.message ?? '') || code.replaceAll('_', ' '),
		...(code === METHODS_DO_NOT_FIT ? methodsThatDoNotFit(record, methods, placeNames) : []),
	].join(' ');
	const hasOwnPin =
		code === 'requested_code_unavailable' &&
		methods.some((method) => method.mode === 'code' && method.code === issue.original_code);
	const lock = devices.find(({ device_id: id }) => id === issue.device_id);
	return {
		code,
		reason:
			lock && code === OFFLINE
				? `${nameOfDevice(lock)} is offline`
				: hideSecretsInText(lock ? `${nameOfDevice(lock)}: ${text}` : text),
		remedy: hasOwnPin ? OWN_PIN : remedy,
		...sinceOf(issue),
		keeps_door_closed: hasOwnPin || keepsDoorClosed,
	};
}

/** Without that of an offline lock, which says so itself. */
function errorsOfCode(code: WireObject, locks: readonly WireObject[]): WireObject[] {
	const lock = locks.find(({ device_id: id }) => id === code.device_id);
	const isToldByLock = lock !== undefined && problemsOfDevice(lock).length > 0;
	return seriousErrors(code.errors).filter((error) => !isToldByLock || !isConnectionLost(error));
}

/** Whether a lock that is only offline keeps the guest out is known from the codes. */
function problemsOfDoor(door: WireObject, codes: readonly WireObject[]): Problem[] {
	const problems = problemsOfDevice(door);
	const isOn = isOnlyOffline(door) ? hasPins(door, codes) : undefined;
	if (isOn === undefined) return problems;
	// Backup codes are on the lock before anyone needs them.
	const isBackedUp = codes.some(
		({ device_id: id, pulled_backup_access_code_id: backup }) =>
			id === door.device_id && typeof backup === 'string',
	);
	const remedy = isOn ? PIN_ON_LOCK : isBackedUp ? BACKUP_ON_LOCK : PIN_NOT_ON_LOCK;
	return problems.map((problem) => ({
		...problem,
		remedy,
		keeps_door_closed: !isOn && !isBackedUp,
	}));
}

export function problemsOfDevice(device: WireObject): Problem[] {
	const { online } = (device.properties ?? {}) as WireObject;
	const errors = seriousErrors(device.errors);
	if (online !== false && errors.length === 0) return [];
	const hasNoOtherError = errors.every((issue) => codeOfIssue(issue) === OFFLINE);
	const why = errors
		.map((issue) => hideSecretsInText(String(issue.message ?? codeOfIssue(issue))))
		.join('; ');
	return [
		{
			...toProblem('device_offline'),
			code: codeOfIssue(errors[0] ?? {}) || 'device_offline',
			reason: hasNoOtherError
				? `${nameOfDevice(device)} is offline`
				: `${nameOfDevice(device)}: ${why || 'it is not working'}`,
			...sinceOf(errors[0]),
		},
	];
}

const sinceOf = (issue: WireObject | undefined): Pick<Problem, 'since'> =>
	typeof issue?.created_at === 'string' ? { since: issue.created_at } : {};

/** Of several rooms, such as a parking space: what has a lock opens. */
export function otherRoomsWithoutLock(
	spaces: readonly WireObject[],
	doors: readonly WireObject[],
): Problem[] {
	const without = spaces.filter((space) => !doors.some((door) => isInAny(door, [space.space_id])));
	return without.length === spaces.length
		? []
		: without.map((space) => toProblem('other_room_without_lock', { room: nameOfSpace(space) }));
}

export function closedDoorsOf(grant: Judged, openedIds: ReadonlySet<string>): string[] {
	const doors = doorsOf(grant);
	const closed = doors.filter((door) => !openedIds.has(idOfPlace(door)));
	// What a card opens that was never encoded may be unknown.
	const isKnown =
		closed.length < doors.length ||
		keysOf(grant).some(({ is_issued: isIssued }) => isIssued === true);
	return isKnown ? [...new Set(closed.map(nameOfDevice))] : [];
}

export const modesOf = ({ methods }: Pick<Records, 'methods'>): string[] => [
	...new Set(methods.map(({ mode }) => String(mode))),
];

/** Finished ones, so that the doors they open are known. */
export const keysOf = ({ record, methods }: Records): WireObject[] =>
	methods.filter(
		(method) =>
			method.mode !== 'code' &&
			(method.is_issued === true || isForStaff(record, method)) &&
			wireObjectsIn(method.pending_mutations).length === 0,
	);

function problemsOfClosedDoors({
	methods,
	entrances,
	closedDoors = [],
}: Pick<Judged, 'methods' | 'entrances' | 'closedDoors'>): Problem[] {
	const modes = modesOf({ methods });
	const saying = entrances.filter((one) => isClosedTo(modes, one)).map(nameOfDevice);
	const closed = [...new Set([...closedDoors, ...saying])];
	return closed.length === 0 ? [] : [doorNotOpened(modes, closed)];
}

/** By method of access. An entrance need not have the flags. */
const FLAG_OF_MODE: ReadonlyMap<string, string> = new Map([
	['code', 'can_unlock_with_code'],
	['card', 'can_unlock_with_card'],
	['mobile_key', 'can_unlock_with_mobile_key'],
	['cloud_key', 'can_unlock_with_cloud_key'],
]);

/** True for an entrance that says of each of the methods that it does not open for it. */
export const isClosedTo = (modes: readonly string[], entrance: WireObject): boolean =>
	modes.length > 0 && modes.every((mode) => entrance[FLAG_OF_MODE.get(mode) ?? ''] === false);

export const doorNotOpened = (modes: readonly string[], doors: readonly string[]): Problem =>
	toProblem('door_not_opened', {
		methods: modes.map((mode) => nameOfMode(mode)).join(' and the '),
		do: modes.length > 1 ? 'do' : 'does',
		doors: doors.join(', '),
	});

export function methodsThatDoNotFit(
	{ requested_access_methods: requests }: WireObject,
	methods: readonly WireObject[],
	places: readonly string[],
): string[] {
	const missing = wireObjectsIn(requests)
		.map(({ mode }) => String(mode))
		.filter((wanted) => !methods.some(({ mode }) => mode === wanted));
	const where = places.length > 0 ? places.join(', ') : 'these places';
	return [...new Set(missing)].map((mode) => `No ${nameOfMode(mode)} fits ${where}`);
}

/** Those with these modes, or those that were requested and not deleted since. */
type WantedModes = readonly string[] | undefined;

/**
 * True if every wanted method is issued with its current times. With `leavesCards`, a card that
 * waits for a person to encode or assign it counts as issued.
 */
export function isIssued(
	{ record, methods }: Records,
	{ modes, leavesCards = false }: { modes?: WantedModes; leavesCards?: boolean } = {},
): boolean {
	const counted = methods.filter(({ mode }) => modes?.includes(String(mode)) ?? true);
	return (
		isComplete(record, counted, modes) &&
		counted.every(
			(method) => method.is_issued === true || (leavesCards && isForStaff(record, method)),
		) &&
		![record, ...counted].some(areTimesChanging)
	);
}

/**
 * True if the guest can enter now. If the codes were read, every PIN must also be on its lock.
 * `leavesCards` as in isIssued.
 */
export function isReady(
	grant: Records<'devices' | 'codes'>,
	problems: readonly Problem[],
	modes?: WantedModes,
	leavesCards?: boolean,
): boolean {
	const { record, methods, codes = [] } = grant;
	return (
		methods.length > 0 &&
		methods.length >= countOfMethods(record) &&
		isIssued(grant, { modes, leavesCards }) &&
		[record, ...methods].every(
			({ pending_mutations: pending }) => wireObjectsIn(pending).length === 0,
		) &&
		locksOf(grant).every((lock) => canOpen(lock, codes)) &&
		codes.every((code) => isSetOnLock(code) === true) &&
		!problems.some((problem) => problem.keeps_door_closed)
	);
}

/** Like isReady, apart from cards that wait for a person, if the guest can enter without them. */
export function opensWithoutCards(
	grant: Records<'devices' | 'codes' | 'entrances'>,
	problems: readonly Problem[],
	modes?: WantedModes,
): boolean {
	const methods = withoutCardsForStaff(grant);
	const record = { ...grant.record, access_method_ids: [] };
	const others = modes?.filter((mode) => methods.some((method) => method.mode === mode));
	return (
		!grant.entrances.some((one) => isClosedTo(modesOf({ methods }), one)) &&
		isReady({ ...grant, record, methods }, problems, others)
	);
}

const withoutCardsForStaff = ({ record, methods }: Records): WireObject[] =>
	methods.filter((method) => !isForStaff(record, method));

/** Made during the stay, such as for other rooms or dates: those made before are written at the check-in. */
function isLockedOutWithoutCard(grant: Judged): boolean {
	const { record, methods } = grant;
	const startsAt = String(record.starts_at);
	const isNew = ({ created_at: at }: WireObject) => Date.parse(String(at)) >= Date.parse(startsAt);
	const modes = modesOf({ methods: withoutCardsForStaff(grant) });
	return (
		methods.some((method) => isForStaff(record, method) && isNew(method)) &&
		isRunning({ startsAt, endsAt: firstText(record.ends_at) }, Date.now()) &&
		(modes.length === 0 || grant.entrances.some((one) => isClosedTo(modes, one)))
	);
}

/**
 * True for a card that a person must encode or assign. Some grants say so in a warning
 * (docs/service.md#grants-9).
 */
export const isForStaff = (grant: WireObject, method: WireObject): boolean =>
	method.is_ready_for_encoding === true ||
	method.is_ready_for_assignment === true ||
	(method.mode === 'card' && codesOfWarnings(grant).includes('encoding_required'));

function isComplete(
	grant: WireObject,
	methods: readonly WireObject[],
	modes: WantedModes,
): boolean {
	if (modes) return modes.every((mode) => methods.some((method) => method.mode === mode));
	const requests = wireObjectsIn(grant.requested_access_methods);
	const isFulfilled = (request: WireObject) => {
		const { created_access_method_ids: ids } = request;
		// Somebody may have deleted what was made, such as an old PIN or a card that is no longer
		// wanted.
		if (Array.isArray(ids) && ids.length > 0) return true;
		if (methods.length > 0 && Date.parse(String(request.created_at)) < Date.now() - MAKING_MS)
			return true;
		return methods.some((method) => method.mode === request.mode && !isOlder(method, request));
	};
	return methods.length >= requests.length || requests.every(isFulfilled);
}

const countOfMethods = ({ access_method_ids: ids }: WireObject) =>
	Array.isArray(ids) ? ids.length : 0;

const isOlder = (a: WireObject, b: WireObject) =>
	Date.parse(String(a.created_at)) < Date.parse(String(b.created_at));

const UPDATING = 'updating_access_times';

/** An issued method has its old times meanwhile (docs/service.md#grants-3). */
const areTimesChanging = (record: WireObject): boolean =>
	codesOfWarnings(record).includes(UPDATING) ||
	wireObjectsIn(record.pending_mutations).some((mutation) => codeOfIssue(mutation) === UPDATING);

const codesOfWarnings = (record: WireObject) => warningsOf(record).map(codeOfIssue);

/** Each once, and those that keep a door closed first. The last of two with the same words counts. */
export function inOrder(problems: readonly Problem[]): Problem[] {
	const once = new Map(problems.map((problem) => [`${problem.code} ${problem.reason}`, problem]));
	return [...once.values()].sort(
		(a, b) => Number(b.keeps_door_closed) - Number(a.keeps_door_closed),
	);
}
