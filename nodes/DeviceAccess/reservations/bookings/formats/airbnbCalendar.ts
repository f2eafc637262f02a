import { BLOCKED, CONFIRMED, readWord, type Words } from '../meaning';
import { calendarFormat } from './calendarEntries';

const WORDS: Words = { Reserved: CONFIRMED, 'Airbnb (Not available)': BLOCKED };

/** Under the reservation's URL, `Phone Number (Last 4 Digits): 0123`. */
const LAST_DIGITS = /Last 4 Digits\):\s*(\d{4})\b/;

/** The code of the reservation. Unlike the UID, it stays the same when the stay is extended. */
const CODE = /\/reservations\/details\/([A-Z0-9]+)/i;

/** Airbnb names no guest. Of the phone number, it shows the last 4 digits. */
export const airbnbCalendar = calendarFormat({
	value: 'airbnbCalendar',
	system: 'Airbnb Calendar',
	keyOf: (entry) => CODE.exec(entry.text('description') ?? '')?.[1] ?? entry.text('uid'),
	readEntry: (entry) => ({
		...readWord(WORDS, entry.text('summary')),
		guest_phone: LAST_DIGITS.exec(entry.text('description') ?? '')?.[1] ?? null,
		channel: 'Airbnb',
	}),
});
