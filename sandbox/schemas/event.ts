import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ErrorIssue, WarningIssue } from './issue';
import { DateTime, Nullable, Text, Uuid } from './primitives';

const Metadata = Type.Optional(Type.Record(Text, Type.Union([Text, Type.Boolean()])));
const Errors = Type.Optional(Type.Array(ErrorIssue));
const Warnings = Type.Optional(Type.Array(WarningIssue));
/** What a change was about, such as a code or a name. */
const Changed = Type.Object({});

/**
 * The members that every event has, then those that depend on the type: the IDs, which filters search for, and
 * the details of codes, grants and locks.
 */
export type Event = Static<typeof Event> & Record<string, unknown>;
export const Event = Type.Object({
	event_id: Uuid,
	event_type: Text,
	event_description: Type.Optional(Text),
	created_at: DateTime,
	occurred_at: DateTime,
	workspace_id: Uuid,
	connected_account_id: Type.Optional(Uuid),
	device_id: Type.Optional(Uuid),
	access_code_id: Type.Optional(Uuid),
	action_attempt_id: Type.Optional(Uuid),
	access_grant_id: Type.Optional(Uuid),
	access_grant_key: Type.Optional(Text),
	access_method_id: Type.Optional(Uuid),
	acs_system_id: Type.Optional(Uuid),
	acs_user_id: Type.Optional(Uuid),
	acs_credential_id: Type.Optional(Uuid),
	acs_entrance_id: Type.Optional(Uuid),
	acs_encoder_id: Type.Optional(Uuid),
	acs_access_group_id: Type.Optional(Uuid),
	backup_access_code_id: Type.Optional(Uuid),
	connect_webview_id: Type.Optional(Uuid),
	space_id: Type.Optional(Uuid),
	user_identity_id: Type.Optional(Uuid),
	customer_key: Type.Optional(Text),
	/** Only on events about access methods, because a method may belong to several grants. */
	access_grant_ids: Type.Optional(Type.Array(Uuid)),
	access_grant_keys: Type.Optional(Type.Array(Text)),
	connected_account_custom_metadata: Metadata,
	device_custom_metadata: Metadata,
	code: Type.Optional(Nullable(Text)),
	is_backup_code: Type.Optional(Type.Boolean()),
	change_reason: Type.Optional(Text),
	changed_properties: Type.Optional(
		Type.Array(Type.Object({ property: Text, from: Nullable(Text), to: Nullable(Text) })),
	),
	description: Type.Optional(Text),
	requested_mutations: Type.Optional(
		Type.Array(
			Type.Object({
				mutation_code: Text,
				from: Type.Optional(Changed),
				to: Type.Optional(Changed),
			}),
		),
	),
	starts_at: Type.Optional(Nullable(DateTime)),
	ends_at: Type.Optional(Nullable(DateTime)),
	error_message: Type.Optional(Text),
	missing_device_ids: Type.Optional(Type.Array(Uuid)),
	action_type: Type.Optional(Text),
	status: Type.Optional(Text),
	device_name: Type.Optional(Nullable(Text)),
	error_code: Type.Optional(Text),
	battery_level: Type.Optional(Type.Number()),
	battery_status: Type.Optional(Text),
	method: Type.Optional(Text),
	access_code_is_managed: Type.Optional(Type.Boolean()),
	reason: Type.Optional(Type.Object({ reason_code: Text, message: Text })),
	access_code_errors: Errors,
	access_code_warnings: Warnings,
	device_errors: Errors,
	device_warnings: Warnings,
	connected_account_errors: Errors,
	connected_account_warnings: Warnings,
	from: Type.Optional(Changed),
	to: Type.Optional(Changed),
});
