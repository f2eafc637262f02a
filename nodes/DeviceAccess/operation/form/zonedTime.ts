/** True for a name in the time zone database, such as Europe/Berlin. */
export function isTimeZone(name: string): boolean {
	try {
		formatOf(name);
		return true;
	} catch {
		return false;
	}
}

/**
 * The instant when the clocks of a zone show a time on a day (`2030-01-31`, `15:00`), in
 * milliseconds. For a time that occurs twice, the first or the last. For a skipped time, the next
 * time that exists.
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

/** The day that the clocks of a zone show at an instant, such as `2030-01-31`. */
export const dayOf = (instantMs: number, timeZone: string): string =>
	new Date(instantMs + offsetMs(instantMs, timeZone)).toISOString().slice(0, 10);

const DAY_MS = 86_400_000;

/** The instant between the two, in milliseconds, when the offset of the zone changes. */
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

/** The offset of the zone from UTC at the instant, in milliseconds. */
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
