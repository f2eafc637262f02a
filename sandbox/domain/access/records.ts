import { instantKeyUrl } from './instantKeys';
import { placesOf } from './lookup';
import type {
	AccessGrantData,
	AccessGroupData,
	AccessMethodData,
	AccessSystemData,
	AccessSystemUserData,
	EncoderData,
	EntranceData,
	SpaceData,
	UserIdentityData,
} from '../../state/accessState';
import type { AccessGrant } from '../../schemas/accessGrant';
import type { AccessGroup } from '../../schemas/accessGroup';
import { MODE_NAMES, type AccessMethod } from '../../schemas/accessMethod';
import type { AccessSystem } from '../../schemas/accessSystem';
import type { AccessSystemUser } from '../../schemas/accessSystemUser';
import type { Credential } from '../../schemas/credential';
import type { Encoder } from '../../schemas/encoder';
import type { Entrance } from '../../schemas/entrance';
import type { Space } from '../../schemas/space';
import type { UserIdentity } from '../../schemas/userIdentity';
import type {
	UnmanagedAccessGrant,
	UnmanagedAccessMethod,
	UnmanagedUserIdentity,
} from '../../schemas/unmanagedAccess';
import type { Here } from '../service';
import { without } from '../without';

/** The wire record of a person. Its display name is the name, or else the email address, phone number or ID. */
export function toUserIdentityRecord({ access }: Here, identity: UserIdentityData): UserIdentity {
	const { full_name, email_address, phone_number, user_identity_id } = identity;
	return {
		...without(identity, 'device_ids'),
		display_name: full_name ?? email_address ?? phone_number ?? user_identity_id,
		acs_user_ids: access.accessSystemUsers.records
			.filter((user) => user.user_identity_id === user_identity_id)
			.map((user) => user.acs_user_id),
	};
}

export function toSpaceRecord(data: SpaceData): Space {
	const { device_ids, acs_entrance_ids, ...space } = without(data, 'connected_account_ids');
	return {
		...space,
		display_name: space.name,
		device_count: device_ids.length,
		acs_entrance_count: acs_entrance_ids.length,
	};
}

export function toAccessSystemRecord({ access }: Here, data: AccessSystemData): AccessSystem {
	const system = without(data, 'cards', 'spareCardNumbers');
	const isHere = ({ acs_system_id }: { acs_system_id: string }) =>
		acs_system_id === system.acs_system_id;
	return {
		...system,
		acs_access_group_count: access.accessGroups.records.filter(isHere).length,
		acs_user_count: access.accessSystemUsers.records.filter(isHere).length,
	};
}

/**
 * The wire record of an entrance; without `can_belong_to_reservation` where the setting says so
 * (docs/service.md#grants-13).
 */
export function toEntranceRecord({ settings, access }: Here, entrance: EntranceData): Entrance {
	const spaces = access.spaces.records.filter((space) =>
		space.acs_entrance_ids.includes(entrance.acs_entrance_id),
	);
	const shown = settings.reservationCapabilityShown
		? entrance
		: without(entrance, 'can_belong_to_reservation');
	return { ...shown, space_ids: spaces.map((space) => space.space_id) };
}

export function toAccessSystemUserRecord(
	{ access }: Here,
	user: AccessSystemUserData,
): AccessSystemUser {
	const identity =
		user.user_identity_id === undefined
			? undefined
			: access.userIdentities.get(user.user_identity_id);
	if (!identity) return user;
	return {
		...user,
		user_identity_full_name: identity.full_name,
		user_identity_email_address: identity.email_address,
		user_identity_phone_number: identity.phone_number,
	};
}

export const toEncoderRecord = (data: EncoderData): Encoder =>
	without(data, 'acs_credential_id', 'nextEncoding', 'nextScan');

export function toAccessGroupRecord(data: AccessGroupData): AccessGroup {
	return without(data, 'acs_user_ids', 'acs_entrance_ids');
}

const HIDDEN_METHOD_MEMBERS = [
	'access_grant_id',
	'device_ids',
	'acs_entrance_ids',
	'acs_system_id',
	'readyDeviceIds',
	'wasIssued',
	'isBackupCode',
	'cardNumber',
] as const;

/**
 * The wire record of a method. Only mobile keys have a link and a session token
 * (docs/service.md#grants-10).
 */
export function toAccessMethodRecord(data: AccessMethodData): AccessMethod {
	const method = without(data, ...HIDDEN_METHOD_MEMBERS);
	return {
		...method,
		display_name: MODE_NAMES[method.mode],
		is_issued: method.issued_at !== null,
		...(method.mode === 'mobile_key'
			? {
					instant_key_url: instantKeyUrl(data.access_method_id),
					client_session_token: sessionToken(data.access_grant_id),
				}
			: {}),
	};
}

