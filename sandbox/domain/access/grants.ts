import { randomUUID } from 'node:crypto';
import { publishOfGrant, publishOfMethod } from './events';
import { requirePlaces, type Places } from './lookup';
import { MODE_NAMES } from '../../schemas/accessMethod';
import type { AccessGrantData } from '../../state/accessState';
import { createAccessMethods } from './createMethods';
import type { Fault } from '../../faults/faults';
import { isBeingDeleted, newError, withBeingDeleted } from '../issues';
import { deleteMethod, finishDeletion, issueLater } from './methods';
import { nowIso } from '../clock';
import type { RequestedMethod } from '../../schemas/accessGrant';
import type { Here } from '../service';
import { ServiceError } from '../serviceError';
import { taken } from './takenValue';
import { given } from '../without';

interface NewGrant extends Places {
	user_identity_id: string;
	name?: string | null;
	access_grant_key?: string;
	reservation_key?: string;
	customization_profile_id?: string;
	starts_at?: string;
	ends_at?: string | null;
}

/** Creates a grant and its requested methods. Throws 404 for unknown places; for a taken key, see `requireFreeGrantKey`. */
export function createGrant(
	here: Here,
	draft: NewGrant,
	requests: RequestedMethod[],
	fault?: Fault,
): AccessGrantData {
	requirePlaces(here, draft);
	requireFreeGrantKey(here, draft.access_grant_key);
	const created_at = nowIso(here);
	const grant = here.access.accessGrants.add({
		...draft,
		access_grant_id: randomUUID(),
		workspace_id: here.workspace.record.workspace_id,
		name: draft.name ?? null,
		starts_at: draft.starts_at ?? created_at,
		ends_at: draft.ends_at ?? null,
		created_at,
		requested_access_methods: [],
		errors: [],
		warnings: [],
		pending_mutations: [],
		grantedEntranceIds: [],
		isGrantedEverywhere: false,
	});
	publishOfGrant(here, grant, 'access_grant.created');
	requestMethods(here, grant, requests, fault);
	return grant;
}

/**
 * Adds methods to a grant, immediately or after a while (setting `accessMethodsMade`). They are issued later. Throws like
 * `requireNotBeingDeleted`.
 */
export function requestMethods(
	here: Here,
	grant: AccessGrantData,
	requests: RequestedMethod[],
	fault?: Fault,
): void {
	requireNotBeingDeleted(grant);
	const { access_grant_id: id, requested_access_methods: earlier } = grant;
	const added = requests.map(({ mode, code, instant_key_max_use_count: useCount }) => ({
		display_name: MODE_NAMES[mode],
		mode,
		...given({ code }),
		...(mode === 'mobile_key' ? { instant_key_max_use_count: useCount ?? 1 } : {}),
		created_at: nowIso(here),
		created_access_method_ids: [],
	}));
	here.access.accessGrants.update(id, { requested_access_methods: [...earlier, ...added] });
	const fulfil = () =>
		fulfilRequests(
			here,
			id,
			({ created_access_method_ids: made }, index) => index >= earlier.length && made.length === 0,
			fault,
		);
	if (here.settings.accessMethodsMade === 'withGrant') fulfil();
	else here.scheduler.afterAction(here, `fulfil ${id} ${earlier.length}`, fulfil);
}

/** Marks the grant and its methods as being deleted. All are removed after a while. */
export function deleteGrant(here: Here, grant: AccessGrantData): void {
	if (isBeingDeleted(grant)) return;
	const { access } = here;
	const id = grant.access_grant_id;
	access.accessGrants.update(id, {
		warnings: withBeingDeleted(here, grant.warnings, 'access grant'),
		pending_mutations: [],
	});
	here.scheduler.cancel(`times ${id}`);
	for (const method of access.methodsOf(id)) deleteMethod(here, method);
	here.scheduler.afterAction(here, `delete ${id}`, () => {
		for (const method of access.methodsOf(id)) finishDeletion(here, method.access_method_id);
		access.accessGrants.remove(id);
		if (grant.access_grant_key !== undefined) access.deletedGrantKeys.add(grant.access_grant_key);
		publishOfGrant(here, grant, 'access_grant.deleted');
	});
}

