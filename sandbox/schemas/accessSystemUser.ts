import { Type, type Static } from 'typebox';
import { ErrorIssue, WarningIssue } from './issue';
import { DateTime, Nullable, Text, Uuid, optional } from './primitives';

const Suspension = Type.Object({ is_suspended: Type.Boolean() });

/** The pending mutations that the sandbox creates for users. The service has more. */
const AccessSystemUserMutation = Type.Union([
	Type.Object({ mutation_code: Type.Literal('deleting'), message: Text, created_at: DateTime }),
	Type.Object({
		mutation_code: Type.Literal('updating_suspension_state'),
		message: Text,
		created_at: DateTime,
		from: Suspension,
		to: Suspension,
	}),
]);

export type AccessSystemUser = Static<typeof AccessSystemUser>;
export const AccessSystemUser = Type.Object({
	acs_user_id: Uuid,
	display_name: Text,
	...optional({
		full_name: Text,
		email_address: Text,
		phone_number: Text,
		user_identity_id: Uuid,
	}),
	acs_system_id: Uuid,
	is_suspended: Type.Boolean(),
	created_at: DateTime,
	errors: Type.Array(ErrorIssue),
	warnings: Type.Array(WarningIssue),
	workspace_id: Uuid,
	connected_account_id: Uuid,
	...optional({
		user_identity_full_name: Nullable(Text),
		user_identity_email_address: Nullable(Text),
		user_identity_phone_number: Nullable(Text),
	}),
	is_managed: Type.Literal(true),
	external_type: Type.Optional(Text),
	external_type_display_name: Type.Optional(Text),
	last_successful_sync_at: Nullable(DateTime),
	access_schedule: Type.Optional(Type.Object({ starts_at: DateTime, ends_at: Nullable(DateTime) })),
	pending_mutations: Type.Array(AccessSystemUserMutation),
});
