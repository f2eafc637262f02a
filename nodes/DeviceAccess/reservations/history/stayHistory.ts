import { hideSecretsInText, maskPins } from '../../errors/maskPins';
import { isTimeZone } from '../../operation/form/zonedTime';
import { happenedAt, happenedAtMs } from '../../wire/events';
import { nameOfMode } from '../../wire/modeNames';
import { isWireObject, type ServiceEvent, type WireObject } from '../../wire/records';
import { firstText } from '../../wire/values';
import type { Grant } from '../grants/grant';
import { openingsIn } from './entries';
import { HAPPENINGS } from './happenings';

/** What is known of a stay. */
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

/** One thing that happened to a stay. */
export interface HistoryEntry extends WireObject {
	/** Stored in workflows. See `happenings.ts`. */
	what: string;
	text: string;
	/** ISO 8601. */
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

const FIRST_ENTRY = 'first_entry';
const LAST_ENTRY = 'last_entry';
const ACCESS_ENDED = 'access_ended';

/** The order of what happened in one moment. */
const ORDER = [
	...Object.values(HAPPENINGS).map(([what]) => what),
	FIRST_ENTRY,
	LAST_ENTRY,
	ACCESS_ENDED,
];

/** What happened to a stay, oldest first. */
export const stayHistory = (facts: StayFacts): HistoryEntry[] =>
	[
		...facts.events.flatMap((event) => {
			const [what, sentence] = Object.hasOwn(HAPPENINGS, event.event_type)
				? (HAPPENINGS[event.event_type] ?? [])
				: [];
			return what && sentence ? [toEntry(event, what, sentence, facts)] : [];
		}),
		...entriesOfOpenings(facts),
		...entriesOfRecords(facts),
	].sort(
		(a, b) =>
			Date.parse(a.happened_at) - Date.parse(b.happened_at) ||
			ORDER.indexOf(a.what) - ORDER.indexOf(b.what) ||
			String(a.door).localeCompare(String(b.door)),
	);

function toEntry(
	event: ServiceEvent,
	what: string,
	sentence: string,
	facts: StayFacts,
): HistoryEntry {
	const { device_id: deviceId, acs_entrance_id: entranceId } = event;
	const doorId = firstText(deviceId, entranceId);
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
		device_id: deviceId ?? null,
		acs_entrance_id: firstText(entranceId),
		mode,
		duration_seconds: durationOf(event, facts),
		event: withoutPins(event, facts),
	};
}

function modeOf(event: ServiceEvent, { grants }: StayFacts): string | null {
	if (event.event_type.startsWith('access_code.') || firstText(event.access_code_id) !== null)
		return 'code';
	const method = grants
		.flatMap(({ methods }) => methods)
		.find(({ id }) => id === event.access_method_id);
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

function entriesOfOpenings(facts: StayFacts): HistoryEntry[] {
	const openings = openingsIn(facts.events);
	const [first, last] = [openings.at(0), openings.at(-1)];
	const told = (event: ServiceEvent, what: string, word: string) =>
		toEntry(event, what, `The guest opened {door} for the ${word} time.`, facts);
	return [
		...(first ? [told(first, FIRST_ENTRY, 'first')] : []),
		...(last && last !== first ? [told(last, LAST_ENTRY, 'last')] : []),
	];
}

/** What the service has no event for. It keeps events for a time that it does not tell (docs/service.md#events-11). */
function entriesOfRecords({ grants, events, nowMs }: StayFacts): HistoryEntry[] {
	const told = (what: string, text: string, atMs: number) => ({
		what,
		text,
		happened_at: new Date(atMs).toISOString(),
		door: null,
		device_id: null,
		acs_entrance_id: null,
		mode: null,
		duration_seconds: null,
		event: null,
	});
	return grants.flatMap(({ id, createdAtMs, endsAt }) => {
		const isToldByEvent = events.some(
			(event) => event.event_type === 'access_grant.created' && event.access_grant_id === id,
		);
		const given = 'The access was given. The service has no events of that time.';
		const endMs = Date.parse(endsAt ?? '');
		return [
			...(isToldByEvent ? [] : [told('access_given', given, createdAtMs)]),
			...(endMs <= nowMs ? [told(ACCESS_ENDED, 'The access ended.', endMs)] : []),
		];
	});
}
