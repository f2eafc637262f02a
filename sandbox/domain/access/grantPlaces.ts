import type { AccessGrantData, AccessMethodData } from '../../state/accessState';
import type { WorkspaceState } from '../../state/state';
import { removeCode } from '../accessCodes/remove';
import { nowIso } from '../clock';
import { isBeingDeleted } from '../issues';
import type { Service } from '../service';
import { choosePin, codesOfMethod, provideCodes } from './grantCodes';
import { reportMissing, requireNotBeingDeleted } from './grants';
import { placesOf, requirePlaces, type Places } from './lookup';
import { dropMutations, provisioningAccess, revokingAccess } from './mutations';

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
	service.scheduler.afterAction(workspace, `devices ${accessGrantId}`, () => {
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
	const request = { grant, accessMethodId, deviceIds: added, pin, isPinRequested: false };
	const { codes, missingDeviceIds, warnings } = provideCodes(service, workspace, request);
	const kept = from.filter((id) => !removed.includes(id));
	const to = [...kept, ...codes.map(({ deviceId }) => deviceId)];
	workspace.access.accessMethods.update(accessMethodId, {
		device_ids: to,
		readyDeviceIds: method.readyDeviceIds.filter((id) => to.includes(id)),
		pending_mutations: [
			...method.pending_mutations,
			...(codes.length > 0 ? [provisioningAccess(service, kept, to)] : []),
			...(removed.length > 0 ? [revokingAccess(service, from, kept)] : []),
		],
	});
	const current = workspace.access.accessGrants.get(grant.access_grant_id);
	if (current) workspace.access.accessGrants.update(grant.access_grant_id, { warnings: [...current.warnings, ...warnings] });
	if (missingDeviceIds.length > 0) reportMissing(service, workspace, grant.access_grant_id, missingDeviceIds);
}
