import { maskPins } from '../../errors/maskPins';
import { isTimeZone } from '../../operation/form/zonedTime';
import { happenedAt, happenedAtMs } from '../../wire/events';
import { nameOfMode } from '../../wire/modeNames';
import type { ServiceEvent, WireObject } from '../../wire/records';
import { firstText } from '../../wire/values';
import { openingsIn } from './entries';
import {
	EARLIER_EVENTS_MISSING,
	FIRST_ENTRY,
	FORMER_ACCESS_ENDED,
	HAPPENINGS,
	LAST_ENTRY,
	ROOMS_CHANGED,
} from './happenings';
import type { MethodLife } from './methodLives';
import { isToldBetter, whyChanged } from './reasonOfChange';
import { ofSeveralGrants } from './severalGrants';
import type { StayFacts } from './stayFacts';

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

/** What happened to a stay, oldest first. */
export function stayHistory(facts: StayFacts): HistoryEntry[] {
	const entries = [
		...facts.events.flatMap((event) => entryOf(event, facts) ?? []),
		...entryEvents(facts),
		...fromRecords(facts),
	];
	const order = [EARLIER_EVENTS_MISSING, ...ORDER];
	return [...missingEvents(facts), ...entries].sort(
		(a, b) =>
			Date.parse(a.happened_at) - Date.parse(b.happened_at) ||
			order.indexOf(a.what) - order.indexOf(b.what) ||
			String(a.door).localeCompare(String(b.door)),
	);
}

/** The order of what happened in one moment. */
const ORDER = [
	ROOMS_CHANGED,
	...Object.values(HAPPENINGS).map(({ what }) => what),
	FIRST_ENTRY,
	LAST_ENTRY,
	FORMER_ACCESS_ENDED,
];

const UNTOLD = {
	door: null,
	device_id: null,
	acs_entrance_id: null,
	mode: null,
	duration_seconds: null,
	event: null,
};

function entryOf(event: ServiceEvent, facts: StayFacts): HistoryEntry | undefined {
	const happening = Object.hasOwn(HAPPENINGS, event.event_type)
		? HAPPENINGS[event.event_type]
		: undefined;
	if (!happening || isToldBetter(event, facts.events)) return undefined;
	const { what, say } = happening;
	const about = aboutEvent(event, facts);
	const text = say({
		door: about.door ?? 'A door',
		method: wordOf(about.mode),
		event,
		time: (instant) => inZone(instant, facts.timeZone),
	});
	const replaced = ofSeveralGrants(event, facts);
	const why = whyChanged(event, facts.events, (one) => withoutPins(one, facts.methods));
	const said = [withDuration(text, event, about, facts), ...why].join(' ');
	return { ...about, what, text: said, ...replaced };
}

/** The members of an entry that come from the event itself. */
function aboutEvent(event: ServiceEvent, facts: StayFacts) {
	const { device_id: deviceId, acs_entrance_id: entranceId } = event;
	const doorId = deviceId ?? entranceId;
	return {
		...UNTOLD,
		happened_at: happenedAt(event),
		door: typeof doorId === 'string' ? (facts.doors.get(doorId) ?? doorId) : null,
		device_id: deviceId ?? null,
		acs_entrance_id: typeof entranceId === 'string' ? entranceId : null,
		mode: modeOf(event, facts),
		duration_seconds: durationOf(event, facts),
		event: withoutPins(event, facts.methods),
	};
}

/** Hides every PIN of the stay, also where another event than its own repeats it. */
function withoutPins(event: ServiceEvent, methods: readonly MethodLife[]): WireObject {
	const pins = methods.flatMap((method) => [...method.pins]).map((code) => ({ code }));
	return maskPins({ pins, event }).event as WireObject;
}

/** An instant as 2031-01-31 15:00, or as 2031-01-31 15:00 UTC without a known time zone. */
function inZone(instant: unknown, roomZone: string | undefined): string {
	const timeZone = roomZone !== undefined && isTimeZone(roomZone) ? roomZone : 'UTC';
	const format = new Intl.DateTimeFormat('sv-SE', {
		dateStyle: 'short',
		timeStyle: 'short',
		timeZone,
	});
	const time = format.format(new Date(String(instant)));
	return timeZone === 'UTC' ? `${time} UTC` : time;
}

function modeOf(event: ServiceEvent, { methods }: StayFacts): string | null {
	if (event.event_type.startsWith('access_code.')) return 'code';
	if (firstText(event.access_code_id) !== null) return 'code';
	const method = methods.find(({ id }) => id === event.access_method_id);
	return method?.mode ?? null;
}

/** A method whose mode the service no longer tells is a PIN, card or key. */
const wordOf = (mode: string | null) => nameOfMode(mode ?? '', 'PIN, card or key');

