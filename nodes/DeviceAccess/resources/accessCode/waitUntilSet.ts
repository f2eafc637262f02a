import { type ActionDefinition, booleanField, type WaitCondition } from '../../operation';
import type { LookUpFailures } from '../../lists/lookUps';
import { findUnknown } from '../../waiting/lookUpOutcomeEvents';
import { lookUpRecords } from '../../waiting/lookUpRecords';
import type { SendRequest } from '../../transport/request';
import {
	isConnectionLost,
	isOfDevice,
	messagesOf,
	seriousErrors,
	typesOf,
} from '../../wire/issues';
import { type WireObject, wireObjectsIn } from '../../wire/records';
import { RECORDS } from '../../wire/recordTable';
import type { LookUp } from '../../waiting/awaitOutcomes';
import type { Progress } from '../../waiting/progress';

/** Executing the item again could create a second code (docs/service.md#codes-12). */
export const CODE_REMAINS =
	"The code may still exist, and the service may still set it. Look at it with 'Get access code', and delete it before you create it again";

/**
 * For an error that does not end by itself. The service keeps the change, and may still carry it
 * out (docs/service.md#codes-7).
 */
const NEEDS_A_PERSON =
	"Solve this at the lock, or in the app or account of its maker. The service may then finish by itself, so look at the code with 'Get access code' before you execute the node again for this item";

/** Its advice also stands alone, after the failure of an action attempt. */
export const NO_LONGER_MANAGED: Progress = {
	is: 'failed',
	reasons: ['it is no longer managed, so its PIN may still work'],
	advice:
		"The code is now unmanaged. Delete it with 'Delete unmanaged access code', or convert it to managed",
};

export const waitUntilSet: WaitCondition = {
	optionName: 'waitUntilSet',
	option: booleanField(
		'Wait Until Set',
		'Whether to wait until the code works on the lock. A code that starts later stays pending until shortly before its start.',
		true,
	),
	idField: 'access_code_id',
	done: { outcome: 'set', sentence: 'The access code is set on the device' },
	pendingSentence: 'The access code is still being set on the device',
	failedSentence: 'The access code could not be set on the device',
	failedAdvice: CODE_REMAINS,
	lookUp: (send, failures) => lookUpCodes(send, failures, stateOf),
	tellsAlone: true,
};

/** If the change fails, the code keeps its old PIN and times, so that it is set tells nothing alone. */
export const waitUntilChangeIsSet: WaitCondition = {
	...waitUntilSet,
	failedAdvice: undefined,
	tellsAlone: undefined,
	lookUp: (send, failures) => lookUpCodes(send, failures, stateOfChange),
};

/** The service keeps the change pending, and only the lock has errors (docs/service.md#codes-7). */
export const onceLockIsBack = (sentence: string): ActionDefinition['says']['onceLockIsBack'] => ({
	sentence,
	lookUp: (send, failures) =>
		lookUpCodes(send, failures, (code) =>
			failedOr({ is: 'pending', record: code }, seriousErrors(code.errors)),
		),
});

export const HINTS_ABOUT_LOCKS = {
	waiting_for_lock:
		'The lock of codes with the outcome waiting_for_lock is offline. Do not execute the node again for them: the service continues once the lock is back online.',
};

const NO_LONGER_THERE: Progress = {
	is: 'failed',
	reasons: ['The access code no longer exists'],
	type: 'access_code_not_found',
	advice: '',
};

function lookUpCodes(
	send: SendRequest,
	failures: LookUpFailures,
	stateOfCode: (code: WireObject) => Progress,
): LookUp<Progress> {
	const lookUp = lookUpRecords(send, RECORDS.accessCode, failures);
	return async (accessCodeIds) => {
		const codes = [...(await lookUp(accessCodeIds))];
		const missing = codes.flatMap(([id, code]) => (code ? [] : [id]));
		const nowhere = await findUnknown(send, '/access_codes/unmanaged/get', missing, failures);
		const stateOfMissing = (id: string): Progress => ({
			...(nowhere.includes(id) ? NO_LONGER_THERE : NO_LONGER_MANAGED),
			record: { access_code_id: id },
		});
		const readable = codes.filter(([id]) => !failures.has(id));
		return new Map(
			readable.map(([id, code]) => [id, code ? stateOfCode(code) : stateOfMissing(id)]),
		);
	};
}

/**
 * Errors of the lock do not matter once the code is set, because the lock may have gone offline
 * since.
 */
function stateOf(code: WireObject): Progress {
	if (code.status === 'set') return { is: 'done', record: code };
	return failedOr({ is: 'pending', record: code }, seriousErrors(code.errors));
}

function stateOfChange(code: WireObject): Progress {
	const isSet = code.status === 'set' && !isBeingChanged(code);
	return failedOr(
		{ is: isSet ? 'done' : 'pending', record: code },
		seriousErrors(code.errors).filter((error) => !isSet || !isOfDevice(error)),
	);
}

function failedOr(state: Progress & { record: WireObject }, errors: WireObject[]): Progress {
	if (errors.length === 0) return state;
	const { record } = state;
	const reasons = messagesOf(errors);
	const isKept = wireObjectsIn(record.pending_mutations).length > 0 && errors.every(isOfDevice);
	if (isKept && errors.every(isConnectionLost))
		return { is: 'pending', found: 'waiting_for_lock', reasons, record };
	const failed: Progress = { is: 'failed', reasons, type: typesOf(errors)[0], record };
	return isKept ? { ...failed, advice: NEEDS_A_PERSON } : failed;
}

/**
 * A set code works with its old PIN and times until the new ones are on the lock
 * (docs/service.md#codes-6).
 */
const isBeingChanged = ({ pending_mutations: mutations }: WireObject): boolean =>
	wireObjectsIn(mutations).some(
		({ mutation_code: code }) => code === 'updating_code' || code === 'updating_time_frame',
	);
