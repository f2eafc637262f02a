import { CONFIRMED, notAStay, readWord, type Words } from '../meaning';
import { textAt } from '../values';
import { calendarFormat } from './calendarEntries';

const WORDS: Words = {
	Reserved: CONFIRMED,
	'Airbnb (Not available)': notAStay('The days are blocked'),
};

/** Under the reservation's URL, `Phone Number (Last 4 Digits): 0123`. */
const LAST_DIGITS = /Last 4 Digits\):\s*(\d{4})\b/;

/** Airbnb names no guest. Of the phone number, it shows the last 4 digits. */
export const airbnbCalendar = calendarFormat('airbnbCalendar', 'Airbnb Calendar', (entry) => ({
	...readWord(WORDS, textAt(entry, 'summary')),
	guest_phone: LAST_DIGITS.exec(textAt(entry, 'description') ?? '')?.[1] ?? null,
	channel: 'Airbnb',
}));
