import { type IDataObject, jsonParse } from 'n8n-workflow';
import { InvalidParameterError, rethrow } from '../../errors/errors';
import { optionalText, optionalTexts } from '../../operation/form/checkValues';
import type { ItemValues } from '../../operation/types';
import { type WireObject, isWireObject, oneLine, readPath } from '../../wire/records';
import type { Booking } from '../bookings/booking';
import { type Asked, type GivenBooking, type Stay, stayKeyOf } from './stay';
import { isCheckOut, readStatus } from './status';
import { type Problem, toProblem } from './problems';
import {
	changedAtOf,
	guestKeyOf,
	NO_ROOM,
	readAccess,
	readOwnPrefix,
	readPrefix,
	readStay,
	requireReservationKey,
} from './readStay';

/** The value of 'Fields' for a booking in the input item. Stored in workflows. */
export const MAP_AUTOMATICALLY = 'autoMapInputData';

/** Its errors name the reservation. */
export function readAsked(values: ItemValues, input: IDataObject): Asked {
	const received =
		values.mappingMode === MAP_AUTOMATICALLY
			? receivedBooking(input, values.options)
			: enteredBooking(values);
	const guestName = oneLine(optionalText(received.guest_name) ?? '') || undefined;
	const given = { ...received, guest_name: guestName ?? received.guest_name };
	const { reservation_key: key } = given;
	try {
		const isGone = hasLeft(given, values.options);
		const status = isGone ? 'cancelled' : given.status;
		const booking = { ...given, status };
		if (status === 'confirmed') return { is: 'give', stay: readAccess(booking, values.options) };
		const read = readStay(booking, values.options);
		// Their leaving is no change of the booking, which counts again if the host lets them in again.
		const stay = isGone ? { ...read, changedAtMs: undefined } : read;
		if (status === 'not_a_stay')
			return {
				is: 'leave',
				stay,
				why: notAStay(booking),
				said: saidOf(given),
				noStay: noStay(booking),
			};
		const guestKey = guestKeyOf(booking, values.options);
		const end = {
			is: 'end' as const,
			stay,
			hasCheckedOut: isGone || isCheckOut(String(given.pms_status)),
			guestKey,
			guestName,
		};
		return status === 'unconfirmed' ? { ...end, sparesGuestInHouse: true } : end;
	} catch (error) {
		return rethrow(namedError(key, error));
	}
}

function hasLeft(booking: GivenBooking, options: IDataObject): boolean {
	const isStay = booking.status === 'confirmed' || booking.status === 'unconfirmed';
	if (!isStay || options.leftStays === undefined) return false;
	const key = stayKeyOf(readStay(booking, options));
	return leftStaysIn(options).some(({ stayKey }) => stayKey === key);
}

/** A stay whose guest has left. A key alone says no more. */
export interface LeftStay {
	stayKey: string;
	name?: string;
	arrival?: string;
	rooms?: string;
}

/** By rows as n8n's expressions have them, or by keys. */
export const leftStaysIn = ({ leftStays = [] }: IDataObject): LeftStay[] =>
	listOf(leftStays).map((row) => {
		if (!isWireObject(row)) return { stayKey: String(row) };
		const [key, name, arrival, rooms] = ['stay_key', 'guest_name', 'arrival', 'rooms'].map(
			(column) => optionalText(readPath(row, `json.${column}`)),
		);
		return { stayKey: key ?? '', name, arrival, rooms };
	});

/** The option is JSON, which n8n gives as text if nobody used an expression. */
function listOf(leftStays: unknown): unknown[] {
	const list =
		typeof leftStays === 'string'
			? jsonParse<unknown>(leftStays, { fallbackValue: null })
			: leftStays;
	if (Array.isArray(list)) return list;
	throw new InvalidParameterError(
		"'Guests Who Have Left' is not a list",
		"Nothing was changed, because a guest who has left could get access again. Use an expression that returns all rows, such as {{ $('Who has left').all() }}.",
	);
}

