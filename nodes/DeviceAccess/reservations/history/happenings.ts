/** Types of what happened that the service has no event for. */
export const GIVEN_EARLIER = 'given_earlier';
export const FIRST_ENTRY = 'first_entry';
export const LAST_ENTRY = 'last_entry';
export const ENDED = 'ended';

/**
 * What happened to a stay, by type: the word that workflows store, which never changes, and the
 * sentence. In the order in which they follow one another within a moment.
 */
export const HAPPENINGS: Readonly<Record<string, readonly [what: string, sentence: string]>> = {
	'access_grant.created': ['access_given', 'The access was given.'],
	[GIVEN_EARLIER]: [
		'access_given',
		'The access was given. The service has no events of that time.',
	],
	'access_method.created': ['requested', 'A {method} was requested.'],
	'access_grant.could_not_create_requested_access_methods': [
		'could_not_create',
		'Not every PIN, card or key could be created.',
	],
	'access_grant.access_times_changed': ['times_changed', 'The times of the access changed{times}.'],
	'access_method.revoked': [
		'revoked',
		'The {method} does not work until the service issues it again.',
	],
	'access_code.backup_access_code_pulled': [
		'backup_code_used',
		'{door} got a backup code, because the PIN could not be set in time.',
	],
	'access_code.scheduled_on_device': [
		'scheduled_on_lock',
		'{door} stored the PIN with its start and end.',
	],
	'access_code.set_on_device': ['set_on_lock', 'The PIN works on {door}.'],
	'access_code.code_changed': ['pin_changed_on_lock', '{door} has a new PIN.'],
	'access_code.time_frame_changed': [
		'times_changed_on_lock',
		'{door} has the new times of the PIN.',
	],
	'access_code.delay_in_setting_on_device': [
		'setting_delayed',
		'Setting the PIN on {door} takes longer than usual.',
	],
	'access_code.failed_to_set_on_device': ['setting_failed', 'The PIN could not be set on {door}.'],
	'access_code.modified_external_to_seam': [
		'changed_outside',
		"Someone changed the PIN on {door}, at the lock or in the lock maker's app.",
	],
	'access_code.deleted_external_to_seam': [
		'deleted_outside',
		"Someone deleted the PIN from {door}, at the lock or in the lock maker's app.",
	],
	'access_method.card_encoding_required': ['encoding_required', 'The card waits to be encoded.'],
	'access_method.issued': ['issued', 'The {method} was issued.'],
	'access_method.reissued': ['reissued', 'The {method} was issued again.'],
	'access_method.delay_in_issuing': [
		'issuing_delayed',
		'Issuing the {method} takes longer than usual.',
	],
	'access_method.failed_to_issue': ['issuing_failed', 'The {method} could not be issued.'],
	'access_grant.access_granted_to_door': ['door_added', 'The access includes {door}.'],
	'access_grant.access_granted_to_all_doors': [
		'all_doors_added',
		'The access includes all its doors.',
	],
	'device.disconnected': ['lock_offline', '{door} went offline.'],
	'device.connected': ['lock_online', '{door} is online.'],
	'device.low_battery': ['battery_low', 'The battery of {door} is almost empty.'],
	'lock.access_denied': ['entry_denied', '{door} did not open{reason}.'],
	'access_method.deleted': ['withdrawn', 'The {method} was deleted.'],
	'access_code.delay_in_removing_from_device': [
		'removal_delayed',
		'Removing the PIN from {door} takes longer than usual. It may still work.',
	],
	'access_code.failed_to_remove_from_device': [
		'removal_failed',
		'The PIN could not be removed from {door}. It may still work.',
	],
	'access_code.removed_from_device': ['removed_from_lock', 'The PIN is no longer on {door}.'],
	'access_grant.access_to_door_lost': ['door_removed', 'The access no longer includes {door}.'],
	[FIRST_ENTRY]: ['first_entry', 'The guest opened {door} for the first time.'],
	[LAST_ENTRY]: ['last_entry', 'The guest opened {door} for the last time.'],
	[ENDED]: ['access_ended', 'The access ended.'],
};
