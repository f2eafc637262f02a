import { Type, type Static } from 'typebox';
import { ErrorIssue, WarningIssue } from './issue';
import { DateTime, Nullable, Text, Uuid, optional } from './primitives';

export type AccessMode = Static<typeof AccessMode>;
export const AccessMode = Type.Enum(['code', 'card', 'mobile_key', 'cloud_key']);

export const MODE_NAMES: Record<AccessMode, string> = {
	code: 'PIN Code',
	card: 'Plastic Card',
	mobile_key: 'Mobile Key',
	cloud_key: 'Cloud Key',
};

const Devices = Type.Object({ device_ids: Type.Array(Uuid) });
const Times = Type.Object({ starts_at: Nullable(DateTime), ends_at: Nullable(DateTime) });

export type AccessMethodMutation = Static<typeof AccessMethodMutation>;
const AccessMethodMutation = Type.Union([
	Type.Object({
		mutation_code: Type.Enum(['provisioning_access', 'revoking_access']),
		created_at: DateTime,
		message: Text,
		from: Devices,
		to: Devices,
	}),
	Type.Object({
		mutation_code: Type.Literal('updating_access_times'),
		created_at: DateTime,
		message: Text,
		from: Times,
		to: Times,
	}),
]);

const AccessMethodWarning = Type.Object({
	...WarningIssue.properties,
	original_access_method_id: Type.Optional(Uuid),
});

export type AccessMethod = Static<typeof AccessMethod>;
export const AccessMethod = Type.Object({
	access_method_id: Uuid,
	workspace_id: Uuid,
	display_name: Text,
	mode: AccessMode,
	code: Type.Optional(Nullable(Text)),
	created_at: DateTime,
	issued_at: Nullable(DateTime),
	is_issued: Type.Boolean(),
	...optional({
		is_assignment_required: Type.Boolean(),
		is_ready_for_assignment: Type.Boolean(),
		is_encoding_required: Type.Boolean(),
		is_ready_for_encoding: Type.Boolean(),
		instant_key_url: Type.String({ format: 'uri' }),
		client_session_token: Text,
		customization_profile_id: Uuid,
	}),
	errors: Type.Array(ErrorIssue),
	warnings: Type.Array(AccessMethodWarning),
	pending_mutations: Type.Array(AccessMethodMutation),
});