/** The wire record of the credential behind a card or cloud key. Assumes that its ID is the method's ID with a different prefix. */
export function toCredentialRecord({ access }: Here, accessMethodId: string): Credential {
	const method = access.accessMethods.get(accessMethodId);
	const system = access.accessSystems.get(
		method?.acs_system_id ??
			access.entrances.get(method?.acs_entrance_ids[0] ?? '')?.acs_system_id ??
			'',
	);
	if (!method || !system) throw new Error(`There is no card or cloud key ${accessMethodId}`);
	return {
		acs_credential_id: accessMethodId.replace(/^.{8}/, '79000000'),
		acs_system_id: system.acs_system_id,
		connected_account_id: system.connected_account_id,
		workspace_id: method.workspace_id,
		access_method: method.mode,
		display_name: MODE_NAMES[method.mode],
		user_identity_id: access.accessGrants.get(method.access_grant_id)?.user_identity_id,
		card_number: method.cardNumber ?? null,
		is_issued: method.issued_at !== null,
		issued_at: method.issued_at,
		created_at: method.created_at,
		is_managed: true,
		errors: [],
		warnings: [],
	};
}

/**
 * The wire record of a grant. It has a session token only with a mobile key, and a link only with
 * exactly one mobile key (docs/service.md#grants-10). Assumes that `location_ids` repeats
 * `space_ids`.
 */
export function toAccessGrantRecord(
	here: Here,
	data: AccessGrantData,
	methods = here.access.methodsOf(data.access_grant_id),
): AccessGrant {
	const grant = without(
		data,
		'device_ids',
		'acs_entrance_ids',
		'grantedEntranceIds',
		'isGrantedEverywhere',
	);
	const methodIds = methods.map((method) => method.access_method_id);
	const mobileKeys = methods.filter(({ mode }) => mode === 'mobile_key');
	const [onlyMobileKey] = mobileKeys.length === 1 ? mobileKeys : [];
	return {
		...grant,
		location_ids: grant.space_ids,
		access_method_ids: methodIds,
		display_name: grant.name ?? computedName(here, data),
		requested_access_methods: grant.requested_access_methods.map((request) => ({
			...request,
			created_access_method_ids: request.created_access_method_ids.filter((id) =>
				methodIds.includes(id),
			),
		})),
		...(mobileKeys.length > 0 ? { client_session_token: sessionToken(grant.access_grant_id) } : {}),
		...(onlyMobileKey ? { instant_key_url: instantKeyUrl(onlyMobileKey.access_method_id) } : {}),
	};
}

// What the workspace does not manage has no key, customization profile, link or session (docs/service.md#grants-15).

export const toUnmanagedIdentityRecord = (
	here: Here,
	identity: UserIdentityData,
): UnmanagedUserIdentity => without(toUserIdentityRecord(here, identity), 'user_identity_key');

const ONLY_MANAGED = [
	'customization_profile_id',
	'client_session_token',
	'instant_key_url',
] as const;

export function toUnmanagedGrantRecord(here: Here, grant: AccessGrantData): UnmanagedAccessGrant {
	const methods = here.access.unmanagedMethods.inGroup(grant.access_grant_id);
	const record = toAccessGrantRecord(here, grant, methods);
	return without(record, 'access_grant_key', ...ONLY_MANAGED);
}

export const toUnmanagedMethodRecord = (method: AccessMethodData): UnmanagedAccessMethod =>
	without(toAccessMethodRecord(method), ...ONLY_MANAGED);

function computedName(here: Here, grant: AccessGrantData): string {
	const { access, devicesById } = here.workspace;
	const identity = access.userIdentities.get(grant.user_identity_id);
	const places = placesOf(here, grant);
	const names = [
		...grant.space_ids.flatMap((id) => access.spaces.get(id)?.name ?? []),
		...(grant.space_ids.length > 0
			? []
			: places.device_ids.flatMap((id) => devicesById.get(id)?.record.display_name ?? [])),
		...(grant.space_ids.length > 0
			? []
			: places.acs_entrance_ids.flatMap((id) => access.entrances.get(id)?.display_name ?? [])),
	];
	const person = identity
		? toUserIdentityRecord(here, identity).display_name
		: 'Guest without a name';
	return names.length > 0 ? `${person}: ${names.join(', ')}` : person;
}

const sessionToken = (accessGrantId: string) => `sandbox-session-${accessGrantId}`;
