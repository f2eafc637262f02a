import { parseIsoInstant } from './isoInstant';
import { offsetMs } from './zonedTime';

/** 2030-01-31T15:00[:00[.000]] or 2030-01-31, as the editor's date field stores it: without an offset. */
const LOCAL_DATE_TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?$/i;

/**
 * A date and time without an offset as the instant that it is in the workflow's time zone; anything else as it is.
 * In the hour that a change to summer time leaves out, the time after it counts.
 */
export function toWorkflowTime(value: unknown, timeZone: string): unknown {
	if (typeof value !== 'string' || !LOCAL_DATE_TIME.test(value.trim())) return value;
	const asIfUtcMs = parseIsoInstant(`${value.trim()}${value.trim().length > 10 ? 'Z' : 'T00:00Z'}`);
	if (Number.isNaN(asIfUtcMs)) return value;
	// The offset of the guess can be that of the other side of a change; the second look settles it.
	const guessMs = asIfUtcMs - offsetMs(asIfUtcMs, timeZone);
	return new Date(asIfUtcMs - offsetMs(guessMs, timeZone)).toISOString();
}