/** By the type of an event: the type of the earlier event that it is measured from, and what both name. */
const MEASURED: Readonly<
	Record<
		string,
		readonly [from: string, idName: 'access_method_id' | 'access_code_id' | 'device_id']
	>
> = {
	'access_method.issued': ['access_method.created', 'access_method_id'],
	'access_code.set_on_device': ['access_code.created', 'access_code_id'],
	'device.connected': ['device.disconnected', 'device_id'],
};

function durationOf(event: ServiceEvent, { events }: StayFacts): number | null {
	if (!Object.hasOwn(MEASURED, event.event_type)) return null;
	const [from, idName] = MEASURED[event.event_type] ?? [];
	if (from === undefined || idName === undefined || firstText(event[idName]) === null) return null;
	const atMs = happenedAtMs(event);
	const timesOf = (type: string) =>
		events
			.filter((one) => one.event_type === type && one[idName] === event[idName])
			.map(happenedAtMs);
	const startMs = Math.max(...timesOf(from).filter((ms) => ms <= atMs));
	// A PIN can be set again, such as after a change of the dates. Only the first time counts.
	const isFirst = !timesOf(event.event_type).some((ms) => ms >= startMs && ms < atMs);
	return startMs > -Infinity && isFirst ? Math.round((atMs - startMs) / 1000) : null;
}

const DAY_S = 86_400;

/** Says how long it took. For a PIN that was requested long before, only whether it was late. */
function withDuration(
	text: string,
	event: ServiceEvent,
	{ duration_seconds: seconds }: Pick<HistoryEntry, 'duration_seconds'>,
	{ startsAtMs = Infinity }: StayFacts,
): string {
	if (seconds === null) return text;
	const sentence = text.replace(/\.$/, '');
	if (event.event_type === 'device.connected')
		return `${sentence} again after ${inWords(seconds)}.`;
	const lateSeconds = Math.round((happenedAtMs(event) - startsAtMs) / 1000);
	if (lateSeconds > 0 && lateSeconds < seconds)
		return `${sentence}, ${inWords(lateSeconds)} after the access started.`;
	if (seconds >= DAY_S) return text;
	return `${sentence}, ${seconds < 1 ? 'immediately' : inWords(seconds)} after it was requested.`;
}

const UNITS = [
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
	['second', 1],
] as const;

/** A time span in its largest unit of which there are at least two, such as "90 seconds". */
export function inWords(seconds: number): string {
	const [unit, size] = UNITS.find(([, length]) => seconds >= 2 * length) ?? ['second', 1];
	const count = Math.round(seconds / size);
	return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The first and the last opening. */
function entryEvents(facts: StayFacts): HistoryEntry[] {
	const openings = openingsIn(facts.events);
	const [first, last] = [openings.at(0), openings.at(-1)];
	const entry = (event: ServiceEvent, what: string, word: string) => {
		const about = aboutEvent(event, facts);
		return {
			...about,
			what,
			text: `The guest opened ${about.door ?? 'a door'} for the ${word} time.`,
		};
	};
	return [
		...(first ? [entry(first, FIRST_ENTRY, 'first')] : []),
		...(last && last !== first ? [entry(last, LAST_ENTRY, 'last')] : []),
	];
}

/** What the service has no event for: access that ended by itself, and what its records still tell. */
function fromRecords({ grants, events, nowMs }: StayFacts): HistoryEntry[] {
	const hasEvent = (id: string, type: string) =>
		events.some((event) => event.event_type === type && event.access_grant_id === id);
	return grants.flatMap(({ id, createdAt, endsAt }) => [
		...(createdAt !== undefined && !hasEvent(id, 'access_grant.created')
			? [{ ...UNTOLD, what: 'access_given', text: 'The access was given.', happened_at: createdAt }]
			: []),
		...(typeof endsAt === 'string' &&
		Date.parse(endsAt) <= nowMs &&
		!hasEvent(id, 'access_grant.deleted')
			? [{ ...UNTOLD, what: 'access_ended', text: 'The access ended.', happened_at: endsAt }]
			: []),
	]);
}

/** Says that the service no longer has the first events of the stay. */
function missingEvents({ grants, events, nowMs }: StayFacts): HistoryEntry[] {
	const isWhole = grants.every(({ id }) =>
		events.some(
			(event) => event.event_type === 'access_grant.created' && event.access_grant_id === id,
		),
	);
	if (isWhole) return [];
	const firstMs = Math.min(nowMs, ...events.map(happenedAtMs));
	return [
		{
			...UNTOLD,
			what: EARLIER_EVENTS_MISSING,
			text: 'The service has no earlier events of this stay, so what happened before is not known.',
			happened_at: new Date(firstMs).toISOString(),
		},
	];
}
