import { parseIsoInstant } from '../../operation/form/times';
import { isWireObject, readPath, type WireObject, wireObjectsIn } from '../../wire/records';
import type { Booking } from './booking';

/** Paths such as `data.guest.name` find the object's own members only. */
export class Body {
	constructor(readonly record: WireObject = {}) {}

	value(path: string): unknown {
		return readPath(this.record, path);
	}

	has(path: string): boolean {
		return this.value(path) !== undefined;
	}

	/** True if the member is there with nothing in it, as in some test deliveries. */
	isEmpty(path: string): boolean {
		const value = this.value(path);
		return value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
	}

	at(path: string): Body {
		const value = this.value(path);
		return new Body(isWireObject(value) ? value : {});
	}

	list(path: string): Body[] {
		return wireObjectsIn(this.value(path)).map((record) => new Body(record));
	}

	/** At the first of these paths that has one. */
	text(...paths: string[]): string | null {
		for (const path of paths) {
			const text = toText(this.value(path));
			if (text !== null) return text;
		}
		return null;
	}

	texts(path: string): string[] {
		const list = this.value(path);
		return (Array.isArray(list) ? list.map(toText) : []).filter((text) => text !== null);
	}

	/** With a space, such as a first and a last name. */
	joined(...paths: string[]): string | null {
		return paths.flatMap((path) => this.text(path) ?? []).join(' ') || null;
	}

	/** For systems that write a day as midnight. */
	day(...paths: string[]): string | null {
		return toDay(this.text(...paths));
	}

	/** The first instant with its offset: a time without one can be anyone's. */
	instant(...paths: string[]): string | null {
		return this.instants(...paths)[0] ?? null;
	}

	earliest(...paths: string[]): string | null {
		const ms = parseIsoInstant;
		return this.instants(...paths).sort((one, other) => ms(one) - ms(other))[0] ?? null;
	}

	private instants(...paths: string[]): string[] {
		const texts = paths.flatMap((path) => this.text(path) ?? []);
		return texts.filter((text) => !Number.isNaN(parseIsoInstant(text)));
	}

	/** In UTC, of a number of milliseconds since 1970, or of units of so many. */
	sinceEpoch(path: string, unitMs = 1): string | null {
		const value = this.value(path);
		const date = new Date(
			Number(typeof value === 'number' ? value : (toText(value) ?? NaN)) * unitMs,
		);
		return Number.isNaN(date.getTime()) ? null : date.toISOString();
	}

	/** The day alone if its time is not there. */
	local(dayPaths: string | string[], timePath: string): string | null {
		return localTime(this.text(...[dayPaths].flat()), this.text(timePath));
	}

	isSet(path: string): boolean {
		return this.flag(path) === true;
	}

	/** In any of the ways that systems write a flag. Null for anything else. */
	flag(path: string): boolean | null {
		const value = this.value(path);
		const word = typeof value === 'boolean' ? String(value) : toText(value);
		if (/^(?:true|1)$/i.test(word ?? '')) return true;
		return /^(?:false|0)$/i.test(word ?? '') ? false : null;
	}

	/** A number, also as text. At the first of these paths that has one. */
	amount(...paths: string[]): number | null {
		for (const path of paths) {
			const value = this.value(path);
			const isText = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);
			if (isText || Number.isFinite(value)) return Number(value);
		}
		return null;
	}

	/** In any form. Zeros are no date. */
	hasDate(...paths: string[]): boolean {
		return paths.some((path) => /[1-9]/.test(this.text(path) ?? ''));
	}

	room(idPaths: string | string[], namePaths: string | string[] = []): Rooms {
		return roomsIn([this], idPaths, namePaths);
	}

	rooms(path: string, idPath: string, namePath: string | string[] = []): Rooms {
		return roomsIn(this.list(path), idPath, namePath);
	}
}

type Rooms = Pick<Booking, 'rooms' | 'room_names'>;

/** The rooms that have an ID. Their names only if each room has one. */
export function roomsIn(
	list: readonly Body[],
	idPaths: string | string[],
	namePaths: string | string[],
): Rooms {
	const rooms = list.filter((room) => room.text(...[idPaths].flat()) !== null);
	const texts = (paths: string | string[]) =>
		rooms.flatMap((room) => room.text(...[paths].flat()) ?? []);
	const names = texts(namePaths);
	return { rooms: texts(idPaths), room_names: names.length === rooms.length ? names : [] };
}

/** Null for anything but text and whole numbers, and for blank text. */
function toText(value: unknown): string | null {
	const text = typeof value === 'string' || Number.isSafeInteger(value) ? String(value).trim() : '';
	return text === '' ? null : text;
}

const DAY = /^\d{4}-\d\d-\d\d(?=$|[T ])/;
const TIME_OF_DAY = /^([01]?\d|2[0-3])(?::([0-5]\d)(?::[0-5]\d)?)?$/;

const toDay = (date: string | null): string | null => DAY.exec(date ?? '')?.[0] ?? null;

/** Only the day without a time such as `15:00`, `15:00:00` or 15. */
export function localTime(date: string | null, time: string | null): string | null {
	const day = toDay(date);
	const [, hour, minute = '00'] = TIME_OF_DAY.exec(time ?? '') ?? [];
	return day === null || hour === undefined ? day : `${day}T${hour.padStart(2, '0')}:${minute}`;
}

/** A later member counts, unless it is null or undefined. */
export const merged = (...bodies: Body[]): Body =>
	new Body(
		Object.fromEntries(
			bodies
				.flatMap(({ record }) => Object.entries(record))
				.filter(([, value]) => value !== null && value !== undefined),
		),
	);
