import { ZONE } from './house';

interface Zone {
	format: Intl.DateTimeFormat;
	/** Kept, because to format takes longer than all else that judges a time. */
	known: Map<number, Record<string, string>>;
}

const zones = new Map<string, Zone>();

function zoneOf(timeZone: string): Zone {
	const zone = zones.get(timeZone) ?? {
		format: new Intl.DateTimeFormat('en-CA', {
			timeZone,
			year: 'numeric',
			month: '2-digit',
			day: '2-digit',
			hour: '2-digit',
			minute: '2-digit',
			second: '2-digit',
			hourCycle: 'h23',
		}),
		known: new Map(),
	};
	zones.set(timeZone, zone);
	return zone;
}

function partsOf(ms: number, timeZone: string): Record<string, string> {
	const { format, known } = zoneOf(timeZone);
	const parts =
		known.get(ms) ??
		Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
	known.set(ms, parts);
	return parts;
}

/** The day in the house at this instant. */
export function dayInZone(ms: number, timeZone = ZONE): string {
	const { year, month, day } = partsOf(ms, timeZone);
	return `${year}-${month}-${day}`;
}

function offsetMs(ms: number, timeZone: string): number {
	const { year, month, day, hour, minute, second } = partsOf(ms, timeZone);
	return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - ms;
}

/** The instant at which the clock in the house shows this time on this day. */
export function instantInZone(day: string, time: string, timeZone = ZONE): number {
	const asUtc = Date.parse(`${day}T${time}:00Z`);
	const guess = asUtc - offsetMs(asUtc, timeZone);
	return asUtc - offsetMs(guess, timeZone);
}

export const midnightInZone = (ms: number, timeZone = ZONE): number =>
	instantInZone(dayInZone(ms, timeZone), '00:00', timeZone);
