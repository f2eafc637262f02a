import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import {
	optionalDoorUuids,
	optionalKeys,
	optionalPin,
	optionalText,
	optionalTexts,
	requireTextEntries,
} from '../../operation/form/checkValues';
import type { ItemValues } from '../../operation/types';
import { withoutTrunkZero } from '../../resources/fields/person';
import { readTimeOfDay } from '../../resources/fields/timeOfDay';
import { type GrantKey, requireReservationKey } from '../grants/grantKey';
import { readStayTime, type StayTime } from './stayTimes';
import { readStatus, type StatusMeaning } from './status';

export const DEFAULT_PREFIX = 'reservation:';

/** An access method in a request. */
export interface RequestedMethod {
	mode: string;
	code?: string;
	instant_key_max_use_count?: number;
}

/** What the reservation says about the guest. */
export interface Guest {
	key?: string;
	name?: string;
	emailAddress?: string;
	/** A number with a country code. Undefined for one without, because the service would refuse it. */
	phoneNumber?: string;
}

/** The requested PIN. Undefined if the service chooses. */
export interface RequestedPin {
	code: string;
	/** True for an entered PIN, which replaces one in use. */
	isGiven: boolean;
}

/** One guest of a reservation as an item describes it, before the node looks up times and rooms. */
export interface StayInput extends Omit<GrantKey, 'part'> {
	prefix: string;
	status: string;
	meaning: StatusMeaning;
	/** When the reservation was last changed at its source, in milliseconds since 1970. */
	changedAtMs?: number;
}

/** A guest of a reservation that gives access, with the desired access. */
export interface AccessInput extends StayInput {
	guest: Guest;
	/** Keys or IDs of spaces. */
	rooms: string[];
	deviceIds: string[];
	entranceIds: string[];
	arrival: StayTime;
	departure: StayTime;
	checkIn?: string;
	checkOut?: string;
	/** `room`, `workflow`, or the name of a time zone. */
	timeZone: string;
	openBeforeMinutes: number;
	closeAfterMinutes: number;
	modes: string[];
	pin?: RequestedPin;
	ifPinTaken: 'another' | 'fail';
}

/** Reads the reservation and the meaning of its status. Throws InvalidParameterError for invalid values. */
export function readStay({ options, ...values }: ItemValues): StayInput {
	const status = optionalText(values.status) ?? '';
	return {
		prefix: readPrefix(options),
		reservationKey: requireReservationKey(values.reservationKey),
		guestNumber: readWholeNumber('Guest Number', options.guestNumber, 1),
		status,
		meaning: readStatus(
			status,
			optionalTexts(options.wordsThatGiveAccess),
			optionalTexts(options.wordsThatEndAccess),
		),
		changedAtMs: readChangedAt(options.changedAt),
	};
}

/** Reads the desired access of a stay whose status gives access. Throws InvalidParameterError for invalid values. */
export function readAccess(values: ItemValues, stay: StayInput): AccessInput {
	const { options } = values;
	const places = {
		rooms: readRooms(values.rooms),
		deviceIds: optionalDoorUuids('Devices', options.deviceIds) ?? [],
		entranceIds: optionalDoorUuids('Entrances', options.entranceIds) ?? [],
	};
	if (Object.values(places).every((ids) => ids.length === 0)) {
		throw new InvalidParameterError(
			"'Rooms' is empty",
			'Choose a room, or map the keys of the rooms. You can add devices and entrances under Options.',
		);
	}
	return {
		...stay,
		...places,
		guest: readGuest(values),
		arrival: readStayTime('Arrival', values.arrival),
		departure: readStayTime('Departure', values.departure),
		checkIn: readTimeOfDay('Check-in Time', options.checkInTime),
		checkOut: readTimeOfDay('Check-out Time', options.checkOutTime),
		timeZone:
			options.timeZone === 'other'
				? (optionalText(options.timeZoneName) ?? '')
				: String(options.timeZone ?? 'room'),
		openBeforeMinutes: readWholeNumber('Open Before', options.openBefore, 0),
		closeAfterMinutes: readWholeNumber('Close After', options.closeAfter, 0),
		modes: readModes(options.accessMethods),
		pin: readRequestedPin(values),
		ifPinTaken: options.ifPinTaken === 'fail' ? 'fail' : 'another',
	};
}

/** Throws InvalidParameterError if an entry of a list has no key, because the guest would lose that room. */
const readRooms = (value: unknown): string[] =>
	optionalKeys('Rooms', requireTextEntries('Rooms', value)) ?? [];

/**
 * The prefix of our keys. It is never empty, because an empty prefix would match every grant. Throws InvalidParameterError
 * for an empty option, because the default can be the prefix of another system.
 */
export function readPrefix(options: IDataObject): string {
	if (!Object.hasOwn(options, 'keyPrefix')) return DEFAULT_PREFIX;
	const prefix = optionalText(options.keyPrefix);
	if (prefix !== undefined) return prefix;
	throw new InvalidParameterError(
		"'Key Prefix' is empty",
		'Enter a prefix or correct its expression, or remove the option to use the default.',
	);
}

function readGuest(values: ItemValues): Guest {
	const { email, phone } = readContact(values);
	return {
		key: optionalText(values.options.guestKey),
		name: optionalText(values.guestName),
		emailAddress: email,
		phoneNumber: toPhoneNumber(phone),
	};
}

/** 'Email or Phone' is an email address if it contains '@'. The options take precedence over it. */
function readContact({ guestContact, options }: ItemValues): { email?: string; phone?: string } {
	const contact = optionalText(guestContact);
	const isEmail = contact?.includes('@') === true;
	return {
		email: optionalText(options.guestEmailAddress) ?? (isEmail ? contact : undefined),
		phone: optionalText(options.guestPhoneNumber) ?? (isEmail ? undefined : contact),
	};
}

/** The phone number, or undefined without a country code. Does not throw, because a wrong number must not keep the door closed. */
function toPhoneNumber(text: string | undefined): string | undefined {
	const number =
		text &&
		withoutTrunkZero(text)
			.replaceAll(/[\s()./-]/g, '')
			.replace(/^00/, '+');
	return number !== undefined && /^\+[1-9]\d{4,14}$/.test(number) ? number : undefined;
}

function readRequestedPin(values: ItemValues): RequestedPin | undefined {
	const { options } = values;
	if (options.pinFrom === 'given') {
		const code = optionalPin('PIN', options.pin, 4, 9);
		return code === undefined ? undefined : { code, isGiven: true };
	}
	if (options.pinFrom !== 'phone') return undefined;
	const digits = (readContact(values).phone ?? '').replaceAll(/\D/g, '');
	const length = readWholeNumber('Phone Digits', options.phoneDigits ?? 4, 4, 8);
	return digits.length < length ? undefined : { code: digits.slice(-length), isGiven: false };
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

function readChangedAt(value: unknown): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const time = readStayTime('Changed At', value);
	if ('instantMs' in time) return time.instantMs;
	throw new InvalidParameterError(
		"'Changed At' needs an offset from UTC",
		'Enter a time such as 2030-01-31T15:00:00Z, so that the node can put changes in order.',
	);
}

function readWholeNumber(label: string, value: unknown, min: number, max = 1_000_000): number {
	if (value === undefined || value === null || value === '') return min;
	const number = Number(value);
	if (Number.isInteger(number) && number >= min && number <= max) return number;
	throw new InvalidParameterError(`'${label}' must be a whole number from ${min} to ${max}`);
}
