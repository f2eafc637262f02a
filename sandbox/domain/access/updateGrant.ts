import type { AccessGrantData, AccessMethodData } from '../../state/accessState';
import type { WorkspaceState } from '../../state/state';
import { updateCode } from '../accessCodes/update';
import { nowIso } from '../clock';
import { isBeingDeleted, newWarning, withoutWarning } from '../issues';
import type { Service } from '../service';
import { publishOfGrant } from './events';
import { choosePin, codeTimes, codesOfMethod, provideCodes } from './grantCodes';
import { requireNotBeingDeleted } from './grants';
import { issueOrPrepare, revoke } from './methods';
import { dropMutations } from './mutations';

/** The code of the warning and of the mutation that a grant or method has while its times change. */
const UPDATING = 'updating_access_times';

export type GrantChanges = Partial<Pick<AccessGrantData, 'name' | 'starts_at' | 'ends_at'>>;

/**
 * Changes the name and times immediately. New times revoke every method and reissue it after a
 * while; cards must be encoded again (docs/service.md#grants-2). Throws 409 for a grant that is
 * being deleted.
 */
export function updateGrant(
	service: Service,
	workspace: WorkspaceState,
	grant: AccessGrantData,
	changes: GrantChanges,
): void {
	requireNotBeingDeleted(grant);
	const { accessGrants } = workspace.access;
	const id = grant.access_grant_id;
	const updated = accessGrants.update(id, changes);
	if (!updated || (updated.starts_at === grant.starts_at && updated.ends_at === grant.ends_at))
		return;

	const methods = workspace.access.methodsOf(id).filter((method) => !isBeingDeleted(method));
	const times = { from: timesOf(grant), to: timesOf(updated) };
	markGrant(service, workspace, updated, methods, times);
	for (const method of methods) {
		markMethod(service, workspace, method, times);
		revoke(service, workspace, method);
		updateCodes(service, workspace, updated, method);
	}
	publishOfGrant(
		service,
		workspace,
		updated,
		'access_grant.access_times_changed',
		timesOf(updated),
	);
	service.scheduler.afterAction(workspace, `times ${id}`, () =>
		finishTimes(service, workspace, id),
	);
}

interface TimesChange {
	from: { starts_at: string; ends_at: string | null };
	to: { starts_at: string; ends_at: string | null };
}

const timesOf = ({ starts_at, ends_at }: AccessGrantData) => ({ starts_at, ends_at });

/** Gives codes the grant's times, with the same PIN (docs/service.md#grants-2). Devices without a code (after a stay) get one. */
function updateCodes(
	service: Service,
	workspace: WorkspaceState,
	grant: AccessGrantData,
	method: AccessMethodData,
): void {
	const { access_method_id: accessMethodId, device_ids } = method;
	// A code that is being deleted, as after the end on a lock that is offline, keeps its times.
	const codes = codesOfMethod(workspace, accessMethodId).filter(
		({ status }) => status !== 'removing',
	);
	for (const code of codes) updateCode(service, workspace, code, codeTimes(grant));
	const lost = device_ids.filter((id) => !codes.some(({ deviceId }) => deviceId === id));
	if (lost.length === 0) return;
	const pin = method.code ?? choosePin(service, workspace, lost);
	provideCodes(service, workspace, {
		grant,
		accessMethodId,
		deviceIds: lost,
		pin,
		isPinRequested: false,
	});
	workspace.access.accessMethods.update(accessMethodId, {
		readyDeviceIds: method.readyDeviceIds.filter((id) => !lost.includes(id)),
	});
}

function markGrant(
	service: Service,
	workspace: WorkspaceState,
	grant: AccessGrantData,
	methods: AccessMethodData[],
	times: TimesChange,
): void {
	const access_method_ids = methods.map((method) => method.access_method_id);
	const message = 'The times of the access grant are being updated.';
	workspace.access.accessGrants.update(grant.access_grant_id, {
		warnings: [
			...withoutWarning(grant.warnings, UPDATING),
			newWarning(service, UPDATING, message, { access_method_ids }),
		],
		pending_mutations: [
			...grant.pending_mutations.filter(({ mutation_code }) => mutation_code !== UPDATING),
			{
				mutation_code: UPDATING,
				message,
				created_at: nowIso(service),
				access_method_ids,
				...times,
			},
		],
	});
}

function markMethod(
	service: Service,
	workspace: WorkspaceState,
	method: AccessMethodData,
	times: TimesChange,
): void {
	const message = 'The times of the access method are being updated.';
	workspace.access.accessMethods.update(method.access_method_id, {
		warnings: [
			...withoutWarning(method.warnings, UPDATING),
			newWarning(service, UPDATING, message),
		],
		pending_mutations: [
			...method.pending_mutations.filter(({ mutation_code }) => mutation_code !== UPDATING),
			{ mutation_code: UPDATING, message, created_at: nowIso(service), ...times },
		],
	});
}

function finishTimes(service: Service, workspace: WorkspaceState, accessGrantId: string): void {
	const { accessGrants, accessMethods } = workspace.access;
	const grant = accessGrants.get(accessGrantId);
	if (!grant) return;
	dropMutations(workspace, accessGrantId, UPDATING);
	accessGrants.update(accessGrantId, { warnings: withoutWarning(grant.warnings, UPDATING) });
	for (const method of workspace.access.methodsOf(accessGrantId)) {
		accessMethods.update(method.access_method_id, {
			warnings: withoutWarning(method.warnings, UPDATING),
		});
		if (method.wasIssued) issueOrPrepare(service, workspace, method.access_method_id);
	}
}
