import { Type, type Static } from 'typebox';
import { ErrorIssue, WarningIssue } from './issue';
import { DateTime, Nullable, Text, Uuid } from './primitives';

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
	image_url: Type.String({ format: 'uri' }),
	image_alt_text: Text,
	location: Type.Object({ time_zone: Nullable(Text) }),
	default_credential_manager_acs_system_id: Type.Optional(Nullable(Uuid)),
	created_at: DateTime,
	errors: Type.Array(ErrorIssue),
	warnings: Type.Array(WarningIssue),
});
