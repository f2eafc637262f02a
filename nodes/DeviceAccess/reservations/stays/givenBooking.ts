import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import { optionalText, optionalTexts } from '../../operation/form/checkValues';
import type { ItemValues } from '../../operation/types';
import { isWireObject } from '../../wire/records';
import type { Booking, BookingStatus } from '../bookings/booking';
import { type Problem, toProblem } from './problems';
import { readStatus, unknownStatus } from './status';

/** The value of 'Fields' for an input item that is a booking. Stored in workflows. */
export const MAP_AUTOMATICALLY = 'autoMapInputData';

/**
 * A booking as the fields or the input item give it: nobody has checked its values yet. The fields
 * name no system, and no rooms apart from their keys.
 */
export type GivenBooking = Pick<Booking, 'status'> &
	Readonly<Partial<Record<Exclude<keyof Booking, 'status'>, unknown>>>;

/** The booking of one item. Throws InvalidParameterError for an input item that is none. */
export function givenBooking(values: ItemValues, input: IDataObject): GivenBooking {
	if (values.mappingMode !== MAP_AUTOMATICALLY) return enteredBooking(values);
	if (isBooking(input)) return withStatus(input as unknown as Booking, values.options);
	if (input.error !== undefined && input.error !== null) throw notRead(input);
	throw new InvalidParameterError(
		"The input item is not a booking from 'Read Booking'",
		"Add 'Read booking' before this node, or set 'Fields' to 'Map Each Field Manually'.",
	);
}

/** 'Email or Phone' is an email address if it contains '@'. */
function enteredBooking({ options, ...entered }: ItemValues): GivenBooking {
	const word = optionalText(entered.status) ?? '';
	const contact = optionalText(entered.guestContact);
	const contactField = contact?.includes('@') === true ? 'guest_email' : 'guest_phone';
	return {
		reservation_key: entered.reservationKey,
		status: readStatus(
			word,
			optionalTexts(options.wordsThatGiveAccess),
			optionalTexts(options.wordsThatEndAccess),
		),
		pms_status: word,
		unknown_status: true,
		guest_name: entered.guestName,
		[contactField]: contact,
		rooms: entered.rooms,
		arrival: entered.arrival,
		departure: entered.departure,
	};
}

/**
 * The booking, with the status that the options give to a word that its system is not known to use.
 * They change the meaning of no other word.
 */
function withStatus(booking: Booking, options: IDataObject): Booking {
	if (booking.unknown_status !== true) return booking;
	const status = readStatus(
		booking.pms_status ?? '',
		optionalTexts(options.wordsThatGiveAccess) ?? [],
		optionalTexts(options.wordsThatEndAccess) ?? [],
	);
	return status === 'confirmed' || status === 'cancelled' ? { ...booking, status } : booking;
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

/** Why a booking that is not a stay changes nothing. */
export function notAStay({
	pms_status: word,
	unknown_status: isUnknown,
	reason,
	missing,
}: GivenBooking): Problem {
	if (isUnknown === true) return unknownStatus(optionalText(word) ?? '');
	const requests = (missing ?? []) as Booking['missing'];
	return toProblem(
		'not_a_stay',
		{ why: optionalText(reason) ?? 'It is not a stay' },
		requests.length > 0
			? {
					remedy: `Fetch the booking first: ${requests.map(({ request }) => request).join(', ')}`,
				}
			: {},
	);
}

const STATUSES: readonly BookingStatus[] = ['confirmed', 'unconfirmed', 'cancelled', 'not_a_stay'];
const LISTS = ['rooms', 'room_names', 'missing'] as const;

const isBooking = (input: IDataObject): boolean =>
	STATUSES.includes(input.status as BookingStatus) &&
	Object.hasOwn(input, 'reservation_key') &&
	typeof input.key_prefix === 'string' &&
	LISTS.every((list) => Array.isArray(input[list]));
