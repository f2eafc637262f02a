import { calendarForm, entryOf, feedOf } from './iCal';
import { fullName, inUtc, type PmsBooking } from './pmsBooking';

const iCalTime = (instant: string) => instant.replaceAll(/[-:]/g, '');

const entry = (booking: PmsBooking) => {
	const word = booking.word ?? (booking.kind === 'block' ? 'Blocked' : 'Reserved');
	const summary = word === 'Reserved' ? `Reserved - ${fullName(booking)}` : word;
	const lines = entryOf(booking, `vrbo-${booking.id}`, `SUMMARY:${summary}`);
	const { arrival, arrivalTime, departure, departureTime } = booking;
	if (!arrivalTime || !departureTime) return lines;
	return lines.map((line) => {
		if (line.startsWith('DTSTART'))
			return `DTSTART:${iCalTime(inUtc(booking, arrival, arrivalTime))}`;
		return line.startsWith('DTEND')
			? `DTEND:${iCalTime(inUtc(booking, departure, departureTime))}`
			: line;
	});
};

/** Vrbo writes days, or, if the booking has times of its own, instants in UTC. */
export const vrboCalendar = calendarForm((...bookings) =>
	feedOf('-//HomeAway.com, Inc.//EN', ...bookings.map(entry)),
);
