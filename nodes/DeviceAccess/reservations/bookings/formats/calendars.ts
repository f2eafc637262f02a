import { isWireObject } from '../../../wire/records';
import { Body } from '../body';
import type { BookingFormat, HostKnowledge } from '../format';
import {
	knownWord,
	normalize,
	notAStay,
	type PartialBooking,
	type ReadWord,
	readWord,
	type Said,
	strictest,
	type Words,
} from '../booking';

// Source: n8n's node Extract From File (operation 'Extract From ICS') and ts-ics, with which it reads
// calendars. The words are those of feeds and readers of feeds in public code; nobody documents them.

const STATUSES: Words = { CANCELLED: 'canceled', CANCELED: 'canceled', TENTATIVE: 'tentative' };

/** Every entry of Booking.com, with a hyphen or a dash. */
const CLOSED_DAY = /^closed\s*[-–]\s*not available$/i;

/**
 * What only one platform writes, in its UIDs and its words. With the calendar of another one, all
 * stays would be gone from the list.
 */
const MARKS: ReadonlyArray<[string, RegExp]> = [
	['airbnbCalendar', /@airbnb\.com$|^airbnb \(not available\)$/i],
	['bookingComCalendar', new RegExp(`@booking\\.com$|${CLOSED_DAY.source}`, 'i')],
	['vrboCalendar', /^reserved\s*[-–]\s*\S/i],
];

function platformOf(entry: Body): string | undefined {
	const markedIn = (text: string | null) => MARKS.find(([, mark]) => mark.test(text ?? ''))?.[0];
	return markedIn(entry.text('uid')) ?? markedIn(entry.text('summary'));
}

/** As Extract From File gives it, or one of its entries from Split Out. */
const calendar = ({
	readEntry,
	keyOf = (entry) => entry.text('uid'),
	isOwn = (entry) => (platformOf(entry) ?? platform.value) === platform.value,
	...platform
}: Pick<BookingFormat, 'value' | 'system' | 'canChangeKeys'> & {
	readEntry: (entry: Body, host: HostKnowledge) => PartialBooking & ReadWord;
	keyOf?: BookingFormat['keyOf'];
	isOwn?: (entry: Body) => boolean;
}): BookingFormat => ({
	...platform,
	input:
		"Read the calendar with the node 'Extract From File' (operation 'Extract From ICS') first, and pass on its item, or one item for each entry: 'Split Out' makes them of 'data.events'.",
	keyOf,
	read: (body, host) => {
		const entries = entriesIn(body);
		if (entries?.every(isOwn) !== true) return undefined;
		return entries.map((entry) => {
			const stay = readEntry(entry, host);
			return {
				reservation_key: keyOf(entry),
				arrival: timeAt(entry, 'start'),
				departure: timeAt(entry, 'end'),
				...stay,
				// Platforms leave out a canceled stay. The standard also has words for it.
				...strictest(stay, knownWord(STATUSES, entry.text('status'))),
			};
		});
	},
});

/** A calendar without entries has no `events`. */
function entriesIn(body: Body): Body[] | undefined {
	if (isEntry(body.record)) return [body];
	const events = body.value('data.events') ?? (body.text('data.prodId') === null ? null : []);
	return Array.isArray(events) && events.every(isEntry)
		? events.map((event) => new Body(event))
		: undefined;
}

const isEntry = (value: unknown): value is Body['record'] =>
	isWireObject(value) && /^DATE(-TIME)?$/.test(new Body(value).text('start.type') ?? '');

/**
 * n8n reads a day as midnight in its own time zone: its day there is the day. Everything else is an
 * instant.
 */
function timeAt(entry: Body, member: 'start' | 'end'): string | null {
	const value = entry.value(`${member}.date`);
	// Between two nodes it is a Date, and text once n8n has stored it.
	const isDate = Object.prototype.toString.call(value) === '[object Date]';
	const date = new Date(isDate || typeof value === 'string' ? (value as string) : NaN);
	if (Number.isNaN(date.getTime())) return null;
	// The Swedish form of a day is that of ISO 8601.
	return entry.value(`${member}.type`) === 'DATE'
		? date.toLocaleDateString('sv')
		: date.toISOString();
}

