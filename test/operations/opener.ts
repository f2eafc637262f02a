import type { Body } from './dossier';

/** The item of somebody who can open a door now. */
export const opener = (name: string, reason: string, rest: Body): Body => ({
	name,
	reason,
	mode: null,
	opens_now: true,
	is_suspended: false,
	starts_at: null,
	ends_at: null,
	reservation_key: null,
	access_group_name: null,
	user_identity_id: null,
	acs_user_id: null,
	access_grant_id: null,
	access_method_id: null,
	access_code_id: null,
	acs_credential_id: null,
	acs_access_group_id: null,
	...rest,
});
