import { Type, type Static } from 'typebox';
import { DateTime, Text, Uuid } from './primitives';

/** The kinds of records: the people, the places and the stays of a customer. */
export const PEOPLE = {
	guests: 'guest_key',
	residents: 'resident_key',
	staff_members: 'staff_member_key',
	tenants: 'tenant_key',
	user_identities: 'user_identity_key',
	users: 'user_key',
} as const;
export const PLACES = {
	buildings: 'building_key',
	common_areas: 'common_area_key',
	facilities: 'facility_key',
	listings: 'listing_key',
	properties: 'property_key',
	property_listings: 'property_listing_key',
	rooms: 'room_key',
	sites: 'site_key',
	spaces: 'space_key',
	units: 'unit_key',
} as const;
export const STAYS = {
	access_grants: 'access_grant_key',
	bookings: 'booking_key',
	reservations: 'reservation_key',
} as const;

/** The link to a portal; `magic_link` has the same members. */
export type CustomerPortal = Static<typeof CustomerPortal>;
export const CustomerPortal = Type.Object({
	url: Type.String({ format: 'uri' }),
	customer_key: Text,
	workspace_id: Uuid,
	created_at: DateTime,
	expires_at: DateTime,
});
