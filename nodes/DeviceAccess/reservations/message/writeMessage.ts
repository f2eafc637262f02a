import { InvalidParameterError } from '../../errors/errors';
import { HIDDEN } from '../../errors/maskPins';
import { type WireObject, wireObjectsIn } from '../../wire/records';
import type { MessageText } from './defaultTexts';

export interface Message {
	language: string;
	subject: string;
	text: string;
}

export interface WayToWrite {
	/** The guest's language, as the booking says it. Empty: English. */
	language: string;
	texts: readonly MessageText[];
}

const ENGLISH = 'en';

/** What opens the door, or says how. */
const OPENS_DOORS = ['pin', 'pins', 'key_link', 'guest_page'];

/** Texts with several PINs. Elsewhere, such as in the name of a hotel, four asterisks can be stars. */
const LISTS_OF_PINS = ['pins', 'all_pins'];

export const USE_RAW = "Set 'Output' of the node that returns the reservation to 'Raw'.";

/** Without its time zone and its key, the message would be wrong. */
const isSimplified = (item: WireObject): boolean =>
	Object.hasOwn(item, 'tell') &&
	!['stay_key', 'time_zone', 'instant_key_url'].some((member) => Object.hasOwn(item, member));

/** A line whose placeholder has no value is left out, unless it has what opens the door. */
export function writeMessage(item: WireObject, { language, texts }: WayToWrite): Message {
	if (!Array.isArray(item.rooms) || typeof item.starts_at !== 'string')
		throw new InvalidParameterError(
			'The input item is not a reservation',
			"Give this node the items of an action such as 'Get many reservations'. If a node between them removes fields, let it keep them.",
		);
	if (isSimplified(item))
		throw new InvalidParameterError(
			'The input item has not all fields of the reservation',
			USE_RAW,
		);
	const row = rowOf(texts, language);
	const locale = localeOf(row);
	const valueOf = valuesOf(item, locale);
	const lines = row.text.split(/\r?\n/).flatMap((line) => {
		const names = placeholdersIn(line);
		const filled = names.filter((name) => valueOf(name) !== '');
		const isKept =
			filled.length === names.length || filled.some((name) => OPENS_DOORS.includes(name));
		return isKept ? [fillIn(line, valueOf)] : [];
	});
	const text = lines
		.join('\n')
		.replaceAll(/\n{3,}/g, '\n\n')
		.trim();
	if (text === '')
		throw new InvalidParameterError(
			'The message has no text',
			"Add a line to 'Texts' whose placeholders all have a value, or one without placeholders.",
		);
	return {
		language: locale,
		subject: fillIn(row.subject, valueOf).trim(),
		text,
	};
}

/** All that follows a brace, so that a misspelled one is refused and reaches no guest. */
const PLACEHOLDER = /( ?)\{+([^{}]*)\}*/g;

const placeholdersIn = (line: string): string[] =>
	[...line.matchAll(PLACEHOLDER)].map(([, , name = '']) => name.trim());

/** A subject has no line to leave out, so the space before an empty placeholder goes. */
const fillIn = (text: string, valueOf: (name: string) => string): string =>
	text.replaceAll(PLACEHOLDER, (_all, space: string, name: string) => {
		const value = valueOf(name.trim());
		return value === '' ? '' : `${space}${value}`;
	});

function rowOf(texts: readonly MessageText[], language: string): MessageText {
	const wanted = /\p{L}+/u.exec(language.toLowerCase())?.[0];
	const row =
		texts.find((one) => namesOf(one).includes(wanted ?? ENGLISH)) ??
		texts.find((one) => namesOf(one).includes(ENGLISH)) ??
		texts.at(0);
	if (row) return row;
	throw new InvalidParameterError(
		"'Texts' has no row",
		'Add one with the text that guests read, or reset the field to its default.',
	);
}

