import { CONFIRMED, notAStay, readWord, type Words } from '../meaning';
import { textAt } from '../values';
import { calendarFormat } from './calendarEntries';

const WORDS: Words = {
	Reserved: CONFIRMED,
	Blocked: notAStay('The days are blocked'),
};

/** A stay is `Reserved - ` and the name of the guest. */
const RESERVED = /^(Reserved)\s*[-–]\s*(.+)$/i;

export const vrboCalendar = calendarFormat('vrboCalendar', 'Vrbo Calendar', (entry) => {
	const summary = textAt(entry, 'summary');
	const [, word = summary, name = null] = RESERVED.exec(summary ?? '') ?? [];
	return { ...readWord(WORDS, word), guest_name: name, channel: 'Vrbo' };
});
