import { hideSecretsInText } from '../../errors/maskPins';
import { codeOfIssue } from '../../operation/output/issueSummary';
import { seriousErrors, warningsOf } from '../../wire/issues';
import { type WireObject, wireObjectsIn } from '../../wire/records';

/** Why a guest may be locked out or gets something other than what was requested, and what to do about it. */
export interface Problem {
	/** A stable code that workflows can test: the service's code for the issue, if it has one. */
	code: string;
	reason: string;
	remedy: string;
	/** When it began, in ISO 8601, if the service says when. It distinguishes a new problem from an old one. */
	since?: string;
	/** True if the guest may be locked out. */
	keeps_door_closed: boolean;
}

/** The records of a guest's access. */
export interface AccessRecords {
	grant: WireObject;
	/** Oldest first. */
	methods: readonly WireObject[];
	/** The devices that the grant opens. */
	devices: readonly WireObject[];
	/** The codes on the locks, if read. */
	codes?: readonly WireObject[];
}

/**
 * What to do about a lock with a PIN of its own. The method still has the requested PIN, which does
 * not open this lock (docs/service.md#grants-4).
 */
const OWN_PIN =
	"This lock has a PIN of its own. Send the guest that PIN too: 'Reservation: Get' with 'Output' set to 'Raw' has it in 'access_grant', as 'new_code'.";

const WAIT_OR_REPLACE =
	'Check the lock at the door. If it does not recover before arrival, give the guest another way in.';

/** What to do about issues, by the service's code. Other codes get a general remedy. */
const KNOWN: Readonly<Record<string, { remedy: string; keepsOpen?: true }>> = {
	cannot_create_requested_access_methods: {
		remedy:
			'Check that every lock in the room supports the access methods, such as PINs, then execute the node again.',
	},
	delay_in_issuing: { remedy: WAIT_OR_REPLACE },
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
		remedy: 'The service is still adding doors. Execute the node again later.',
	},
	user_identity_missing_email_address: {
		remedy: "Add the guest's email address, because the mobile key is sent to it.",
	},
	user_identity_missing_phone_number: {
		remedy: "Add the guest's phone number, because the mobile key is sent to it.",
	},
};

/** Codes of changes in progress, which need no action. */
const NO_PROBLEM = new Set(['updating_access_times', 'being_deleted']);

/** All problems with a guest's access, without duplicates. Those that keep a door closed come first. PINs are hidden in the texts. */
export function findProblems({ grant, methods, devices, codes = [] }: AccessRecords): Problem[] {
	const issues = [grant, ...methods].flatMap((record) => [
		...errorsOf(record),
		...warningsOf(record),
	]);
	const found = [
		...issues
			.filter((issue) => !NO_PROBLEM.has(codeOfIssue(issue)))
			.map((issue) => toProblem(issue, devices, methods)),
		...devices.flatMap(problemsOfDevice),
		...codes.flatMap((code) =>
			seriousErrors(code.errors).map((issue) =>
				toProblem({ device_id: code.device_id, ...issue }, devices, methods),
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
function errorsOf(record: WireObject): WireObject[] {
	return wireObjectsIn(record.errors).filter(
		(issue) => !(record.is_issued === true && codeOfIssue(issue) === 'failed_to_issue'),
	);
}

function toProblem(
	issue: WireObject,
	devices: readonly WireObject[],
	methods: readonly WireObject[],
): Problem {
	const code = codeOfIssue(issue) || 'unknown';
	const known = Object.hasOwn(KNOWN, code) ? KNOWN[code] : undefined;
	const text = String(issue.message ?? '') || code.replaceAll('_', ' ');
	const hasOwnPin =
		code === 'requested_code_unavailable' &&
		methods.some((method) => method.mode === 'code' && method.code === issue.original_code);
	const lock = devices.find(({ device_id: id }) => id === issue.device_id);
	return {
		code,
		reason: hideSecretsInText(lock ? `${nameOf(lock)}: ${text}` : text),
		remedy: hasOwnPin
			? OWN_PIN
			: (known?.remedy ?? "Check the lock in the lock maker's app, then execute the node again."),
		...sinceOf(issue),
		keeps_door_closed: hasOwnPin || known?.keepsOpen !== true,
	};
}

function problemsOfDevice(device: WireObject): Problem[] {
	const { online } = (device.properties ?? {}) as WireObject;
	const errors = seriousErrors(device.errors);
	if (online !== false && errors.length === 0) return [];
	const why = errors
		.map((issue) => hideSecretsInText(String(issue.message ?? codeOfIssue(issue))))
		.join('; ');
	return [
		{
			code: codeOfIssue(errors[0] ?? {}) || 'device_offline',
			reason:
				why === ''
					? `${nameOf(device)} is ${online === false ? 'offline' : 'not working'}`
					: `${nameOf(device)}: ${why}`,
			remedy: WAIT_OR_REPLACE,
			...sinceOf(errors[0]),
			keeps_door_closed: true,
		},
	];
}

const sinceOf = (issue: WireObject | undefined): Pick<Problem, 'since'> =>
	typeof issue?.created_at === 'string' ? { since: issue.created_at } : {};

/**
 * True if every access method is issued, nothing is being changed, every device is online, and no problem keeps a door
 * closed. If the codes were read, every PIN must also be on its lock.
 */
export function isReady(
	{ grant, methods, devices, codes }: AccessRecords,
	problems: readonly Problem[],
): boolean {
	// Compares modes, because the request for a PIN stays even after the PIN has been replaced.
	const wanted = wireObjectsIn(grant.requested_access_methods).map(({ mode }) => mode);
	const expected = Array.isArray(grant.access_method_ids) ? grant.access_method_ids.length : 0;
	return (
		areIssued(methods) &&
		methods.length >= expected &&
		wanted.every((mode) => methods.some((method) => method.mode === mode)) &&
		![grant, ...methods].some(isBeingChanged) &&
		devices.every(({ properties }) => (properties as WireObject | undefined)?.online !== false) &&
		(codes ?? []).every(({ status }) => status === undefined || status === 'set') &&
		!problems.some((problem) => problem.keeps_door_closed)
	);
}

/** True if there are access methods, and all of them are issued. */
export const areIssued = (methods: readonly WireObject[]): boolean =>
	methods.length > 0 && methods.every(({ is_issued: isIssued }) => isIssued === true);

/**
 * An issued method keeps its old times while the service changes them (docs/service.md#grants-3).
 */
const isBeingChanged = (record: WireObject): boolean =>
	wireObjectsIn(record.pending_mutations).length > 0 ||
	warningsOf(record).some((issue) => codeOfIssue(issue) === 'updating_access_times');

const nameOf = (device: WireObject): string =>
	String(device.display_name ?? device.nickname ?? device.device_id);
