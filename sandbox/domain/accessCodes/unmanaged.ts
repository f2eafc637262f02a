import type { ActionAttempt } from '../../schemas/actionAttempt';
import type { StoredAccessCode, UnmanagedCodeAction } from '../../state/state';
import {
	runAttempt,
	type AttemptFailure,
	type AttemptOutcome,
	type TimedAttempt,
} from '../attempts';
import { newError, newWarning } from '../issues';
import type { Here, Service } from '../service';
import { publishOfCode } from './codeEvents';
import { blockingError } from './deviceFailure';
import { busy } from './steps';

type ActionOptions = Pick<TimedAttempt, 'sync' | 'fault'>;

interface ConvertOptions extends ActionOptions {
	/** Convert the code even if another workspace manages it. */
	force?: boolean;
	isExternalModificationAllowed?: boolean;
}

const HELD_ELSEWHERE = 'managed_by_another_workspace';

const CODE_IS_GONE: AttemptFailure = {
	type: 'access_code_not_found',
	message: 'Could not find access code.',
};

/** Starts a conversion, or returns the attempt of the running one. Throws 409 during a deletion. */
export function convertUnmanagedCode(
	here: Here,
	code: StoredAccessCode,
	options: ConvertOptions,
): ActionAttempt {
	return runOnCode(here, code, 'conversion', {
		...options,
		actionType: 'CONVERT_ACCESS_CODE_TO_MANAGED',
		finish: () => finishConversion(here, code, options),
		failed: (failure) => leaveFailure(here, code, failure),
	});
}

/** Starts a deletion, or returns the attempt of the running one. Throws 409 during a conversion. */
export function deleteUnmanagedCode(
	here: Here,
	code: StoredAccessCode,
	options: ActionOptions,
): ActionAttempt {
	/** What the lock has when it is told; it may go offline once it has removed the code. */
	const issue = blockingError(here.workspace.devicesById.get(code.deviceId));
	return runOnCode(here, code, 'deletion', {
		...options,
		actionType: 'DELETE_UNMANAGED_ACCESS_CODE',
		finish() {
			if (!isOnLock(here, code)) return { error: CODE_IS_GONE };
			if (issue) return { error: { type: issue.error_code, message: issue.message } };
			removeFromLock(here, code);
			return { result: {} };
		},
	});
}

/** Removes or converts the code immediately, as if someone else did it. */
export function overtake(here: Here, code: StoredAccessCode, by: 'removal' | 'conversion'): void {
	if (by === 'removal') removeFromLock(here, code);
	else finishConversion(here, code, { force: true });
}

/** A second request of the same kind joins the first. Assumes that the other kind is refused. */
function runOnCode(
	here: Here,
	code: StoredAccessCode,
	kind: UnmanagedCodeAction['kind'],
	action: TimedAttempt,
): ActionAttempt {
	const { underWay } = code;
	if (underWay && underWay.kind !== kind) throw busy(underWay.kind);
	if (underWay) return underWay.attempt;
	if (action.fault?.kind === 'codeRemoved') removeFromLock(here, code);
	const ended = () => here.state.updateAccessCode(code, { underWay: undefined });
	const attempt = runAttempt(here, { ...action, deviceId: code.deviceId, ended });
	const goesOn = attempt.status === 'pending' && action.fault?.kind !== 'attemptStaysPending';
	if (goesOn) here.state.updateAccessCode(code, { underWay: { kind, attempt } });
	return attempt;
}

function finishConversion(
	here: Here,
	code: StoredAccessCode,
	options: ConvertOptions,
): AttemptOutcome {
	const { state } = here;
	if (!isOnLock(here, code)) return { error: CODE_IS_GONE };
	const holder = code.heldByAccessCodeId
		? state.accessCodes.get(code.heldByAccessCodeId)
		: undefined;
	const failure = conversionFailure(here, code, holder !== undefined && !options.force);
	if (failure) return { error: failure };
	const isExternalModificationAllowed = options.isExternalModificationAllowed ?? false;
	state.updateAccessCode(code, { isManaged: true, isExternalModificationAllowed, errors: [] });
	if (holder)
		state.addWarning(
			holder,
			newWarning(
				here,
				'management_transferred',
				'The access code is now managed by another workspace.',
			),
		);
	publishOfCode(here, code, 'unmanaged.converted_to_managed');
	return { result: {} };
}

function conversionFailure(
	{ workspace }: Here,
	code: StoredAccessCode,
	isHeldElsewhere: boolean,
): AttemptFailure | undefined {
	if (isHeldElsewhere) {
		return {
			type: HELD_ELSEWHERE,
			message:
				"The access code is managed by another workspace. To manage it here, convert it with the option 'Force'.",
		};
	}
	const issue = code.conversionIssue ?? blockingError(workspace.devicesById.get(code.deviceId));
	return issue && { type: issue.error_code, message: issue.message };
}

const CODE_ERRORS = new Set([
	'access_code_inactive',
	'conflicting_external_modification',
	'duplicate_code_on_device',
	'failed_to_remove_from_device',
	'failed_to_set_on_device',
	'insufficient_permissions',
	'no_space_for_access_code_on_device',
]);

function leaveFailure(here: Here, code: StoredAccessCode, failure: AttemptFailure): void {
	if (!isOnLock(here, code)) return;
	const device = here.workspace.devicesById.get(code.deviceId)?.record;
	const isDeviceIssue = device?.errors.some((issue) => issue.error_code === failure.type) ?? false;
	// An attempt's error can have any type. The errors of a code are an enum.
	const isKnown = isDeviceIssue || CODE_ERRORS.has(failure.type);
	const errorCode = isKnown ? failure.type : 'provider_issue';
	const issue = newError(here, errorCode, failure.message);
	here.state.updateAccessCode(code, {
		errors: [
			isDeviceIssue
				? { ...issue, is_device_error: true }
				: { ...issue, is_access_code_error: true },
		],
	});
	publishOfCode(here, code, 'unmanaged.failed_to_convert_to_managed', {
		access_code_errors: isDeviceIssue ? [] : [issue],
	});
}

function removeFromLock(here: Here, code: StoredAccessCode): void {
	here.state.removeAccessCode(code);
	publishOfCode(here, code, 'unmanaged.removed');
}

/** False if someone else removed the code, so the accepted action cannot succeed. */
function isOnLock({ state }: Service, code: StoredAccessCode): boolean {
	return state.accessCodes.get(code.accessCodeId) === code;
}
