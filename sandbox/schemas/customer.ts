import { Type, type Static, type TSchema } from 'typebox';
import { DateTime, NonEmptyText, Nullable, Text, TimeOfDay, Uuid } from './primitives';

const Keys = Type.Array(Text);
const each = <S extends TSchema>(names: readonly string[], schema: S) =>
	Object.fromEntries(names.map((name) => [name, Type.Optional(schema)]));

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
	Keys,
);
const CONTACT = { email_address: Type.Optional(Text), phone_number: Type.Optional(Text) };
const IN_SITE = { parent_site_key: Type.Optional(NonEmptyText) };
const METADATA = {
	custom_metadata: Type.Optional(
		Type.Record(Text, Nullable(Type.Union([Type.String({ maxLength: 500 }), Type.Boolean()]))),
	),
};

const STAY = {
	name: Type.Optional(Text),
	starts_at: Type.Optional(DateTime),
	ends_at: Type.Optional(DateTime),
	preferred_code: Type.Optional(Text),
	...PLACE_KEYS,
	...each(['guest_key', 'resident_key', 'tenant_key', 'user_identity_key', 'user_key'], Text),
};

const SPACE = {
	...IN_SITE,
	geolocation: Type.Optional(Type.Object({ latitude: Type.Number(), longitude: Type.Number() })),
	duration_minutes: Type.Optional(Type.Integer({ exclusiveMinimum: 0 })),
	customer_data: Type.Optional(
		Type.Object({
			address: Type.Optional(Nullable(Text)),
			default_checkin_time: Type.Optional(Nullable(TimeOfDay)),
			default_checkout_time: Type.Optional(Nullable(TimeOfDay)),
			time_zone: Type.Optional(Nullable(Text)),
		}),
	),
};

const recordsOf = (key: string, members: Record<string, TSchema>, named = { name: Text }) =>
	Type.Optional(Type.Array(Type.Object({ [key]: NonEmptyText, ...named, ...members })));
const staysOf = (key: string, more: Record<string, TSchema> = {}) =>
	Type.Optional(Type.Array(Type.Object({ [key]: NonEmptyText, ...STAY, ...more })));

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

/** The records that a caller sends about a customer. Member names depend on what the customer calls a person, place or stay. */
export const CustomerRecords = Type.Object({
	customer_key: NonEmptyText,
	...Object.fromEntries(
		Object.entries(PEOPLE).map(([kind, key]) => [kind, recordsOf(key, CONTACT)]),
	),
	staff_members: Type.Optional(
		Type.Array(
			Type.Object({
				staff_member_key: Text,
				name: Text,
				...CONTACT,
				...PLACE_KEYS,
				...each(['property_listing_keys', 'site_keys'], Keys),
			}),
		),
	),
	...Object.fromEntries(Object.entries(PLACES).map(([kind, key]) => [kind, recordsOf(key, {})])),
	...Object.fromEntries(
		(['common_areas', 'rooms', 'units'] as const).map((kind) => [
			kind,
			recordsOf(PLACES[kind], IN_SITE),
		]),
	),
	property_listings: recordsOf('property_listing_key', METADATA),
	spaces: recordsOf('space_key', SPACE),
	access_grants: staysOf('access_grant_key'),
	bookings: staysOf('booking_key'),
	reservations: staysOf('reservation_key', METADATA),
});

/** The keys of the records to delete, a list for each kind. Sites have no list. */
export const DataKeys = Type.Object(
	each(
		['customer_key', ...Object.values({ ...PEOPLE, ...PLACES, ...STAYS })]
			.filter((key) => key !== 'site_key')
			.map((key) => `${key}s`),
		Keys,
	),
);

const Excludable = { exclude: Type.Optional(Type.Boolean()) };
const flags = (...names: string[]) => each(names, Type.Boolean());

const Features = Type.Object({
	configure: Type.Optional(
		Type.Object({
			...Excludable,
			...flags(
				'allow_access_automation_rule_customization',
				'allow_climate_automation_rule_customization',
				'allow_instant_key_customization',
			),
		}),
	),
	connect: Type.Optional(
		Type.Object({ ...Excludable, ...each(['accepted_providers', 'excluded_providers'], Keys) }),
	),
	manage: Type.Optional(
		Type.Object({
			...Excludable,
			...flags(
				'exclude_reservation_management',
				'exclude_reservation_technical_details',
				'exclude_staff_management',
			),
			device_management_confirmation: Type.Optional(
				Type.Object(each(['body', 'cancel_button_label', 'confirm_button_label', 'title'], Text)),
			),
			events: Type.Optional(Type.Object(each(['allowed_events', 'default_events'], Keys))),
		}),
	),
	manage_devices: Type.Optional(Type.Object(Excludable)),
	organize: Type.Optional(Type.Object(Excludable)),
});

/** What a portal shows first: a place or a stay. */
const LandingPage = Type.Object({
	manage: Type.Optional(
		Type.Union(
			[...Object.values(PLACES), ...Object.values(STAYS)].map((key) =>
				Type.Object({ [key]: Text }),
			),
		),
	),
});

export const PortalParameters = Type.Object({
	customer_data: Type.Optional(CustomerRecords),
	customer_resources_filters: Type.Optional(
		Type.Array(
			Type.Object({
				field: Type.String({ pattern: '^[a-zA-Z_]\\w*$' }),
				operation: Type.Enum(['=']),
				value: Type.Union([Text, Type.Boolean()]),
			}),
		),
	),
	customization_profile_id: Type.Optional(Uuid),
	...flags('exclude_locale_picker', 'is_embedded', 'read_only'),
	features: Type.Optional(Features),
	landing_page: Type.Optional(LandingPage),
	locale: Type.Optional(
		Type.Enum([
			'en-US',
			'pt-PT',
			'fr-FR',
			'it-IT',
			'es-ES',
			'de-DE',
			'nl-NL',
			'el-GR',
			'pl-PL',
			'ru-RU',
		]),
	),
	navigation_mode: Type.Optional(Type.Enum(['full', 'restricted'])),
});

/** The link to a portal; `magic_link` has the same members. */
export type CustomerPortal = Static<typeof CustomerPortal>;
export const CustomerPortal = Type.Object({
	url: Type.String({ format: 'uri' }),
	customer_key: Text,
	workspace_id: Uuid,
	created_at: DateTime,
	expires_at: DateTime,
});
