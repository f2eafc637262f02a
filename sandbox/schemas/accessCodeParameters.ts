import { Type } from 'typebox';
import { DateTime, NonEmptyText, Text, Uuid, optional } from './primitives';

/** A PIN in requests: 4 to 12 digits. Devices may have stricter rules (docs/service.md#codes-1). */
export const Pin = Type.String({ pattern: '^\\d{4,12}$' });

export const TimeFields = {
	starts_at: Type.Optional(DateTime),
	ends_at: Type.Optional(DateTime),
};

export const SharedCodeFields = {
	name: Type.Optional(Text),
	code: Type.Optional(Pin),
	...TimeFields,
	...optional({
		preferred_code_length: Type.Number(),
		prefer_native_scheduling: Type.Boolean(),
		attempt_for_offline_device: Type.Boolean(),
		use_backup_access_code_pool: Type.Boolean(),
		is_external_modification_allowed: Type.Boolean(),
		allow_external_modification: Type.Boolean(),
	}),
};

export const NewCodeFields = {
	...SharedCodeFields,
	...optional({
		is_offline_access_code: Type.Boolean(),
		is_one_time_use: Type.Boolean(),
		max_time_rounding: Type.Enum(['1hour', '1day', '1h', '1d']),
	}),
};

export const AccessCodeId = { access_code_id: Uuid, device_id: Type.Optional(Uuid) };

export const CodeTarget = Type.Object({
	...optional({
		access_code_id: Uuid,
		device_id: Uuid,
		code: NonEmptyText,
	}),
});
