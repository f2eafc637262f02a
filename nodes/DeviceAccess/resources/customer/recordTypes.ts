import { choicesOf } from '../fields/deviceFilters';

/** One kind of record that a customer has, as the OpenAPI has it. */
export interface RecordType {
	/** The member that holds your own key for the record. */
	readonly key: string;
	readonly needsName: boolean;
}

const stay = (key: string): RecordType => ({ key, needsName: false });
const named = (key: string): RecordType => ({ key, needsName: true });

/** People, who can have an email address and a phone number. By their member in the request. */
export const PEOPLE = {
	guests: named('guest_key'),
	residents: named('resident_key'),
	staff_members: named('staff_member_key'),
	tenants: named('tenant_key'),
	user_identities: named('user_identity_key'),
	users: named('user_key'),
};

/** Places that can belong to a site. */
export const PLACES_IN_SITE = {
	common_areas: named('common_area_key'),
	rooms: named('room_key'),
	spaces: named('space_key'),
	units: named('unit_key'),
};

export const PLACES = {
	buildings: named('building_key'),
	facilities: named('facility_key'),
	listings: named('listing_key'),
	properties: named('property_key'),
	property_listings: named('property_listing_key'),
	sites: named('site_key'),
	...PLACES_IN_SITE,
};

/** Access for a person, at places, between two times. */
export const STAYS = {
	access_grants: stay('access_grant_key'),
	bookings: stay('booking_key'),
	reservations: stay('reservation_key'),
};

/** All types of records, by their member in the request. */
export const RECORD_TYPES: Readonly<Record<string, RecordType>> = {
	...STAYS,
	...PLACES,
	...PEOPLE,
};

/** The types without those of these members. */
export const withoutTypes = (
	types: Readonly<Record<string, RecordType>>,
	...members: string[]
): Readonly<Record<string, RecordType>> =>
	Object.fromEntries(Object.entries(types).filter(([member]) => !members.includes(member)));

/** The keys of these types as choices, sorted by name: `guest_key` is *Guest*, and `user_identity_key` is *Person*. */
export const keyChoices = (types: Readonly<Record<string, RecordType>>) =>
	choicesOf(Object.values(types).map(({ key }) => key.replace(/_key$/, '')))
		.map(({ name, value }) => ({
			name: value === 'user_identity' ? 'Person' : name,
			value: `${value}_key`,
		}))
		.sort((a, b) => a.name.localeCompare(b.name));
