import { parseIsoInstant } from '../../operation/form/isoInstant';
import { isWireObject, type WireObject, wireObjectsIn } from '../../wire/records';
import type { Booking } from './booking';

/**
 * The value at a path such as `data.guest.name`. Undefined if a part is missing. Reads own members
 * only.
 */
export function valueAt(body: WireObject, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>(
			(value, member) =>
				isWireObject(value) && Object.hasOwn(value, member) ? value[member] : undefined,
			body,
		);
}

/** Text, or a whole number as text. Null for anything else, and for blank text. */
export function toText(value: unknown): string | null {
	const text = typeof value === 'string' || Number.isSafeInteger(value) ? String(value).trim() : '';
	return text === '' ? null : text;
}

/** The text at the first of these paths that has one. */
export function textAt(body: WireObject, ...paths: string[]): string | null {
	for (const path of paths) {
		const text = toText(valueAt(body, path));
		if (text !== null) return text;
	}
	return null;
}

/** True for a flag that is set, in any of the ways that systems write it: true, 1, '1' or 'true'. */
export const isSet = (body: WireObject, path: string): boolean =>
	/^(?:true|1)$/i.test(String(toText(valueAt(body, path)) ?? valueAt(body, path)));

/** True if there is a date at one of these paths, in any form. Zeros are none. */
export const hasDate = (body: WireObject, ...paths: string[]): boolean =>
	paths.some((path) => /[1-9]/.test(textAt(body, path) ?? ''));

/** True if the member is there with nothing in it, as in some test deliveries. */
export function isEmptyAt(body: WireObject, member: string): boolean {
	const value = valueAt(body, member);
	const isHollow = typeof value === 'object' && Object.keys(value ?? {}).length === 0;
	return Object.hasOwn(body, member) && (value === '' || isHollow);
}

/** The members of all these objects. A later one counts, unless it is null or undefined. */
export const merged = (...objects: Array<WireObject | undefined>): WireObject =>
	Object.fromEntries(
		objects
			.flatMap((object) => Object.entries(object ?? {}))
			.filter(([, value]) => value !== null && value !== undefined),
	);

/** The object at a path, or undefined. */
export function objectAt(body: WireObject, path: string): WireObject | undefined {
	const value = valueAt(body, path);
	return isWireObject(value) ? value : undefined;
}

/** The objects in the list at a path; none if there is no list. */
export const objectsAt = (body: WireObject, path: string): WireObject[] =>
	wireObjectsIn(valueAt(body, path));

/** These texts as a list, without those that are missing. */
export const listOf = (...texts: Array<string | null>): string[] =>
	texts.filter((text) => text !== null);

/** These texts joined with a space, such as a first and a last name; null if there is none. */
export const joined = (...texts: Array<string | null>): string | null =>
	listOf(...texts).join(' ') || null;

/**
 * The rooms in a list that have an ID at one of the paths. Their names only if each room has one.
 */
export function roomsIn(
	list: WireObject[],
	idPaths: string[],
	namePaths: string[],
): Pick<Booking, 'rooms' | 'room_names'> {
	const rooms = list.filter((room) => textAt(room, ...idPaths) !== null);
	const names = listOf(...rooms.map((room) => textAt(room, ...namePaths)));
	return {
		rooms: listOf(...rooms.map((room) => textAt(room, ...idPaths))),
		room_names: names.length === rooms.length ? names : [],
	};
}

const DAY = /^\d{4}-\d\d-\d\d(?=$|[T ])/;
const TIME_OF_DAY = /^([01]?\d|2[0-3])(?::([0-5]\d)(?::[0-5]\d)?)?$/;

/**
 * The day at the beginning of a date, for systems that write a day as midnight. Null if there is
 * none.
 */
export const toDay = (date: string | null): string | null => DAY.exec(date ?? '')?.[0] ?? null;

/**
 * The local time of a day. Only the day if there is no time, such as `15:00`, `15:00:00` or the
 * hour 15.
 */
export function localTime(day: string | null, time: unknown): string | null {
	const dayOnly = toDay(day);
	if (dayOnly === null) return null;
	const [, hour, minute = '00'] = TIME_OF_DAY.exec(toText(time) ?? '') ?? [];
	return hour === undefined ? dayOnly : `${dayOnly}T${hour.padStart(2, '0')}:${minute}`;
}

/**
 * This text if it is an instant with its offset, or null: a time without an offset can be anyone's.
 */
export const toInstant = (text: string | null): string | null =>
	text !== null && !Number.isNaN(parseIsoInstant(text)) ? text : null;

/** The instant at the first of these paths that has one. */
export const instantAt = (body: WireObject, ...paths: string[]): string | null =>
	listOf(...paths.map((path) => toInstant(textAt(body, path))))[0] ?? null;

/** The earliest of these instants; null if there is none. */
export const earliest = (...instants: Array<string | null>): string | null =>
	listOf(...instants).sort((one, other) => parseIsoInstant(one) - parseIsoInstant(other))[0] ??
	null;

/**
 * The instant, in UTC, of this many milliseconds since 1970, or of units of so many. Null if the value
 * is no such number.
 */
export function fromMilliseconds(value: unknown, unit = 1): string | null {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	const date = new Date(typeof number === 'number' ? number * unit : NaN);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
