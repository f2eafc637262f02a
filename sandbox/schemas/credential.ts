import { Type } from 'typebox';
import type { Static } from 'typebox';
import { AccessMode } from './accessMethod';
import { ErrorIssue, WarningIssue } from './issue';
import { DateTime, Nullable, Text, Uuid } from './primitives';

/** A credential of an access control system: facts 2, B2. Of the optional members, those that the sandbox fills. */
export type Credential = Static<typeof Credential>;
export const Credential = Type.Object({
	acs_credential_id: Uuid,
	acs_system_id: Uuid,
	connected_account_id: Uuid,
	workspace_id: Uuid,
	access_method: AccessMode,
	display_name: Text,
	user_identity_id: Type.Optional(Uuid),
	card_number: Type.Optional(Nullable(Text)),
	is_issued: Type.Optional(Type.Boolean()),
	issued_at: Type.Optional(Nullable(DateTime)),
	created_at: DateTime,
	is_managed: Type.Literal(true),
	errors: Type.Array(ErrorIssue),
	warnings: Type.Array(WarningIssue),
});
