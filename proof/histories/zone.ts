import { ZONE } from './house';

const inZone = new Intl.DateTimeFormat('en-CA', {
	timeZone: ZONE,
	year: 'numeric',
	month: '2-digit',
	day: '2-digit',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
	hourCycle: 'h23',
});

const known = new Map<number, Record<string, string>>();

/** Kept, because to format takes longer than all else that judges a time. */
function partsOf(ms: number): Record<string, string> {
	const parts =
		known.get(ms) ??
		Object.fromEntries(inZone.formatToParts(ms).map(({ type, value }) => [type, value]));
	known.set(ms, parts);
	return parts;
}

/** The day in the house at this instant. */
export function dayInZone(ms: number): string {
	const { year, month, day } = partsOf(ms);
	return `${year}-${month}-${day}`;
}

function offsetMs(ms: number): number {
	const { year, month, day, hour, minute, second } = partsOf(ms);
	return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - ms;
}

/** The instant at which the clock in the house shows this time on this day. */
export function instantInZone(day: string, time: string): number {
	const asUtc = Date.parse(`${day}T${time}:00Z`);
	const guess = asUtc - offsetMs(asUtc);
	return asUtc - offsetMs(guess);
}

export const midnightInZone = (ms: number): number => instantInZone(dayInZone(ms), '00:00');
