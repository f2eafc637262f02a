import { Type, type Static } from 'typebox';
import { DateTime, Nullable, Text, Uuid } from './primitives';

/** When a preset is active on a thermostat. */
export type ThermostatSchedule = Static<typeof ThermostatSchedule>;
export const ThermostatSchedule = Type.Object({
	thermostat_schedule_id: Uuid,
	device_id: Uuid,
	workspace_id: Uuid,
	name: Nullable(Text),
	climate_preset_key: Text,
	starts_at: DateTime,
	ends_at: DateTime,
	/** Whether a person can change the temperature meanwhile, and after how many minutes the preset comes back. */
	is_override_allowed: Type.Boolean(),
	max_override_period_minutes: Nullable(Type.Integer({ exclusiveMinimum: 0 })),
	created_at: DateTime,
	errors: Type.Array(Type.Object({ error_code: Text, message: Text, created_at: DateTime })),
});
