import { Type, type Static } from 'typebox';
import { AccessMode } from './accessMethod';
import { ErrorIssue, WarningIssue } from './issue';
import { DateTime, Nullable, Text, Uuid, optional } from './primitives';

const Times = Type.Object({ starts_at: Nullable(DateTime), ends_at: Nullable(DateTime) });

const AccessGrantMutation = Type.Union([
	Type.Object({
		mutation_code: Type.Literal('updating_spaces'),
		created_at: DateTime,
		message: Text,
		from: Type.Object({ device_ids: Type.Array(Uuid) }),
		to: Type.Object({
			device_ids: Type.Array(Uuid),
			common_code_key: Type.Optional(Nullable(Text)),
		}),
	}),
	Type.Object({
		mutation_code: Type.Literal('updating_access_times'),
		created_at: DateTime,
		message: Text,
		access_method_ids: Type.Array(Uuid),
		from: Times,
		to: Times,
	}),
]);

/**
 * An access method that a caller requests. The schema does not check which member goes with which
 * mode.
 */
export type RequestedMethod = Static<typeof RequestedMethod>;
export const RequestedMethod = Type.Object({
	mode: AccessMode,
	code: Type.Optional(Type.String({ pattern: '^\\d{4,9}$' })),
	instant_key_max_use_count: Type.Optional(Type.Integer({ minimum: 1 })),
});

const RequestedAccessMethod = Type.Object({
	display_name: Text,
	...RequestedMethod.properties,
	created_at: DateTime,
	created_access_method_ids: Type.Array(Uuid),
});

const AccessGrantError = Type.Object({
	...ErrorIssue.properties,
	missing_device_ids: Type.Optional(Type.Array(Uuid)),
});

/** A warning of a grant. The optional members depend on its code. */
export type AccessGrantWarning = Static<typeof AccessGrantWarning>;
const AccessGrantWarning = Type.Object({
	...WarningIssue.properties,
	...optional({
		access_method_ids: Type.Array(Uuid),
		device_id: Uuid,
		original_code: Text,
		new_code: Text,
		failed_devices: Type.Array(Type.Object({ device_id: Uuid, error_code: Text, message: Text })),
	}),
});

export type AccessGrant = Static<typeof AccessGrant>;
export const AccessGrant = Type.Object({
	access_grant_id: Uuid,
	access_grant_key: Type.Optional(Text),
	workspace_id: Uuid,
	user_identity_id: Uuid,
	space_ids: Type.Array(Uuid),
	location_ids: Type.Array(Uuid),
	access_method_ids: Type.Array(Uuid),
	name: Nullable(Text),
	display_name: Text,
	...optional({
		reservation_key: Text,
		customization_profile_id: Uuid,
		client_session_token: Text,
		instant_key_url: Type.String({ format: 'uri' }),
	}),
	created_at: DateTime,
	starts_at: DateTime,
	ends_at: Nullable(DateTime),
	requested_access_methods: Type.Array(RequestedAccessMethod),
	errors: Type.Array(AccessGrantError),
	warnings: Type.Array(AccessGrantWarning),
	pending_mutations: Type.Array(AccessGrantMutation),
});
