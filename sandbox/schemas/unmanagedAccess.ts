import { Type, type Static } from 'typebox';
import { AccessGrant } from './accessGrant';
import { AccessMethod } from './accessMethod';
import { UserIdentity } from './userIdentity';

// Records that the workspace does not manage lack some members of the managed ones
// (docs/service.md#grants-15).

export type UnmanagedUserIdentity = Static<typeof UnmanagedUserIdentity>;
export const UnmanagedUserIdentity = Type.Omit(UserIdentity, ['user_identity_key']);

export type UnmanagedAccessGrant = Static<typeof UnmanagedAccessGrant>;
export const UnmanagedAccessGrant = Type.Omit(AccessGrant, [
	'access_grant_key',
	'customization_profile_id',
	'client_session_token',
	'instant_key_url',
]);

export type UnmanagedAccessMethod = Static<typeof UnmanagedAccessMethod>;
export const UnmanagedAccessMethod = Type.Omit(AccessMethod, [
	'customization_profile_id',
	'client_session_token',
	'instant_key_url',
]);
