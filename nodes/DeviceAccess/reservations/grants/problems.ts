import { hideSecretsInText } from '../../errors/maskPins';
import { codeOfIssue } from '../../operation/output/shapeRecord';
import { isAboutNoDoor, isConnectionLost, seriousErrors, warningsOf } from '../../wire/issues';
import { nameOfMode, type WireObject, wireObjectsIn } from '../../wire/records';
import type { Problem } from '../stays/problem';
import {
	doorsOf,
	hasPins,
	idOfPlace,
	isOnlyOffline,
	locksOf,
	nameOfDevice,
	type Records,
} from './grant';
import { isForStaff } from './readiness';

/** What shows what is wrong with a grant. */
type Judged = Records<'devices' | 'entrances' | 'placeNames' | 'codes' | 'closedDoors'>;

/** IDs of the devices and entrances that access methods open, by mode. */
export type OpenedDoors = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * What to do about a lock with a PIN of its own. The method still has the requested PIN, which does
 * not open this lock (docs/service.md#grants-4).
 */
const OWN_PIN =
	"This lock has a PIN of its own. Send the guest that PIN too: the item has it in 'pins'.";

const WAIT_OR_REPLACE =
	'Check the lock at the door. If it does not recover before arrival, give the guest another way in.';

/** What to do about a lock that is only offline, if it is known whether it has the PIN. */
const PIN_ON_LOCK =
	'The PIN is on the lock, so the door opens. You cannot change it until the lock is online again.';
const PIN_NOT_ON_LOCK = `The PIN is not on the lock. ${WAIT_OR_REPLACE}`;

const METHODS_DO_NOT_FIT = 'cannot_create_requested_access_methods';

/** What to do about issues, by the service's code. Other codes get a general remedy. */
const KNOWN: Readonly<Record<string, { remedy: string; keepsOpen?: true }>> = {
	[METHODS_DO_NOT_FIT]: {
		remedy:
			"Check that every lock in the room supports the access methods, such as PINs, or choose others under 'Access Methods'. Once the locks support them, end the access with 'Delete reservation', then execute the node again.",
	},
	delay_in_issuing: { remedy: WAIT_OR_REPLACE },
	device_disconnected: { remedy: WAIT_OR_REPLACE },
	device_does_not_support_access_codes: {
		remedy: 'Remove this device from the room, or use another access method, such as a mobile key.',
	},
	device_time_constraints_violated: {
		remedy: 'The lock does not accept these times. Change the arrival or departure.',
	},
	encoding_required: { remedy: 'Encode the card.' },
	failed_to_issue: { remedy: WAIT_OR_REPLACE },
	overprovisioned_access: {
		remedy:
			'The guest can still open doors that are no longer part of the stay. Check the locks that failed.',
		keepsOpen: true,
	},
	pulled_backup_access_code: {
		remedy: 'Send the guest the PIN in this item, which is a backup code.',
		keepsOpen: true,
	},
	requested_code_unavailable: {
		remedy: 'Send the guest the PIN in this item instead.',
		keepsOpen: true,
	},
	underprovisioned_access: {
		remedy:
			'The service is still adding doors. If this stays for more than an hour, ask its support team.',
	},
	user_identity_missing_email_address: {
		remedy: "Add the guest's email address, because the mobile key is sent to it.",
	},
	user_identity_missing_phone_number: {
		remedy: "Add the guest's phone number, because the mobile key is sent to it.",
	},
};

const GENERAL_REMEDY = "Check the lock in the lock maker's app, then execute the node again.";

export const remedyOf = (code: string): string =>
	(Object.hasOwn(KNOWN, code) ? KNOWN[code]?.remedy : undefined) ?? GENERAL_REMEDY;

/** A lock, and each code on it, has this error while the lock is offline. */
const OFFLINE = 'device_disconnected';

/** Codes of changes in progress, which need no action. */
const NO_PROBLEM = new Set(['updating_access_times', 'being_deleted']);

/**
 * All problems with a guest's access, without duplicates. Those that keep a door closed come first.
 * PINs are hidden in the texts.
 */
export function findProblems(grant: Judged): Problem[] {
	const { record, methods, devices, codes = [], closedDoors: closed = [] } = grant;
	const locks = locksOf(grant);
	const issues = [record, ...methods].flatMap((one) => [...errorsOf(one), ...warningsOf(one)]);
	const found = [
		...issues
			.filter((issue) => !NO_PROBLEM.has(codeOfIssue(issue)))
			.filter((issue) => !isAboutNoDoor(issue, devices))
			.map((issue) => toProblem(issue, grant)),
		...problemsOfClosedDoors(methods, closed),
		...locks.flatMap((lock) => problemsOfLock(lock, codes)),
		...codes.flatMap((code) =>
			errorsOfCode(code, locks).map((issue) =>
				toProblem({ device_id: code.device_id, ...issue }, grant),
			),
		),
	];
	const once = [
		...new Map(found.map((problem) => [`${problem.code} ${problem.reason}`, problem])).values(),
	];
	return once.sort((a, b) => Number(b.keeps_door_closed) - Number(a.keeps_door_closed));
}

/**
 * The errors of a record, without the issuing error once a method is issued
 * (docs/service.md#grants-5).
 */
export function errorsOf(record: WireObject): WireObject[] {
	return wireObjectsIn(record.errors).filter(
		(issue) => !(record.is_issued === true && codeOfIssue(issue) === 'failed_to_issue'),
	);
}

function toProblem(issue: WireObject, { record, methods, devices, placeNames }: Judged): Problem {
	const code = codeOfIssue(issue) || 'unknown';
	const known = Object.hasOwn(KNOWN, code) ? KNOWN[code] : undefined;
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
		remedy: hasOwnPin ? OWN_PIN : remedyOf(code),
		...sinceOf(issue),
		keeps_door_closed: hasOwnPin || known?.keepsOpen !== true,
	};
}

