import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import { rethrow } from '../../errors/rethrow';
import { optionalText } from '../../operation/form/checkValues';
import type { ItemValues } from '../../operation/types';
import { canChangeKeys } from '../bookings/formats';
import {
	MAP_AUTOMATICALLY,
	mappedBooking,
	NO_ROOM,
	notAStay,
	valuesOfBooking,
} from './mappedBooking';
import { isWireObject } from '../../wire/records';
import type { Problem } from './problem';
import { requireReservationKey } from './reservationKey';
import { readAccess, readOwnPrefix, readPrefix, readStay } from './readStay';
import type { StayRequest } from './stay';

/**
 * Reads the request of one item. Throws InvalidParameterError, which names the reservation, for
 * invalid values.
 */
export function readRequest(given: ItemValues, input: IDataObject): StayRequest {
	const booking = mappedBooking(given, input);
	try {
		const values = booking ? valuesOfBooking(booking, given) : given;
		if (booking?.status === 'not_a_stay')
			return ignoredRequest(values, booking.reservation_key ?? '', notAStay(booking));
		const request = readValues(values);
		return booking && request.is === 'access' && canChangeKeys(booking.key_prefix)
			? { ...request, stay: { ...request.stay, canHaveFormerKey: true } }
			: request;
	} catch (error) {
		return rethrow(namedError(booking ? booking.reservation_key : given.reservationKey, error));
	}
}

function readValues(values: ItemValues): StayRequest {
	const stay = readStay(values);
	if (stay.meaning === 'givesAccess') return { is: 'access', stay: readAccess(values, stay) };
	if (stay.meaning === 'unknown') return { is: 'ignored', stay };
	const end = { is: 'end' as const, stay, guestName: optionalText(values.guestName) };
	return stay.meaning === 'unconfirmed' ? { ...end, sparesGuestInHouse: true } : end;
}

/**
 * Like readRequest, except that an empty item stands for an empty list, so that the node changes
 * nothing.
 */
export function readListedRequest(values: ItemValues, input: IDataObject): StayRequest {
	if (Object.keys(input).length > 0 || String(values.reservationKey ?? '').trim() !== '')
		return readRequest(values, input);
	return ignoredRequest(values, '', {
		code: EMPTY_INPUT,
		reason: 'The input is empty, so nothing was changed',
		remedy: 'Check the previous node.',
		keeps_door_closed: false,
	});
}

/**
 * Like readListedRequest, except that a booking without a room becomes a request with the error,
 * because it was read. In a dry run, so does an item with an invalid value, so that the other items
 * are still compared.
 */
export function readRehearsedRequest(values: ItemValues, input: IDataObject): StayRequest {
	try {
		return readListedRequest(values, input);
	} catch (error) {
		if (!(error instanceof InvalidParameterError)) return rethrow(error);
		const hasNoRoom = values.mappingMode === MAP_AUTOMATICALLY && error.type === NO_ROOM;
		if (!hasNoRoom && values.options.dryRun !== true) return rethrow(error);
		return { ...ignoredRequest(values, mappedKey(values, input)), error, hasNoRoom };
	}
}

/**
 * The request that stands for an item that cannot be read, if it names its reservation: the other
 * items about that reservation are then not carried out either.
 */
export function unreadRequest(
	values: ItemValues,
	input: IDataObject,
	error: unknown,
): StayRequest | undefined {
	const key = mappedKey(values, input);
	// The prefix can be what cannot be read.
	return key === '' ? undefined : { ...ignoredRequest({ options: {} }, key), error };
}

/** The key of a booking, or of one that 'Read Booking' could not read. */
const keyOfBooking = ({ reservation_key: key, details }: IDataObject): unknown =>
	key ?? (isWireObject(details) ? details.reservation_key : undefined);

function mappedKey({ mappingMode, reservationKey }: ItemValues, input: IDataObject): string {
	const key = mappingMode === MAP_AUTOMATICALLY ? keyOfBooking(input) : reservationKey;
	try {
		return requireReservationKey(key);
	} catch {
		// A key that a wrong expression made names no reservation.
		return '';
	}
}

const EMPTY_INPUT = 'empty_input';

const ignoredRequest = (
	{ options }: ItemValues,
	reservationKey: string,
	reason?: Problem,
): Extract<StayRequest, { is: 'ignored' }> => ({
	is: 'ignored',
	stay: {
		prefix: readPrefix(options),
		reservationKey,
		guestNumber: 1,
		status: '',
		meaning: 'unknown',
	},
	reason,
});

/**
 * The request of operations that need only a guest of a reservation. Throws InvalidParameterError
 * for invalid values.
 */
export const readEnding = (values: ItemValues): StayRequest => ({
	is: 'end',
	stay: { ...readStay({ ...values, status: '' }), meaning: 'endsAccess' },
	isPrefixUsual: readOwnPrefix(values.options) === undefined,
});

/**
 * True for an empty item. n8n passes one on if an earlier node found nothing and has
 * 'Always Output Data' on.
 */
export const isEmptyRequest = (request: StayRequest): boolean =>
	request.is === 'ignored' && request.reason?.code === EMPTY_INPUT;

/** The error with the reservation in its message, if it is about what was entered. */
export function namedError(key: unknown, error: unknown): unknown {
	const name = typeof key === 'string' || Number.isSafeInteger(key) ? String(key).trim() : '';
	return error instanceof InvalidParameterError && name !== '' && !error.message.includes(name)
		? new InvalidParameterError(
				`${error.message} (reservation '${name}')`,
				error.advice,
				error.type,
				error.reservationKey,
			)
		: error;
}
