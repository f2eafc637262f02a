import { BLOCKED, CONFIRMED, type Meaning, notAStay, readWord } from '../meaning';
import { calendarFormat } from './calendarEntries';

/** Every entry of Booking.com, with a hyphen or a dash. */
const CLOSED_DAY = /^closed\s*[-–]\s*not available$/i;

/** What the host says that a closed day is: whether days are also blocked on the platform. */
const MEANINGS = new Map<unknown, Meaning>([
	['stay', CONFIRMED],
	['block', BLOCKED],
]);
const UNKNOWN = notAStay(
	"Booking.com's calendar does not say whether a closed day is a stay or a block",
);

export const bookingComCalendar = calendarFormat({
	value: 'bookingComCalendar',
	system: 'Booking.com Calendar',
	canChangeKeys: true,
	readEntry: (entry, { closedDays }) => {
		const summary = entry.text('summary');
		const meaning = CLOSED_DAY.test(summary ?? '')
			? { ...(MEANINGS.get(closedDays) ?? UNKNOWN), pms_status: summary }
			: readWord({}, summary);
		return { ...meaning, channel: 'Booking.com' };
	},
});