/** The errors of a code, without that of a lock that is offline, which the lock has too. */
function errorsOfCode(code: WireObject, locks: readonly WireObject[]): WireObject[] {
	const lock = locks.find(({ device_id: id }) => id === code.device_id);
	const isToldByLock = lock !== undefined && problemsOfDevice(lock).length > 0;
	return seriousErrors(code.errors).filter((error) => !isToldByLock || !isConnectionLost(error));
}

/** Whether a lock that is only offline keeps the guest out is known from the codes. */
function problemsOfLock(lock: WireObject, codes: readonly WireObject[]): Problem[] {
	const problems = problemsOfDevice(lock);
	const isOn = isOnlyOffline(lock) ? hasPins(lock, codes) : undefined;
	if (isOn === undefined) return problems;
	const remedy = isOn ? PIN_ON_LOCK : PIN_NOT_ON_LOCK;
	return problems.map((problem) => ({ ...problem, remedy, keeps_door_closed: !isOn }));
}

/** The problem of a device that is offline or has an error; none otherwise. */
export function problemsOfDevice(device: WireObject): Problem[] {
	const { online } = (device.properties ?? {}) as WireObject;
	const errors = seriousErrors(device.errors);
	if (online !== false && errors.length === 0) return [];
	const isOnlyOffline = errors.every((issue) => codeOfIssue(issue) === OFFLINE);
	const why = errors
		.map((issue) => hideSecretsInText(String(issue.message ?? codeOfIssue(issue))))
		.join('; ');
	return [
		{
			code: codeOfIssue(errors[0] ?? {}) || 'device_offline',
			reason: isOnlyOffline
				? `${nameOfDevice(device)} is offline`
				: `${nameOfDevice(device)}: ${why || 'it is not working'}`,
			remedy: WAIT_OR_REPLACE,
			...sinceOf(errors[0]),
			keeps_door_closed: true,
		},
	];
}

const sinceOf = (issue: WireObject | undefined): Pick<Problem, 'since'> =>
	typeof issue?.created_at === 'string' ? { since: issue.created_at } : {};

/** The names of the doors that none of the PINs, cards and keys of their grant opens. */
export function closedDoorsOf(grant: Judged, opened: OpenedDoors): string[] {
	const keys = keysOf(grant);
	const openedIds = new Set(modesOf(grant).flatMap((mode) => [...(opened.get(mode) ?? [])]));
	// What a card opens that was never encoded may be unknown.
	const isKnown = openedIds.size > 0 || keys.some(({ is_issued: isIssued }) => isIssued === true);
	const closed = doorsOf(grant).filter((door) => !openedIds.has(idOfPlace(door)));
	return keys.length > 0 && isKnown ? [...new Set(closed.map(nameOfDevice))] : [];
}

const modesOf = ({ methods }: Pick<Records, 'methods'>): string[] => [
	...new Set(methods.map(({ mode }) => String(mode))),
];

/** Cards and keys that are finished, so that the doors they open are known. */
export const keysOf = ({ record, methods }: Records): WireObject[] =>
	methods.filter(
		(method) =>
			method.mode !== 'code' &&
			(method.is_issued === true || isForStaff(record, method)) &&
			wireObjectsIn(method.pending_mutations).length === 0,
	);

/** What to say of doors that stay closed to the guest; empty if there are none. */
export function problemsOfClosedDoors(
	methods: readonly WireObject[],
	closed: readonly string[],
): Problem[] {
	if (closed.length === 0) return [];
	const modes = modesOf({ methods });
	return [
		{
			code: 'door_not_opened',
			reason: `The ${modes.map((mode) => nameOfMode(mode)).join(' and the ')} ${modes.length > 1 ? 'do' : 'does'} not open ${closed.join(', ')}`,
			remedy:
				"Under 'Access Methods', add one that this door takes, such as 'PIN', or give the guest another way in.",
			keeps_door_closed: true,
		},
	];
}

/** Says for each requested access method that the grant lacks which places it does not fit. */
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