/**
 * Unlike readCalled: an empty item stands for an empty list and changes nothing. In a dry run, an
 * item with an invalid value fails as what it is, so that the other items are still compared.
 */
export function readListed(values: ItemValues, input: IDataObject): Asked {
	if (Object.keys(input).length === 0 && !optionalText(values.reservationKey))
		return { is: 'leave', stay: stayOf('', values.options), why: toProblem('empty_input') };
	try {
		return readCalled(values, input);
	} catch (error) {
		if (!(error instanceof InvalidParameterError) || values.options.dryRun !== true)
			return rethrow(error);
		return { is: 'fail', stay: stayOf(mappedKey(values, input), values.options), error };
	}
}

/** Unlike readAsked: a booking without a room fails as what it is, because its guest may have access. */
export function readCalled(values: ItemValues, input: IDataObject): Asked {
	try {
		return readAsked(values, input);
	} catch (error) {
		const hasNoRoom =
			values.mappingMode === MAP_AUTOMATICALLY &&
			error instanceof InvalidParameterError &&
			error.type === NO_ROOM;
		if (!hasNoRoom) return rethrow(error);
		const key = mappedKey(values, input);
		const stay = stayOf(key, { keyPrefix: input.key_prefix, ...values.options });
		const changedAtMs = changedAtOf(input, values.options);
		return { is: 'fail', stay: { ...stay, changedAtMs }, error, hasNoRoom };
	}
}

/** The other items about a reservation are not carried out if one of them cannot be read. */
export function askedByUnread(
	values: ItemValues,
	input: IDataObject,
	error: unknown,
): Asked | undefined {
	const key = mappedKey(values, input);
	// The prefix can be what cannot be read.
	if (key === '') return undefined;
	const isRead = error instanceof InvalidParameterError && error.type === NO_ROOM;
	const booking = values.mappingMode === MAP_AUTOMATICALLY ? input : {};
	const changedAtMs = isRead ? changedAtOf(booking, values.options) : undefined;
	return { is: 'fail', stay: { ...stayOf(key, {}), changedAtMs }, error };
}

/** Also of a booking that 'Read Booking' could not read. */
function mappedKey(
	{ mappingMode, reservationKey }: ItemValues,
	{ reservation_key: key, details }: IDataObject,
): string {
	const keyOfBooking = key ?? (isWireObject(details) ? details.reservation_key : undefined);
	try {
		return requireReservationKey(mappingMode === MAP_AUTOMATICALLY ? keyOfBooking : reservationKey);
	} catch {
		// A key that a wrong expression made names no reservation.
		return '';
	}
}

/** n8n passes on an empty item if an earlier node found nothing and has 'Always Output Data' on. */
export const isEmptyItem = (asked: Asked): boolean =>
	asked.is === 'leave' && asked.why.code === 'empty_input';

const stayOf = (reservationKey: string, options: IDataObject): Stay => ({
	prefix: readPrefix(options),
	reservationKey,
	status: 'not_a_stay',
});

export const readEnding = ({ reservationKey, options }: ItemValues): Asked => ({
	is: 'end',
	stay: readStay({ status: 'cancelled', reservation_key: reservationKey }, options),
	isPrefixUsual: readOwnPrefix(options) === undefined,
});

/** Names the reservation in an error about what was entered. */
export function namedError(key: unknown, error: unknown): unknown {
	const name = optionalText(key);
	return error instanceof InvalidParameterError && name && !error.message.includes(name)
		? new InvalidParameterError(
				`${error.message} (reservation '${name}')`,
				error.advice,
				error.type,
				error.reservationKey,
			)
		: error;
}

/** 'Email or Phone' is an email address if it contains '@'. */
function enteredBooking({ options, ...entered }: ItemValues): GivenBooking {
	const word = optionalText(entered.status) ?? '';
	const contact = optionalText(entered.guestContact);
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
		[contact?.includes('@') ? 'guest_email' : 'guest_phone']: contact,
		rooms: entered.rooms,
		arrival: entered.arrival,
		departure: entered.departure,
	};
}

