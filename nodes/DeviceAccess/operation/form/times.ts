/**
 * 2030-01-31T15:00[:00[.000]] with Z, +01:00, +0100 or +01. SQL has a space instead of the T, and
 * often one before the offset.
 */
const ISO_INSTANT =
	/^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?:Z|([+-]\d\d)(?::?(\d\d))?)$/i;

/**
 * In milliseconds. NaN for a text in another form, where JavaScript would guess which number is the
 * day and use the time zone of the machine.
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

export function isTimeZone(name: string): boolean {
	try {
		formatOf(name);
		return true;
	} catch {
		return false;
	}
}

/**
 * When the clocks of a zone show a time on a day (`2030-01-31`, `15:00`), in milliseconds. For a
 * skipped time, the next time that exists.
 */
export function instantOf(
	day: string,
	timeOfDay: string,
	timeZone: string,
	which: 'first' | 'last',
): number {
	const shownMs = Date.parse(`${day}T${timeOfDay}Z`);
	const offsets = [shownMs - DAY_MS, shownMs + DAY_MS].map((instantMs) =>
		offsetMs(instantMs, timeZone),
	);
	const candidates = [...new Set(offsets)]
		.map((offset) => shownMs - offset)
		.filter((instantMs) => instantMs + offsetMs(instantMs, timeZone) === shownMs);
	if (candidates.length > 0)
		return which === 'first' ? Math.min(...candidates) : Math.max(...candidates);
	const [before = 0, after = 0] = offsets;
	return changeBetween(shownMs - after, shownMs - before, timeZone);
}

/** The day in the zone, such as `2030-01-31`. */
export const dayOf = (instantMs: number, timeZone: string): string =>
	new Date(instantMs + offsetMs(instantMs, timeZone)).toISOString().slice(0, 10);

/** That of a time with an offset. Without one, it says a day in the zone already, as a day does. */
export function dayIn(time: unknown, timeZone: string): string {
	const instantMs = parseIsoInstant(String(time));
	return Number.isNaN(instantMs) ? String(time).slice(0, 10) : dayOf(instantMs, timeZone);
}

const DAY_MS = 86_400_000;

function changeBetween(startMs: number, endMs: number, timeZone: string): number {
	const offset = offsetMs(startMs, timeZone);
	let [before, after] = [startMs, endMs];
	while (after - before > 1000) {
		const middle = before + Math.floor((after - before) / 2000) * 1000;
		if (offsetMs(middle, timeZone) === offset) before = middle;
		else after = middle;
	}
	return after;
}

function offsetMs(instantMs: number, timeZone: string): number {
	const parts = formatOf(timeZone).formatToParts(instantMs);
	const part = (type: Intl.DateTimeFormatPartTypes) =>
		Number(parts.find((entry) => entry.type === type)?.value);
	const shownMs = Date.UTC(
		part('year'),
		part('month') - 1,
		part('day'),
		part('hour'),
		part('minute'),
		part('second'),
	);
	return shownMs - Math.floor(instantMs / 1000) * 1000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because making one takes longer than a thousand uses. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
	const known = formats.get(timeZone);
	if (known) return known;
	const format = new Intl.DateTimeFormat('en-US', {
		timeZone,
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
		second: 'numeric',
	});
	formats.set(timeZone, format);
	return format;
}

/** The form in which the editor's date field stores a time. */
const LOCAL_DATE_TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?$/i;

/** Returns a value in another form as it is. */
export function toWorkflowTime(
	value: unknown,
	timeZone: string,
	whichOfTwo: 'first' | 'last' = 'first',
): unknown {
	const text = typeof value === 'string' ? value.trim() : '';
	const [day = '', timeOfDay = '00:00'] = text.split(/[T ]/i);
	if (!LOCAL_DATE_TIME.test(text) || Number.isNaN(parseIsoInstant(`${day}T${timeOfDay}Z`)))
		return value;
	return new Date(instantOf(day, timeOfDay, timeZone, whichOfTwo)).toISOString();
}
