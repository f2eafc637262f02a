import { InvalidParameterError } from '../../errors/errors';
import { isUuid } from '../../wire/records';
import { isTimeZone, parseIsoInstant } from './times';

/** Not every field with an ID has a list. */
const ENTER_ID =
	'Choose from the list if the field has one, or use the ID from the output of an earlier node.';

export function requireUuid(label: string, value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : value;
	if (text === '' || text === undefined || text === null)
		throw new InvalidParameterError(`'${label}' is empty`, ENTER_ID);
	if (typeof text !== 'string' || !isUuid(text)) {
		throw new InvalidParameterError(
			`'${label}' must be an ID of the form 00000000-0000-0000-0000-000000000000`,
			ENTER_ID,
		);
	}
	return text.toLowerCase();
}

export function optionalUuid(label: string, value: unknown): string | undefined {
	return value === undefined || value === null || value === ''
		? undefined
		: requireUuid(label, value);
}

/**
 * Reads a multiple choice, rows, or an expression that returns a list or a text with commas. Refuses
 * an empty entry in them, because leaving it out would close a door or drop a record.
 */
export function requireUuids(label: string, value: unknown): string[] {
	const ids = [emptyToNull(value) ?? []]
		.flat(Infinity)
		.flatMap((entry) => (typeof entry === 'string' ? entry.trim().split(/\s*,\s*|\s+/) : [entry]))
		.map((entry) => {
			if ((entry ?? '') === '') refuseEmptyEntry(label);
			return requireUuid(label, entry);
		});
	if (ids.length === 0) {
		throw new InvalidParameterError(`'${label}' is empty`, 'Choose at least one entry.');
	}
	return [...new Set(ids)];
}

export function optionalUuids(label: string, value: unknown): string[] | undefined {
	const isEmpty =
		value === undefined ||
		value === null ||
		value === '' ||
		(Array.isArray(value) && value.length === 0);
	return isEmpty ? undefined : requireUuids(label, value);
}

/** Also for a list without entries, and a text of commas only. */
export function emptyToNull(value: unknown): unknown {
	if (Array.isArray(value)) return value.length === 0 ? null : value.map(emptyToNull);
	return typeof value === 'string' && /^[\s,]*$/.test(value) ? null : value;
}

export function requireTimeOrder(
	startLabel: string,
	startsAt: unknown,
	endLabel: string,
	endsAt: unknown,
): void {
	if (typeof startsAt !== 'string' || typeof endsAt !== 'string') return;
	// A word, such as 'now', is no time.
	if (!(Date.parse(endsAt) <= Date.parse(startsAt))) return;
	throw new InvalidParameterError(
		`'${endLabel}' must be after '${startLabel}'`,
		'Change one of the two times.',
	);
}

export function optionalPin(
	label: string,
	value: unknown,
	minLength: number,
	maxLength: number,
): string | undefined {
	const pin = optionalText(value);
	if (
		pin === undefined ||
		(/^\d+$/.test(pin) && pin.length >= minLength && pin.length <= maxLength)
	)
		return pin;
	throw new InvalidParameterError(
		`'${label}' must have ${minLength} to ${maxLength} digits and no other characters`,
		// A number loses its leading zeros.
		typeof value === 'number' && pin.length < minLength
			? 'If the PIN begins with 0, enter it as text.'
			: undefined,
	);
}

/** A text must be ISO 8601 with an offset, which `toWorkflowTime` adds. */
export function optionalDateTime(label: string, value: unknown): string | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const time = new Date(toTimeMs(value));
	if (!Number.isNaN(time.getTime())) return time.toISOString();
	throw new InvalidParameterError(
		`'${label}' is not a date in the form 2030-01-31T15:00`,
		"Use two digits for month and day, and a 24-hour time. The 'Date & Time' node converts other formats.",
	);
}

/** Read as milliseconds, a smaller number would be before 1973, so it must be in seconds. */
const LEAST_TIME_MS = 1e11;

function toTimeMs(value: unknown): number {
	if (typeof value === 'string') return parseIsoInstant(value);
	if (typeof value === 'number' && value < LEAST_TIME_MS) return NaN;
	const timeMs = value?.valueOf();
	return typeof timeMs === 'number' ? timeMs : NaN;
}

