import type { AccessGrantData, AccessMethodData } from '../../state/accessState';
import { removeCode } from '../accessCodes/remove';
import { isBeingDeleted, newMutation } from '../issues';
import type { Here } from '../service';
import { invalidParameters } from '../serviceError';
import { choosePin, codesOfMethod, provideCodes } from './grantCodes';
import { publishLostEntrances } from './grantEntrances';
import { fulfilRequests, reportMissing, requireNotBeingDeleted, withoutDevices } from './grants';
import { placesOf, requirePlaces, type Places } from './lookup';
import { deleteMethod, issueLater, revoke } from './methods';
import { deviceMutation, dropMutations } from './mutations';
import { requireFittingReservation } from './reservations';

/** The devices and entrances to open, including the contents of spaces. */
export type Doors = Omit<Places, 'space_ids'>;

const PLACE_MEMBERS = ['device_ids', 'acs_entrance_ids', 'space_ids'] as const;

/**
 * Changes the places of a grant: revokes its methods and reissues them. The setting
 * `grantUpdatePlaces` can make it ignore or refuse the change (docs/service.md#grants-1). Throws
 * 400 if refused, 409 for a grant that is being deleted, 404 for unknown places, and the errors of
 * `requireFittingReservation`.
 */
export function changeGrantPlaces(
	here: Here,
	grant: AccessGrantData,
	changes: Partial<Places>,
): void {
	const named = PLACE_MEMBERS.filter((member) => changes[member] !== undefined);
	const { grantUpdatePlaces } = here.settings;
	if (named.length === 0 || grantUpdatePlaces === 'ignored') return;
	if (grantUpdatePlaces === 'refused')
		throw invalidParameters(
			named.map((member) => ({ path: [member], message: 'Cannot be changed' })),
		);
	requireNotBeingDeleted(grant);
	const {
		device_ids = grant.device_ids,
		acs_entrance_ids = grant.acs_entrance_ids,
		space_ids = grant.space_ids,
	} = changes;
	const places = { device_ids, acs_entrance_ids, space_ids };
	requirePlaces(here, places);
	const { access_grant_id: id } = grant;
	requireFittingReservation(here, { ...grant, ...places }, id);
	const [from, to] = [placesOf(here, grant), placesOf(here, places)];
	here.access.accessGrants.update(id, places);
	if (PLACE_MEMBERS.every((member) => member === 'space_ids' || isSame(from[member], to[member])))
		return;
	for (const method of here.access.methodsOf(id)) revoke(here, method);
	changeGrantDoors(here, id, from, to);
	for (const method of here.access.methodsOf(id)) issueLater(here, method.access_method_id);
}

/**
 * Changes the doors that a grant opens: sets codes on added devices, removes them from lost devices, and reissues methods
 * whose entrances change. Deletes methods that no longer open anything, and retries requests that have no method.
 */
export function changeGrantDoors(here: Here, accessGrantId: string, from: Doors, to: Doors): void {
	const grant = here.access.accessGrants.get(accessGrantId);
	const added = to.device_ids.filter((id) => !from.device_ids.includes(id));
	const removed = from.device_ids.filter((id) => !to.device_ids.includes(id));
	const hasOtherEntrances = !isSame(from.acs_entrance_ids, to.acs_entrance_ids);
	if (
		!grant ||
		isBeingDeleted(grant) ||
		(added.length + removed.length === 0 && !hasOtherEntrances)
	)
		return;
	dropIssuesOf(here, grant, removed);
	if (added.length + removed.length > 0)
		markDevices(here, accessGrantId, from.device_ids, to.device_ids);
	for (const method of here.access.methodsOf(accessGrantId)) {
		if (isBeingDeleted(method)) continue;
		if (method.mode === 'code') changeMethodDevices(here, grant, method, added, removed);
		if (hasOtherEntrances) changeMethodEntrances(here, method, to.acs_entrance_ids);
		const changed = here.access.accessMethods.get(method.access_method_id);
		if (changed && changed.device_ids.length + changed.acs_entrance_ids.length === 0)
			deleteMethod(here, changed);
	}
	fulfilRequests(here, accessGrantId, ({ created_access_method_ids: ids }) =>
		ids.every((id) => isGone(here, id)),
	);
	here.scheduler.afterAction(here, `devices ${accessGrantId}`, () => {
		dropMutations(here, accessGrantId, 'updating_spaces', 'revoking_access');
	});
}

