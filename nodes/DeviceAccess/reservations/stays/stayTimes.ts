import { readAll, InvalidParameterError } from '../../errors/errors';
import { dayOf, instantOf, isTimeZone, parseIsoInstant } from '../../operation/form/times';
import { isTimeOfDay } from '../../operation/form/checkValues';

/** An instant, or a day in the room's time zone with or without a time. */
export type StayTime = { instantMs: number } | DayOfStay;

interface DayOfStay {
	day: string;
	timeOfDay?: string;
	/** How a date with slashes was written, where only one order makes a date. */
	order?: 'dayFirst' | 'monthFirst';
	/** The day by the other order, where both make a date: `day` is then that of `dayFirst`. */
	monthFirst?: string;
}

export interface TimesOfStay {
	arrival: StayTime;
	departure: StayTime;
	timeZone: string;
	/** For days without a time, in the form HH:mm. */
	checkIn?: string;
	checkOut?: string;
	openBeforeMinutes: number;
	closeAfterMinutes: number;
}

const MINUTE_MS = 60_000;
const LOCAL = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?)?$/i;

const MIDNIGHT = /^(\d{4}-\d\d-\d\d)[T ]00:00(?::00(?:\.0+)?)? ?(Z|[+-]\d\d(?::?\d\d)?)$/i;
const UTC = /^(?:Z|[+-]00(?::?00)?)$/i;

/**
 * Midnight counts as a day without a time, because several systems and the editor's date picker
 * write days this way: without an offset, with one other than UTC, and with UTC if both are
 * midnight.
 */
export function readStayTimes(
	arrival: unknown,
	departure: unknown,
): { arrival: StayTime; departure: StayTime } {
	const [opens, closes] = [midnightOf(arrival), midnightOf(departure)];
	const areBoth = opens !== undefined && closes !== undefined;
	const dayOr = (value: unknown, midnight: typeof opens) =>
		midnight && (areBoth || !midnight.isUtc) ? midnight.day : value;
	const [arrives, departs] = readAll([
		() => readStayTime('Arrival', dayOr(arrival, opens)),
		() => readStayTime('Departure', dayOr(departure, closes)),
	]);
	return { arrival: arrives, departure: departs };
}

function midnightOf(value: unknown): { day: string; isUtc: boolean } | undefined {
	const at = new Date(toInstantMs(value));
	const text = Number.isNaN(at.getTime()) ? value : at.toISOString();
	const [, day, offset = ''] = typeof text === 'string' ? (MIDNIGHT.exec(text.trim()) ?? []) : [];
	return day === undefined ? undefined : { day, isUtc: UTC.test(offset) };
}

/** Midnight without an offset counts as a day. */
export function readStayTime(label: string, value: unknown): StayTime {
	if (typeof value === 'string') {
		const [, day, timeOfDay] = LOCAL.exec(value.trim()) ?? [];
		if (day !== undefined && isDay(day) && (timeOfDay === undefined || isTimeOfDay(timeOfDay)))
			return timeOfDay === undefined || timeOfDay === '00:00' ? { day } : { day, timeOfDay };
	}
	const written = typeof value === 'string' ? readSlashes(value) : undefined;
	if (written) return written;
	const instantMs = typeof value === 'string' ? parseIsoInstant(value) : toInstantMs(value);
	if (!Number.isNaN(instantMs)) return { instantMs };
	throw new InvalidParameterError(
		value === undefined || value === null || value === ''
			? `'${label}' is empty`
			: `'${label}' is not a date in the form 2030-01-31 or 2030-01-31T15:00`,
		"Map the date from your property management system. The 'Date & Time' node converts other formats.",
	);
}

const SLASHES = /^(\d\d?)\/(\d\d?)\/(\d{4})(?:[ ,]+(\d\d:\d\d)(?::\d\d)?)?$/;

/** `07/12/2026` is a day in July or in December: the other dates of an execution tell. */
function readSlashes(text: string): DayOfStay | undefined {
	const [, first = '', second = '', year = '', timeOfDay] = SLASHES.exec(text.trim()) ?? [];
	if (year === '' || (timeOfDay !== undefined && !isTimeOfDay(timeOfDay))) return undefined;
	const [a, b] = [first.padStart(2, '0'), second.padStart(2, '0')];
	const [dayFirst, monthFirst] = [`${year}-${b}-${a}`, `${year}-${a}-${b}`];
	const time = timeOfDay === undefined || timeOfDay === '00:00' ? {} : { timeOfDay };
	if (!isDay(dayFirst) && !isDay(monthFirst)) return undefined;
	if (!isDay(dayFirst)) return { ...time, day: monthFirst, order: 'monthFirst' };
	if (!isDay(monthFirst)) return { ...time, day: dayFirst, order: 'dayFirst' };
	return { ...time, day: dayFirst, ...(dayFirst !== monthFirst && { monthFirst }) };
}

