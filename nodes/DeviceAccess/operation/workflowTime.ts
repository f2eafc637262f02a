import { parseIsoInstant } from './isoInstant';
import { offsetMs } from './zonedTime';

/** 2030-01-31T15:00[:00[.000]] or 2030-01-31, as the editor's date field stores it, without an offset. */
const LOCAL_DATE_TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?$/i;

/**
 * Converts a date and time without an offset to its instant in the workflow's time zone; returns anything else as it is.
 * A time that daylight saving skips counts as the time after it.
 */
export function toWorkflowTime(value: unknown, timeZone: string): unknown {
	if (typeof value !== 'string' || !LOCAL_DATE_TIME.test(value.trim())) return value;
	const asIfUtcMs = parseIsoInstant(`${value.trim()}${value.trim().length > 10 ? 'Z' : 'T00:00Z'}`);
	if (Number.isNaN(asIfUtcMs)) return value;
	// The guess can be on the wrong side of a clock change, so the offset is calculated again.
	const guessMs = asIfUtcMs - offsetMs(asIfUtcMs, timeZone);
	return new Date(asIfUtcMs - offsetMs(guessMs, timeZone)).toISOString();
}
