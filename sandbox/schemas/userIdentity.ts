import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ErrorIssue, WarningIssue } from './issue';
import { DateTime, NonEmptyText, Nullable, Text, Uuid } from './primitives';

/** E.164, e.g. +15555550100. */
const PhoneNumber = Type.String({ pattern: '^\\+[1-9]\\d{1,14}$' });

/** The members of a person that a caller can set. */
export const UserIdentityFields = {
	full_name: Type.Optional(Nullable(NonEmptyText)),
	email_address: Type.Optional(Nullable(Type.String({ format: 'email' }))),
	phone_number: Type.Optional(Nullable(PhoneNumber)),
	user_identity_key: Type.Optional(Nullable(NonEmptyText)),
};

/** A person. */
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
