import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ErrorIssue, WarningIssue } from './issue';
import { DateTime, Nullable, Text, Uuid } from './primitives';

const CodeType = Type.Enum(['ongoing', 'time_bound']);

const PendingMutation = Type.Object({ mutation_code: Text, message: Text, created_at: DateTime });

/** A managed access code with every required field of the specification. */
export type AccessCode = Static<typeof AccessCode>;
export const AccessCode = Type.Object({
	access_code_id: Uuid,
	workspace_id: Uuid,
	device_id: Uuid,
	name: Nullable(Text),
	code: Nullable(Text),
	common_code_key: Nullable(Text),
	type: CodeType,
	status: Type.Enum(['setting', 'set', 'unset', 'removing', 'unknown']),
	starts_at: Type.Optional(Nullable(DateTime)),
	ends_at: Type.Optional(Nullable(DateTime)),
	created_at: DateTime,
	is_managed: Type.Literal(true),
	is_backup: Type.Optional(Type.Boolean()),
	is_backup_access_code_available: Type.Boolean(),
	pulled_backup_access_code_id: Type.Optional(Nullable(Uuid)),
	is_external_modification_allowed: Type.Boolean(),
	is_offline_access_code: Type.Boolean(),
	is_one_time_use: Type.Boolean(),
	is_scheduled_on_device: Type.Boolean(),
	is_waiting_for_code_assignment: Type.Boolean(),
	errors: Type.Array(ErrorIssue),
	warnings: Type.Array(WarningIssue),
	pending_mutations: Type.Array(PendingMutation),
});

/** An unmanaged access code: a record of its own, smaller than the managed one (facts C5 and 5). */
export type UnmanagedAccessCode = Static<typeof UnmanagedAccessCode>;
export const UnmanagedAccessCode = Type.Object({
	access_code_id: Uuid,
	workspace_id: Uuid,
	device_id: Uuid,
	name: Nullable(Text),
	/** Absent on devices of providers that hide PINs (facts C7). */
	code: Type.Optional(Nullable(Text)),
	type: CodeType,
	status: Type.Enum(['set', 'unset']),
	starts_at: Type.Optional(Nullable(DateTime)),
	ends_at: Type.Optional(Nullable(DateTime)),
	created_at: DateTime,
	is_managed: Type.Literal(false),
	cannot_be_managed: Type.Optional(Type.Literal(true)),
	cannot_delete_unmanaged_access_code: Type.Optional(Type.Literal(true)),
	errors: Type.Array(ErrorIssue),
	warnings: Type.Array(WarningIssue),
});
