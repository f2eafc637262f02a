/** A kind of event; `value` is the wire's own event type and is what a workflow stores. */
export interface EventType {
	value: string;
	name: string;
	description?: string;
}

/** Stands for every event type, on the wire too (facts 7). */
export const ALL_EVENTS = '*';

/** What a new trigger listens to. */
export const DEFAULT_EVENT_TYPES = [
	'access_code.unmanaged.converted_to_managed',
	'access_code.unmanaged.failed_to_convert_to_managed',
];

const DESCRIPTIONS: Readonly<Record<string, string>> = {
	'access_code.unmanaged.converted_to_managed': 'An unmanaged access code has been converted to a managed one',
	'access_code.unmanaged.failed_to_convert_to_managed': 'An unmanaged access code could not be converted',
	'access_code.unmanaged.created': 'A code that this workspace did not create was found on a lock',
	'access_code.unmanaged.removed': 'A code that this workspace did not create is no longer on its lock',
};

/** Event types by group, as the service names them (facts 6; an open set: others can be typed in). */
const TYPES_BY_GROUP: Readonly<Record<string, readonly string[]>> = {
	'Access Code': [
		'access_code.backup_access_code_pulled',
		'access_code.changed',
		'access_code.code_changed',
		'access_code.created',
		'access_code.delay_in_issuing',
		'access_code.delay_in_removing_from_device',
		'access_code.delay_in_setting_on_device',
		'access_code.deleted',
		'access_code.deleted_external_to_seam',
		'access_code.failed_to_expire',
		'access_code.failed_to_issue',
		'access_code.failed_to_remove_from_device',
		'access_code.failed_to_set_on_device',
		'access_code.failed_to_update',
		'access_code.issued',
		'access_code.modified_external_to_seam',
		'access_code.mutations_requested',
		'access_code.name_changed',
		'access_code.removed_from_device',
		'access_code.scheduled_on_device',
		'access_code.set_on_device',
		'access_code.time_frame_changed',
	],
	'Unmanaged Access Code': [
		'access_code.unmanaged.converted_to_managed',
		'access_code.unmanaged.created',
		'access_code.unmanaged.failed_to_convert_to_managed',
		'access_code.unmanaged.removed',
	],
	'Access Grant': [
		'access_grant.access_granted_to_all_doors',
		'access_grant.access_granted_to_door',
		'access_grant.access_times_changed',
		'access_grant.access_to_door_lost',
		'access_grant.could_not_create_requested_access_methods',
		'access_grant.created',
		'access_grant.deleted',
	],
	'Access Method': [
		'access_method.card_encoding_required',
		'access_method.created',
		'access_method.delay_in_issuing',
		'access_method.deleted',
		'access_method.failed_to_issue',
		'access_method.issued',
		'access_method.reissued',
		'access_method.revoked',
	],
	'Access System': [
		'acs_access_group.deleted',
		'acs_credential.deleted',
		'acs_credential.invalidated',
		'acs_credential.issued',
		'acs_credential.reissued',
		'acs_encoder.added',
		'acs_encoder.removed',
		'acs_entrance.added',
		'acs_entrance.removed',
		'acs_system.added',
		'acs_system.connected',
		'acs_system.disconnected',
		'acs_user.created',
		'acs_user.deleted',
	],
	'Action Attempt': [
		'action_attempt.lock_door.failed',
		'action_attempt.lock_door.succeeded',
		'action_attempt.simulate_keypad_code_entry.failed',
		'action_attempt.simulate_keypad_code_entry.succeeded',
		'action_attempt.simulate_manual_lock_via_keypad.failed',
		'action_attempt.simulate_manual_lock_via_keypad.succeeded',
		'action_attempt.unlock_door.failed',
		'action_attempt.unlock_door.succeeded',
	],
	'Connected Account': [
		'connected_account.completed_first_sync',
		'connected_account.completed_first_sync_after_reconnection',
		'connected_account.connected',
		'connected_account.created',
		'connected_account.deleted',
		'connected_account.disconnected',
		'connected_account.reauthorization_requested',
		'connected_account.successful_login',
	],
	Device: [
		'device.accessory_keypad_connected',
		'device.accessory_keypad_disconnected',
		'device.added',
		'device.battery_status_changed',
		'device.connected',
		'device.connection_became_flaky',
		'device.connection_stabilized',
		'device.converted_to_unmanaged',
		'device.deleted',
		'device.disconnected',
		'device.doorbell_rang',
		'device.error.subscription_required',
		'device.error.subscription_required.resolved',
		'device.low_battery',
		'device.name_changed',
		'device.removed',
		'device.salto.privacy_mode_activated',
		'device.salto.privacy_mode_deactivated',
		'device.tampered',
		'device.third_party_integration_detected',
		'device.third_party_integration_no_longer_detected',
		'device.unmanaged.connected',
		'device.unmanaged.converted_to_managed',
		'device.unmanaged.disconnected',
	],
	Lock: ['lock.access_denied', 'lock.locked', 'lock.unlocked'],
	Other: [
		'camera.activated',
		'client_session.deleted',
		'connect_webview.login_failed',
		'connect_webview.login_succeeded',
		'enrollment_automation.deleted',
		'noise_sensor.noise_threshold_triggered',
		'phone.deactivated',
		'space.created',
		'space.deleted',
		'space.device_membership_changed',
		'thermostat.climate_preset_activated',
		'thermostat.manually_adjusted',
		'thermostat.temperature_changed',
		'thermostat.temperature_reached_set_point',
		'thermostat.temperature_threshold_exceeded',
		'thermostat.temperature_threshold_no_longer_exceeded',
	],
};

const SMALL_WORDS = new Set(['to', 'on', 'in', 'from', 'of', 'after']);

/** Every known event type, in the order in which the editor lists them. */
export const EVENT_TYPES: readonly EventType[] = Object.entries(TYPES_BY_GROUP).flatMap(([group, values]) =>
	values.map((value) => ({ value, name: `${group}: ${toTitle(value, group)}`, description: DESCRIPTIONS[value] })),
);

/** 'access_code.set_on_device' in 'Access Code' -> 'Set on Device'. */
function toTitle(value: string, group: string): string {
	const parts = value.split('.');
	const isNamedByGroup = toWords(parts[0] ?? '') === group || (group === 'Unmanaged Access Code' && parts[1] === 'unmanaged');
	const rest = isNamedByGroup ? parts.slice(group === 'Unmanaged Access Code' ? 2 : 1) : parts;
	return rest.map(toWords).join(' ');
}

function toWords(text: string): string {
	return text
		.split('_')
		.map((word, index) => (index > 0 && SMALL_WORDS.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
		.join(' ')
		.replace(/^Acs\b/, 'ACS')
		.replace(/ External to Seam$/, ' Outside the Service');
}
