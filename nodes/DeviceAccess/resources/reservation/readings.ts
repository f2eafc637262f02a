import type { IDataObject } from 'n8n-workflow';
import { readAll } from '../../errors/errors';
import {
	booleanField,
	dateTimeField,
	defineOperation,
	type Fields,
	many,
	numberField,
	optionalDateTime,
	optionalUuid,
	records,
	stringField,
} from '../../operation';
import { membersOfFailed } from '../../reservations/items/itemOfError';
import { historyReader } from '../../reservations/history';
import { pagesOfReservations, reservationReader } from '../../reservations/readReservations';
import {
	readOwnPrefix,
	readPrefix,
	requireReservationKey,
} from '../../reservations/stays/readStay';
import type { WireObject } from '../../wire/records';
import { bySpace, filtersField } from '../fields/filters';
import { outputForms } from '../fields/outputForms';
import { reservationKeyField } from './stayFields';
import { PREFIX_OPTION } from './stayOptions';

/** For `reference` of operations whose items are reservations. */
export const WHAT_YOU_GET =
	'[What you get](../reservation-results.md#what-you-get) explains the fields.';

const NOTHING_FOUND =
	"No results. This operation finds reservations made by 'Create or Update' and 'Sync Many', and access that something else made for a reservation. If you changed 'Key Prefix' there, add it under Options here.";

const ENTRIES = ['first_entry_at', 'last_entry_at', 'never_entered'];

const outputWith = (...own: string[]) =>
	outputForms(
		'reservation_key',
		[
			'guest_name',
			'rooms',
			'pin',
			'starts_at',
			'ends_at',
			'is_ready',
			'problems',
			'tell',
			'reservation_key',
			'pins',
		],
		[
			...own,
			...ENTRIES,
			'access_grant',
			'access_grant_id',
			'guest_email',
			'guest_phone',
			'host_message',
			'instant_key_url',
			'key_prefix',
			'managed_by',
			'message_key',
			'stay_key',
			'time_zone',
		],
		{ is_ready: 'Is Ready', pin: 'PIN', pin_on_locks: 'PIN on Locks', pins: 'PINs of Other Doors' },
		['host_message', ...ENTRIES],
	);

const KNOWN_PREFIX_OPTION = {
	keyPrefix: {
		...PREFIX_OPTION.keyPrefix,
		description:
			"Only reservations whose keys start with this text. Without this option, all are returned that start with 'reservation:' or the name of a property management system, also as in 'hostaway-2:', or with the prefix of a calendar or 'Front desk', and those that something else made for a reservation ('other:').",
	},
} as const satisfies Fields;

const TOLD_OPTION = {
	knownMessageKeys: stringField(
		'Known Message Keys',
		"With the filter 'Guest to Tell': leaves out reservations whose 'message_key' is one of these. An expression can return a list, such as what a data table has of guests who were told. Their PINs are then in no item.",
		{ takesAnything: true },
	),
} as const satisfies Fields;

const ENTRIES_OPTION = {
	includeEntries: booleanField(
		'Include Entries',
		"Whether to add 'first_entry_at', 'last_entry_at' and 'never_entered', from the openings with the PINs and keys of this guest. This takes one to three more requests.",
		true,
	),
} as const satisfies Fields;

function keyOfGuest(reservationKey: unknown, options: IDataObject): WireObject {
	const [prefix, key] = readAll([
		() => readPrefix(options),
		() => requireReservationKey(reservationKey),
	]);
	return { reservation_key: key, key_prefix: prefix };
}

export const getReservation = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get reservation',
	description:
		"Get a reservation's access: rooms, times, PIN, whether it is ready, and what is wrong",
	endpoint: '/access_grants/get',
	effect: 'read',
	reference: { items: `Fails if the reservation has no access. ${WHAT_YOU_GET}` },
	kind: records('access_grant', (run) => {
		const read = reservationReader(run);
		return async ({ body }) => [await read(body)];
	}),
	output: outputWith('is_at_risk', 'locks', 'pin_on_locks'),
	fields: { reservationKey: reservationKeyField },
	options: { ...PREFIX_OPTION, ...ENTRIES_OPTION },
	failedMembers: membersOfFailed,
	query: ({ reservationKey, options }) => ({
		...keyOfGuest(reservationKey, options),
		include_entries: options.includeEntries === true || undefined,
	}),
});

