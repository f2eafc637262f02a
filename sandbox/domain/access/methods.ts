import { publishOfMethod } from './events';
import type { AccessMethodData } from '../../state/accessState';
import { scriptedFailure } from '../attempts';
import { isBeingDeleted, newError, newWarning, withBeingDeleted, withoutWarning } from '../issues';
import { deviceMutation } from './mutations';
import type { Fault } from '../../faults/faults';
import { removeCode } from '../accessCodes/remove';
import { codesOfMethod } from './grantCodes';
import { publishGrantedEntrances, publishLostEntrances } from './grantEntrances';
import { nowIso } from '../clock';
import type { Here } from '../service';
import type { StoredAccessCode } from '../../state/state';

/** Issues the method after a while. A card then waits until it is encoded or assigned. */
export function issueLater(here: Here, accessMethodId: string, fault?: Fault): void {
	if (fault?.kind === 'attemptStaysPending') return;
	here.scheduler.afterAction(here, `issue ${accessMethodId}`, () => {
		const failure = scriptedFailure(fault, FAILED_TO_ISSUE);
		if (failure) failToIssue(here, accessMethodId, failure.message);
		else issueOrPrepare(here, accessMethodId);
	});
}

const FAILED_TO_ISSUE = 'The access method could not be issued.';

/** Issues the method if it is ready. Marks a card that must first be encoded or assigned as waiting for that. */
export function issueOrPrepare(here: Here, accessMethodId: string): void {
	const { accessMethods } = here.access;
	const method = accessMethods.get(accessMethodId);
	if (!method || isBeingDeleted(method)) return;
	if (method.mode === 'card' && method.is_encoding_required) {
		const ready = accessMethods.update(accessMethodId, { is_ready_for_encoding: true });
		if (ready) publishOfMethod(here, ready, 'access_method.card_encoding_required');
	} else if (method.mode === 'card' && method.cardNumber === undefined) {
		accessMethods.update(accessMethodId, { is_ready_for_assignment: true });
	} else if (method.mode !== 'code' || hasReadyCodes(here, method)) {
		issue(here, accessMethodId);
	}
}

/** Issues the method. False for one that is deleted, being deleted or already issued. */
export function issue(here: Here, accessMethodId: string): boolean {
	const { accessMethods } = here.access;
	const method = accessMethods.get(accessMethodId);
	if (!method || method.issued_at !== null || isBeingDeleted(method)) return false;
	const issued = accessMethods.update(accessMethodId, {
		issued_at: nowIso(here),
		wasIssued: true,
		errors: [],
		warnings: withoutWarning(method.warnings, 'delay_in_issuing'),
		...(method.mode === 'card'
			? { is_ready_for_encoding: false, is_ready_for_assignment: false }
			: {}),
	});
	if (!issued) return false;
	publishOfMethod(
		here,
		issued,
		method.wasIssued ? 'access_method.reissued' : 'access_method.issued',
	);
	publishGrantedEntrances(here, method.access_grant_id);
	return true;
}

export function revoke(here: Here, method: AccessMethodData): void {
	if (method.issued_at === null) return;
	const revoked = here.access.accessMethods.update(method.access_method_id, {
		issued_at: null,
	});
	if (revoked) publishOfMethod(here, revoked, 'access_method.revoked');
}

/** Adds `failed_to_issue` to a method that is not issued, and publishes it. */
export function failToIssue(here: Here, accessMethodId: string, message = FAILED_TO_ISSUE): void {
	const { accessMethods } = here.access;
	const method = accessMethods.get(accessMethodId);
	if (!method || method.issued_at !== null) return;
	const failed = accessMethods.update(accessMethodId, {
		errors: [newError(here, 'failed_to_issue', message)],
	});
	if (failed) publishOfMethod(here, failed, 'access_method.failed_to_issue');
}

/** Adds `failed_to_issue` to the method if it is not issued when its grant begins. */
export function failAtStart(
	here: Here,
	{ access_method_id: id, access_grant_id: grantId }: AccessMethodData,
): void {
	const startsInMs = () =>
		Date.parse(here.access.accessGrants.get(grantId)?.starts_at ?? '') - here.clock.now();
	const wait = () => {
		const delayMs = startsInMs();
		// The start may have moved since. A deleted grant has none.
		if (delayMs > 0) here.scheduler.after(here, `start ${id}`, delayMs, wait);
		else if (delayMs <= 0) failToIssue(here, id);
	};
	wait();
}

/** Adds `delay_in_issuing` to a method that is not issued, and publishes it. Does nothing if the method already has it. */
export function delayIssuing(here: Here, accessMethodId: string): void {
	const { accessMethods } = here.access;
	const method = accessMethods.get(accessMethodId);
	if (
		!method ||
		method.issued_at !== null ||
		method.warnings.some(({ warning_code }) => warning_code === 'delay_in_issuing')
	)
		return;
	const warning = newWarning(
		here,
		'delay_in_issuing',
		'Issuing the access method takes longer than usual.',
	);
	const delayed = accessMethods.update(accessMethodId, { warnings: [...method.warnings, warning] });
	if (delayed) publishOfMethod(here, delayed, 'access_method.delay_in_issuing');
}

/** Marks the method as being deleted and removes its codes. It is removed after a while. */
export function deleteMethod(here: Here, method: AccessMethodData): void {
	if (isBeingDeleted(method)) return;
	const { access_method_id: id, device_ids } = method;
	here.scheduler.cancel(`issue ${id}`);
	here.scheduler.cancel(`start ${id}`);
	here.access.accessMethods.update(id, {
		warnings: withBeingDeleted(here, method.warnings, 'access method'),
		pending_mutations:
			device_ids.length === 0 ? [] : [deviceMutation(here, 'revoking_access', device_ids, [])],
	});
	for (const code of codesOfMethod(here, id)) removeCode(here, code);
	here.scheduler.afterAction(here, `delete ${id}`, () => finishDeletion(here, id));
}

/** Finishes a deletion. Does nothing if the method is already gone. */
export function finishDeletion(here: Here, accessMethodId: string): void {
	const { access } = here;
	const method = access.accessMethods.get(accessMethodId);
	here.scheduler.cancel(`delete ${accessMethodId}`);
	if (!method) return;
	access.accessMethods.remove(accessMethodId);
	access.instantKeys.remove(accessMethodId);
	publishOfMethod(here, method, 'access_method.deleted');
	publishLostEntrances(here, method.access_grant_id);
}

/**
 * Whether every device has its code, or will get it at its programming time (docs/service.md#grants-6).
 * Failed devices do not hold up the others.
 */
function hasReadyCodes(here: Here, method: AccessMethodData): boolean {
	const codes = codesOfMethod(here, method.access_method_id);
	const isReady = ({ deviceId, pendingMutations = [] }: StoredAccessCode) =>
		method.readyDeviceIds.includes(deviceId) ||
		pendingMutations.some(({ mutation_code }) => mutation_code === 'deferring_creation');
	const ready = codes.filter(isReady);
	const failed = codes.filter((code) => !isReady(code) && (code.errors ?? []).length > 0);
	const settled = new Set([...ready, ...failed].map(({ deviceId }) => deviceId));
	return (
		method.device_ids.every((id) => settled.has(id)) &&
		(ready.length > 0 || method.acs_entrance_ids.length > 0)
	);
}
