import type { ErrorReport } from '../../errors/describeError';
import { isText, isWireObject, oneLine, type WireObject, wireObjectsIn } from '../../wire/records';
import { type Grant, hasPins, locksOf, nameOfDevice } from '../grants/grant';
import { timeInWords } from '../message/writeMessage';
import { rowOf, toProblem } from '../stays/problems';

/** What each means is in the table of docs/guides/reservations.md. */
export type Tell = 'guest' | 'host' | 'later' | 'nobody';

/** In the last day before the arrival, a lock with a problem or a PIN that is late is for the host. */
export const NEAR_MS = 24 * 3_600_000;

interface MoreForHost {
	/** A sentence, if the locks were asked. */
	pinOnLocks?: string;
	/** What a booking that changes nothing says of the stay. */
	said?: WireObject;
	/** About other stays, such as those that a list lacks. */
	lines?: readonly string[];
	/** After what to do. */
	lastLines?: readonly string[];
}

export function withMessages(item: WireObject, more: MoreForHost = {}): WireObject {
	const tell = tellOf(item, Date.now());
	const ofRehearsal = item.dry_run === true ? { would_work: wouldWork(item) } : {};
	const message = hostMessageOf(item, tell, more);
	const row = item.outcome === undefined ? {} : hostRow(item.stay_key, message);
	return { ...item, ...ofRehearsal, tell, host_message: message, ...row };
}

/** The key of the row in a data table that remembers what the host must know: what concerns no stay is named by its message. */
export const hostRow = (stayKey: unknown, message: unknown) => ({ host_row: stayKey ?? message });

/** Undefined without a PIN or a lock. */
export function pinOnLocksOf(grant: Grant): string | undefined {
	const { pin, codes } = grant;
	const locks = locksOf(grant);
	if (pin === undefined || locks.length === 0) return undefined;
	const namesOf = (known: boolean | undefined) =>
		locks
			.filter((lock) => hasPins(lock, codes) === known)
			.map(nameOfDevice)
			.join(' and ');
	const [missing, unknown] = [namesOf(false), namesOf(undefined)];
	if (missing === '' && unknown === '') return 'The PIN is already on the lock.';
	return [
		...(missing === '' ? [] : [`The PIN is not on ${missing} yet.`]),
		...(unknown === '' ? [] : [`Whether the PIN is on ${unknown} is not known.`]),
	].join(' ');
}

/**
 * Null if the host need not know. The first line says which stay, then come what happened and what
 * to do.
 */
export function hostMessageOf(
	item: WireObject,
	tell: Tell,
	{ pinOnLocks, said, lines = [], lastLines = [] }: MoreForHost = {},
): string | null {
	const problems = wireObjectsIn(item.problems);
	const isRehearsed = item.dry_run === true && problems.length > 0;
	const isBeside = tell === 'guest' && problems.some(isToldToHostToo);
	if (tell !== 'host' && !isBeside && !isRehearsed) return null;
	const late = tell === 'host' && isLateWithoutCause(item) ? [{ ...toProblem('not_ready') }] : [];
	const told = isBeside ? problems.filter(isToldToHostToo) : problems;
	const shown = causesOf([...late, ...told]);
	const stay = { ...item, ...said };
	return textOf([
		stayInWords(stay),
		...(item.outcome === 'ended' ? [ENDED] : shown.map(inWords)),
		...(tell === 'host' ? aboutGuest(item, pinOnLocks) : []),
		...lines,
		...toDo(shown),
		...(tell === 'host' ? contactsOf(stay) : []),
		...lastLines,
	]);
}