export const getReservations = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many reservations',
	description: 'Retrieve a list of reservations with access, or only those at risk',
	endpoint: '/access_grants/get_related',
	effect: 'read',
	reference: { items: WHAT_YOU_GET },
	kind: many('access_grants', {
		pages: (run) => (send, query) => pagesOfReservations(send, query, run),
		nothingFound: NOTHING_FOUND,
	}),
	output: outputWith(),
	fields: {
		filters: filtersField(
			dateTimeField(
				'Arrives After',
				'Only reservations whose access starts at this time or later',
				{ name: 'arrivesAfter' },
			),
			dateTimeField('Arrives Before', 'Only reservations whose access starts before this time', {
				name: 'arrivesBefore',
			}),
			booleanField(
				'At Risk Only',
				'Whether to return only reservations whose guest may be locked out, each with the reason and what to do',
				true,
				{ name: 'atRiskOnly' },
			),
			dateTimeField(
				'Departs After',
				"Only reservations whose access ends after this time, or has no end. With 'Arrives Before', returns everyone who stays between two times, also in the past.",
				{ name: 'departsAfter' },
			),
			booleanField(
				'Guest to Tell',
				"Whether to return only current reservations, and those that begin soon, whose access is ready, so that the guest can be told. Each has the guest's email and phone. A stay whose rooms change is returned once, with its new rooms. If the filter 'Hours Before Arrival' is not added, soon is within 72 hours.",
				true,
				{ name: 'guestToTell' },
			),
			numberField(
				'Hours Before Arrival',
				"With 'Guest to Tell': how many hours before the arrival to return a reservation",
				72,
				{ name: 'hoursBeforeArrival', typeOptions: { minValue: 0 } },
			),
			booleanField('Include Past Stays', 'Whether to also return past reservations', true, {
				name: 'includePast',
			}),
			booleanField(
				'Not Yet Arrived',
				"Whether to return only current reservations whose guest has not opened a door yet, as far as the locks report openings. A guest who got another room or PIN since the arrival is returned too, with an empty 'never_entered', unless a door was opened since.",
				true,
				{ name: 'notYetArrived' },
			),
			{ ...bySpace, displayName: 'Room', name: 'roomId', description: 'Only stays in this room' },
		),
	},
	options: { ...KNOWN_PREFIX_OPTION, ...TOLD_OPTION },
	failedMembers: membersOfFailed,
	query: ({ filters, options }) => ({
		key_prefix: readOwnPrefix(options),
		arrives_after: optionalDateTime('Arrives After', filters.arrivesAfter),
		arrives_before: optionalDateTime('Arrives Before', filters.arrivesBefore),
		at_risk_only: filters.atRiskOnly === true || undefined,
		departs_after: optionalDateTime('Departs After', filters.departsAfter),
		guest_to_tell: filters.guestToTell === true || undefined,
		known_message_keys: String(options.knownMessageKeys ?? '').split(','),
		hours_before_arrival:
			typeof filters.hoursBeforeArrival === 'number' ? filters.hoursBeforeArrival : undefined,
		include_past: filters.includePast === true || undefined,
		not_yet_arrived: filters.notYetArrived === true || undefined,
		space_id: optionalUuid('Room', filters.roomId),
	}),
});

export const getHistory = defineOperation({
	value: 'getHistory',
	name: 'Get History',
	action: 'Get history of reservation',
	description:
		"Retrieve a list of what happened to a reservation's access: given, changed, set on each lock, used, ended",
	endpoint: '/events/list',
	effect: 'read',
	reference: {
		items:
			'[History](../reservation-results.md#history) explains the fields, and what the service cannot tell.',
	},
	kind: many('events', { pages: historyReader }),
	fields: { reservationKey: reservationKeyField },
	options: PREFIX_OPTION,
	failedMembers: membersOfFailed,
	query: ({ reservationKey, options }) => keyOfGuest(reservationKey, options),
});
