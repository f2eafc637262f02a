import { optionalDateTime } from '../../operation/form/checkValues';
import { defineOperation } from '../../operation/defineOperation';
import { desiredState } from '../../operation/kinds/desiredState';
import { fromInput } from '../../operation/kinds/fromInput';
import { many } from '../../operation/kinds/many';
import { one } from '../../operation/kinds/one';
import type { ItemRun, ItemValues, Resource } from '../../operation/types';
import { readBooking } from '../../reservations/bookings/readBooking';
import { readAllAgain } from '../../reservations/items/readItem';
import { prepareStays, type ReservationRun } from '../../reservations/prepareStays';
import { pagesOfHistory } from '../../reservations/readHistory';
import { pagesOfReservations, reservationReader } from '../../reservations/readReservations';
import { groupOf, reconcile } from '../../reservations/reconcile';
import type { ReconciledStay } from '../../reservations/reconciledStay';
import { reconcileListed } from '../../reservations/reconcileListed';
import { reconcilePin } from '../../reservations/reconcilePin';
import { MAP_AUTOMATICALLY } from '../../reservations/stays/mappedBooking';
import {
	readEnding,
	readRehearsedRequest,
	readRequest,
} from '../../reservations/stays/readRequest';
import { readLookBack, readPrefix, readStay } from '../../reservations/stays/readStay';
import { requireReservationKey } from '../../reservations/stays/reservationKey';
import type { StayRequest } from '../../reservations/stays/stay';
import { openSynchronization, removeMissing } from '../../reservations/syncMany';
import { waitUntilIssued } from '../accessGrant/waitUntilIssued';
import { DRY_RUN_OPTION } from '../fields/dryRun';
import { filtersField } from '../fields/filters';
import { outputForms } from '../fields/outputForms';
import {
	ENDED_GUEST_OPTION,
	GUEST_NUMBER_OPTION,
	HISTORY_OPTIONS,
	PIN_CHANGE_OPTIONS,
	PREFIX_OPTION,
	LIST_OPTIONS,
	STAY_OPTIONS,
	waitingOptions,
} from './stayOptions';
import { BOOKING_OPTIONS, fromField } from './bookingFields';
import { reservationKeyField, STAY_FIELDS } from './stayFields';

const reservationOutput = outputForms(
	'reservation_key',
	[
		'guest_name',
		'rooms',
		'pin',
		'starts_at',
		'ends_at',
		'is_ready',
		'problems',
		'reservation_key',
		'pins',
		'instant_key_url',
	],
	[
		'access_grant',
		'access_grant_id',
		'ends_at',
		'guest_name',
		'guest_number',
		'instant_key_url',
		'is_ready',
		'pin',
		'pins',
		'problems',
		'rooms',
		'starts_at',
		'time_zone',
	],
	{ is_ready: 'Is Ready', pin: 'PIN', pins: 'PINs of Other Doors' },
);

/** Reads the access of all items again, together. */
const readTogether = async (
	{ send }: ItemRun,
	results: readonly ReconciledStay[],
	hasWaited: boolean,
): Promise<void> =>
	await readAllAgain(
		send,
		results.flatMap(({ again }) => again ?? []),
		hasWaited,
	);

const awaitIfAsked = (values: ItemValues, reconciled: ReconciledStay): ReconciledStay =>
	values.options.waitUntilIssued === true ? reconciled : { ...reconciled, awaitedId: undefined };

/** Throws for an item that cannot be carried out, such as one that contradicts another item. */
function check({ prepared }: ReservationRun, request: StayRequest): void {
	const entry = prepared.get(request);
	if (entry && 'error' in entry) throw entry.error;
}

/** The definition of operations that need only a guest of a reservation. */
const ofGuest = {
	options: {},
	read: readEnding,
	groupOf,
	prepare: async (run: ItemRun, requests: ReadonlyArray<StayRequest | undefined>) =>
		await prepareStays(run, requests),
	readTogether,
};

const NOTHING_FOUND =
	"No results. This operation finds reservations made by 'Create or Update' and 'Sync Many' with the same 'Key Prefix' under Options.";

