import { isWireObject, type WireObject } from '../../../wire/records';
import type { PartialBooking } from '../booking';
import type { BookingFormat, HostKnowledge } from '../format';
import { alsoSaid, cancelled, type ReadWord, strictest, unconfirmed, type Words } from '../meaning';
import { objectAt, textAt, valueAt } from '../values';

// Source: n8n's node Extract From File (operation 'Extract From ICS') and the library ts-ics, with
// which it reads calendars. The words of the platforms are those of feeds and readers of feeds in
// public code; no platform documents its own.

/** Every entry of Booking.com, with a hyphen or a dash. */
export const CLOSED_DAY = /^closed\s*[-–]\s*not available$/i;

const STATUSES: Words = {
	CANCELLED: cancelled('The stay is canceled'),
	CANCELED: cancelled('The stay is canceled'),
	TENTATIVE: unconfirmed('The stay is tentative'),
};

type Calendar = 'airbnbCalendar' | 'bookingComCalendar' | 'vrboCalendar';

/** What only one platform writes: the end of its UIDs, and its own words. */
const UIDS: ReadonlyArray<[RegExp, Calendar]> = [
	[/@airbnb\.com$/i, 'airbnbCalendar'],
	[/@booking\.com$/i, 'bookingComCalendar'],
];
const SUMMARIES: ReadonlyArray<[RegExp, Calendar]> = [
	[/^airbnb \(not available\)$/i, 'airbnbCalendar'],
	[CLOSED_DAY, 'bookingComCalendar'],
	[/^(reserved\s*[-–]\s*\S|blocked$)/i, 'vrboCalendar'],
];

/**
 * The format of a platform's calendar, as Extract From File gives it: its whole item, or one of the
 * entries that Split Out makes of it. Takes every entry that does not show that it is from another
 * platform.
 */
export const calendarFormat = (
	value: Calendar,
	system: string,
	readEntry: (entry: WireObject, host: HostKnowledge) => PartialBooking & ReadWord,
): BookingFormat => ({
	value,
	system,
	// An entry of Airbnb has the code of the reservation.
	...(value !== 'airbnbCalendar' && { canChangeKeys: true }),
	input:
		"Read the calendar with the node 'Extract From File' (operation 'Extract From ICS') first, and pass on its item, or one item for each entry: 'Split Out' makes them of 'data.events'.",
	read: (body, host) => {
		const entries = entriesIn(body);
		return entries?.every((entry) => (platformOf(entry) ?? value) === value)
			? entries.map((entry) => {
					const stay = readEntry(entry, host);
					return { ...readStay(entry), ...stay, ...strictest(stay, readStatus(entry)) };
				})
			: undefined;
	},
});

/** Undefined if the body is no calendar. A calendar without entries has no `events`. */
function entriesIn(body: WireObject): WireObject[] | undefined {
	if (isEntry(body)) return [body];
	const calendar = objectAt(body, 'data') ?? {};
	const entries = valueAt(calendar, 'events') ?? (textAt(calendar, 'prodId') === null ? null : []);
	return Array.isArray(entries) && entries.every(isEntry) ? entries : undefined;
}

const isEntry = (value: unknown): value is WireObject =>
	isWireObject(value) && ['DATE', 'DATE-TIME'].includes(textAt(value, 'start.type') ?? '');

function platformOf(entry: WireObject): Calendar | undefined {
	const find = (marks: ReadonlyArray<[RegExp, Calendar]>, text: string | null) =>
		marks.find(([mark]) => mark.test(text ?? ''))?.[1];
	return find(UIDS, textAt(entry, 'uid')) ?? find(SUMMARIES, textAt(entry, 'summary'));
}

const readStay = (entry: WireObject) => ({
	reservation_key: textAt(entry, 'uid'),
	arrival: timeAt(entry, 'start'),
	departure: timeAt(entry, 'end'),
});

/** Platforms leave out a canceled stay. The standard also has words for it. */
function readStatus(entry: WireObject) {
	const status = textAt(entry, 'status');
	const meaning = alsoSaid(STATUSES, status);
	return meaning && { ...meaning, pms_status: status };
}

/**
 * n8n reads a day as midnight in its own time zone: its day there is the day. Everything else is an
 * instant.
 */
function timeAt(entry: WireObject, member: 'start' | 'end'): string | null {
	const value = valueAt(entry, `${member}.date`);
	// Between two nodes it is a Date, and text once n8n has stored it.
	const isDate = Object.prototype.toString.call(value) === '[object Date]';
	const date = new Date(isDate || typeof value === 'string' ? (value as string) : NaN);
	if (Number.isNaN(date.getTime())) return null;
	return valueAt(entry, `${member}.type`) === 'DATE' ? localDay(date) : date.toISOString();
}

function localDay(date: Date): string {
	const digits = (number: number, length: number) => String(number).padStart(length, '0');
	return [
		digits(date.getFullYear(), 4),
		digits(date.getMonth() + 1, 2),
		digits(date.getDate(), 2),
	].join('-');
}
