import { hideSecretsInText } from '../../errors/maskPins';
import { isWireObject, type ServiceEvent } from '../../wire/records';

/** What happened to a stay, and how to say it. */
export interface Happening {
	/** Stored in workflows: never changes. */
	what: string;
	/**
	 * The sentence. `door` is the name of the lock or entrance, `method` such as 'PIN', and `time`
	 * writes an instant of the event for people.
	 */
	say: (about: {
		door: string;
		method: string;
		event: ServiceEvent;
		time: (instant: unknown) => string;
	}) => string;
}

const isTime = (value: unknown): boolean => !Number.isNaN(Date.parse(String(value)));

const happening = (what: string, say: Happening['say']): Happening => ({ what, say });

/** Events of a stay by type, in the order in which they follow one another within a moment. */
export const HAPPENINGS: Readonly<Record<string, Happening>> = {
	'access_grant.created': happening('access_given', () => 'The access was given.'),
	'access_method.created': happening('requested', ({ method }) => `A ${method} was requested.`),
	'access_grant.could_not_create_requested_access_methods': happening(
		'could_not_create',
		() => 'Not every PIN, card or key could be created.',
	),
	'access_grant.access_times_changed': happening(
		'times_changed',
		({ event: { starts_at: start, ends_at: end }, time }) =>
			isTime(start) && isTime(end)
				? `The times changed: now from ${time(start)} to ${time(end)}.`
				: 'The times of the access changed.',
	),
	'access_method.revoked': happening(
		'revoked',
		({ method }) => `The ${method} does not work until the service issues it again.`,
	),
	'access_code.backup_access_code_pulled': happening(
		'backup_code_used',
		({ door }) => `${door} got a backup code, because the PIN could not be set in time.`,
	),
	'access_code.scheduled_on_device': happening(
		'scheduled_on_lock',
		({ door }) => `${door} stored the PIN with its start and end.`,
	),
	'access_code.set_on_device': happening('set_on_lock', ({ door }) => `The PIN works on ${door}.`),
	'access_code.code_changed': happening(
		'pin_changed_on_lock',
		({ door }) => `${door} has a new PIN.`,
	),
	'access_code.time_frame_changed': happening(
		'times_changed_on_lock',
		({ door }) => `${door} has the new times of the PIN.`,
	),
	'access_code.changed': happening(
		'changed_on_lock',
		({ door }) => `The PIN on ${door} was changed.`,
	),
	'access_code.delay_in_setting_on_device': happening(
		'setting_delayed',
		({ door }) => `Setting the PIN on ${door} takes longer than usual.`,
	),
	'access_code.failed_to_set_on_device': happening(
		'setting_failed',
		({ door }) => `The PIN could not be set on ${door}.`,
	),
	'access_code.modified_external_to_seam': happening(
		'changed_outside',
		({ door }) => `Someone changed the PIN on ${door}, at the lock or in the lock maker's app.`,
	),
	'access_code.deleted_external_to_seam': happening(
		'deleted_outside',
		({ door }) => `Someone deleted the PIN from ${door}, at the lock or in the lock maker's app.`,
	),
	'access_method.card_encoding_required': happening(
		'encoding_required',
		() => 'The card waits to be encoded.',
	),
	'access_method.issued': happening('issued', ({ method }) => `The ${method} was issued.`),
	'access_method.reissued': happening(
		'reissued',
		({ method }) => `The ${method} was issued again.`,
	),
	'access_method.delay_in_issuing': happening(
		'issuing_delayed',
		({ method }) => `Issuing the ${method} takes longer than usual.`,
	),
	'access_method.failed_to_issue': happening(
		'issuing_failed',
		({ method }) => `The ${method} could not be issued.`,
	),
	'access_grant.access_granted_to_door': happening(
		'door_added',
		({ door }) => `The access includes ${door}.`,
	),
	'access_grant.access_granted_to_all_doors': happening(
		'all_doors_added',
		() => 'The access includes all its doors.',
	),
	'device.disconnected': happening('lock_offline', ({ door }) => `${door} went offline.`),
	'device.connected': happening('lock_online', ({ door }) => `${door} is online.`),
	'device.low_battery': happening(
		'battery_low',
		({ door }) => `The battery of ${door} is almost empty.`,
	),
	'lock.access_denied': happening('entry_denied', ({ door, event: { reason } }) =>
		isWireObject(reason) && typeof reason.message === 'string'
			? `${door} did not open: ${hideSecretsInText(reason.message)}`
			: `${door} did not open.`,
	),
	'access_method.deleted': happening('withdrawn', ({ method }) => `The ${method} was deleted.`),
	'access_code.delay_in_removing_from_device': happening(
		'removal_delayed',
		({ door }) => `Removing the PIN from ${door} takes longer than usual. It may still work.`,
	),
	'access_code.failed_to_remove_from_device': happening(
		'removal_failed',
		({ door }) => `The PIN could not be removed from ${door}. It may still work.`,
	),
	'access_code.removed_from_device': happening(
		'removed_from_lock',
		({ door }) => `The PIN is no longer on ${door}.`,
	),
	'access_grant.access_to_door_lost': happening(
		'door_removed',
		({ door }) => `The access no longer includes ${door}.`,
	),
	'access_grant.deleted': happening('access_ended', () => 'The access was ended.'),
};

/** What an event means beside other events. */
export const ROOMS_CHANGED = 'rooms_changed';
export const FIRST_ENTRY = 'first_entry';
export const LAST_ENTRY = 'last_entry';
export const FORMER_ACCESS_ENDED = 'former_access_ended';
/** The service keeps events for a time that it does not tell (docs/service.md#events-11). */
export const EARLIER_EVENTS_MISSING = 'earlier_events_missing';
