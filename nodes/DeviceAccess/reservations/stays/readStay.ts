import type { IDataObject } from 'n8n-workflow';
import { readAll, InvalidParameterError } from '../../errors/errors';
import {
	optionalKeys,
	optionalPin,
	optionalText,
	optionalTexts,
	requireTextEntries,
	readTimeOfDay,
} from '../../operation/form/checkValues';
import { canChangeKeys, isPrefixOfCalendar } from '../bookings/formats';
import { isUuid } from '../../wire/records';
import { readEmailAddress, readPhoneDigits, toPhoneNumber } from './contacts';
import {
	type GivenBooking,
	type Guest,
	MOST_KEPT_MINUTES,
	type RequestedPin,
	type Stay,
	type StayWithAccess,
} from './stay';
import { readStayTime, readStayTimes } from './stayTimes';

export const DEFAULT_PREFIX = 'reservation:';

/** For stays that something else made, such as the service's own connector. */
export const PREFIX_OF_OTHERS = 'other:';

export function readStay(booking: GivenBooking, options: IDataObject): Stay {
	const [prefix, reservationKey, changedAtMs] = readAll([
		() => prefixOf(booking, options),
		// What is about no booking, such as a test delivery, has no key.
		() =>
			booking.status === 'not_a_stay' && booking.reservation_key === null
				? ''
				: requireReservationKey(booking.reservation_key),
		() => changedAtOf(booking, options),
	]);
	if (prefix === PREFIX_OF_OTHERS) throw madeByOthers();
	return { prefix, reservationKey, status: booking.status, changedAtMs };
}

const madeByOthers = () =>
	new InvalidParameterError(
		`'${PREFIX_OF_OTHERS}' as 'Key Prefix' stands for access that something else made, which 'Reservation' only reads`,
		'Change this access where it was made, or enter another prefix to give access of its own.',
	);

export const NO_ROOM = 'no_room';

/** Options that were added take precedence over the booking. */
export function readAccess(booking: GivenBooking, options: IDataObject): StayWithAccess {
	const email = optionalText(options.guestEmailAddress) ?? optionalText(booking.guest_email);
	const phone = optionalText(options.guestPhoneNumber) ?? optionalText(booking.guest_phone);
	const [
		stay,
		rooms,
		guest,
		times,
		checkIn,
		checkOut,
		openBefore,
		closeAfter,
		keepOld,
		modes,
		pin,
	] = readAll([
		() => readStay(booking, options),
		() => readRooms(booking, options),
		() => readGuest(booking, options, email, phone),
		() => readStayTimes(booking.arrival, booking.departure),
		() => readTimeOfDay('Check-in Time', options.checkInTime),
		() => readTimeOfDay('Check-out Time', options.checkOutTime),
		() => readWholeNumber('Open Before', options.openBefore, 0),
		() => readWholeNumber('Close After', options.closeAfter, 0),
		() => readWholeNumber('Keep Old Rooms', options.keepOldRooms, 30, 0, MOST_KEPT_MINUTES),
		() => readModes(options.accessMethods),
		() => readRequestedPin(options, phone),
	]);
	return {
		...stay,
		...(booking.key_prefix !== undefined &&
			canChangeKeys(booking.key_prefix) && { canHaveFormerKey: true }),
		...rooms,
		guest,
		...times,
		checkIn,
		checkOut,
		timeZone:
			options.timeZone === 'other'
				? (optionalText(options.timeZoneName) ?? '')
				: String(options.timeZone ?? 'room'),
		openBeforeMinutes: openBefore,
		closeAfterMinutes: closeAfter,
		keepOldRoomsMinutes: keepOld,
		modes,
		...pin,
	};
}