/** The options give a status only to a word that its system is not known to use. */
function receivedBooking(input: IDataObject, options: IDataObject): GivenBooking {
	if (!isBooking(input)) throw notABooking(input);
	if (input.unknown_status !== true) return input;
	const status = readStatus(
		input.pms_status ?? '',
		optionalTexts(options.wordsThatGiveAccess) ?? [],
		optionalTexts(options.wordsThatEndAccess) ?? [],
	);
	return status === 'confirmed' || status === 'cancelled' ? { ...input, status } : input;
}

const isBooking = (input: unknown): input is Booking => {
	const { status, key_prefix: prefix, ...booking } = input as Partial<Booking>;
	return (
		/^(confirmed|unconfirmed|cancelled|not_a_stay)$/.test(String(status)) &&
		Object.hasOwn(booking, 'reservation_key') &&
		typeof prefix === 'string' &&
		[booking.rooms, booking.room_names, booking.missing].every(Array.isArray)
	);
};

/** Read Booking failed for the item. n8n can make its error an object. */
function notABooking({ error, details, reservation_key: key }: IDataObject): InvalidParameterError {
	if (error === undefined || error === null)
		return new InvalidParameterError(
			"The input item is not a booking from 'Read Booking'",
			"Add 'Read booking' before this node, or set 'Fields' to 'Map Each Field Manually'.",
		);
	const textAt = (value: unknown, member: string) =>
		optionalText(isWireObject(value) ? value[member] : undefined);
	const message = optionalText(error) ?? textAt(error, 'message') ?? 'no reason was given';
	return namedError(
		key,
		new InvalidParameterError(
			`The input item is an error, not a booking: ${message}`,
			textAt(details, 'description') ?? textAt(error, 'description'),
		),
	) as InvalidParameterError;
}

const saidOf = ({
	guest_name: name,
	guest_email: email,
	guest_phone: phone,
	rooms,
	room_names: names = [],
	arrival,
	departure,
}: GivenBooking): WireObject => ({
	guest_name: name,
	guest_email: email,
	guest_phone: phone,
	rooms: Array.isArray(names) && names.length > 0 ? names : rooms,
	arrival,
	departure,
});

function notAStay(booking: GivenBooking): Problem {
	const { pms_status: word, unknown_status: isUnknown, reason } = booking;
	if (isUnknown === true) return unknownStatus(optionalText(word) ?? '', optionalText(reason));
	const requests = missingOf(booking).map(({ request }) => request);
	return toProblem(
		'not_a_stay',
		{ why: whyNoStay(booking) },
		requests.length > 0 ? { remedy: `Fetch the booking first: ${requests.join(', ')}` } : {},
	);
}

/** Undefined for an unknown word, and for a call that only names the booking. */
const noStay = (booking: GivenBooking): string | undefined =>
	booking.reservation_key === null ||
	booking.unknown_status === true ||
	missingOf(booking).length > 0
		? undefined
		: whyNoStay(booking);

const whyNoStay = ({ reason }: GivenBooking) => optionalText(reason) ?? 'It is not a stay';

const missingOf = ({ missing = [] }: GivenBooking) => missing as Booking['missing'];

/** A calendar has no status: the reason says what it does not tell. */
const unknownStatus = (status: string, reason?: string): Problem =>
	toProblem('unknown_status', { status }, status === '' ? withoutStatus(reason) : {});

const withoutStatus = (reason: string | undefined): Partial<Problem> =>
	reason === undefined
		? {
				reason: 'The reservation has no status, so nothing was changed',
				remedy: "Enter a 'Status', or map it from your property management system.",
			}
		: {
				reason: `${reason}, so nothing was changed`,
				remedy:
					"Say what such entries are: with 'Closed Days Are' under Options of 'Read booking', or under 'closed_days' in the table of 'Calendar to access'.",
			};
