import type { AccessGrantData, AccessMethodData } from '../../state/accessState';
import { updateCode } from '../accessCodes/update';
import { isBeingDeleted, newMutation, newWarning, withoutWarning } from '../issues';
import type { Here } from '../service';
import { publishOfGrant } from './events';
import { choosePin, codeTimes, codesOfMethod, provideCodes } from './grantCodes';
import { requireNotBeingDeleted } from './grants';
import { issueOrPrepare, revoke } from './methods';
import { dropMutations } from './mutations';

/** The code of the warning and of the mutation that a grant or method has while its times change. */
const UPDATING = 'updating_access_times';

type GrantChanges = Partial<Pick<AccessGrantData, 'name' | 'starts_at' | 'ends_at'>>;

/**
 * Changes the name and times immediately. New times revoke every method and reissue it after a
 * while; cards must be encoded again (docs/service.md#grants-2). Throws 409 for a grant that is
 * being deleted.
 */
export function updateGrant(here: Here, grant: AccessGrantData, changes: GrantChanges): void {
	requireNotBeingDeleted(grant);
	const { accessGrants } = here.access;
	const id = grant.access_grant_id;
	const updated = accessGrants.update(id, changes);
	if (!updated || (updated.starts_at === grant.starts_at && updated.ends_at === grant.ends_at))
		return;

	const methods = here.access.methodsOf(id).filter((method) => !isBeingDeleted(method));
	const times = { from: timesOf(grant), to: timesOf(updated) };
	markGrant(here, updated, methods, times);
	for (const method of methods) {
		markMethod(here, method, times);
		revoke(here, method);
		updateCodes(here, updated, method);
	}
	publishOfGrant(here, updated, 'access_grant.access_times_changed', timesOf(updated));
	here.scheduler.afterAction(here, `times ${id}`, () => finishTimes(here, id));
}

interface TimesChange {
	from: { starts_at: string; ends_at: string | null };
	to: { starts_at: string; ends_at: string | null };
}

const timesOf = ({ starts_at, ends_at }: AccessGrantData) => ({ starts_at, ends_at });

/** Gives codes the grant's times, with the same PIN (docs/service.md#grants-2). Devices without a code (after a stay) get one. */
function updateCodes(here: Here, grant: AccessGrantData, method: AccessMethodData): void {
	const { access_method_id: accessMethodId, device_ids } = method;
	// A code that is being deleted, as after the end on a lock that is offline, keeps its times.
	const codes = codesOfMethod(here, accessMethodId).filter(({ status }) => status !== 'removing');
	for (const code of codes) updateCode(here, code, codeTimes(grant));
	const lost = device_ids.filter((id) => !codes.some(({ deviceId }) => deviceId === id));
	if (lost.length === 0) return;
	const pin = method.code ?? choosePin(here, lost);
	provideCodes(here, {
		grant,
		accessMethodId,
		deviceIds: lost,
		pin,
		isPinRequested: false,
	});
	here.access.accessMethods.update(accessMethodId, {
		readyDeviceIds: method.readyDeviceIds.filter((id) => !lost.includes(id)),
	});
}

function markGrant(
	here: Here,
	grant: AccessGrantData,
	methods: AccessMethodData[],
	times: TimesChange,
): void {
	const access_method_ids = methods.map((method) => method.access_method_id);
	const message = 'The times of the access grant are being updated.';
	here.access.accessGrants.update(grant.access_grant_id, {
		warnings: [
			...withoutWarning(grant.warnings, UPDATING),
			newWarning(here, UPDATING, message, { access_method_ids }),
		],
		pending_mutations: [
			...grant.pending_mutations.filter(({ mutation_code }) => mutation_code !== UPDATING),
			newMutation(here, UPDATING, message, { access_method_ids, ...times }),
		],
	});
}

function markMethod(here: Here, method: AccessMethodData, times: TimesChange): void {
	const message = 'The times of the access method are being updated.';
	here.access.accessMethods.update(method.access_method_id, {
		warnings: [...withoutWarning(method.warnings, UPDATING), newWarning(here, UPDATING, message)],
		pending_mutations: [
			...method.pending_mutations.filter(({ mutation_code }) => mutation_code !== UPDATING),
			newMutation(here, UPDATING, message, times),
		],
	});
}

function finishTimes(here: Here, accessGrantId: string): void {
	const { accessGrants, accessMethods } = here.access;
	const grant = accessGrants.get(accessGrantId);
	if (!grant) return;
	dropMutations(here, accessGrantId, UPDATING);
	accessGrants.update(accessGrantId, { warnings: withoutWarning(grant.warnings, UPDATING) });
	for (const method of here.access.methodsOf(accessGrantId)) {
		accessMethods.update(method.access_method_id, {
			warnings: withoutWarning(method.warnings, UPDATING),
		});
		if (method.wasIssued) issueOrPrepare(here, method.access_method_id);
	}
}
