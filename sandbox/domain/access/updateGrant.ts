import { publishOfGrant } from './events';
import { placesOf, requirePlaces, type Places } from './lookup';
import { reportMissing, requireNotBeingDeleted } from './grants';
import { isBeingDeleted, issueOrPrepare, revoke } from './methods';
import type { AccessGrantData, AccessMethodData } from '../../state/accessState';
import { removeCode } from '../accessCodes/remove';
import { updateCode } from '../accessCodes/update';
import { choosePin, codeTimes, codesOfMethod, provideCodes } from './grantCodes';
import { nowIso } from '../clock';
import type { AccessMethodMutation } from '../../schemas/accessMethod';
import type { Service } from '../service';
import type { WorkspaceState } from '../../state/state';

export type GrantChanges = Partial<Pick<AccessGrantData, 'name' | 'starts_at' | 'ends_at'>>;

/**
 * Changes name and times at once. New times take every method back for a while and then reissue it; cards are encoded
 * anew (facts 4). Throws 409 for a grant that is being deleted.
 */
export function updateGrant(service: Service, workspace: WorkspaceState, grant: AccessGrantData, changes: GrantChanges): void {
	requireNotBeingDeleted(grant);
	const { accessGrants } = workspace.access;
	const id = grant.access_grant_id;
	const updated = accessGrants.update(id, changes);
	if (!updated || (updated.starts_at === grant.starts_at && updated.ends_at === grant.ends_at)) return;

	const methods = workspace.access.methodsOf(id).filter((method) => !isBeingDeleted(method));
	const times = { from: timesOf(grant), to: timesOf(updated) };
	markGrant(service, workspace, updated, methods, times);
	for (const method of methods) {
		markMethod(service, workspace, method, times);
		revoke(service, workspace, method);
		updateCodes(service, workspace, updated, method);
	}
	publishOfGrant(service, workspace, updated, 'access_grant.access_times_changed', timesOf(updated));
	service.scheduler.after(workspace, `times ${id}`, service.settings.attemptDurationMs, () => finishTimes(service, workspace, id));
}

/** Gives a grant other devices: codes are set on the new ones and removed from those it lost. */
export function changeGrantDevices(service: Service, workspace: WorkspaceState, accessGrantId: string, from: string[], to: string[]): void {
	const { accessGrants } = workspace.access;
	const grant = accessGrants.get(accessGrantId);
	const added = to.filter((id) => !from.includes(id));
	const removed = from.filter((id) => !to.includes(id));
	if (!grant || isBeingDeleted(grant) || added.length + removed.length === 0) return;
	accessGrants.update(accessGrantId, {
		pending_mutations: [
			...grant.pending_mutations.filter(({ mutation_code }) => mutation_code !== 'updating_spaces'),
			{
				mutation_code: 'updating_spaces',
				message: 'The devices of the access grant are being updated.',
				created_at: nowIso(service),
				from: { device_ids: from },
				to: { device_ids: to, common_code_key: null },
			},
		],
	});
	for (const method of workspace.access.methodsOf(accessGrantId)) {
		if (method.mode === 'code' && !isBeingDeleted(method)) changeMethodDevices(service, workspace, grant, method, added, removed);
	}
	service.scheduler.after(workspace, `devices ${accessGrantId}`, service.settings.attemptDurationMs, () => {
		dropMutations(workspace, accessGrantId, 'updating_spaces', 'revoking_access');
	});
}

/** Gives a grant other places (facts C12: the sources disagree whether that is offered). Throws 404 for unknown ones. */
export function changeGrantPlaces(service: Service, workspace: WorkspaceState, grant: AccessGrantData, places: Partial<Places>): void {
	requireNotBeingDeleted(grant);
	const { device_ids, acs_entrance_ids, space_ids } = { ...grant, ...places };
	requirePlaces(workspace, { device_ids, acs_entrance_ids, space_ids });
	const before = placesOf(workspace, grant);
	const updated = workspace.access.accessGrants.update(grant.access_grant_id, { device_ids, acs_entrance_ids, space_ids });
	if (updated) changeGrantDevices(service, workspace, grant.access_grant_id, before.device_ids, placesOf(workspace, updated).device_ids);
}

interface TimesChange {
	from: { starts_at: string; ends_at: string | null };
	to: { starts_at: string; ends_at: string | null };
}

const timesOf = ({ starts_at, ends_at }: AccessGrantData) => ({ starts_at, ends_at });

/** Gives the codes the grant's times, and new codes to devices that have none any more, as after the end of a stay. */
function updateCodes(service: Service, workspace: WorkspaceState, grant: AccessGrantData, method: AccessMethodData): void {
	const { access_method_id: accessMethodId, device_ids } = method;
	const codes = codesOfMethod(workspace, accessMethodId);
	for (const code of codes) {
		// A code that somebody is deleting keeps its times.
		if (code.status !== 'removing') updateCode(service, workspace, code, codeTimes(grant));
	}
	const lost = device_ids.filter((id) => !codes.some(({ deviceId }) => deviceId === id));
	if (lost.length === 0) return;
	const pin = method.code ?? choosePin(workspace, lost);
	provideCodes(service, workspace, { grant, accessMethodId, deviceIds: lost, pin, isPinRequested: false });
	workspace.access.accessMethods.update(accessMethodId, {
		readyDeviceIds: method.readyDeviceIds.filter((id) => !lost.includes(id)),
	});
}

