import { type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { keyOf, RECORD_TYPES } from '../../nodes/DeviceAccess/resources/customer/records';
import { AccessCode, UnmanagedAccessCode } from '../../sandbox/schemas/accessCode';
import { AccessGrant } from '../../sandbox/schemas/accessGrant';
import { AccessMethod } from '../../sandbox/schemas/accessMethod';
import { Credential } from '../../sandbox/schemas/credential';
import { Event } from '../../sandbox/schemas/event';
import { Nullable, Text } from '../../sandbox/schemas/primitives';
import { Space } from '../../sandbox/schemas/space';

const more = ({ properties }: TObject, members: TProperties) =>
	Type.Object({ ...properties, ...members });

const Flag = Type.Boolean();
const Texts = Type.Array(Text);
/** What changed. Its values have any type, and the editor looks only into objects of a known form. */
const Changes = Type.Array(Type.Object({}));

const Problem = Type.Object({
	code: Text,
	reason: Text,
	remedy: Text,
	since: Text,
	keeps_door_closed: Flag,
});

const STAY = { reservation_key: Text, key_prefix: Text, stay_key: Nullable(Text) };
const CHANGE = { outcome: Text, dry_run: Flag, changes: Changes };
const ACCESS = {
	is_ready: Flag,
	problems: Type.Array(Problem),
	starts_at: Nullable(Text),
	ends_at: Nullable(Text),
	time_zone: Text,
	rooms: Texts,
	guest_name: Nullable(Text),
	guest_email: Nullable(Text),
	guest_phone: Nullable(Text),
	pin: Nullable(Text),
	pins: Type.Array(Type.Object({ door: Text, device_id: Text, pin: Text })),
	all_pins: Nullable(Text),
	instant_key_url: Nullable(Text),
	message_key: Nullable(Text),
	tell: Text,
	host_message: Nullable(Text),
	access_grant_id: Nullable(Text),
	access_grant: more(AccessGrant, { access_methods: Type.Array(AccessMethod) }),
};

/** The item of a reservation (`reservations/items/item.ts`). */
const Reservation = Type.Object({ ...STAY, managed_by: Text, ...ACCESS });
const ChangedReservation = Type.Object({
	...STAY,
	...CHANGE,
	would_work: Nullable(Flag),
	...ACCESS,
	host_row: Nullable(Text),
});
const NamedReservations = Type.Array(
	Type.Object({
		reservation_key: Text,
		guest_name: Nullable(Text),
		rooms: Texts,
		starts_at: Text,
		ends_at: Nullable(Text),
	}),
);
const SyncedReservation = more(ChangedReservation, {
	missing: NamedReservations,
	would_close: NamedReservations,
	accept: Text,
});

/** One thing that happened to a reservation (`reservations/history.ts`). */
const HistoryEntry = Type.Object({
	reservation_key: Text,
	what: Text,
	text: Text,
	happened_at: Text,
	guest_name: Nullable(Text),
	door: Nullable(Text),
	device_id: Nullable(Text),
	acs_entrance_id: Nullable(Text),
	event: Event,
});

/** A person, PIN, card or key that opens a door (`whoCanOpen/opener.ts`). */
const Opener = Type.Object({
	name: Nullable(Text),
	reason: Text,
	mode: Nullable(Text),
	opens_now: Flag,
	is_suspended: Flag,
	starts_at: Nullable(Text),
	ends_at: Nullable(Text),
	reservation_key: Nullable(Text),
	access_group_name: Nullable(Text),
	user_identity_id: Nullable(Text),
	acs_user_id: Nullable(Text),
	access_grant_id: Nullable(Text),
	access_method_id: Nullable(Text),
	access_code_id: Nullable(Text),
	acs_credential_id: Nullable(Text),
	acs_access_group_id: Nullable(Text),
});

/** A booking as a property management system means it (`reservations/bookings/booking.ts`). */
const Booking = Type.Object({
	reservation_key: Nullable(Text),
	status: Text,
	reason: Nullable(Text),
	pms_status: Nullable(Text),
	unknown_status: Type.Optional(Flag),
	guest_name: Nullable(Text),
	guest_email: Nullable(Text),
	guest_phone: Nullable(Text),
	guest_language: Nullable(Text),
	guest_key: Nullable(Text),
	rooms: Texts,
	room_names: Texts,
	arrival: Nullable(Text),
	departure: Nullable(Text),
	changed_at: Nullable(Text),
	channel: Nullable(Text),
	door_code: Nullable(Text),
	conversation_id: Nullable(Text),
	is_paid: Nullable(Flag),
	group_key: Nullable(Text),
	key_prefix: Text,
	stay_key: Nullable(Text),
	missing: Type.Array(Type.Object({ what: Text, request: Text })),
});

/** The item of a space by its key (`resources/space/upsert.ts`). */
const ChangedSpace = Type.Object({
	space_key: Text,
	...CHANGE,
	space_id: Nullable(Text),
	space: Space,
	message: Text,
});

/** The item of a replaced code (`migration/replacementResult.ts`). */
const Replacement = Type.Object({
	access_code_id: Text,
	old_access_code_id: Text,
	device_id: Text,
	outcome: Text,
	message: Text,
	errors: Texts,
	recovery: Type.Object({
		next_step: Text,
		device_id: Text,
		device_name: Nullable(Text),
		name: Nullable(Text),
		code: Text,
		starts_at: Nullable(Text),
		ends_at: Nullable(Text),
	}),
	access_code: AccessCode,
});

/** What 'Include Entries' adds to a reservation. */
export const Entries = Type.Object({
	first_entry_at: Nullable(Text),
	last_entry_at: Nullable(Text),
	never_entered: Nullable(Flag),
});

/** What only *Get* says of a reservation. */
const AtTheDoor = Type.Object({
	is_at_risk: Flag,
	pin_on_locks: Nullable(Flag),
	locks: Type.Array(
		Type.Object({
			device_id: Text,
			name: Text,
			is_online: Nullable(Flag),
			battery_level: Nullable(Type.Number()),
			can_unlock: Flag,
			has_pin: Nullable(Flag),
			text: Text,
		}),
	),
});

/** What 'Add Migration Advice' adds to a code. */
export const MigrationAdvice = Type.Object({
	migration: Type.Object({ advice: Text, reason: Text }),
});

/** What the codes of all devices have. */
const NAMED_DEVICE = { device_name: Nullable(Text) };

/**
 * What an operation returns, where its kind and the record in the answer do not say it. The kind still adds its own
 * members, such as the outcome.
 */
export const ITEMS: Readonly<Record<string, TSchema>> = {
	'accessCode.getAll': more(AccessCode, NAMED_DEVICE),
	'accessMethod.getAll': more(AccessMethod, { access_grant_ids: Texts }),
	'customer.pushData': Type.Object({
		customer_key: Text,
		...Object.fromEntries([...RECORD_TYPES].sort().map((type) => [`${keyOf(type)}s`, Texts])),
	}),
	'device.getWhoCanOpen': Opener,
	'entrance.getWhoCanOpen': Opener,
	'device.reportProviderMetadata': Type.Object({ device_id: Text }),
	'reservation.changePin': ChangedReservation,
	'reservation.readBooking': Booking,
	'reservation.delete': ChangedReservation,
	'reservation.get': more(Reservation, { ...Entries.properties, ...AtTheDoor.properties }),
	'reservation.getAll': more(Reservation, Entries.properties),
	'reservation.getHistory': HistoryEntry,
	'reservation.syncMany': SyncedReservation,
	'reservation.upsert': ChangedReservation,
	'reservation.writeMessage': more(Reservation, {
		language: Text,
		subject: Text,
		text: Text,
		send_by: Text,
		send_to: Text,
		next: Text,
	}),
	'reservation.checkMessage': Type.Object({
		outcome: Text,
		reason: Nullable(Text),
		problem: Text,
	}),
	'space.upsert': ChangedSpace,
	'unmanagedAccessCode.getAll': more(UnmanagedAccessCode, {
		...MigrationAdvice.properties,
		...NAMED_DEVICE,
	}),
	'unmanagedAccessCode.replaceWithManaged': Replacement,
};

/** What the wait for a record adds to it, by the option that waits. */
export const ADDED_BY_WAITING: Readonly<Record<string, TSchema>> = {
	waitUntilIssued: Type.Object({ access_methods: Type.Array(AccessMethod) }),
};

/** The result of an operation's action attempt, if it has members that workflows use. */
export const ATTEMPT_RESULTS: Readonly<Record<string, TSchema>> = {
	'encoder.encode': Credential,
	'encoder.scan': Type.Object({
		acs_credential_on_encoder: Type.Object({
			card_number: Nullable(Text),
			created_at: Nullable(Text),
			starts_at: Nullable(Text),
			ends_at: Nullable(Text),
			is_issued: Nullable(Flag),
			visionline_metadata: Type.Object({}),
		}),
		acs_credential_on_seam: Credential,
		warnings: Type.Array(Type.Object({ warning_code: Text, warning_message: Text })),
	}),
	'encoder.scanToAssign': Credential,
};

/** The item of both triggers: the members of all events, and those of events of codes. Others depend on the type. */
export const EVENT_ITEM = Type.Pick(Event, [
	'event_type',
	'occurred_at',
	'event_description',
	'created_at',
	'event_id',
	'workspace_id',
	'connected_account_id',
	'device_id',
	'access_code_id',
]);
