/** 2030-01-31T15:00[:00[.000]] with Z, +01:00, +0100 or +01; in SQL a space stands in place of the T, and often before the offset. */
const ISO_INSTANT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?:Z|([+-]\d\d)(?::?(\d\d))?)$/i;

/**
 * The instant of a date and time in ISO 8601 with its offset from UTC, milliseconds. NaN for every other text: in other
 * forms JavaScript guesses which number is the day, and takes the time zone of the machine.
 */
export function parseIsoInstant(text: string): number {
	const [, date, time, offsetHours = '+00', offsetMinutes = '00'] = ISO_INSTANT.exec(text.trim()) ?? [];
	return date !== undefined && isDay(date) ? Date.parse(`${date}T${time}${offsetHours}:${offsetMinutes}`) : NaN;
}

/** JavaScript takes the 31st of every month, and means a day of the next one. */
function isDay(date: string): boolean {
	const midnight = new Date(`${date}T00:00:00Z`);
	return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}
