import { Type, type Static } from 'typebox';
import { DeviceErrorIssue, WarningIssue } from './issue';
import { DateTime, Text, Uuid, optional } from './primitives';

const DeviceProperties = Type.Object({
	online: Type.Boolean(),
	name: Text,
	appearance: Type.Object({ name: Text }),
	model: Type.Object({
		display_name: Text,
		manufacturer_display_name: Text,
		has_built_in_keypad: Type.Optional(Type.Boolean()),
	}),
	...optional({
		manufacturer: Text,
		serial_number: Text,
		locked: Type.Boolean(),
		battery_level: Type.Number(),
		battery: Type.Object({ level: Type.Number(), status: Text }),
		supported_code_lengths: Type.Array(Type.Number()),
		max_active_codes_supported: Type.Number(),
		code_constraints: Type.Array(
			Type.Object({
				constraint_type: Text,
				/** With `name_length` only. */
				min_length: Type.Optional(Type.Number()),
				max_length: Type.Optional(Type.Number()),
			}),
		),
		supports_backup_access_code_pool: Type.Boolean(),
		backup_access_code_pool_enabled: Type.Boolean(),
		auto_lock_enabled: Type.Boolean(),
		auto_lock_delay_seconds: Type.Number(),
	}),
});

const Location = Type.Object({ location_name: Text, time_zone: Text });

interface ClimatePreset {
	climate_preset_key: string;
	climate_preset_mode: string;
	display_name: string;
	name: string | null;
	can_edit: boolean;
	can_delete: boolean;
	can_use_with_thermostat_daily_programs: boolean;
	manual_override_allowed: boolean;
	hvac_mode_setting: string;
	heating_set_point_celsius: number;
	cooling_set_point_celsius: number;
}

/** What only thermostats have. Not in the schema, from which the node's output schemas come: it has no operations for it. */
interface Climate {
	can_hvac_heat?: boolean;
	can_hvac_cool?: boolean;
	can_hvac_heat_cool?: boolean;
	can_turn_off_hvac?: boolean;
	properties: {
		available_climate_presets?: readonly ClimatePreset[];
		/** What is active while no schedule is. */
		fallback_climate_preset_key?: string | null;
	};
}

/**
 * A managed device. Capability flags are true, false (has it, but cannot use it now) or absent
 * (does not have it; docs/service.md#devices-4).
 */
export type Device = Static<typeof Device> & Climate;
export const Device = Type.Object({
	device_id: Uuid,
	device_type: Text,
	display_name: Text,
	nickname: Type.Optional(Text),
	space_ids: Type.Array(Uuid),
	capabilities_supported: Type.Array(Text),
	...optional({
		can_remotely_lock: Type.Boolean(),
		can_remotely_unlock: Type.Boolean(),
		can_unlock_with_code: Type.Boolean(),
		can_program_online_access_codes: Type.Boolean(),
		can_program_offline_access_codes: Type.Boolean(),
		can_simulate_connection: Type.Boolean(),
		can_simulate_disconnection: Type.Boolean(),
		can_simulate_hub_connection: Type.Boolean(),
		can_simulate_hub_disconnection: Type.Boolean(),
		can_simulate_paid_subscription: Type.Boolean(),
		can_simulate_removal: Type.Boolean(),
	}),
	device_provider: Type.Object({
		device_provider_name: Text,
		display_name: Text,
		provider_category: Text,
	}),
	device_manufacturer: Type.Object({ manufacturer: Text, display_name: Text }),
	location: Location,
	properties: DeviceProperties,
	connected_account_id: Uuid,
	workspace_id: Uuid,
	errors: Type.Array(DeviceErrorIssue),
	warnings: Type.Array(WarningIssue),
	created_at: DateTime,
	is_managed: Type.Literal(true),
	custom_metadata: Type.Record(Text, Type.Union([Text, Type.Boolean()])),
});

export const UNMANAGED_PROPERTIES = [
	'online',
	'name',
	'manufacturer',
	'model',
	'battery',
	'battery_level',
] as const;

/** A device that the workspace does not manage (docs/service.md#devices-3). */
export type UnmanagedDevice = Static<typeof UnmanagedDevice>;
export const UnmanagedDevice = Type.Object({
	device_id: Uuid,
	device_type: Text,
	connected_account_id: Uuid,
	workspace_id: Uuid,
	capabilities_supported: Type.Array(Text),
	custom_metadata: Device.properties.custom_metadata,
	properties: Type.Pick(DeviceProperties, UNMANAGED_PROPERTIES),
	location: Type.Optional(Location),
	errors: Type.Array(DeviceErrorIssue),
	warnings: Type.Array(WarningIssue),
	created_at: DateTime,
	is_managed: Type.Literal(false),
});
