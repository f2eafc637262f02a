import { Type, type Static, type TSchema } from 'typebox';
import { DeviceErrorIssue, WarningIssue } from './issue';
import { DateTime, Nullable, Text, Uuid, optional } from './primitives';

const CodeType = Type.Enum(['ongoing', 'time_bound']);

const mutation = { message: Text, created_at: DateTime };

const FromTo = <T extends TSchema>(schema: T) => ({ from: schema, to: schema });

const TimeFrame = Type.Object({ starts_at: Nullable(DateTime), ends_at: Nullable(DateTime) });

export type PendingMutation = Static<typeof PendingMutation>;
export const PendingMutation = Type.Union([
	Type.Object({ mutation_code: Type.Literal('creating'), ...mutation }),
	Type.Object({
		mutation_code: Type.Literal('deferring_creation'),
		...mutation,
		scheduled_at: DateTime,
	}),
	Type.Object({ mutation_code: Type.Literal('deleting'), ...mutation }),
	Type.Object({
		mutation_code: Type.Literal('updating_code'),
		...mutation,
		...FromTo(Type.Object({ code: Nullable(Text) })),
	}),
	Type.Object({
		mutation_code: Type.Literal('updating_name'),
		...mutation,
		...FromTo(Type.Object({ name: Nullable(Text) })),
	}),
	Type.Object({
		mutation_code: Type.Literal('updating_time_frame'),
		...mutation,
		...FromTo(TimeFrame),
	}),
]);

/** Only on the codes of one lock maker's devices (docs/service.md#codes-19). */
const LockvendorMetadata = Type.Object({
	is_cancellable: Type.Boolean(),
	is_early_checkin_able: Type.Boolean(),
	is_extendable: Type.Boolean(),
	is_overridable: Type.Boolean(),
	site_name: Text,
	stay_id: Type.Number(),
	user_level_id: Text,
	user_level_name: Nullable(Text),
});

/** What an error or warning of a code adds if someone changed the code on its device. */
const ChangeOnDevice = {
	change_type: Type.Optional(Text),
	modified_fields: Type.Optional(
		Type.Array(Type.Object({ field: Text, from: Nullable(Text), to: Nullable(Text) })),
	),
};

export type AccessCodeError = Static<typeof AccessCodeError>;
const AccessCodeError = Type.Object({
	...DeviceErrorIssue.properties,
	...optional({
		is_access_code_error: Type.Literal(true),
		/** The other code, if there is one with the same PIN. */
		managed_access_code_id: Uuid,
		unmanaged_access_code_id: Uuid,
	}),
	...ChangeOnDevice,
});

const AccessCodeWarning = Type.Object({ ...WarningIssue.properties, ...ChangeOnDevice });

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
	errors: Type.Array(AccessCodeError),
	warnings: Type.Array(AccessCodeWarning),
	pending_mutations: Type.Array(PendingMutation),
	/** The name as the device shows it (docs/service.md#codes-17). */
	appearance: Type.Optional(Type.Object({ name: Text })),
	lockvendor_metadata: Type.Optional(Nullable(LockvendorMetadata)),
});

export type UnmanagedAccessCode = Static<typeof UnmanagedAccessCode>;
export const UnmanagedAccessCode = Type.Object({
	access_code_id: Uuid,
	workspace_id: Uuid,
	device_id: Uuid,
	name: Nullable(Text),
	/** Absent on devices of providers that hide PINs (docs/service.md#unmanaged-1). */
	code: Type.Optional(Nullable(Text)),
	type: CodeType,
	status: Type.Enum(['set', 'unset']),
	starts_at: Type.Optional(Nullable(DateTime)),
	ends_at: Type.Optional(Nullable(DateTime)),
	created_at: DateTime,
	is_managed: Type.Literal(false),
	cannot_be_managed: Type.Optional(Type.Literal(true)),
	cannot_delete_unmanaged_access_code: Type.Optional(Type.Literal(true)),
	errors: Type.Array(AccessCodeError),
	warnings: Type.Array(AccessCodeWarning),
});
