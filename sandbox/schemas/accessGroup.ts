import { Type, type Static, type TProperties } from 'typebox';
import { ErrorIssue, WarningIssue } from './issue';
import { DateTime, Nullable, Text, Uuid } from './primitives';

const mutation = <Code extends string, More extends TProperties>(code: Code, more: More) =>
	Type.Object({ mutation_code: Type.Literal(code), message: Text, created_at: DateTime, ...more });

const change = <Member extends TProperties>(member: Member) => ({
	from: Type.Object(member),
	to: Type.Object(member),
});

export type AccessGroupMutation = Static<typeof AccessGroupMutation>;
const AccessGroupMutation = Type.Union([
	mutation('creating', {}),
	mutation('deleting', {}),
	mutation('updating_user_membership', change({ acs_user_id: Nullable(Uuid) })),
]);

/** A group of an access control system. Has only the mutations that the sandbox creates. */
export type AccessGroup = Static<typeof AccessGroup>;
export const AccessGroup = Type.Object({
	acs_access_group_id: Uuid,
	acs_system_id: Uuid,
	workspace_id: Uuid,
	connected_account_id: Uuid,
	name: Text,
	display_name: Text,
	access_group_type: Text,
	access_group_type_display_name: Text,
	external_type: Text,
	external_type_display_name: Text,
	access_schedule: Type.Optional(Type.Object({ starts_at: DateTime, ends_at: Nullable(DateTime) })),
	created_at: DateTime,
	is_managed: Type.Literal(true),
	errors: Type.Array(ErrorIssue),
	warnings: Type.Array(WarningIssue),
	pending_mutations: Type.Array(AccessGroupMutation),
});
