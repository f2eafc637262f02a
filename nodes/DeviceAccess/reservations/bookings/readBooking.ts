import { InvalidParameterError } from '../../errors/errors';
import { optionalKeys } from '../../operation/form/checkValues';
import { isWireObject, type WireObject } from '../../wire/records';
import type { Booking, PartialBooking } from './booking';
import { channelName } from './channels';
import { type BookingFormat, type HostKnowledge, keyPrefixOf } from './format';
import { FORMATS } from './formats';
import { textAt } from './values';

/**
 * Readers of what is in an item: the item of n8n's Webhook node, the body itself, or one record of
 * the system's list. A body that is an array has one reader for each of its bodies. Each throws
 * InvalidParameterError for anything that the system does not send.
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
	const content = contentOf(item);
	const bodies: unknown[] = Array.isArray(content) ? content : [content];
	if (bodies.length === 0)
		throw new InvalidParameterError(
			`The list from ${format.system} is empty, so there is no booking to read`,
			'Nothing was changed. A booking that a list lacks can still be a stay: look at it in the system.',
		);
	return bodies.map(
		(body) => () => readBody(format, isWireObject(body) ? body : undefined, options),
	);
}

/** All bookings in an item, as `bookingReaders` reads them. */
export const readBooking = (from: string, item: WireObject, options?: WireObject): Booking[] =>
	bookingReaders(from, item, options).flatMap((read) => read());

function readBody(
	format: BookingFormat,
	body: WireObject | undefined,
	options: WireObject,
): Booking[] {
	const bookings = body && readWith(format, body, options);
	if (bookings)
		return bookings.map((booking) => ({
			...booking,
			...roomsOf(options, booking.reservation_key),
		}));
	const other = body && FORMATS.find((one) => one !== format && readWith(one, body, options));
	throw new InvalidParameterError(
		`This is not a booking from ${format.system}${named(body ? idIn(body) : null)}`,
		other
			? `This looks like a booking from ${other.system}. Change 'From', or pass on what ${format.system} sends.`
			: (format.input ??
					`Give this node what ${format.system} sends: the item of the 'Webhook' node. From a list, give it one item per booking, with 'Split Out'.`),
	);
}

/**
 * The rooms of the option, which take precedence over those of the booking. Throws
 * InvalidParameterError if it is empty.
 */
function roomsOf(
	options: WireObject,
	key: string | null,
): Partial<Pick<Booking, 'rooms' | 'room_names'>> {
	if (!Object.hasOwn(options, 'rooms')) return {};
	const rooms = optionalKeys('Rooms', options.rooms);
	// A person enters keys or names.
	if (rooms) return { rooms, room_names: rooms };
	throw new InvalidParameterError(
		`'Rooms' is empty${named(key)}`,
		'Enter the space keys of the rooms, or remove the option.',
		undefined,
		key ?? undefined,
	);
}

const named = (id: string | null): string => (id === null ? '' : ` (ID '${id}')`);

/** Where systems have the ID of a booking, and in what. */
const IDS = [
	'entity_id',
	'entityId',
	'lead_uid',
	'reservationID',
	'_id',
	'Id',
	'id',
	'uid',
	'reservationId',
	'reservation_id',
];
const OBJECTS = ['data.reservation', 'reservation', 'booking', 'data', 'entity', 'lead'];

/** The ID in a body that cannot be read, by which a person finds the booking. */
const idIn = (body: WireObject): string | null =>
	textAt(body, ...OBJECTS.flatMap((object) => IDS.map((id) => `${object}.${id}`)), ...IDS);

/** The bookings in a body; undefined if the system sends no such body. */
function readWith(
	format: BookingFormat,
	body: WireObject,
	host: HostKnowledge,
): Booking[] | undefined {
	const read = format.read(body, host);
	return read && [read].flat().map((booking) => toBooking(format, booking));
}

const toBooking = (
	format: BookingFormat,
	{ status, unknown_status: isUnknown, ...booking }: PartialBooking,
): Booking => ({
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
	arrival: null,
	departure: null,
	changed_at: null,
	group_key: null,
	missing: [],
	...booking,
	...(isUnknown === true ? { unknown_status: true } : {}),
	channel: channelName(booking.channel),
	key_prefix: keyPrefixOf(format),
});

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
