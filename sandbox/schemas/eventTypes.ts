import type { Source } from './source';

const TYPES_BY_SUBJECT = {
	access_code:
		'created changed name_changed code_changed time_frame_changed mutations_requested scheduled_on_device set_on_device removed_from_device delay_in_setting_on_device failed_to_set_on_device deleted delay_in_removing_from_device failed_to_remove_from_device modified_external_to_seam deleted_external_to_seam backup_access_code_pulled',
	'access_code.unmanaged': 'created removed converted_to_managed failed_to_convert_to_managed',
	access_grant:
		'created deleted access_granted_to_all_doors access_granted_to_door access_to_door_lost access_times_changed could_not_create_requested_access_methods',
	access_method:
		'created issued reissued revoked card_encoding_required deleted delay_in_issuing failed_to_issue',
	acs_system: 'connected added disconnected',
	acs_credential: 'issued reissued invalidated deleted',
	acs_user: 'created deleted',
	acs_access_group: 'deleted',
	acs_entrance: 'added removed',
	acs_encoder: 'added removed',
	connected_account:
		'connected created successful_login disconnected completed_first_sync completed_first_sync_after_reconnection deleted reauthorization_requested',
	connect_webview: 'login_succeeded login_failed',
	client_session: 'deleted',
	phone: 'deactivated',
	enrollment_automation: 'deleted',
	space: 'created deleted device_membership_changed',
	action_attempt:
		'lock_door.succeeded lock_door.failed unlock_door.succeeded unlock_door.failed simulate_keypad_code_entry.succeeded simulate_keypad_code_entry.failed simulate_manual_lock_via_keypad.succeeded simulate_manual_lock_via_keypad.failed',
	device:
		'connected added disconnected converted_to_unmanaged unmanaged.converted_to_managed unmanaged.connected unmanaged.disconnected removed deleted tampered low_battery battery_status_changed third_party_integration_detected third_party_integration_no_longer_detected connection_became_flaky connection_stabilized accessory_keypad_connected accessory_keypad_disconnected name_changed doorbell_rang salto.privacy_mode_activated salto.privacy_mode_deactivated error.subscription_required error.subscription_required.resolved',
	lock: 'locked unlocked access_denied',
	noise_sensor: 'noise_threshold_triggered',
	thermostat:
		'climate_preset_activated manually_adjusted temperature_threshold_exceeded temperature_threshold_no_longer_exceeded temperature_reached_set_point temperature_changed',
	camera: 'activated',
};

/** The event types of the OpenAPI, the same in records and filters. */
export const EVENT_TYPES: ReadonlySet<string> = new Set(
	Object.entries(TYPES_BY_SUBJECT).flatMap(([subject, types]) =>
		types.split(' ').map((type) => `${subject}.${type}`),
	),
);

/** Event types that only the SDKs have, in their filters of `/events/list` (docs/service.md#events-3). */
const SDK_EVENT_TYPES: ReadonlySet<string> = new Set(
	'issued delay_in_issuing failed_to_issue failed_to_update failed_to_remove failed_to_delete'
		.split(' ')
		.map((type) => `access_code.${type}`),
);

/** Whether the service has events of this type, according to the source. */
export const isEventType = (type: string, source: Source): boolean =>
	EVENT_TYPES.has(type) || (source === 'sdk' && SDK_EVENT_TYPES.has(type));
