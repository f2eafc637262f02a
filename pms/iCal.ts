import { parseIcsCalendar } from 'n8n-nodes-base/dist/nodes/Files/ExtractFromFile/actions/parseIcsCalendar';
import type { PmsBooking, PmsForm } from './pmsBooking';

/** A day as iCal writes it: `20300131`. */
export const iCalDay = (day: string) => day.replaceAll('-', '');

/** The lines of an entry, with those that all platforms write. */
export const entryOf = (booking: PmsBooking, uid: string, ...lines: string[]): string[] => [
	'BEGIN:VEVENT',
	'DTSTAMP:20300101T000000Z',
	`DTSTART;VALUE=DATE:${iCalDay(booking.arrival)}`,
	`DTEND;VALUE=DATE:${iCalDay(booking.departure)}`,
	`UID:${uid}`,
	...lines,
	...(booking.kind === 'cancelled' ? ['STATUS:CANCELLED'] : []),
	'END:VEVENT',
];

export const feedOf = (producer: string, ...entries: string[][]): string =>
	['BEGIN:VCALENDAR', `PRODID:${producer}`, 'VERSION:2.0', ...entries.flat(), 'END:VCALENDAR', '']
		// Lines of more than 75 characters are folded.
		.map((line) => line.replace(/.{74}(?=.)/g, '$&\r\n '))
		.join('\r\n');

/** The item of n8n's node Extract From File: n8n's own code reads the calendar. */
export const extracted = (feed: string) => ({ data: parseIcsCalendar(feed) });

/** A calendar is no webhook: `webhookBody` is the item of Extract From File, and `listed` one of those that Split Out makes. */
export const calendarForm = (
	feed: (...bookings: PmsBooking[]) => string,
): PmsForm & { feed: (...bookings: PmsBooking[]) => string } => ({
	feed,
	webhookBody: (booking) => extracted(feed(booking)),
	listed: (booking) => extracted(feed(booking)).data.events?.[0] ?? {},
});