/** Throws 409 `access_grant_busy` (assumed) for a grant that is being deleted. */
export function requireNotBeingDeleted(grant: AccessGrantData): void {
	if (!isBeingDeleted(grant)) return;
	throw new ServiceError(409, 'access_grant_busy', 'The access grant is being deleted.', {
		data: { access_grant_id: grant.access_grant_id },
	});
}

/** Adds the error `cannot_create_requested_access_methods` with the devices that got no code, and publishes it. */
export function reportMissing(here: Here, accessGrantId: string, deviceIds: string[]): void {
	const { accessGrants } = here.access;
	const grant = accessGrants.get(accessGrantId);
	if (!grant) return;
	const missing = deviceIds.length > 0 ? { missing_device_ids: [...new Set(deviceIds)] } : {};
	const message =
		deviceIds.length > 0
			? 'Some devices did not get an access code.'
			: 'The requested access methods do not fit the places of the access grant.';
	accessGrants.update(accessGrantId, {
		errors: [
			...grant.errors,
			newError(here, 'cannot_create_requested_access_methods', message, missing),
		],
	});
	publishOfGrant(here, grant, 'access_grant.could_not_create_requested_access_methods', {
		error_message: message,
		...missing,
	});
}

export function fulfilRequests(
	here: Here,
	accessGrantId: string,
	isChosen: (
		request: AccessGrantData['requested_access_methods'][number],
		index: number,
	) => boolean,
	fault?: Fault,
): void {
	const { accessGrants } = here.access;
	const grant = accessGrants.get(accessGrantId);
	if (!grant || isBeingDeleted(grant)) return;
	const requests = grant.requested_access_methods.filter(isChosen);
	const created = requests.map((request) => createAccessMethods(here, grant, request, fault));
	const idsOf = new Map(
		requests.map((request, index) => [
			request,
			created[index]?.methods.map((method) => method.access_method_id),
		]),
	);
	accessGrants.update(accessGrantId, {
		requested_access_methods: grant.requested_access_methods.map((request) => ({
			...request,
			created_access_method_ids: idsOf.get(request) ?? request.created_access_method_ids,
		})),
		warnings: [...grant.warnings, ...created.flatMap(({ warnings }) => warnings)],
		errors: withoutDevices(
			grant.errors,
			created.flatMap(({ methods }) => methods.flatMap(({ device_ids: ids }) => ids)),
		),
	});
	for (const { methods } of created) {
		for (const method of methods) {
			publishOfMethod(here, method, 'access_method.created');
			// A fault of access codes shows on the codes, and through them on the method.
			issueLater(here, method.access_method_id, method.device_ids.length > 0 ? undefined : fault);
		}
	}
	const missingDeviceIds = created.flatMap((one) => one.missingDeviceIds);
	if (missingDeviceIds.length > 0) reportMissing(here, accessGrantId, missingDeviceIds);
	// What fits no place stays an error, also once the devices have their codes.
	if (created.some((one) => one.methods.length + one.missingDeviceIds.length === 0))
		reportMissing(here, accessGrantId, []);
}

/** The errors without devices that have a code by now, and without those that named no other ones. */
export function withoutDevices(
	errors: AccessGrantData['errors'],
	deviceIds: readonly string[],
): AccessGrantData['errors'] {
	return errors.flatMap((error) => {
		if (!error.missing_device_ids) return [error];
		const missing = error.missing_device_ids.filter((id) => !deviceIds.includes(id));
		return missing.length > 0 ? [{ ...error, missing_device_ids: missing }] : [];
	});
}

/** Throws for a key that another grant has or, depending on the setting `deletedGrantKeys`, that a deleted grant had; see `taken`. */
export function requireFreeGrantKey(here: Here, key?: string): void {
	const { access } = here;
	if (key === undefined) return;
	const { deletedGrantKeys } = here.settings;
	const holds = (grant: AccessGrantData) =>
		grant.access_grant_key === key && !(deletedGrantKeys === 'freeAtOnce' && isBeingDeleted(grant));
	const isHeld =
		access.accessGrants.records.some(holds) ||
		(deletedGrantKeys === 'neverFree' && access.deletedGrantKeys.has(key));
	if (isHeld) throw taken(here, 'access_grant_key', key);
}
