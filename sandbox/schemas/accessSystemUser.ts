import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ErrorIssue, WarningIssue } from './issue';
import { DateTime, Nullable, Text, Uuid } from './primitives';

/** A user of an access control system: facts 2, B2. */
export type AccessSystemUser = Static<typeof AccessSystemUser>;
export const AccessSystemUser = Type.Object({
	acs_user_id: Uuid,
	acs_system_id: Uuid,
	workspace_id: Uuid,
	connected_account_id: Uuid,
	display_name: Text,
	full_name: Type.Optional(Text),
	email_address: Type.Optional(Text),
	phone_number: Type.Optional(Text),
	user_identity_id: Type.Optional(Uuid),
	user_identity_full_name: Type.Optional(Nullable(Text)),
	user_identity_email_address: Type.Optional(Nullable(Text)),
	user_identity_phone_number: Type.Optional(Nullable(Text)),
	external_type: Type.Optional(Text),
	external_type_display_name: Type.Optional(Text),
	is_suspended: Type.Boolean(),
	last_successful_sync_at: Nullable(DateTime),
	created_at: DateTime,
	is_managed: Type.Literal(true),
	errors: Type.Array(ErrorIssue),
	warnings: Type.Array(WarningIssue),
});