/** `de-AT, German`: the names of a language in the first column. */
const namesOf = ({ language }: MessageText): string[] =>
	language
		.toLowerCase()
		.split(',')
		.flatMap((name) => /\p{L}+/u.exec(name)?.[0] ?? []);

/** English, if this n8n does not know the language of the row. */
function localeOf({ language }: MessageText): string {
	const [code = ''] = language.trim().split(/[\s,]/);
	try {
		return Intl.DateTimeFormat.supportedLocalesOf(code.replaceAll('_', '-'))[0] ?? ENGLISH;
	} catch {
		return ENGLISH;
	}
}

/** Gives an empty text for a value that is not there. */
function valuesOf(item: WireObject, locale: string): (name: string) => string {
	const isOfRoom = !wireObjectsIn(item.problems).some(({ code }) => code === 'no_time_zone');
	const timeZone = textOf(item.time_zone, locale) || 'UTC';
	const zone = isOfRoom && textOf(item.time_zone, locale) !== '' ? '' : ` (${timeZone})`;
	const timeOf = (instant: unknown) => {
		const time = timeInWords(instant, { locale, timeZone, dateStyle: 'full' });
		return time === undefined ? '' : `${time}${zone}`;
	};
	const known: WireObject = {
		guest: item.guest_name,
		rooms: item.rooms,
		arrival: timeOf(item.starts_at),
		departure: timeOf(item.ends_at),
		pin: item.pin,
		pins: wireObjectsIn(item.pins)
			.map(({ door, pin }) => `${String(door)}: ${String(pin)}`)
			.join('\n'),
		key_link: item.instant_key_url,
		reservation: item.reservation_key,
		...fromTables(item),
	};
	return (name) => {
		const source = Object.hasOwn(known, name) ? known : item;
		if (Object.hasOwn(source, name)) return shown(name, textOf(source[name], locale));
		throw new InvalidParameterError(
			`The text has the placeholder '{${name}}', and the input item has no field '${name}'`,
			`Correct the placeholder in 'Texts', or add the field to the item. Without a field, there are ${Object.keys(
				known,
			)
				.map((one) => `{${one}}`)
				.join(', ')}.`,
		);
	};
}

function shown(name: string, value: string): string {
	const isHidden = LISTS_OF_PINS.includes(name) ? value.includes(HIDDEN) : value === HIDDEN;
	if (!isHidden) return value;
	throw new InvalidParameterError(
		`The text has the placeholder '{${name}}', whose value is hidden`,
		"Turn off 'Mask PINs' in the node that returns the reservation.",
	);
}

/** What the item can have from tables, such as about a room. Without it, its lines are left out. */
const fromTables = ({ address, directions, wifi, phone, guest_page }: WireObject): WireObject => ({
	address,
	directions,
	wifi,
	phone,
	guest_page,
});

function textOf(value: unknown, locale: string): string {
	if (Array.isArray(value))
		return new Intl.ListFormat(locale).format(value.map((one) => textOf(one, locale)));
	return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '';
}

/** The caller rules out unknown languages and time zones. */
interface TimeForm {
	locale: string;
	timeZone: string;
	dateStyle: 'full' | 'long';
}

/** Such as `January 31, 2031, 3:00 PM`. Undefined for what is no instant. */
export function timeInWords(
	instant: unknown,
	{ locale, timeZone, dateStyle }: TimeForm,
): string | undefined {
	if (typeof instant !== 'string' || Number.isNaN(Date.parse(instant))) return undefined;
	const inForm = (form: Intl.DateTimeFormatOptions) =>
		new Intl.DateTimeFormat(locale, { ...form, timeZone }).format(new Date(instant));
	const text =
		dateStyle === 'full'
			? inForm({ dateStyle, timeStyle: 'short' })
			: `${inForm({ dateStyle })}, ${inForm({ timeStyle: 'short' })}`;
	// The narrow space before AM and PM, which not every phone shows.
	return text.replaceAll('\u202f', ' ');
}
