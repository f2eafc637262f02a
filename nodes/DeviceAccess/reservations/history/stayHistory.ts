import { hideSecretsInText, maskPins } from '../../errors/maskPins';
import { isTimeZone } from '../../operation/form/times';
import { happenedAt, happenedAtMs } from '../../wire/events';
import { isWireObject, nameOfMode, type ServiceEvent, type WireObject } from '../../wire/records';
import { firstText } from '../../wire/values';
import type { Grant } from '../grants/grant';
import { openingsIn } from './stayEvents';

/** Types of what happened that the service has no event for. */
const GIVEN_EARLIER = 'given_earlier';
const FIRST_ENTRY = 'first_entry';
const LAST_ENTRY = 'last_entry';
export const ENDED = 'ended';

/**
 * What happened to a stay, by type: the word that workflows store, which never changes, and the
 * sentence. In the order in which they follow one another within a moment.
 */
const HAPPENINGS: Readonly<Record<string, readonly [what: string, sentence: string]>> = {
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

export interface StayFacts {
	/** Several during a change of rooms. */
	grants: readonly Grant[];
	/** All events of the stay, each once. */
	events: readonly ServiceEvent[];
	/** Names of locks and entrances by ID. */
	doors: ReadonlyMap<string, string>;
	/** For the times in the sentences. Undefined means UTC. */
	timeZone?: string;
	nowMs: number;
}

export interface HistoryEntry extends WireObject {
	/** Stored in workflows. See HAPPENINGS. */
	what: string;
	text: string;
	happened_at: string;
	door: string | null;
	device_id: string | null;
	acs_entrance_id: string | null;
	/** The access method that it is about: 'code', 'card', 'mobile_key' or 'cloud_key'. */
	mode: string | null;
	/** How long it took since the request, or how long a lock was offline. */
	duration_seconds: number | null;
	/** The service's event without PINs; null if the service has no event for it. */
	event: WireObject | null;
}

const ORDER = Object.values(HAPPENINGS).map(([what]) => what);

/** What happened to a stay, oldest first. */
export const stayHistory = (facts: StayFacts): HistoryEntry[] =>
	[
		...facts.events.map((event) => [event.event_type, event] as const),
		...openingsOf(facts),
		...fromRecords(facts),
	]
		.flatMap(([type, event]) => toEntry(type, event, facts) ?? [])
		.sort(
			(a, b) =>
				Date.parse(a.happened_at) - Date.parse(b.happened_at) ||
				ORDER.indexOf(a.what) - ORDER.indexOf(b.what) ||
				String(a.door).localeCompare(String(b.door)),
		);

type Happened = readonly [type: string, event: ServiceEvent];

function openingsOf({ events }: StayFacts): Happened[] {
	const openings = openingsIn(events);
	const [first, last] = [openings.at(0), openings.at(-1)];
	return [
		...(first ? [[FIRST_ENTRY, first] as const] : []),
		...(last && last !== first ? [[LAST_ENTRY, last] as const] : []),
	];
}

/**
 * What the records tell: access that ended by itself, and what the service has forgotten
 * (docs/service.md#events-11).
 */
function fromRecords({ grants, events, nowMs }: StayFacts): Happened[] {
	const happened = (type: string, atMs: number): Happened => [
		type,
		{ event_id: '', event_type: type, created_at: new Date(atMs).toISOString() },
	];
	return grants.flatMap(({ id, createdAtMs, endsAt }) => {
		const isCreation = ({ event_type: type, access_grant_id: grantId }: ServiceEvent) =>
			type === 'access_grant.created' && grantId === id;
		const endMs = Date.parse(endsAt ?? '');
		return [
			...(events.some(isCreation) ? [] : [happened(GIVEN_EARLIER, createdAtMs)]),
			...(endMs <= nowMs ? [happened(ENDED, endMs)] : []),
		];
	});
}

function toEntry(type: string, event: ServiceEvent, facts: StayFacts): HistoryEntry | undefined {
	const [what, sentence] = (Object.hasOwn(HAPPENINGS, type) ? HAPPENINGS[type] : undefined) ?? [];
	if (what === undefined || sentence === undefined) return undefined;
	const [deviceId, entranceId] = [firstText(event.device_id), firstText(event.acs_entrance_id)];
	const doorId = deviceId ?? entranceId;
	const door = doorId === null ? null : (facts.doors.get(doorId) ?? doorId);
	const mode = modeOf(event, facts);
	const words: Readonly<Record<string, string>> = {
		door: door ?? 'A door',
		// A method whose mode the service no longer tells is a PIN, card or key.
		method: nameOfMode(mode ?? '', 'PIN, card or key'),
		times: newTimes(event, facts.timeZone),
		reason: reasonIn(event),
	};
	return {
		what,
		text: sentence.replaceAll(/\{(\w+)\}/g, (_, word: string) => words[word] ?? ''),
		happened_at: happenedAt(event),
		door,
		device_id: deviceId,
		acs_entrance_id: entranceId,
		mode,
		duration_seconds: durationOf(event, facts),
		event: event.event_id === '' ? null : withoutPins(event, facts),
	};
}

function modeOf(event: ServiceEvent, { grants }: StayFacts): string | null {
	if (event.event_type.startsWith('access_code.') || firstText(event.access_code_id) !== null)
		return 'code';
	const method = grants
		.flatMap(({ methods }) => methods)
		.find(({ access_method_id: id }) => id === event.access_method_id);
	return method?.mode ?? (firstText(event.code) === null ? null : 'code');
}

function newTimes({ starts_at: start, ends_at: end }: ServiceEvent, zone?: string): string {
	const times = [start, end].map((time) => new Date(String(time)));
	if (times.some((time) => Number.isNaN(time.getTime()))) return '';
	return `: now from ${times.map((time) => inZone(time, zone)).join(' to ')}`;
}

/** An instant as 2031-01-31 15:00, or as 2031-01-31 15:00 UTC without a known time zone. */
function inZone(instant: Date, zone = 'UTC'): string {
	const timeZone = isTimeZone(zone) ? zone : 'UTC';
	const time = instant.toLocaleString('sv-SE', {
		dateStyle: 'short',
		timeStyle: 'short',
		timeZone,
	});
	return timeZone === 'UTC' ? `${time} UTC` : time;
}

const reasonIn = ({ reason }: ServiceEvent): string =>
	isWireObject(reason) && typeof reason.message === 'string'
		? `: ${hideSecretsInText(reason.message).replace(/\.$/, '')}`
		: '';

/** Hides every PIN of the stay, also where another event than its own repeats it. */
function withoutPins(event: ServiceEvent, { grants, events }: StayFacts): WireObject {
	const pins = [...grants.flatMap(({ methods }) => methods), ...events].map(({ code }) => ({
		code,
	}));
	return maskPins({ pins, event }).event as WireObject;
}

/** By the type of an event: the type of the earlier event that it is measured from, and what both name. */
const MEASURED: Readonly<Record<string, readonly [from: string, idName: string]>> = {
	'access_method.issued': ['access_method.created', 'access_method_id'],
	'access_code.set_on_device': ['access_code.created', 'access_code_id'],
	'device.connected': ['device.disconnected', 'device_id'],
};

/** Only the first time counts, because a PIN can be set again, such as after a change of the dates. */
function durationOf(event: ServiceEvent, { events }: StayFacts): number | null {
	const { event_type: type } = event;
	const [from, idName = ''] = Object.hasOwn(MEASURED, type) ? (MEASURED[type] ?? []) : [];
	const id = firstText(event[idName]);
	if (id === null) return null;
	const atMs = happenedAtMs(event);
	const [last] = events
		.filter((one) => [from, type].includes(one.event_type) && one[idName] === id)
		.filter((one) => one !== event && happenedAtMs(one) <= atMs)
		.sort((a, b) => happenedAtMs(b) - happenedAtMs(a));
	return last && last.event_type === from ? Math.round((atMs - happenedAtMs(last)) / 1000) : null;
}