/** Under the reservation's URL, `Phone Number (Last 4 Digits): 0123`. Airbnb names no guest. */
const LAST_DIGITS = /Last 4 Digits\):\s*(\d{4})\b/;

/** The code of the reservation. Unlike the UID, it stays the same when the stay is extended. */
const CODE = /\/reservations\/details\/([A-Z0-9]+)/i;

export const airbnbCalendar = calendar({
	value: 'airbnbCalendar',
	system: 'Airbnb Calendar',
	keyOf: (entry) => CODE.exec(entry.text('description') ?? '')?.[1] ?? entry.text('uid'),
	readEntry: (entry) => ({
		...readWord(
			{ Reserved: 'confirmed', 'Airbnb (Not available)': 'blocked' },
			entry.text('summary'),
		),
		guest_phone: LAST_DIGITS.exec(entry.text('description') ?? '')?.[1] ?? null,
		channel: 'Airbnb',
	}),
});

const UNKNOWN_DAY = notAStay(
	"Booking.com's calendar does not say whether a closed day is a stay or a block",
);

export const bookingComCalendar = calendar({
	value: 'bookingComCalendar',
	system: 'Booking.com Calendar',
	canChangeKeys: true,
	readEntry: (entry, { closedDays }) => {
		const summary = entry.text('summary');
		// Only the host knows whether days are also blocked on the platform.
		const closed =
			closedDays === 'stay' ? 'confirmed' : closedDays === 'block' ? 'blocked' : UNKNOWN_DAY;
		const words: Words = CLOSED_DAY.test(summary ?? '') ? { [summary ?? '']: closed } : {};
		return { ...readWord(words, summary), channel: 'Booking.com' };
	},
});

const RESERVED = /^(Reserved)\s*[-–]\s*(.+)$/i;

export const vrboCalendar = calendar({
	value: 'vrboCalendar',
	system: 'Vrbo Calendar',
	canChangeKeys: true,
	readEntry: (entry) => {
		const summary = entry.text('summary');
		const [, word = summary, name = null] = RESERVED.exec(summary ?? '') ?? [];
		const said = readWord({ Reserved: 'confirmed', Blocked: 'blocked' }, word);
		return { ...said, guest_name: name, channel: 'Vrbo' };
	},
});

/** By label without spaces, in lines such as `Email: ada@example.com`. */
const LABELS = {
	key: ['booking', 'reservation', 'confirmation'].flatMap((what) =>
		['id', 'code', 'number', 'reference'].map((kind) => what + kind),
	),
	name: ['guestname', 'guest', 'name'],
	email: ['email', 'guestemail', 'emailaddress'],
	phone: ['phone', 'guestphone', 'phonenumber', 'mobile', 'tel', 'telephone'],
	status: ['status', 'bookingstatus', 'reservationstatus'],
	channel: ['channel', 'source', 'platform'],
};

/** The library leaves the line breaks and commas of a text as the file escapes them. */
function lineOf(entry: Body, what: keyof typeof LABELS): string | null {
	const text = (entry.text('description') ?? '')
		.replaceAll(/\\n/gi, '\n')
		.replaceAll(/\\(?=[,;\\])/g, '');
	const lines = [...text.matchAll(/^\s*([^:\n]+):[ \t]*(\S.*?)\s*$/gm)];
	return lines.find(([, label = '']) => LABELS[what].includes(normalize(label)))?.[2] ?? null;
}

const isDetailed = (entry: Body) =>
	(['key', 'email', 'phone'] as const).some((what) => lineOf(entry, what) !== null);

const KINDS: ReadonlyArray<[RegExp, Said]> = [
	[/\bcancell?ed\b/i, 'canceled'],
	[/\b(?:blocked|not available|unavailable|closed|maintenance)\b/i, 'blocked'],
	[/\b(?:tentative|inquiry|pending|on hold)\b/i, 'tentative'],
];

