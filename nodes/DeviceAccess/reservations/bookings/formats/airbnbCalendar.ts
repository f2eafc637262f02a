import { CONFIRMED, notAStay, readWord, type Words } from '../meaning';
import { textAt } from '../values';
import { calendarFormat } from './calendarEntries';

const WORDS: Words = {
	Reserved: CONFIRMED,
	'Airbnb (Not available)': notAStay('The days are blocked'),
};

/** Under the reservation's URL, `Phone Number (Last 4 Digits): 0123`. */
const LAST_DIGITS = /Last 4 Digits\):\s*(\d{4})\b/;

/** The code of the reservation. Unlike the UID, it stays the same when the stay is extended. */
const CODE = /\/reservations\/details\/([A-Z0-9]+)/i;

/** Airbnb names no guest. Of the phone number, it shows the last 4 digits. */
export const airbnbCalendar = calendarFormat('airbnbCalendar', 'Airbnb Calendar', (entry) => ({
	...readWord(WORDS, textAt(entry, 'summary')),
	reservation_key: CODE.exec(textAt(entry, 'description') ?? '')?.[1] ?? textAt(entry, 'uid'),
	guest_phone: LAST_DIGITS.exec(textAt(entry, 'description') ?? '')?.[1] ?? null,
	channel: 'Airbnb',
}));
