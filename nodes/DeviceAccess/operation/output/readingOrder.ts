import type { WireObject } from '../../wire/records';

/** What a person looks for first, in this order. */
const FIRST = [
	'event_type',
	'occurred_at',
	'event_description',
	'outcome',
	'name',
	'device_name',
	'message',
	'display_name',
	'full_name',
	'code',
	'migration',
];

const isId = (key: string) => /(^|_)ids?$/.test(key);

const placeOf = (key: string): number =>
	FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length + Number(isId(key));

/** The keys of an item as a person reads them: names first, IDs last, the others as they are. */
export const inReadingOrder = (keys: readonly string[]): string[] =>
	[...keys].sort((a, b) => placeOf(a) - placeOf(b));

export const orderForReading = (record: WireObject): WireObject =>
	Object.fromEntries(inReadingOrder(Object.keys(record)).map((key) => [key, record[key]]));
