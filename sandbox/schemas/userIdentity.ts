import { Type, type Static } from 'typebox';
import { ErrorIssue, WarningIssue } from './issue';
import { DateTime, NonEmptyText, Nullable, Text, Uuid, optional } from './primitives';

/** E.164, e.g. +15555550100. */
const PhoneNumber = Type.String({ pattern: '^\\+[1-9]\\d{1,14}$' });

export const UserIdentityFields = {
	...optional({
		full_name: Nullable(NonEmptyText),
		email_address: Nullable(Type.String({ format: 'email' })),
		phone_number: Nullable(PhoneNumber),
		user_identity_key: Nullable(NonEmptyText),
	}),
};

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