function markGrant(service: Service, workspace: WorkspaceState, grant: AccessGrantData, methods: AccessMethodData[], times: TimesChange): void {
	const created_at = nowIso(service);
	const access_method_ids = methods.map((method) => method.access_method_id);
	workspace.access.accessGrants.update(grant.access_grant_id, {
		warnings: [
			...withoutTimesWarning(grant.warnings),
			{ warning_code: 'updating_access_times', message: 'The times of the access grant are being updated.', created_at, access_method_ids },
		],
		pending_mutations: [
			...grant.pending_mutations.filter(({ mutation_code }) => mutation_code !== 'updating_access_times'),
			{
				mutation_code: 'updating_access_times',
				message: 'The times of the access grant are being updated.',
				created_at,
				access_method_ids,
				...times,
			},
		],
	});
}

function markMethod(service: Service, workspace: WorkspaceState, method: AccessMethodData, times: TimesChange): void {
	const created_at = nowIso(service);
	const message = 'The times of the access method are being updated.';
	workspace.access.accessMethods.update(method.access_method_id, {
		warnings: [...withoutTimesWarning(method.warnings), { warning_code: 'updating_access_times', message, created_at }],
		pending_mutations: [
			...method.pending_mutations.filter(({ mutation_code }) => mutation_code !== 'updating_access_times'),
			{ mutation_code: 'updating_access_times', message, created_at, ...times },
		],
	});
}

function finishTimes(service: Service, workspace: WorkspaceState, accessGrantId: string): void {
	const { accessGrants, accessMethods } = workspace.access;
	const grant = accessGrants.get(accessGrantId);
	if (!grant) return;
	dropMutations(workspace, accessGrantId, 'updating_access_times');
	accessGrants.update(accessGrantId, { warnings: withoutTimesWarning(grant.warnings) });
	for (const method of workspace.access.methodsOf(accessGrantId)) {
		accessMethods.update(method.access_method_id, { warnings: withoutTimesWarning(method.warnings) });
		if (method.wasIssued) issueOrPrepare(service, workspace, method.access_method_id);
	}
}

function changeMethodDevices(
	service: Service,
	workspace: WorkspaceState,
	grant: AccessGrantData,
	method: AccessMethodData,
	added: string[],
	removed: string[],
): void {
	const { access_method_id: accessMethodId, device_ids: from } = method;
	const pin = method.code ?? choosePin(workspace, added);
	for (const code of codesOfMethod(workspace, accessMethodId)) {
		if (removed.includes(code.deviceId)) removeCode(service, workspace, code);
	}
	const { codes, missingDeviceIds, warnings } = provideCodes(service, workspace, {
		grant,
		accessMethodId,
		deviceIds: added,
		pin,
		isPinRequested: false,
	});
	const kept = from.filter((id) => !removed.includes(id));
	const to = [...kept, ...codes.map(({ deviceId }) => deviceId)];
	const created_at = nowIso(service);
	const mutations: AccessMethodMutation[] = [...method.pending_mutations];
	if (codes.length > 0) {
		const message = 'The access code is being set on the devices.';
		mutations.push({ mutation_code: 'provisioning_access', message, created_at, from: { device_ids: kept }, to: { device_ids: to } });
	}
	if (removed.length > 0) {
		const message = 'The access is being taken from the devices.';
		mutations.push({ mutation_code: 'revoking_access', message, created_at, from: { device_ids: from }, to: { device_ids: kept } });
	}
	workspace.access.accessMethods.update(accessMethodId, {
		device_ids: to,
		readyDeviceIds: method.readyDeviceIds.filter((id) => to.includes(id)),
		pending_mutations: mutations,
	});
	const current = workspace.access.accessGrants.get(grant.access_grant_id);
	if (current) workspace.access.accessGrants.update(grant.access_grant_id, { warnings: [...current.warnings, ...warnings] });
	if (missingDeviceIds.length > 0) reportMissing(service, workspace, grant.access_grant_id, missingDeviceIds);
}

/** Drops mutations that are through, from the grant and its methods. */
function dropMutations({ access }: WorkspaceState, accessGrantId: string, ...codes: string[]): void {
	const isLeft = ({ mutation_code }: { mutation_code: string }) => !codes.includes(mutation_code);
	const grant = access.accessGrants.get(accessGrantId);
	if (!grant) return;
	access.accessGrants.update(accessGrantId, { pending_mutations: grant.pending_mutations.filter(isLeft) });
	for (const method of access.methodsOf(accessGrantId)) {
		if (isBeingDeleted(method)) continue;
		access.accessMethods.update(method.access_method_id, { pending_mutations: method.pending_mutations.filter(isLeft) });
	}
}

function withoutTimesWarning<W extends { warning_code: string }>(warnings: W[]): W[] {
	return warnings.filter(({ warning_code }) => warning_code !== 'updating_access_times');
}
