import { CONFIRMED, type Meaning, notAStay, readWord } from '../meaning';
import { textAt } from '../values';
import { calendarFormat, CLOSED_DAY } from './calendarEntries';

/**
 * All entries have the same words. Only the host knows whether the platform is also used to block
 * days.
 */
export const bookingComCalendar = calendarFormat(
	'bookingComCalendar',
	'Booking.com Calendar',
	(entry, { closedDays }) => {
		const summary = textAt(entry, 'summary');
		const meaning = CLOSED_DAY.test(summary ?? '')
			? { ...closedDay(closedDays), pms_status: summary }
			: readWord({}, summary);
		return { ...meaning, channel: 'Booking.com' };
	},
);

function closedDay(closedDays: unknown): Meaning {
	if (closedDays === 'stay') return CONFIRMED;
	if (closedDays === 'block') return notAStay('The days are blocked');
	return notAStay("Booking.com's calendar does not say whether a closed day is a stay or a block");
}
