import { InvalidParameterError } from '../../errors/errors';
import { textEntries } from '../../operation/form/checkValues';
import type { Together } from '../../operation/kinds/fromInput';
import { isText, isWireObject, type WireObject } from '../../wire/records';
import { Body } from './body';
import type { Booking, PartialBooking } from './booking';
import { type BookingFormat, keyPrefixOf } from './format';
import { FORMATS } from './formats';

/**
 * Readers of the item of n8n's Webhook node, the body itself, or one record of the system's list. A
 * body that is an array has one reader for each of its bodies.
 */
export function bookingReaders(
	from: string,
	item: WireObject,
	options: WireObject = {},
): Array<() => Booking[]> {
	const format = FORMATS.find(({ value }) => value === from);
	if (!format)
		throw new InvalidParameterError(
			`'From' does not accept '${from}'`,
			`Use ${FORMATS.map(({ value }) => value).join(', ')}.`,
		);
	const content = contentOf(isWireObject(options.booking) ? options.booking : item);
	if (Array.isArray(content) && content.length === 0) throw emptyList(format.system);
	return [content]
		.flat()
		.map((body) => new Body(isWireObject(body) ? body : {}))
		.flatMap((body) => recordsOf(format, body))
		.map((body) => () => readBody(format, body, options));
}

/** Each record of a list, in a list of its own with what stands beside it. */
function recordsOf({ list: path, refusal, hasEmptyPages }: BookingFormat, body: Body): Body[] {
	// n8n makes text of nothing.
	if (hasEmptyPages && Object.values(body.record).every((value) => value === '')) return [];
	const [why, remedy] = [refusal?.(body) ?? []].flat();
	if (why !== undefined) throw refused(why, remedy);
	const records = path === undefined ? undefined : body.value(path);
	if (path === undefined || !Array.isArray(records)) return [body];
	const [first = '', second] = path.split('.');
	return records.map((record: unknown) => {
		const only = second === undefined ? [record] : { ...body.at(first).record, [second]: [record] };
		return new Body({ ...body.record, [first]: only });
	});
}

const REFUSED = 'refused_by_system';

const refused = (
	why: string,
	remedy = 'Nothing was changed. Check the key or token in the nodes that ask the system.',
) => new InvalidParameterError(why, remedy, REFUSED);

const emptyList = (system: string) =>
	new InvalidParameterError(
		`The list from ${system} is empty, so there is no booking to read`,
		'Nothing was changed. A booking that a list lacks can still be a stay: look at it in the system.',
	);

/**
 * Of several records of one booking, the last one counts: a list can repeat one, or was asked twice.
 * The node fails if a list that must have bookings has none that can be read, or if the system
 * refused one.
 */
export const ALL_BOOKINGS: Together = {
	about: ({ stay_key: key }) => key ?? undefined,
	isAnswerTo: (error, { reservation_key: key }) =>
		error instanceof InvalidParameterError &&
		error.reservationKey !== undefined &&
		error.reservationKey === key,
	isRead: ({ arrival, rooms }) => arrival !== null || (rooms as Booking['rooms']).length > 0,
	failureOf: ({ mustHaveBookings }, isNothingRead, errors) =>
		mustHaveBookings === true && isNothingRead
			? (errors[0] ??
				new InvalidParameterError(
					'The list of bookings is empty',
					"Nothing was changed. Check in your booking system that it has the booking that called, or current and upcoming bookings, and that the credential's account is the right one.",
				))
			: errors.find((error) => error instanceof InvalidParameterError && error.type === REFUSED),
};

export const readBooking = (from: string, item: WireObject, options?: WireObject): Booking[] =>
	bookingReaders(from, item, options).flatMap((read) => read());

function readBody(format: BookingFormat, body: Body, options: WireObject): Booking[] {
	const read = format.read(body, options);
	if (read !== undefined)
		return [read].flat().map((booking) => toBooking(format, booking, options));
	const key = format.keyOf(body);
	throw new InvalidParameterError(
		`This is not a booking from ${format.system}${named(key)}`,
		`Check 'From'. ${
			format.input ??
			`Give this node what ${format.system} sends: the item of the 'Webhook' node. From a list, give it one item per booking, with 'Split Out'.`
		}`,
		undefined,
		key ?? undefined,
	);
}

const named = (key: string | null): string => (key === null ? '' : ` (ID '${key}')`);

function toBooking(
	format: BookingFormat,
	{ status, unknown_status: isUnknown, ...booking }: PartialBooking,
	options: WireObject,
): Booking {
	const prefix = isText(options.keyPrefix) ? options.keyPrefix : keyPrefixOf(format);
	return {
		reservation_key: null,
		status,
		reason: null,
		pms_status: null,
		guest_name: null,
		guest_email: null,
		guest_phone: null,
		guest_language: null,
		guest_key: null,
		rooms: [],
		room_names: [],
		departure: null,
		changed_at: null,
		door_code: null,
		conversation_id: null,
		is_paid: null,
		group_key: null,
		missing: [],
		...booking,
		arrival: withoutNight(booking.arrival),
		...(isUnknown === true ? { unknown_status: true } : {}),
		channel: channelName(booking.channel),
		key_prefix: prefix,
		stay_key: booking.reservation_key ? `${prefix}${booking.reservation_key}` : null,
		...roomsOf(options, booking.reservation_key),
	};
}

/**
 * A guest who arrives after midnight comes in the night after that day: in the one before, the room can
 * be somebody else's. So only the day counts, and the room has its hours.
 */
const withoutNight = (arrival: string | null | undefined): string | null =>
	arrival?.replace(/T0[0-4]:\d\d$/, '') ?? null;

/** By the beginning of words such as `airbnbOfficial`. */
const CHANNELS: ReadonlyArray<[RegExp, string]> = [
	[/^airbnb/, 'Airbnb'],
	[/^booking(?:dot)?com|^booking$/, 'Booking.com'],
	[/^(?:vrbo|homeaway)/, 'Vrbo'],
	[/^expedia/, 'Expedia'],
	[/^agoda/, 'Agoda'],
	[/^tripadvisor/, 'Tripadvisor'],
];

function channelName(word: string | null | undefined): string | null {
	const letters = (word ?? '').toLowerCase().replaceAll(/[^a-z]/g, '');
	return CHANNELS.find(([beginning]) => beginning.test(letters))?.[1] ?? word ?? null;
}

/** Those of the option take precedence over those of the booking. */
function roomsOf(
	options: WireObject,
	key: string | null = null,
): Partial<Pick<Booking, 'rooms' | 'room_names'>> {
	if (!Object.hasOwn(options, 'rooms')) return {};
	// An empty one is refused only for a stay that gets access.
	const rooms = textEntries(options.rooms);
	// A person enters keys or names.
	if (rooms.some((room) => room !== '')) return { rooms, room_names: rooms };
	throw new InvalidParameterError(
		`'Rooms' is empty${named(key)}`,
		'Enter the space keys of the rooms, or remove the option.',
		undefined,
		key ?? undefined,
	);
}

/**
 * The Webhook node puts what came in under `body`, beside the headers. Text is JSON that nobody has
 * parsed yet.
 */
function contentOf(item: WireObject): unknown {
	const body = isWireObject(item.headers) && Object.hasOwn(item, 'body') ? item.body : item;
	return typeof body === 'string' ? parse(body) : body;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
