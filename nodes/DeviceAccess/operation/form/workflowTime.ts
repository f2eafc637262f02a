import { parseIsoInstant } from './isoInstant';
import { instantOf } from './zonedTime';

/**
 * 2030-01-31T15:00[:00[.000]] or 2030-01-31, as the editor's date field stores it, without an
 * offset.
 */
const LOCAL_DATE_TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?$/i;

/**
 * Converts a date and time without an offset to its instant in the workflow's time zone; returns
 * anything else as it is. If a time occurs twice, takes the first. A time that daylight saving
 * skips counts as the next one that exists.
 */
export function toWorkflowTime(value: unknown, timeZone: string): unknown {
	const text = typeof value === 'string' ? value.trim() : '';
	const [day = '', timeOfDay = '00:00'] = text.split(/[T ]/i);
	if (!LOCAL_DATE_TIME.test(text) || Number.isNaN(parseIsoInstant(`${day}T${timeOfDay}Z`)))
		return value;
	return new Date(instantOf(day, timeOfDay, timeZone, 'first')).toISOString();
}