/** Also throws if an entry of a list has no key, because the guest would lose that room. */
function readRooms(
	booking: GivenBooking,
	options: IDataObject,
): Pick<StayWithAccess, 'rooms' | 'roomNames'> {
	const keys = optionalKeys('Rooms', requireTextEntries('Rooms', booking.rooms)) ?? [];
	if (keys.length === 0) throw noRoom(booking);
	const rooms = [...new Set(keys)];
	if (options.findRoomsBy !== 'keyOrName') return { rooms };
	// A person enters keys or names. A booking has IDs, which are never names.
	const names = booking.room_names ?? keys.map((key) => (isUuid(key) ? '' : key));
	return { rooms, roomNames: namesByRoom(keys, names) };
}

const noRoom = ({ key_prefix: system }: GivenBooking) =>
	system === undefined
		? new InvalidParameterError(
				"'Rooms' is empty",
				'Choose a room, or map the keys of the rooms.',
				NO_ROOM,
			)
		: new InvalidParameterError(
				'The booking names no room',
				"Assign one in your property management system, or add 'Rooms' under Options of 'Read Booking'.",
				NO_ROOM,
			);

/** None if it is not certain which name belongs to which room. */
function namesByRoom(keys: readonly string[], names: unknown): Readonly<Record<string, string>> {
	if (!Array.isArray(names) || names.length !== keys.length) return {};
	return Object.fromEntries(
		keys.flatMap((key, index) => {
			const name = optionalText(names[index]);
			return name === undefined ? [] : [[key, name]];
		}),
	);
}

/**
 * A booking has one key in every node: with another prefix, its guest would get access twice. Only an entry of a calendar
 * has no account that its prefix could name.
 */
export function prefixOf(
	{ key_prefix: prefix }: Pick<GivenBooking, 'key_prefix'>,
	options: IDataObject,
): string {
	const own = readOwnPrefix(options);
	if (prefix === undefined) return own ?? DEFAULT_PREFIX;
	if (own === undefined || own === prefix) return readPrefix({ keyPrefix: prefix as string });
	if (isPrefixOfCalendar(prefix)) return own;
	throw new InvalidParameterError(
		`'Key Prefix' is '${own}', and the booking has '${String(prefix)}'`,
		"Enter the prefix under Options of 'Read Booking' instead, which every node after it uses.",
	);
}

export const readPrefix = (options: IDataObject): string =>
	readOwnPrefix(options) ?? DEFAULT_PREFIX;

/** With one colon, at its end, so that no prefix begins with another one. */
const PREFIX = /^[\p{L}\p{Nd}-]+:$/u;

/**
 * Undefined without the option. An empty text is refused, because the default can be the prefix of
 * another system.
 */
export function readOwnPrefix(options: IDataObject): string | undefined {
	if (!Object.hasOwn(options, 'keyPrefix')) return undefined;
	const prefix = optionalText(options.keyPrefix);
	if (prefix === undefined)
		throw new InvalidParameterError(
			"'Key Prefix' is empty",
			'Enter a prefix or correct its expression, or remove the option to use the default.',
		);
	requireKeyText('Key Prefix', prefix.replace(/:$/, ''));
	if (PREFIX.test(prefix)) return prefix;
	throw new InvalidParameterError(
		"'Key Prefix' must be letters, digits and hyphens with one colon at the end",
		"Enter a prefix such as 'reservation-2:', so that no prefix begins with that of another system.",
	);
}

/** Two systems can have the same ID for two people. */
export function guestKeyOf(
	{ guest_key: key, key_prefix: prefix }: GivenBooking,
	options: IDataObject,
): string | undefined {
	const ofBooking = optionalText(key);
	return optionalText(options.guestKey) ?? (ofBooking && `${String(prefix)}${ofBooking}`);
}

