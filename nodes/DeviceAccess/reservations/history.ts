import { maskPins } from '../errors/maskPins';
import type { ReadPages } from '../operation/kinds/many';
import type { ItemRun } from '../operation/types';
import type { SendRequest } from '../transport/request';
import { happenedAt, type ServiceEvent } from '../wire/events';
import { nameOfMode } from '../wire/modes';
import { type WireObject, firstText, wireObjectsIn, withoutUndefined } from '../wire/records';
import { doorsOf, type Grant, guestNameOf, idOfPlace, locksOf, nameOfDevice } from './grants/grant';
import { GrantsOfRun } from './grants/grantsOfRun';
import { readAccess } from './readReservations';
import { eventsOfCodes, eventsOfPerson, listEventsOf, openingsIn, periodOf } from './stayEvents';

/**
 * By type of event: the word, which workflows store, and the sentence. Events of the same moment
 * are shown in this order.
 */
const HAPPENINGS = new Map(
	Object.entries<readonly [what: string, sentence: string]>({
		'access_grant.created': ['access_given', 'The access was given.'],
		'access_method.created': ['requested', 'A {method} was requested.'],
		'access_grant.could_not_create_requested_access_methods': [
			'could_not_create',
			'Not every PIN, card or key could be created.',
		],
		'access_grant.access_times_changed': ['times_changed', 'The times of the access changed.'],
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
		'access_code.failed_to_set_on_device': [
			'setting_failed',
			'The PIN could not be set on {door}.',
		],
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
		'lock.access_denied': ['entry_denied', '{door} did not open.'],
		'lock.unlocked': ['entry', 'The guest opened {door}.'],
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
	}),
);

const ORDER = [...HAPPENINGS.values()].map(([what]) => what);

/**
 * Yields one page, oldest first, of what the service still has (docs/service.md#events-11). Throws
 * ActionFailedError if the guest has no access.
 */
export function historyReader({ send, settings: { maxPages } }: ItemRun): ReadPages {
	const lookUps = new GrantsOfRun(send, maxPages);
	return async function* (_send, { parameters, limit = Infinity }) {
		const { stay, grants, current } = await readAccess(send, lookUps, parameters);
		const records = stayHistory(grants, await eventsOfStay(send, grants)).map(
			({ what, text, happened_at: at, ...rest }) =>
				withoutUndefined({
					reservation_key: stay.reservationKey,
					what,
					text,
					happened_at: at,
					guest_name: guestNameOf(current) ?? null,
					...rest,
				}),
		);
		yield { records: records.slice(0, limit), isCut: records.length > limit || undefined };
	};
}

async function eventsOfStay(send: SendRequest, grants: readonly Grant[]): Promise<ServiceEvent[]> {
	const grantIds = grants.map(({ id }) => id);
	const methodIds = grants.flatMap(({ methods }) => methods.map(({ access_method_id: id }) => id));
	const events = await Promise.all([
		eventsOfCodes(send, grants),
		listEventsOf(send, 'access_grant_ids', grantIds),
		listEventsOf(send, 'access_method_ids', methodIds),
		...grants.flatMap((grant) => [
			listEventsOf(send, 'device_ids', locksOf(grant).map(idOfPlace), {
				event_types: ['device.disconnected', 'device.connected', 'device.low_battery'],
				...periodOf(grant),
			}),
			eventsOfPerson(send, grant, ['lock.unlocked', 'lock.access_denied']),
		]),
	]);
	return [...new Map(events.flat().map((event) => [event.event_id, event])).values()];
}

/** Oldest first. Of the openings, only the first and the last. */
export function stayHistory(grants: readonly Grant[], events: readonly ServiceEvent[]) {
	const between = new Set(openingsIn(events).slice(1, -1));
	const told = events.filter((event) => !between.has(event));
	const methods = grants.flatMap((grant) => grant.methods);
	// Hides every PIN of the stay, also where another event than its own repeats it.
	const pins = [...methods, ...events].map(({ code }) => ({ code }));
	const masked = wireObjectsIn(maskPins({ pins, told }).told);
	return told
		.flatMap((event, index) => toEntry(event, grants, masked[index]) ?? [])
		.sort(
			(a, b) =>
				Date.parse(a.happened_at) - Date.parse(b.happened_at) ||
				ORDER.indexOf(a.what) - ORDER.indexOf(b.what) ||
				String(a.door).localeCompare(String(b.door)),
		);
}

function toEntry(event: ServiceEvent, grants: readonly Grant[], masked?: WireObject) {
	const [what, sentence] = HAPPENINGS.get(event.event_type) ?? [];
	if (what === undefined || sentence === undefined) return undefined;
	const method = grants
		.flatMap(({ methods }) => methods)
		.find(({ access_method_id: id }) => id === event.access_method_id);
	const place = grants.flatMap(doorsOf).find((one) => idOfPlace(one) === idOfPlace(event));
	const [deviceId, entranceId] = [firstText(event.device_id), firstText(event.acs_entrance_id)];
	const door = place ? nameOfDevice(place) : (deviceId ?? entranceId);
	const words: WireObject = {
		door: door ?? 'A door',
		// A method that the service no longer lists is a PIN, card or key.
		method: nameOfMode(method?.mode ?? '', 'PIN, card or key'),
	};
	return {
		what,
		text: sentence.replaceAll(/\{(\w+)\}/g, (_, word: string) => String(words[word])),
		happened_at: happenedAt(event),
		door,
		device_id: deviceId,
		acs_entrance_id: entranceId,
		event: masked,
	};
}
