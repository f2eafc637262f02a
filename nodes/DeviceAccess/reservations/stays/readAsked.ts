import type { IDataObject } from 'n8n-workflow';
import { withAllErrors } from '../../errors/allErrors';
import { InvalidParameterError, rethrow } from '../../errors/errors';
import { optionalText } from '../../operation/form/checkValues';
import type { ItemValues } from '../../operation/types';
import { isWireObject } from '../../wire/records';
import type { Asked } from './asked';
import { givenBooking, MAP_AUTOMATICALLY, notAStay } from './givenBooking';
import { toProblem } from './problems';
import { requireReservationKey } from './reservationKey';
import { NO_ROOM, readAccess, readOwnPrefix, readPrefix, readStay } from './readStay';
import type { Stay } from './stay';

/**
 * Reads what one item asks for. Throws InvalidParameterError, which names the reservation, for
 * invalid values.
 */
export function readAsked(values: ItemValues, input: IDataObject): Asked {
	const booking = givenBooking(values, input);
	const { status, reservation_key: key, guest_name: guestName } = booking;
	try {
		if (status === 'confirmed')
			return { is: 'give', stay: withAllErrors(() => readAccess(booking, values.options)) };
		const stay = withAllErrors(() => readStay(booking, values.options));
		if (status === 'not_a_stay') return { is: 'leave', stay, why: notAStay(booking) };
		const end = { is: 'end' as const, stay, guestName: optionalText(guestName) };
		return status === 'unconfirmed' ? { ...end, sparesGuestInHouse: true } : end;
	} catch (error) {
		return rethrow(namedError(key, error));
	}
}

/**
 * Like readAsked, except that an empty item stands for an empty list, so that the node changes
 * nothing, and that a booking without a room fails as what it is, because it was read. In a dry run,
 * so does an item with an invalid value, so that the other items are still compared.
 */
export function readListed(values: ItemValues, input: IDataObject): Asked {
	if (Object.keys(input).length === 0 && String(values.reservationKey ?? '').trim() === '')
		return { is: 'leave', stay: stayOf('', values.options), why: toProblem('empty_input') };
	try {
		return readAsked(values, input);
	} catch (error) {
		if (!(error instanceof InvalidParameterError)) return rethrow(error);
		const hasNoRoom = values.mappingMode === MAP_AUTOMATICALLY && error.type === NO_ROOM;
		if (!hasNoRoom && values.options.dryRun !== true) return rethrow(error);
		const stay = stayOf(mappedKey(values, input), values.options);
		return { is: 'fail', stay, error, hasNoRoom };
	}
}

/**
 * What stands for an item that cannot be read, if it names its reservation: the other
 * items about that reservation are then not carried out either.
 */
export function askedByUnread(
	values: ItemValues,
	input: IDataObject,
	error: unknown,
): Asked | undefined {
	const key = mappedKey(values, input);
	// The prefix can be what cannot be read.
	return key === '' ? undefined : { is: 'fail', stay: stayOf(key, {}), error };
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

/** What is known of the stay of an item that asks for nothing. */
const stayOf = (reservationKey: string, options: IDataObject): Stay => ({
	prefix: readPrefix(options),
	reservationKey,
	guestNumber: 1,
	status: 'not_a_stay',
});

/**
 * What operations ask for that need only a guest of a reservation. Throws InvalidParameterError
 * for invalid values.
 */
export const readEnding = ({ reservationKey, options }: ItemValues): Asked => ({
	is: 'end',
	stay: readStay({ status: 'cancelled', reservation_key: reservationKey }, options),
	isPrefixUsual: readOwnPrefix(options) === undefined,
});

/**
 * True for an empty item. n8n passes one on if an earlier node found nothing and has
 * 'Always Output Data' on.
 */
export const isEmptyItem = (asked: Asked): boolean =>
	asked.is === 'leave' && asked.why.code === 'empty_input';

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