/** Undefined for a date that can still be two days. */
function settled(time: StayTime, orders: ReadonlySet<string>): StayTime | undefined {
	if ('instantMs' in time || time.monthFirst === undefined) return time;
	const { day, monthFirst, ...rest } = time;
	if (orders.size !== 1) return undefined;
	return { ...rest, day: orders.has('dayFirst') ? day : monthFirst };
}

/**
 * The times of each stay, where dates with slashes have the order of those of which only one order
 * makes a date. Undefined for a stay whose dates can still be others.
 */
export function settleOrder<Times extends { arrival: StayTime; departure: StayTime }>(
	stays: readonly Times[],
): Array<Times | undefined> {
	const times = stays.flatMap(({ arrival, departure }) => [arrival, departure]);
	const orders = new Set(times.flatMap((time) => ('instantMs' in time ? [] : (time.order ?? []))));
	return stays.map((stay) => {
		const [arrival, departure] = [settled(stay.arrival, orders), settled(stay.departure, orders)];
		return arrival && departure ? { ...stay, arrival, departure } : undefined;
	});
}

export const twoDates = (): InvalidParameterError =>
	new InvalidParameterError(
		"'Arrival' or 'Departure' is a date with slashes that can be two days, such as 07/12/2026",
		"Map it with its order, such as {{ DateTime.fromFormat($json.arrival, 'dd/MM/yyyy').toISODate() }}, or with 'MM/dd/yyyy'.",
		'invalid_value',
	);

export function toInstants(times: TimesOfStay): { startsAt: string; endsAt: string } {
	const { timeZone, ...rules } = times;
	if (!isTimeZone(timeZone))
		throw new InvalidParameterError(
			`'${timeZone}' is not a time zone`,
			"Set one, such as Europe/Berlin, under 'Time Zone' in Options or in the room.",
			'unknown_time_zone',
		);
	const { arrival, departure } = byDay(times);
	const toMs = (
		time: StayTime,
		hour: string | undefined,
		which: 'first' | 'last',
		names: [label: string, option: string],
	) => {
		if ('instantMs' in time) return time.instantMs;
		const timeOfDay = time.timeOfDay ?? hour;
		if (timeOfDay !== undefined) return instantOf(time.day, timeOfDay, timeZone, which);
		const [label, option] = names;
		throw new InvalidParameterError(
			`'${label}' has no time of day, and the room has no ${option.toLowerCase()}`,
			`Add '${option}' under Options, or map a time to '${label}'.`,
			'no_time_of_day',
		);
	};
	const opensMs =
		toMs(arrival, rules.checkIn, 'first', ['Arrival', 'Check-in Time']) -
		rules.openBeforeMinutes * MINUTE_MS;
	const closesMs =
		toMs(departure, rules.checkOut, 'last', ['Departure', 'Check-out Time']) +
		rules.closeAfterMinutes * MINUTE_MS;
	if (closesMs <= opensMs)
		throw new InvalidParameterError(
			"'Departure' must be after 'Arrival'",
			'Check the dates of the reservation.',
		);
	return { startsAt: new Date(opensMs).toISOString(), endsAt: new Date(closesMs).toISOString() };
}

const HOUR_MS = 60 * MINUTE_MS;

/** True for instants of the same hour, which a change of the clock can move: both can be midnight. */
export function canBeDays(arrival: StayTime, departure: StayTime): boolean {
	if (!('instantMs' in arrival && 'instantMs' in departure)) return false;
	const apartMs = (departure.instantMs - arrival.instantMs) % (24 * HOUR_MS);
	return apartMs <= HOUR_MS || apartMs >= 23 * HOUR_MS;
}

/** Some systems write the days of a stay as midnight of the house in UTC: 22:00Z is no time to leave. */
function byDay(times: TimesOfStay): Record<'arrival' | 'departure', StayTime> {
	const { arrival, departure, timeZone, checkIn, checkOut } = times;
	const toDay = (time: StayTime) => {
		if (!('instantMs' in time)) return undefined;
		const day = dayOf(time.instantMs, timeZone);
		return instantOf(day, '00:00', timeZone, 'first') === time.instantMs ? { day } : undefined;
	};
	if (checkIn === undefined || checkOut === undefined) return times;
	const [arrives, departs] = [toDay(arrival), toDay(departure)];
	return arrives && departs ? { arrival: arrives, departure: departs } : times;
}

/** JavaScript alone would move the 31st of a shorter month to the next one. */
const isDay = (day: string) => !Number.isNaN(parseIsoInstant(`${day}T00:00Z`));

/** The smallest number that counts as milliseconds: a smaller one is probably in seconds. */
const LEAST_TIME_MS = 1e11;

function toInstantMs(value: unknown): number {
	const timeMs = value?.valueOf();
	return typeof timeMs === 'number' && timeMs >= LEAST_TIME_MS ? timeMs : NaN;
}
