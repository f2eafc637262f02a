import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import { optionalText, optionalTexts } from '../../operation/form/checkValues';
import type { ItemValues } from '../../operation/types';
import { isWireObject } from '../../wire/records';
import type { Booking, BookingStatus } from '../bookings/booking';
import type { Problem } from './problem';
import { readStatus, unknownStatus } from './status';

/** The value of 'Fields' for an input item that is a booking. Stored in workflows. */
export const MAP_AUTOMATICALLY = 'autoMapInputData';

/** The code of a booking that names no room. */
export const NO_ROOM = 'no_room';

/**
 * The booking that the input item is, or undefined if each field is mapped manually. Throws
 * InvalidParameterError for another item.
 */
export function mappedBooking(
	{ mappingMode, options }: ItemValues,
	input: IDataObject,
): Booking | undefined {
	if (mappingMode !== MAP_AUTOMATICALLY) return undefined;
	if (isBooking(input)) return withStatus(input as unknown as Booking, options);
	if (input.error !== undefined && input.error !== null) throw notRead(input);
	throw new InvalidParameterError(
		"The input item is not a booking from 'Read Booking'",
		"Add 'Read booking' before this node, or set 'Fields' to 'Map Each Field Manually'.",
	);
}

/**
 * The booking, with the status that the options give to a word that its system is not known to use.
 * They change the meaning of no other word.
 */
function withStatus(booking: Booking, options: IDataObject): Booking {
	if (booking.unknown_status !== true) return booking;
	const meaning = readStatus(
		booking.pms_status ?? '',
		optionalTexts(options.wordsThatGiveAccess) ?? [],
		optionalTexts(options.wordsThatEndAccess) ?? [],
	);
	if (meaning === 'givesAccess') return { ...booking, status: 'confirmed' };
	return meaning === 'endsAccess' ? { ...booking, status: 'cancelled' } : booking;
}

/** The error of an item that Read Booking failed for, and passed on. n8n can also make it an object. */
function notRead({ error, details, reservation_key: key }: IDataObject): InvalidParameterError {
	const textAt = (value: unknown, member: string) =>
		optionalText(isWireObject(value) ? value[member] : undefined);
	const message = optionalText(error) ?? textAt(error, 'message') ?? 'no reason was given';
	const name = optionalText(key);
	return new InvalidParameterError(
		`The input item is an error, not a booking: ${message}${name && !message.includes(name) ? ` (reservation '${name}')` : ''}`,
		textAt(details, 'description') ?? textAt(error, 'description'),
	);
}

/**
 * The values of the fields for a booking. Options that were added take precedence. Throws
 * InvalidParameterError if it names no room.
 */
export function valuesOfBooking(booking: Booking, { options }: ItemValues): ItemValues {
	if (booking.status === 'confirmed' && booking.rooms.length === 0)
		throw new InvalidParameterError(
			'The booking names no room',
			"Assign one in your property management system, or add 'Rooms' under Options of 'Read Booking'.",
			NO_ROOM,
		);
	const ofBooking: IDataObject = {
		keyPrefix: booking.key_prefix,
		guestEmailAddress: booking.guest_email,
		guestPhoneNumber: booking.guest_phone,
		// Two systems can have the same ID for two people.
		guestKey: booking.guest_key && `${booking.key_prefix}${booking.guest_key}`,
		changedAt: booking.changed_at,
	};
	const given = Object.entries(ofBooking).filter(
		([, value]) => value !== null && value !== undefined,
	);
	return {
		reservationKey: booking.reservation_key,
		status: booking.status,
		guestName: booking.guest_name ?? '',
		guestContact: '',
		rooms: booking.rooms,
		roomNames: booking.room_names,
		arrival: booking.arrival ?? '',
		departure: booking.departure ?? '',
		options: {
			...Object.fromEntries(given),
			...options,
			// A booking has a status of its own, not a word of its system.
			wordsThatGiveAccess: undefined,
			wordsThatEndAccess: undefined,
		},
	};
}

/** Why a booking that is not a stay changes nothing. */
export const notAStay = ({
	reason,
	missing,
	pms_status: word,
	unknown_status: isUnknown,
}: Booking): Problem =>
	isUnknown
		? unknownStatus(word ?? '')
		: {
				code: 'not_a_stay',
				reason: `${reason ?? 'It is not a stay'}, so nothing was changed`,
				remedy:
					missing.length > 0
						? `Fetch the booking first: ${missing.map(({ request }) => request).join(', ')}`
						: 'No action needed.',
				keeps_door_closed: false,
			};

const STATUSES: readonly BookingStatus[] = ['confirmed', 'unconfirmed', 'cancelled', 'not_a_stay'];
const LISTS = ['rooms', 'room_names', 'missing'] as const;

const isBooking = (input: IDataObject): boolean =>
	STATUSES.includes(input.status as BookingStatus) &&
	Object.hasOwn(input, 'reservation_key') &&
	typeof input.key_prefix === 'string' &&
	LISTS.every((list) => Array.isArray(input[list]));
