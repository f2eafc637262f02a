import { InvalidParameterError } from '../../errors/errors';
import { parseIsoInstant } from '../../operation/isoInstant';
import { instantOf, isTimeZone } from '../../operation/zonedTime';
import { isTimeOfDay } from '../fields/timeOfDay';

/** An arrival or a departure as it was entered: an instant, or a day of the room's calendar with or without a time of day. */
export type StayTime = { instantMs: number } | { day: string; timeOfDay?: string };

/** Where the hours come from that a day alone does not tell, and what is added around the stay. */
export interface StayRules {
	timeZone: string;
	/** HH:mm. */
	checkIn?: string;
	checkOut?: string;
	openBeforeMinutes: number;
	closeAfterMinutes: number;
}

const MINUTE_MS = 60_000;
const LOCAL = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?)?$/i;

/**
 * Reads an arrival or a departure. Midnight without an offset is a day alone: several systems, and the editor's own
 * picker, write days in this form (PMS facts). Throws InvalidParameterError for what is no date.
 */
export function readStayTime(label: string, value: unknown): StayTime {
	if (typeof value === 'string') {
		const [, day, timeOfDay] = LOCAL.exec(value.trim()) ?? [];
		if (day !== undefined && isDay(day) && (timeOfDay === undefined || isTimeOfDay(timeOfDay))) return timeOfDay === undefined || timeOfDay === '00:00' ? { day } : { day, timeOfDay };
	}
	const instantMs = typeof value === 'string' ? parseIsoInstant(value) : toInstantMs(value);
	if (!Number.isNaN(instantMs)) return { instantMs };
	throw new InvalidParameterError(
		value === undefined || value === null || value === '' ? `'${label}' is empty` : `'${label}' is not a date in the form 2030-01-31 or 2030-01-31T15:00`,
		"Map the date of your property management system to it. The node 'Date & Time' rewrites other forms.",
	);
}

/** When the doors open and close, as the wire wants it. Throws InvalidParameterError where an hour is missing or the stay ends before it begins. */
export function toInstants(arrival: StayTime, departure: StayTime, rules: StayRules): { startsAt: string; endsAt: string } {
	const { timeZone, checkIn, checkOut, openBeforeMinutes, closeAfterMinutes } = rules;
	if (!isTimeZone(timeZone)) throw new InvalidParameterError(`'${timeZone}' is no time zone`, "Set one such as Europe/Berlin under 'Time Zone' in Options, or in the room.");
	const opensMs = toMs('Arrival', arrival, timeZone, checkIn, 'first') - openBeforeMinutes * MINUTE_MS;
	const closesMs = toMs('Departure', departure, timeZone, checkOut, 'last') + closeAfterMinutes * MINUTE_MS;
	if (closesMs <= opensMs) throw new InvalidParameterError("'Departure' must be after 'Arrival'", 'Check the dates of the reservation.');
	return { startsAt: new Date(opensMs).toISOString(), endsAt: new Date(closesMs).toISOString() };
}

function toMs(label: 'Arrival' | 'Departure', time: StayTime, timeZone: string, hour: string | undefined, which: 'first' | 'last'): number {
	if ('instantMs' in time) return time.instantMs;
	const timeOfDay = time.timeOfDay ?? hour;
	if (timeOfDay !== undefined) return instantOf(time.day, timeOfDay, timeZone, which);
	const name = label === 'Arrival' ? 'Check-in Time' : 'Check-out Time';
	throw new InvalidParameterError(
		`'${label}' has no time of day, and neither the room nor its account has a ${name.toLowerCase()}`,
		`Add '${name}' under Options, or map a time to '${label}'.`,
	);
}

/** JavaScript takes the 31st of every month, and means a day of the next one. */
const isDay = (day: string) => !Number.isNaN(parseIsoInstant(`${day}T00:00Z`));

/** A smaller number of milliseconds is before 1973: somebody counts in seconds. */
const LEAST_TIME_MS = 1e11;

function toInstantMs(value: unknown): number {
	const timeMs = value?.valueOf();
	return typeof timeMs === 'number' && timeMs >= LEAST_TIME_MS ? timeMs : NaN;
}