/** n8n variables and table cells have booleans as text. Undefined for anything else. */
export function readSwitch(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
	return word === 'true' ? true : word === 'false' ? false : undefined;
}

/** Undefined if empty, because the service refuses empty texts. */
export function optionalText(value: unknown): string | undefined {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	return text === '' ? undefined : text;
}

/** `alternative` ends the advice, and says what the expression may return instead. */
export function requireGiven(
	label: string,
	value: unknown,
	alternative = 'null to clear the field',
): void {
	if (value !== undefined) return;
	throw new InvalidParameterError(
		`'${label}' is empty`,
		`Its expression returns nothing. Correct it, or make it return ${alternative}.`,
	);
}

const entriesOf = (value: unknown): unknown[] =>
	Array.isArray(value) ? value : String(value ?? '').split(',');

/** Also those that are empty. */
export const textEntries = (value: unknown): string[] =>
	entriesOf(value).map((entry) => optionalText(entry) ?? '');

export function optionalTexts(value: unknown): string[] | undefined {
	const texts = textEntries(value).filter((text) => text !== '');
	return texts.length > 0 ? texts : undefined;
}

function refuseEmptyEntry(label: string): never {
	throw new InvalidParameterError(
		`An entry in '${label}' is empty`,
		'Make sure that every entry has a value, and that there is no comma too many.',
	);
}

/**
 * Refuses an empty entry, also in a text such as `{{ $json.room }},{{ $json.garage }}`, because
 * leaving it out would keep the person out of that place.
 */
export function optionalKeys(label: string, value: unknown): string[] | undefined {
	const keys = optionalTexts(value);
	const isNothing = !Array.isArray(value) && String(value ?? '').trim() === '';
	if (isNothing || entriesOf(value).length === (keys?.length ?? 0)) return keys;
	return refuseEmptyEntry(label);
}

/** An empty list among others is an empty entry. */
const flatten = (list: unknown[]): unknown[] =>
	list.flatMap((entry) =>
		Array.isArray(entry) ? flatten(entry.length === 0 ? [''] : entry) : [entry],
	);

/** Refuses an entry that is not a text or a number, because ignoring it could remove a room. */
export function requireTextEntries(label: string, value: unknown): unknown {
	if (!Array.isArray(value)) return value;
	const entries: unknown[] = value.flat(Infinity).length === 0 ? [] : flatten(value);
	if (entries.every((entry) => typeof entry === 'string' || typeof entry === 'number'))
		return entries;
	throw new InvalidParameterError(
		`'${label}' must be a list of text values`,
		'An entry in the list is an object or has no value. Use one field of each entry, such as {{ $json.rooms.map(room => room.key) }}.',
	);
}

export const isEmptyBody = (body: object): boolean =>
	Object.values(body).every((value) => value === undefined);

const CLOCK = /^(\d{1,2})(?::(\d\d)(?::\d\d)?)?\s*(am|pm)?$/i;

/** Only the 24-hour form HH:mm. */
export const isTimeOfDay = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);

/** A time of day as HH:mm, from 15, 15:00, 15:00:00 or 3 PM. Undefined if empty. */
export function readTimeOfDay(label: string, value: unknown): string | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const [, hours, minutes = '00', half] = CLOCK.exec(String(value).trim()) ?? [];
	const hour =
		half === undefined
			? Number(hours)
			: (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
	const text = `${String(hour).padStart(2, '0')}:${minutes}`;
	if (
		hours !== undefined &&
		isTimeOfDay(text) &&
		(half === undefined || (Number(hours) >= 1 && Number(hours) <= 12))
	)
		return text;
	throw new InvalidParameterError(`'${label}' is not a time of day`, 'Enter one such as 15:00.');
}

export function optionalTimeZone(label: string, value: unknown): string | undefined {
	const name = optionalText(value);
	if (name === undefined || isTimeZone(name)) return name;
	throw new InvalidParameterError(
		`'${label}' must be the name of a time zone, but is '${name}'`,
		'Enter one such as Europe/Lisbon.',
	);
}