const kindOf = (text: string | null, kinds = KINDS) =>
	kinds.find(([words]) => words.test(text ?? ''))?.[1];

/** Of the line that says the status, whose words are no names. */
const STATUS_KINDS: typeof KINDS = [
	...KINDS,
	[/\b(?:declined|denied|rejected|expired|no[- ]?show|checked[- ]?out|deleted)\b/i, 'canceled'],
	[/\b(?:request(?:ed)?|unconfirmed|not confirmed|option(?:al)?|awaiting|unpaid)\b/i, 'tentative'],
	[/\b(?:confirmed|booked|reserved|accepted|new|modified|paid|checked[- ]?in)\b/i, 'confirmed'],
];

/**
 * All guests have these words, so they would make two of them the same one. In the languages of *Write
 * Message*, without accents.
 */
const NO_NAMES = new RegExp(
	`\\b(?:${[
		'airbnb|vrbo|com|book(?:ed|ings?)|confirmed|guests?|nights?|occupied|rented|(?:un)?available',
		'belegt|besetzt|bestatigt|buchung|ge(?:bucht|sperrt|schlossen)|reserviert|verfugbar|vermietet',
		'beschikbaar|bevestigd|bezet|boeking|ge(?:blokkeerd|boekt|reserveerd|sloten)|verhuurd',
		'(?:bloqu|confirm|ferm|lou|occup)ee?s?|chius[ao]|disponi(?:bil[ei]|ble|vel)|indisponi(?:ble|vel)',
		'(?:affitt|alquil|alug|blocc|bloque|cerr|conferm|confirm|fech|occ?up|prenot|riserv)a[dt][ao]s?',
		'reserv(?:ad[ao]s?|as?|ations?|ed|ee?s?|ering|ierung)|prenotazion[ei]|nao|nicht|niet|non?|not|pas',
		'gast(?:en)?|gaste|h(?:ue|o)sped(?:es?)?|hotes?|ospit[ei]|nachte?n?|noches?|noites?|nott[ei]|nuits?',
	].join('|')})\\b`,
	'g',
);

function nameIn(text: string | null = null): string | null {
	const plain = (text ?? '').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
	return /\p{L}/u.test(plain.replaceAll(NO_NAMES, '')) ? text : null;
}

/** A word that is not known gives no access. */
function statusOf(entry: Body): Said | ReadWord | undefined {
	const line = lineOf(entry, 'status');
	return line === null ? undefined : (kindOf(line, STATUS_KINDS) ?? readWord({}, line));
}

/** Its summary is a name, and no word that the host could give a meaning. */
const unknownEntry = (summary: string): ReadWord => ({
	...notAStay(`The calendar does not say whether the entry '${summary}' is a stay`),
	unknown_status: true,
	pms_status: null,
});

/**
 * What most booking systems export: the summary is the name of the guest. An entry is a stay if its
 * description has a booking ID or a contact; what the others are, only the host knows.
 */
export const pmsCalendar = calendar({
	value: 'pmsCalendar',
	system: 'Calendar of a Booking System',
	canChangeKeys: true,
	keyOf: (entry) => lineOf(entry, 'key') ?? entry.text('uid'),
	// A system can pass on the IDs of a platform, but no platform writes such lines.
	isOwn: (entry) => isDetailed(entry) || platformOf(entry) === undefined,
	readEntry: (entry, { closedDays }) => {
		const summary = entry.text('summary');
		const [name, email, phone] = (['name', 'email', 'phone'] as const).map((what) =>
			lineOf(entry, what),
		);
		const isStay = isDetailed(entry);
		const other =
			isStay || closedDays === 'stay' ? 'confirmed' : closedDays === 'block' && 'blocked';
		const said = kindOf(summary) ?? other;
		const word = summary ?? '-';
		return {
			...strictest(said ? readWord({ [word]: said }, word) : unknownEntry(word), statusOf(entry)),
			guest_name: nameIn(name) ?? nameIn(summary),
			guest_email: email ?? null,
			guest_phone: phone ?? null,
			channel: lineOf(entry, 'channel'),
		};
	},
});
