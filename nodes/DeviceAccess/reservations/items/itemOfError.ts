import type { IDataObject } from 'n8n-workflow';
import type { ErrorReport } from '../../errors/describeError';
import { dayIn, dayOf } from '../../operation/form/times';
import type { FailedMembers } from '../../operation/types';
import { isText, isWireObject, type WireObject } from '../../wire/records';
import { prefixOf } from '../stays/readStay';
import { stayKeyOf } from '../stays/stay';
import { readStayTime } from '../stays/stayTimes';
import { hostMessageOfError, hostRow, NEAR_MS } from './tell';

/** A departure of that day is over in every time zone. */
const LONG_AGO_MS = 2 * 86_400_000;

/**
 * Who must be told of an item that failed, and what. A booking whose room is assigned later, and a
 * reservation that has no access, concern nobody yet.
 */
export const membersOfFailed: FailedMembers = (error, input, parameter, timeZone) => {
	const stay = stayOf(error, input, parameter);
	const told = whomToTell(stay, error, input, timeZone);
	return {
		outcome: error.details.may_have_acted === true ? 'unknown' : 'failed',
		reservation_key: stay.reservation_key ?? null,
		...told,
		...hostRow(told.stay_key, told.host_message),
	};
};

function whomToTell(
	stay: WireObject,
	error: ErrorReport,
	input: WireObject,
	timeZone: string,
): WireObject {
	const { stay_key: key = null } = stay;
	const { type } = error.details;
	if (type === 'reservation_not_found')
		return { stay_key: key, tell: 'nobody', host_message: null };
	// 'Read Booking' has already said it.
	if (isText(input.error) && isText(input.host_message))
		return { stay_key: input.stay_key ?? key, tell: 'host', host_message: input.host_message };
	// A list can go back for years, to rooms that have no space anymore.
	if (wasLongAgo(stay)) return { stay_key: key, tell: 'nobody', host_message: null };
	const isNear = !(dayOrInstantMs(stay.arrival) >= Date.now() + NEAR_MS);
	if (type === 'no_room' && !isNear) return { stay_key: key, tell: 'later', host_message: null };
	return {
		stay_key: key,
		tell: 'host',
		host_message: hostMessageOfError(
			// 'Guest messages' counts these words.
			type === 'no_room' && dayIn(stay.arrival, timeZone) === dayOf(Date.now(), timeZone)
				? { ...error, message: 'The guest arrives today without a room' }
				: error,
			stay,
		),
	};
}

/** A date that was refused says nothing about when the stay is, and makes the other one doubtful. */
function wasLongAgo({ arrival, departure }: WireObject): boolean {
	const departureMs = dayOrInstantMs(departure);
	const isAfterArrival = !isGiven(arrival) || dayOrInstantMs(arrival) < departureMs;
	return isAfterArrival && departureMs < Date.now() - LONG_AGO_MS;
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

/** NaN for what the operations refuse. */
function dayOrInstantMs(value: unknown): number {
	try {
		const time = readStayTime('', value);
		if ('monthFirst' in time) return NaN;
		return 'instantMs' in time
			? time.instantMs
			: Date.parse(`${time.day}T${time.timeOfDay ?? '00:00'}Z`);
	} catch {
		return NaN;
	}
}

/** The booking that came in, or the fields as far as they can be read. */
function stayOf(
	{ details }: ErrorReport,
	input: WireObject,
	parameter: (name: string) => unknown,
): WireObject {
	if (isText(input.key_prefix) && Array.isArray(input.rooms)) {
		const names = Array.isArray(input.room_names) ? input.room_names.filter(isText) : [];
		const { key_prefix: keyPrefix, reservation_key: key } = input;
		return {
			...input,
			rooms: names.length > 0 ? names : input.rooms,
			stay_key: isText(key) ? stayKeyFrom(optionsOf(parameter), key, keyPrefix) : null,
		};
	}
	const [rooms, from] = [parameter('rooms'), parameter('from')];
	const key = textOf(parameter('reservationKey')) ?? details.reservation_key;
	// A booking that 'Read Booking' could not read has the prefix of its system.
	const ofSystem = isText(from) ? { keyPrefix: `${from}:` } : {};
	return {
		reservation_key: key,
		stay_key: isText(key) ? stayKeyFrom({ ...ofSystem, ...optionsOf(parameter) }, key) : null,
		guest_name: parameter('guestName'),
		rooms: isWireObject(rooms) ? rooms.value : rooms,
		arrival: textOf(parameter('arrival')),
		departure: textOf(parameter('departure')),
	};
}

function optionsOf(parameter: (name: string) => unknown): IDataObject {
	const options = parameter('options');
	return isWireObject(options) ? (options as IDataObject) : {};
}

function stayKeyFrom(
	options: IDataObject,
	reservationKey: string,
	keyPrefix?: string,
): string | null {
	try {
		const prefix = prefixOf({ key_prefix: keyPrefix }, options);
		return stayKeyOf({ prefix, reservationKey });
	} catch {
		return null;
	}
}

/** An expression can return a number. */
const textOf = (value: unknown): string | undefined =>
	typeof value === 'number' || isText(value) ? String(value) : undefined;
