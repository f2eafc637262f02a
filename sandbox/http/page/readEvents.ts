import type { Event } from '../../schemas/event';
import type { Here } from '../../domain/service';

export interface EventView {
	at: string;
	type: string;
	words: string;
	about: string;
}

const MAX_EVENTS = 60;

/** The words for event types. The page shows other types only by their names. */
const WORDS: Partial<Record<string, string>> = {
	'access_grant.created': 'Access was given',
	'access_grant.deleted': 'Access has ended',
	'access_grant.access_times_changed': 'Access times changed',
	'access_grant.could_not_create_requested_access_methods': 'A PIN, card or key could not be made',
	'access_method.issued': 'PIN or key is ready',
	'access_method.reissued': 'PIN or key is ready again',
	'access_method.revoked': 'PIN or key was revoked',
	'access_method.deleted': 'PIN or key is gone',
	'access_method.delay_in_issuing': 'PIN or key is late',
	'access_method.failed_to_issue': 'PIN or key could not be issued',
	'access_method.card_encoding_required': 'Card has to be encoded',
	'access_code.set_on_device': 'PIN is on the lock',
	'access_code.scheduled_on_device': 'PIN is stored on the lock for later',
	'access_code.removed_from_device': 'PIN was taken off the lock',
	'access_code.failed_to_set_on_device': 'PIN could not be set on the lock',
	'access_code.delay_in_setting_on_device': 'PIN is waiting for the lock',
	'access_code.delay_in_removing_from_device': 'PIN is still on the lock',
	'access_code.backup_access_code_pulled': 'Backup PIN is used instead',
	'device.connected': 'Lock is online',
	'device.disconnected': 'Lock is offline',
	'lock.unlocked': 'Door was unlocked',
	'lock.locked': 'Door was locked',
	'lock.access_denied': 'PIN was refused',
	'space.device_membership_changed': 'Locks of the room changed',
};

export function readEvents(here: Here): EventView[] {
	return here.workspace.events
		.slice(-MAX_EVENTS)
		.reverse()
		.map((event) => ({
			at: event.occurred_at,
			type: event.event_type,
			words: WORDS[event.event_type] ?? '',
			about: aboutOf(here, event),
		}));
}

function aboutOf({ state, workspace: { devicesById }, access }: Here, event: Event): string {
	const code = state.accessCodes.get(event.access_code_id ?? '');
	const grantIds = [
		event.access_grant_id,
		...(event.access_grant_ids ?? []),
		code?.accessGrantId,
	].filter((id) => id !== undefined);
	const grants = grantIds.flatMap((id) => access.accessGrants.get(id) ?? []);
	const names = [
		devicesById.get(event.device_id ?? '')?.record.display_name,
		access.spaces.get(event.space_id ?? '')?.name,
		access.entrances.get(event.acs_entrance_id ?? '')?.display_name,
		typeof event.code === 'string' ? `PIN ${event.code}` : code?.code && `PIN ${code.code}`,
		code?.name,
		...grants.map((grant) => grant.access_grant_key ?? grant.name),
	];
	return [...new Set(names.filter((name) => name))].join(' · ');
}
