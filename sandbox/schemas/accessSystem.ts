import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ErrorIssue, WarningIssue } from './issue';
import { DateTime, Text, Uuid } from './primitives';

/** An access control system. The facts name its endpoints alone; the members are the publicly documented ones. */
export type AccessSystem = Static<typeof AccessSystem>;
export const AccessSystem = Type.Object({
	acs_system_id: Uuid,
	workspace_id: Uuid,
	connected_account_id: Uuid,
	connected_account_ids: Type.Array(Uuid),
	name: Text,
	external_type: Text,
	external_type_display_name: Text,
	is_credential_manager: Type.Boolean(),
	acs_access_group_count: Type.Integer({ minimum: 0 }),
	acs_user_count: Type.Integer({ minimum: 0 }),
	created_at: DateTime,
	errors: Type.Array(ErrorIssue),
	warnings: Type.Array(WarningIssue),
});
