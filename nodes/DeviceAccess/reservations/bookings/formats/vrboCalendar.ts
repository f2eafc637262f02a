import { BLOCKED, CONFIRMED, readWord, type Words } from '../meaning';
import { calendarFormat } from './calendarEntries';

const WORDS: Words = { Reserved: CONFIRMED, Blocked: BLOCKED };

/** A stay is `Reserved - ` and the name of the guest. */
const RESERVED = /^(Reserved)\s*[-–]\s*(.+)$/i;

export const vrboCalendar = calendarFormat({
	value: 'vrboCalendar',
	system: 'Vrbo Calendar',
	canChangeKeys: true,
	readEntry: (entry) => {
		const summary = entry.text('summary');
		const [, word = summary, name = null] = RESERVED.exec(summary ?? '') ?? [];
		return { ...readWord(WORDS, word), guest_name: name, channel: 'Vrbo' };
	},
});
