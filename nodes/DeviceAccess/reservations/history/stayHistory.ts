import { hideSecretsInText, maskPins } from '../../errors/maskPins';
import { isTimeZone } from '../../operation/form/times';
import { happenedAt, happenedAtMs } from '../../wire/events';
import { isWireObject, nameOfMode, type ServiceEvent, type WireObject } from '../../wire/records';
import { firstText } from '../../wire/values';
import type { Grant } from '../grants/grant';
import { openingsIn } from './entries';
import { ENDED, FIRST_ENTRY, GIVEN_EARLIER, HAPPENINGS, LAST_ENTRY } from './happenings';

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
	/** Stored in workflows. See `happenings.ts`. */
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