const WHAT_YOU_GET = '[What you get](../guides/reservations.md#what-you-get) explains the fields.';

export const reservation: Resource = {
	value: 'reservation',
	name: 'Reservation',
	description: "A guest's stay. Say who can enter where and when, and the locks follow.",
	operations: [
		defineOperation({
			value: 'upsert',
			name: 'Create or Update',
			action: 'Create or update reservation',
			description: 'Create a new record, or update the current one if it already exists (upsert)',
			endpoint: '/access_grants/create',
			effect: 'write',
			reference: { items: WHAT_YOU_GET },
			kind: desiredState({
				options: waitingOptions('failItem'),
				read: readRequest,
				groupOf,
				prepare: async (run, requests) => await prepareStays(run, requests),
				check,
				reconcile: async ({ shared, uncancellable, values }, request) =>
					awaitIfAsked(values, await reconcile(shared, uncancellable, request, values)),
				waitCondition: waitUntilIssued,
				readTogether,
			}),
			fields: STAY_FIELDS,
			options: STAY_OPTIONS,
			request: ({ mappingMode, reservationKey }) =>
				mappingMode === MAP_AUTOMATICALLY
					? {}
					: { reservation_key: requireReservationKey(reservationKey) },
		}),
		defineOperation({
			value: 'syncMany',
			name: 'Sync Many',
			action: 'Sync many reservations',
			description: 'Make access match the full list of reservations in the input items',
			endpoint: '/access_grants/list',
			effect: 'write',
			reference: {
				items: `With *Remove Missing Reservations*, also one for each access that the node ended (\`ended\`) or could not end (\`failed\`), or a single one with \`failed\` that says why none was ended. ${WHAT_YOU_GET}`,
			},
			kind: desiredState({
				options: waitingOptions('returnItem'),
				read: readRehearsedRequest,
				groupOf,
				prepare: openSynchronization,
				check: (sync, request) => (sync.rehearsal ? undefined : check(sync, request)),
				reconcile: async ({ shared, uncancellable, values }, request) =>
					awaitIfAsked(values, await reconcileListed(shared, uncancellable, request, values)),
				waitCondition: waitUntilIssued,
				readTogether,
				conclude: removeMissing,
				needsOneWorkspace: 'The node compares all items with all reservations in the workspace.',
			}),
			fields: STAY_FIELDS,
			options: { ...STAY_OPTIONS, ...LIST_OPTIONS },
			request: () => ({}),
		}),
		defineOperation({
			value: 'readBooking',
			name: 'Read Booking',
			action: 'Read booking',
			description:
				"Read a booking as your property management system sends it, so that 'Create or Update' and 'Sync Many' can take it",
			effect: 'read',
			reference: { items: 'Several, if the input item has several bookings.' },
			kind: fromInput(({ from, options }, input) =>
				readBooking(String(from), input, options).map((booking) => ({ ...booking })),
			),
			fields: { from: fromField },
			options: BOOKING_OPTIONS,
			request: () => ({}),
		}),
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get reservation',
			description:
				"Get a reservation's access: rooms, times, PIN, whether it is ready, and what is wrong. Fails if the reservation has no access.",
			endpoint: '/access_grants/get',
			effect: 'read',
			reference: { items: WHAT_YOU_GET },
			kind: one('access_grant', { reader: reservationReader }),
			output: reservationOutput,
			fields: { reservationKey: reservationKeyField },
			options: { ...PREFIX_OPTION, ...GUEST_NUMBER_OPTION },
			request: ({ reservationKey, options }) => {
				const stay = readStay({ reservationKey, options });
				return {
					reservation_key: stay.reservationKey,
					key_prefix: stay.prefix,
					guest_number: stay.guestNumber,
				};
			},
		}),
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many reservations',
			description: 'Retrieve a list of reservations with access, or only those at risk',
			endpoint: '/access_grants/get_related',
			effect: 'read',
			reference: { items: WHAT_YOU_GET },
			kind: many('access_grants', { pages: pagesOfReservations, nothingFound: NOTHING_FOUND }),
			output: reservationOutput,
			fields: {
				filters: filtersField(
					{
						displayName: 'Arrives After',
						name: 'arrivesAfter',
						type: 'dateTime',
						default: '',
						description: 'Only reservations whose access starts at this time or later',
					},
					{
						displayName: 'Arrives Before',
						name: 'arrivesBefore',
						type: 'dateTime',
						default: '',
						description: 'Only reservations whose access starts before this time',
					},
					{
						displayName: 'At Risk Only',
						name: 'atRiskOnly',
						type: 'boolean',
						default: true,
						description:
							'Whether to return only reservations whose guest may be locked out, each with the reason and what to do',
					},
					{
						displayName: 'Include Past Stays',
						name: 'includePast',
						type: 'boolean',
						default: true,
						description: 'Whether to also return past reservations',
					},
				),
			},
			options: PREFIX_OPTION,
			request: ({ filters, options }) => ({
				key_prefix: readPrefix(options),
				arrives_after: optionalDateTime('Arrives After', filters.arrivesAfter),
				arrives_before: optionalDateTime('Arrives Before', filters.arrivesBefore),
				at_risk_only: filters.atRiskOnly === true || undefined,
				include_past: filters.includePast === true || undefined,
			}),
		}),
		defineOperation({
			value: 'getHistory',
			name: 'Get History',
			action: 'Get history of reservation',
			description:
				"Retrieve a list of what happened to a reservation's access, oldest first: given, changed, set on each lock, used, ended",
			endpoint: '/events/list',
			effect: 'read',
			reference: {
				items:
					'[What happened to a stay](../guides/reservations.md#what-happened-to-a-stay) explains the fields, and what the service cannot tell.',
			},
			kind: many('events', { pages: pagesOfHistory }),
			fields: { reservationKey: reservationKeyField },
			options: { ...PREFIX_OPTION, ...GUEST_NUMBER_OPTION, ...HISTORY_OPTIONS },
			request: ({ reservationKey, options }) => {
				const stay = readStay({ reservationKey, options });
				return {
					reservation_key: stay.reservationKey,
					key_prefix: stay.prefix,
					guest_number: stay.guestNumber,
					look_back_days: readLookBack(options),
				};
			},
		}),
		defineOperation({
			value: 'delete',
			name: 'Delete',
			action: 'Delete reservation',
			description: 'End the access of a reservation: its PINs, cards and keys stop working',
			endpoint: '/access_grants/delete',
			effect: 'write',
			reference: { items: WHAT_YOU_GET },
			kind: desiredState({
				...ofGuest,
				reconcile: async ({ shared, uncancellable, values }, request) =>
					await reconcile(shared, uncancellable, request, values),
			}),
			fields: { reservationKey: reservationKeyField },
			options: { ...PREFIX_OPTION, ...ENDED_GUEST_OPTION, ...DRY_RUN_OPTION },
			request: ({ reservationKey }) => ({ reservation_key: requireReservationKey(reservationKey) }),
		}),
		defineOperation({
			value: 'changePin',
			name: 'Change PIN',
			action: 'Change PIN of reservation',
			description:
				'Give a current or upcoming stay a new PIN. The old one keeps working until the new one is set, if the lock allows it.',
			endpoint: '/access_grants/request_access_methods',
			effect: 'write',
			reference: {
				items: WHAT_YOU_GET,
				retries:
					'The node retries a request only if [it cannot have taken effect](README.md#retries). Once the new PIN is set, executing it again gives yet another PIN, unless you enter one.',
			},
			kind: desiredState({
				...ofGuest,
				reconcile: async ({ shared, uncancellable, values }, request) =>
					await reconcilePin(shared, uncancellable, request, values),
			}),
			fields: { reservationKey: reservationKeyField },
			options: {
				...PIN_CHANGE_OPTIONS,
				pin: {
					displayName: 'PIN',
					type: 'string',
					default: '',
					placeholder: 'e.g. 4821',
					description: 'The new PIN, 4 to 9 digits. Leave empty to let the service choose one.',
				},
			},
			request: ({ reservationKey }) => ({ reservation_key: requireReservationKey(reservationKey) }),
		}),
	],
};