export function hostMessageOfError(
	{ message, description, details }: Pick<ErrorReport, 'message' | 'description' | 'details'>,
	stay: WireObject,
): string {
	// The first line names the reservation.
	const reason = message.replace(/ \(reservation '[^']*'\)$/, '');
	const problem = { code: details.type ?? 'failed', reason, remedy: description };
	const mayHaveChanged = details.may_have_acted === true || details.changes !== undefined;
	return textOf([
		stayInWords(stay),
		inWords(problem),
		...(isText(stay.reservation_key) && !mayHaveChanged ? [IF_NEW] : []),
		...toDo([problem]),
		...contactsOf(stay),
	]);
}

/** Also shows the PIN. */
export function stayInWords(item: WireObject): string {
	const { reservation_key: key, guest_name: name, rooms } = item;
	const places = Array.isArray(rooms) ? rooms.filter(isText).join(' and ') : rooms;
	const pins = [
		item.pin,
		...wireObjectsIn(item.pins).map(({ door, pin }) => `${String(door)}: ${String(pin)}`),
	];
	const known = pins.filter(isText).join(', ');
	const times = [item.starts_at ?? item.arrival, item.ends_at ?? item.departure];
	return [
		isText(key) ? `Booking ${key}` : '',
		name,
		places,
		times
			.filter(isText)
			.map((time) => timeOf(time, item))
			.join(' to '),
		known === '' ? '' : `PIN ${known}`,
		item.instant_key_url,
	]
		.filter(isText)
		.map(oneLine)
		.join(', ');
}

const IF_NEW =
	'If the booking is new, the guest has no PIN yet. Otherwise, the access stays as it was.';

const ENDED = 'The access has ended. If a lock is offline, the PIN can still be on it.';

/** The zone is named unless it is that of the room. A day of a booking stays as it is. */
function timeOf(time: string, { time_zone: zone, problems }: WireObject): string {
	if (!/T.*(Z|[+-]\d\d:?\d\d)$/.test(time)) return time.replace('T', ' ');
	const timeZone = isText(zone) ? zone : 'UTC';
	const isOfRoom =
		isText(zone) && !wireObjectsIn(problems).some(({ code }) => code === 'no_time_zone');
	return `${timeInWords(time, { locale: 'en-US', timeZone, dateStyle: 'long' }) ?? time}${isOfRoom ? '' : ` (${timeZone})`}`;
}

function causesOf(problems: readonly WireObject[]): WireObject[] {
	const causes = problems.filter(({ code }) => rowOf(code).follows !== true);
	const isExplained = causes.some(({ keeps_door_closed: isKept }) => isKept === true);
	const [first] = problems.filter(({ code }) => rowOf(code).follows === true);
	const all = isExplained || !first ? causes : [...causes, first];
	const needsSomebody = all.filter(({ code }) => rowOf(code).isForInformation !== true);
	return needsSomebody.length > 0 ? needsSomebody : all;
}

/** True if no problem says why the guest has no PIN or key yet. */
const isLateWithoutCause = (item: WireObject): boolean =>
	GIVES_ACCESS.has(item.outcome) &&
	!isText(item.message_key) &&
	codesOf(item).every((code) => {
		const { isForInformation, tell } = rowOf(code);
		return isForInformation === true || tell === 'host too';
	});

function aboutGuest(item: WireObject, pinOnLocks: string | undefined): string[] {
	if (codesOf(item).includes('unknown_status')) return [IF_NEW];
	if (
		item.reservation_key === null ||
		['ended', 'ignored', 'nothing_to_end'].includes(String(item.outcome))
	)
		return [];
	const hasKey = isText(item.pin) || isText(item.instant_key_url);
	return [
		hasKey ? (pinOnLocks ?? '') : getsPin(item) ? 'The guest has no PIN yet.' : '',
		...(item.outcome === 'failed' || mayBeInRoom(item)
			? []
			: ['Until this is solved, the guest gets no new message.']),
	];
}

/** False for a guest who gets only cards and keys. */
function getsPin({ access_grant: grant }: WireObject): boolean {
	const requested = isWireObject(grant) ? wireObjectsIn(grant.requested_access_methods) : [];
	return requested.length === 0 || requested.some(({ mode }) => mode === 'code');
}

const toDo = (shown: readonly WireObject[]): string[] =>
	shown
		.map(({ code, remedy }) => {
			const { host, isForInformation } = rowOf(code);
			return isForInformation ? '' : sentence(host?.remedy ?? String(remedy));
		})
		.filter(isText)
		.map((remedy) => `What to do: ${remedy}`);

const contactsOf = ({ guest_phone: phone, guest_email: email }: WireObject): string[] => {
	const contacts = [phone, email].filter(isText).join(', ');
	return contacts === '' ? [] : [`The guest's contact: ${contacts}`];
};

const inWords = ({ code, reason }: WireObject): string =>
	sentence(rowOf(code).host?.reason ?? String(reason));

/**
 * Words of the service and the node that only people who build workflows know. Names, such as Space 4,
 * stay as they are: so only what is written small, as nobody's name is, or with a capital at its start.
 */
const PLAIN: ReadonlyArray<readonly [RegExp, string]> = [
	// A server can answer with a page in HTML.
	[/<(style|script|head)\b.*?<\/\1>/gis, ' '],
	[/<[^>]*>/g, ' '],
	[/\s+/g, ' '],
	[/(?:^|(?<=[.:] ))(?:The service says|Fields|Device|Call|Request ID): .*$/g, ''],
	// A line of its own says which locks have the PIN.
	[/^The PIN is not on the lock\. /, ''],
	[/\b([Tt]he|[Tt]his) node\b/g, '$1 workflow'],
	// Not in the name of a field.
	[/\b[Aa]ccess methods?\b(?!')/g, 'PIN or key'],
	[/\b[Aa]ccess (?:code|grant) key\b/g, 'booking number'],
	[/\b[Aa]ccess codes?\b/g, 'PIN'],
	[/\b[Aa]ccess grants?\b/g, 'access'],
	[/\b[Uu]ser identity\b/g, 'guest'],
	[/\bissued\b/g, 'ready'],
	[/\bspace key(?: of the room)?\b/g, 'key of the room'],
	// Not in the name of an action, or of a parking space.
	[/\b([Nn]o|[Ss]everal|[Tt]he|[Tt]his|a|all) space(s?)\b(?!')/g, '$1 room$2'],
	[/\breservation(s?)\b(?!')/g, 'booking$1'],
	[/\bThe (?:input )?items?\b/g, 'The booking'],
	[/\b(?:the input|the|[Ii]nput) items?\b/g, 'the booking'],
];

const sentence = (text: string): string =>
	PLAIN.reduce((plain, [words, instead]) => plain.replace(words, instead), text)
		.trim()
		.slice(0, LONGEST)
		.replace(/[^.!?]$/, '$&.');

/** In characters: an email, not a log. */
const LONGEST = 500;

/** Several problems can have the same remedy. */
const textOf = (lines: readonly string[]): string =>
	[...new Set(lines.filter((line) => line !== ''))].join('\n');

/** Undefined: the operations that only read show access as it is now. */
const GIVES_ACCESS: ReadonlySet<unknown> = new Set([
	undefined,
	'created',
	'unchanged',
	'updated',
	'moved',
]);

const mayBeInRoom = (item: WireObject): boolean =>
	wireObjectsIn(item.problems).some(isAboutGuestInRoom);

/** Somebody may be in the room: a guest whose stay another one has now, or whose stay now begins later. */
export const isAboutGuestInRoom = ({ code }: { code?: unknown }): boolean =>
	code === 'guest_changed' || code === 'stay_begins_later';

const codesOf = (item: WireObject): string[] =>
	wireObjectsIn(item.problems).map(({ code }) => String(code));

export function tellOf(item: WireObject, nowMs: number): Tell {
	const { outcome } = item;
	const codes = codesOf(item);
	const tells = (who: string) => codes.some((code) => rowOf(code).tell === who);
	if (item.dry_run === true) return 'nobody';
	if (outcome === 'failed' || outcome === 'pending') return 'host';
	if (outcome === 'ignored') {
		if (tells('host')) return 'host';
		return tells('later') ? 'later' : 'nobody';
	}
	const isOver = instantOf(item.ends_at) <= nowMs;
	if (outcome === 'ended') return isOver ? 'nobody' : 'host';
	if (!GIVES_ACCESS.has(outcome)) return tells('host too') ? 'host' : 'nobody';
	if (isOver) return 'nobody';
	if (mayBeInRoom(item)) return 'host';
	const isReady = typeof item.message_key === 'string';
	// A start that is unknown can be near.
	if (!(instantOf(item.starts_at) >= nowMs + NEAR_MS))
		return isReady && closing(item).every(isOwnPin) ? 'guest' : 'host';
	if (isReady) return 'guest';
	return closing(item).some(({ code }) => rowOf(code).canPass !== true) ? 'host' : 'later';
}

const isToldToHostToo = ({ code }: WireObject): boolean => rowOf(code).tell === 'host too';

/** What keeps a door closed. */
const closing = (item: WireObject): WireObject[] =>
	wireObjectsIn(item.problems).filter(({ keeps_door_closed: isKept }) => isKept === true);

/** The message to the guest has the PIN of a lock that took another one. */
const isOwnPin = ({ code }: WireObject): boolean => code === 'requested_code_unavailable';

/** Null for what gives no access on purpose. */
export function wouldWork(item: WireObject): boolean | null {
	if (item.outcome === 'failed') return false;
	if (!GIVES_ACCESS.has(item.outcome))
		return codesOf(item).includes('unknown_status') ? false : null;
	return closing(item).length === 0;
}

const instantOf = (instant: unknown): number =>
	typeof instant === 'string' ? Date.parse(instant) : NaN;