/** A contact, however broken, does not keep a door closed. */
function readGuest(
	booking: GivenBooking,
	options: IDataObject,
	email: string | undefined,
	phone: string | undefined,
): Guest {
	const key = guestKeyOf(booking, options);
	if (key !== undefined) requireKeyText('Guest Key', key);
	const emailAddress = email === undefined ? undefined : readEmailAddress(email);
	const phoneNumber = phone === undefined ? undefined : toPhoneNumber(readPhoneDigits(phone));
	return {
		key,
		name: optionalText(booking.guest_name),
		emailAddress,
		phoneNumber,
		unusable: [
			...(email !== undefined && emailAddress === undefined ? (['email_address'] as const) : []),
			...(phone !== undefined && phoneNumber === undefined ? (['phone_number'] as const) : []),
		],
	};
}

function readRequestedPin(
	options: IDataObject,
	phone: string | undefined,
): { pin?: RequestedPin; whyNoPhonePin?: string } {
	if (options.pinFrom === 'given') {
		const code = optionalPin('PIN', options.pin, 4, 9);
		return code === undefined ? {} : { pin: { code, isEntered: true } };
	}
	if (options.pinFrom !== 'phone') return {};
	const length = readWholeNumber('Phone Digits', options.phoneDigits, 4, 4, 8);
	const digits = (readPhoneDigits(phone ?? '') ?? '').replaceAll(/\D/g, '');
	if (digits.length >= length) return { pin: { code: digits.slice(-length), isEntered: false } };
	return {
		whyNoPhonePin:
			digits === ''
				? 'The reservation has no phone number'
				: `The phone number has fewer than ${length} digits`,
	};
}

function readModes(value: unknown): string[] {
	const modes = [...new Set(optionalTexts(value) ?? ['code'])];
	const unknown = modes.find((mode) => !['code', 'card', 'mobile_key', 'cloud_key'].includes(mode));
	if (unknown === undefined) return modes;
	throw new InvalidParameterError(
		`'Access Methods' does not accept '${unknown}'`,
		'Use code, card, mobile_key or cloud_key.',
	);
}

export const changedAtOf = (booking: { changed_at?: unknown }, options: IDataObject) =>
	readChangedAt(options.changedAt) ?? readChangedAt(booking.changed_at);

function readChangedAt(value: unknown): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const time = readStayTime('Changed At', value);
	if ('instantMs' in time) return time.instantMs;
	throw new InvalidParameterError(
		"'Changed At' needs an offset from UTC",
		'Enter a time such as 2030-01-31T15:00:00Z, so that the node can put changes in order.',
	);
}

/** `usual` is for an option that was not added. */
function readWholeNumber(
	label: string,
	value: unknown,
	usual: number,
	min = usual,
	max = 1_000_000,
): number {
	if (value === undefined) return usual;
	const number = Number(value);
	if (Number.isInteger(number) && number >= min && number <= max) return number;
	throw new InvalidParameterError(`'${label}' must be a whole number from ${min} to ${max}`);
}

const OWN_ENDING = /:part-\d+$/;

/** What a wrong expression leaves in a text, alone or at its end. */
const NO_KEY = /(?:^|[^\p{L}\p{N}])(?:NaN|undefined|null|Infinity)$|\[object \w+\]/u;

export function requireReservationKey(value: unknown): string {
	const isKey = typeof value === 'string' || Number.isSafeInteger(value);
	const key = isKey ? String(value).trim() : '';
	if (!isKey && value !== undefined && value !== null) throw notAKey('Reservation Key');
	if (key === '')
		throw new InvalidParameterError(
			"'Reservation Key' is empty",
			'Map the booking number from your property management system.',
		);
	requireKeyText('Reservation Key', key);
	if (OWN_ENDING.test(key))
		throw new InvalidParameterError(
			"'Reservation Key' must not end with ':part-' and a number",
			'The node reserves this ending for its own keys.',
		);
	return key;
}

export function requireKeyText(label: string, text: string): void {
	if (NO_KEY.test(text)) throw notAKey(label);
}

const notAKey = (label: string) =>
	new InvalidParameterError(
		`'${label}' is not text or a whole number`,
		'Map it as text. Check the expression: a field name with a hyphen needs brackets, such as {{ $json["booking-id"] }}.',
	);