function isSame(left: string[], right: string[]): boolean {
	return left.length === right.length && left.every((id) => right.includes(id));
}

function isGone({ access }: Here, accessMethodId: string): boolean {
	const method = access.accessMethods.get(accessMethodId);
	return !method || isBeingDeleted(method);
}

/** Removes the grant's issues about devices that it no longer opens, and about requests that are retried. */
function dropIssuesOf({ access }: Here, grant: AccessGrantData, deviceIds: string[]): void {
	access.accessGrants.update(grant.access_grant_id, {
		errors: withoutDevices(
			grant.errors.filter((error) => error.missing_device_ids),
			deviceIds,
		),
		warnings: grant.warnings.flatMap((warning) => {
			const failed = warning.failed_devices?.filter(({ device_id: id }) => !deviceIds.includes(id));
			const isOver = deviceIds.includes(warning.device_id ?? '') || failed?.length === 0;
			return isOver ? [] : [failed ? { ...warning, failed_devices: failed } : warning];
		}),
	});
}

function markDevices(here: Here, accessGrantId: string, from: string[], to: string[]): void {
	const { access } = here;
	const others =
		access.accessGrants
			.get(accessGrantId)
			?.pending_mutations.filter(({ mutation_code }) => mutation_code !== 'updating_spaces') ?? [];
	const message = 'The devices of the access grant are being updated.';
	const mutation = newMutation(here, 'updating_spaces', message, {
		from: { device_ids: from },
		to: { device_ids: to, common_code_key: null },
	});
	access.accessGrants.update(accessGrantId, { pending_mutations: [...others, mutation] });
}

function changeMethodDevices(
	here: Here,
	grant: AccessGrantData,
	method: AccessMethodData,
	added: string[],
	removed: string[],
): void {
	const { access_method_id: accessMethodId, device_ids: from } = method;
	if (added.length + removed.length === 0) return;
	const pin = method.code ?? choosePin(here, added);
	for (const code of codesOfMethod(here, accessMethodId)) {
		if (removed.includes(code.deviceId)) removeCode(here, code);
	}
	const request = { grant, accessMethodId, deviceIds: added, pin, isPinRequested: false };
	const { codes, missingDeviceIds, warnings } = provideCodes(here, request);
	const kept = from.filter((id) => !removed.includes(id));
	const to = [...kept, ...codes.map(({ deviceId }) => deviceId)];
	here.access.accessMethods.update(accessMethodId, {
		device_ids: to,
		readyDeviceIds: method.readyDeviceIds.filter((id) => to.includes(id)),
		pending_mutations: [
			...method.pending_mutations,
			...(codes.length > 0 ? [deviceMutation(here, 'provisioning_access', kept, to)] : []),
			...(removed.length > 0 ? [deviceMutation(here, 'revoking_access', from, kept)] : []),
		],
	});
	const current = here.access.accessGrants.get(grant.access_grant_id);
	if (current)
		here.access.accessGrants.update(grant.access_grant_id, {
			warnings: [...current.warnings, ...warnings],
		});
	if (missingDeviceIds.length > 0) reportMissing(here, grant.access_grant_id, missingDeviceIds);
}

/** Changes the entrances of a method, and reissues it. A card opens only the entrances of its own system. */
function changeMethodEntrances(
	here: Here,
	{ access_method_id: id }: AccessMethodData,
	entranceIds: string[],
): void {
	const { accessMethods, entrances } = here.access;
	const method = accessMethods.get(id);
	if (!method) return;
	const fitting = entranceIds.filter(
		(one) =>
			method.acs_system_id === undefined ||
			entrances.get(one)?.acs_system_id === method.acs_system_id,
	);
	if (isSame(method.acs_entrance_ids, fitting)) return;
	const changed = accessMethods.update(id, { acs_entrance_ids: fitting });
	publishLostEntrances(here, method.access_grant_id);
	if (!changed) return;
	revoke(here, changed);
	issueLater(here, id);
}
