import { Type, type Static } from 'typebox';
import { ErrorIssue, WarningIssue } from './issue';
import { DateTime, Nullable, Text, Uuid, optional } from './primitives';

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
	...optional({
		connected_account_id: Uuid,
		device_id: Uuid,
		access_code_id: Uuid,
		action_attempt_id: Uuid,
		access_grant_id: Uuid,
		access_grant_key: Text,
		access_method_id: Uuid,
		acs_system_id: Uuid,
		acs_user_id: Uuid,
		acs_credential_id: Uuid,
		acs_entrance_id: Uuid,
		acs_encoder_id: Uuid,
		acs_access_group_id: Uuid,
		backup_access_code_id: Uuid,
		connect_webview_id: Uuid,
		space_id: Uuid,
		user_identity_id: Uuid,
		customer_key: Text,
		/** Only on events about access methods, because a method may belong to several grants. */
		access_grant_ids: Type.Array(Uuid),
		access_grant_keys: Type.Array(Text),
	}),
	connected_account_custom_metadata: Metadata,
	device_custom_metadata: Metadata,
	...optional({
		code: Nullable(Text),
		is_backup_code: Type.Boolean(),
		change_reason: Text,
		changed_properties: Type.Array(
			Type.Object({ property: Text, from: Nullable(Text), to: Nullable(Text) }),
		),
		description: Text,
		requested_mutations: Type.Array(
			Type.Object({
				mutation_code: Text,
				from: Type.Optional(Changed),
				to: Type.Optional(Changed),
			}),
		),
		starts_at: Nullable(DateTime),
		ends_at: Nullable(DateTime),
		error_message: Text,
		missing_device_ids: Type.Array(Uuid),
		action_type: Text,
		status: Text,
		device_name: Nullable(Text),
		error_code: Text,
		battery_level: Type.Number(),
		battery_status: Text,
		method: Text,
		access_code_is_managed: Type.Boolean(),
		reason: Type.Object({ reason_code: Text, message: Text }),
	}),
	access_code_errors: Errors,
	access_code_warnings: Warnings,
	device_errors: Errors,
	device_warnings: Warnings,
	connected_account_errors: Errors,
	connected_account_warnings: Warnings,
	from: Type.Optional(Changed),
	to: Type.Optional(Changed),
});
