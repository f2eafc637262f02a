import { Type, type Static } from 'typebox';
import { ErrorIssue, WarningIssue } from './issue';
import { DateTime, Nullable, Text, Uuid } from './primitives';

export type UserIdentity = Static<typeof UserIdentity>;
export const UserIdentity = Type.Object({
	user_identity_id: Uuid,
	workspace_id: Uuid,
	user_identity_key: Nullable(Text),
	full_name: Nullable(Text),
	email_address: Nullable(Text),
	phone_number: Nullable(Text),
	display_name: Text,
	acs_user_ids: Type.Array(Uuid),
	created_at: DateTime,
	errors: Type.Array(ErrorIssue),
	warnings: Type.Array(WarningIssue),
});
