import { isTimeZone, parseIsoInstant } from '../../operation/form/times';
import { isWireObject } from '../../wire/records';
import { choicesOf } from '../fields/deviceFilters';

/**
 * The form of a member of a pushed record. `what` describes it in words. `read` returns the value
 * to send, or undefined if the value is invalid.
 */
interface Form {
	readonly what: string;
	readonly read: (value: unknown) => unknown;
}

/** One kind of record that a customer has, as the OpenAPI has it. */
export interface RecordType {
	/** The member that holds your own key for the record. */
	readonly key: string;
	readonly needsName: boolean;
	/** All members, including the key and the name. */
	readonly members: Readonly<Record<string, Form>>;
}

const MAX_METADATA_LENGTH = 500;
const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;

const when = (fits: (value: unknown) => boolean) => (value: unknown) =>
	fits(value) ? value : undefined;
const isText = (value: unknown): value is string => typeof value === 'string';

const TEXT: Form = { what: 'text', read: when(isText) };
const KEY: Form = {
	what: 'text that is not empty',
	read: when((value) => isText(value) && value.trim() !== ''),
};
const KEYS: Form = {
	what: 'a list of text values',
	read: when((value) => Array.isArray(value) && value.every(isText)),
};
const MINUTES: Form = {
	what: 'a whole number above 0',
	read: when((value) => Number.isInteger(value) && Number(value) > 0),
};
const TIME: Form = {
	what: 'a time with its offset, such as 2030-01-31T15:00:00Z',
	read: (value) => (isText(value) ? toInstant(value) : undefined),
};

const METADATA: Form = {
	what: `an object whose values are true, false, null or text of up to ${MAX_METADATA_LENGTH} characters`,
	read: when(
		(value) =>
			isWireObject(value) &&
			Object.values(value).every(
				(entry) =>
					entry === null ||
					typeof entry === 'boolean' ||
					(isText(entry) && entry.length <= MAX_METADATA_LENGTH),
			),
	),
};

const GEOLOCATION: Form = {
	what: 'an object with the numbers latitude and longitude',
	read: when(
		(value) =>
			hasOnly(value, ['latitude', 'longitude']) &&
			Number.isFinite(value.latitude) &&
			Number.isFinite(value.longitude),
	),
};

const CUSTOMER_DATA: Form = {
	what: 'an object with only these fields, all optional: address, default_checkin_time (such as 15:00), default_checkout_time (such as 11:00), time_zone (such as Europe/Lisbon)',
	read: when((value) => {
		if (!hasOnly(value, ['address', 'default_checkin_time', 'default_checkout_time', 'time_zone']))
			return false;
		const {
			address,
			default_checkin_time: checkIn,
			default_checkout_time: checkOut,
			time_zone: timeZone,
		} = value;
		const isTime = (text: string) => TIME_OF_DAY.test(text);
		return (
			isNothingOr(address, () => true) &&
			isNothingOr(checkIn, isTime) &&
			isNothingOr(checkOut, isTime) &&
			isNothingOr(timeZone, isTimeZone)
		);
	}),
};

/** Null clears the member. */
function isNothingOr(value: unknown, fits: (text: string) => boolean): boolean {
	return value === undefined || value === null || (isText(value) && fits(value));
}

function hasOnly(value: unknown, names: readonly string[]): value is Record<string, unknown> {
	return isWireObject(value) && Object.keys(value).every((name) => names.includes(name));
}

function toInstant(text: string): string | undefined {
	const timeMs = parseIsoInstant(text);
	return Number.isNaN(timeMs) ? undefined : new Date(timeMs).toISOString();
}

const each = (names: readonly string[], form: Form) =>
	Object.fromEntries(names.map((name) => [name, form]));

const PLACE_KEYS = each(
	[
		'building_keys',
		'common_area_keys',
		'facility_keys',
		'listing_keys',
		'property_keys',
		'room_keys',
		'space_keys',
		'unit_keys',
	],
	KEYS,
);

/** Access for a person, at places, between two times. */
const STAY = {
	name: TEXT,
	starts_at: TIME,
	ends_at: TIME,
	preferred_code: TEXT,
	...PLACE_KEYS,
	...each(['guest_key', 'resident_key', 'tenant_key', 'user_identity_key', 'user_key'], TEXT),
};
const CONTACT = { email_address: TEXT, phone_number: TEXT };
const IN_SITE = { parent_site_key: KEY };

const type = (key: string, members: Record<string, Form>, needsName: boolean): RecordType => ({
	key,
	needsName,
	members: { [key]: KEY, ...(needsName ? { name: KEY } : {}), ...members },
});

/** The types of records, by their member in the request. */
export const RECORD_TYPES: Readonly<Record<string, RecordType>> = {
	access_grants: type('access_grant_key', STAY, false),
	bookings: type('booking_key', STAY, false),
	buildings: type('building_key', {}, true),
	common_areas: type('common_area_key', IN_SITE, true),
	facilities: type('facility_key', {}, true),
	guests: type('guest_key', CONTACT, true),
	listings: type('listing_key', {}, true),
	properties: type('property_key', {}, true),
	property_listings: type('property_listing_key', { custom_metadata: METADATA }, true),
	reservations: type('reservation_key', { ...STAY, custom_metadata: METADATA }, false),
	residents: type('resident_key', CONTACT, true),
	rooms: type('room_key', IN_SITE, true),
	sites: type('site_key', {}, true),
	spaces: type(
		'space_key',
		{
			...IN_SITE,
			geolocation: GEOLOCATION,
			duration_minutes: MINUTES,
			customer_data: CUSTOMER_DATA,
		},
		true,
	),
	staff_members: type(
		'staff_member_key',
		{ ...CONTACT, ...PLACE_KEYS, property_listing_keys: KEYS, site_keys: KEYS },
		true,
	),
	tenants: type('tenant_key', CONTACT, true),
	units: type('unit_key', IN_SITE, true),
	user_identities: type('user_identity_key', CONTACT, true),
	users: type('user_key', CONTACT, true),
};

/**
 * The keys as choices, sorted by name: `guest_key` is *Guest*, and `user_identity_key` is *Person*.
 */
export const keyChoices = (keys: readonly string[]) =>
	choicesOf(keys.map((key) => key.replace(/_key$/, '')))
		.map(({ name, value }) => ({
			name: value === 'user_identity' ? 'Person' : name,
			value: `${value}_key`,
		}))
		.sort((a, b) => a.name.localeCompare(b.name));
