/**
 * 2030-01-31T15:00[:00[.000]] with Z, +01:00, +0100 or +01. SQL has a space instead of the T, and
 * often one before the offset.
 */
const ISO_INSTANT =
	/^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?:Z|([+-]\d\d)(?::?(\d\d))?)$/i;

/**
 * The instant of an ISO 8601 date and time with an offset, in milliseconds. NaN for any other text,
 * where JavaScript would guess which number is the day and use the time zone of the machine.
 */
export function parseIsoInstant(text: string): number {
	const [, date, time, offsetHours = '+00', offsetMinutes = '00'] =
		ISO_INSTANT.exec(text.trim()) ?? [];
	return date !== undefined && isDay(date)
		? Date.parse(`${date}T${time}${offsetHours}:${offsetMinutes}`)
		: NaN;
}

/** JavaScript accepts the 31st of every month and moves it to the next month. */
function isDay(date: string): boolean {
	const midnight = new Date(`${date}T00:00:00Z`);
	return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}
