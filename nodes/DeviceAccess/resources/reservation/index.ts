import {
	defineOperation,
	desiredState,
	OPTIONS_OF_WAITING,
	type Resource,
	stringField,
} from '../../operation';
import { fromInput } from '../../operation/kinds/fromInput';
import { ALL_BOOKINGS, bookingReaders } from '../../reservations/bookings/readBooking';
import { membersOfFailed } from '../../reservations/items/itemOfError';
import { changePin } from '../../reservations/changePin';
import {
	askedAgain,
	type Order,
	prepareStays,
	type ReservationRun,
} from '../../reservations/makeOrders';
import { inTurn, type Step } from '../../reservations/inTurn';
import { reconcile } from '../../reservations/reconcile';
import type { ReconciledStay } from '../../reservations/reconciledStay';
import {
	askedByUnread,
	MAP_AUTOMATICALLY,
	readCalled,
	readEnding,
	readListed,
} from '../../reservations/stays/readAsked';
import { readPrefix, requireReservationKey } from '../../reservations/stays/readStay';
import { stayKeyOf } from '../../reservations/stays/stay';
import { prepareList } from '../../reservations/syncMany';
import { waitUntilIssued } from '../accessGrant/waitUntilIssued';
import { DRY_RUN_OPTION } from '../fields/dryRun';
import { checkMessage } from './checkMessage';
import { getHistory, getReservation, getReservations, WHAT_YOU_GET } from './readings';
import { BOOKING_OPTIONS, fromField, reservationKeyField, STAY_FIELDS } from './stayFields';
import { LIST_OPTIONS, PREFIX_OPTION, STAY_OPTIONS, WAITING_OPTIONS } from './stayOptions';
import { writeMessage } from './writeMessage';

const carryOut = async (step: Step, order: Order) =>
	await inTurn(step, order, async (send) => {
		const { shared, values } = step;
		return await reconcile(shared, send, askedAgain(shared, order), values);
	});

/**
 * An option that was not added has no value. By default, the node continues with the other
 * reservations of a list, and always with those that it removes.
 */
const carryOutListed = async ({ values, ...step }: Step, order: Order) => {
	const isMissing = order.is === 'end' && order.isMissing;
	const { onFailedAction = 'returnItem' } = isMissing ? {} : values.options;
	const options = { ...values.options, onFailedAction };
	return await carryOut({ ...step, values: { ...values, options } }, order);
};

/** What a workflow needs after the doors followed, and the service does not know. */
const OF_BOOKING = [
	'guest_name',
	'guest_email',
	'guest_phone',
	'guest_language',
	'arrival',
	'departure',
	'conversation_id',
	'door_code',
	'door_code_id',
];

const ofStays = {
	/** Items of one reservation run one after another. */
	groupOf: ({ stay }: Order) => stay.reservationKey,
	idsOf: ({ stay }: Order) => ({
		reservation_key: stay.reservationKey,
		stay_key: stayKeyOf(stay),
	}),
	readTogether: async (
		{ grants }: ReservationRun,
		results: readonly ReconciledStay[],
		hasWaited: boolean,
	): Promise<void> =>
		await grants.readAgain(
			results.flatMap(({ toRead }) => toRead ?? []),
			hasWaited,
		),
};

const ofAsked = { ...ofStays, unread: askedByUnread, waitCondition: waitUntilIssued };

const ofGuest = { ...ofStays, options: {}, read: readEnding, prepare: prepareStays };

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
				...ofAsked,
				options: WAITING_OPTIONS,
				read: readCalled,
				prepare: prepareStays,
				reconcile: carryOut,
			}),
			fields: STAY_FIELDS,
			options: STAY_OPTIONS,
			failedMembers: membersOfFailed,
			carries: OF_BOOKING,
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
				items: `With *Remove Missing Reservations*, also returns one item for each access that the node ended (\`ended\`) or could not end (\`failed\`), or a single one with \`failed\` that says why none was ended. ${WHAT_YOU_GET}`,
			},
			kind: desiredState({
				...ofAsked,
				options: WAITING_OPTIONS,
				read: readListed,
				prepare: prepareList,
				reconcile: carryOutListed,
				needsOneWorkspace: 'The node compares all items with all reservations in the workspace.',
			}),
			fields: STAY_FIELDS,
			options: { ...STAY_OPTIONS, ...LIST_OPTIONS },
			returnsFailed: true,
			failedMembers: membersOfFailed,
			carries: OF_BOOKING,
			request: () => ({}),
		}),
		defineOperation({
			value: 'readBooking',
			name: 'Read Booking',
			action: 'Read booking',
			description:
				"Read a booking as your booking system sends it, for 'Create or Update' and 'Sync Many'",
			effect: 'read',
			reference: { items: 'Returns several items if the input item has several bookings.' },
			kind: fromInput(
				({ from, options }, input) =>
					bookingReaders(String(from), input, {
						...options,
						...(options.keyPrefix !== undefined && { keyPrefix: readPrefix(options) }),
					}).map((read) => () => read().map((booking) => ({ ...booking }))),
				ALL_BOOKINGS,
			),
			fields: { from: fromField },
			options: BOOKING_OPTIONS,
			returnsFailed: true,
			failedMembers: membersOfFailed,
			request: () => ({}),
		}),
		getReservation,
		getReservations,
		writeMessage,
		checkMessage,
		getHistory,
		defineOperation({
			value: 'delete',
			name: 'Delete',
			action: 'Delete reservation',
			description: 'End the access of a reservation: its PINs, cards and keys stop working',
			endpoint: '/access_grants/delete',
			effect: 'write',
			reference: { items: WHAT_YOU_GET },
			kind: desiredState({ ...ofGuest, reconcile: carryOut }),
			fields: { reservationKey: reservationKeyField },
			options: { ...DRY_RUN_OPTION, ...PREFIX_OPTION },
			failedMembers: membersOfFailed,
			query: ({ reservationKey }) => ({ reservation_key: requireReservationKey(reservationKey) }),
		}),
		defineOperation({
			value: 'changePin',
			name: 'Change PIN',
			action: 'Change PIN of reservation',
			description:
				'Give a stay a new PIN. The old one works until the new one is set, if the lock allows it.',
			endpoint: '/access_grants/request_access_methods',
			effect: 'write',
			// Without a PIN, each execution makes another one.
			isRepeatable: false,
			reference: {
				items: WHAT_YOU_GET,
				retries:
					'Once the new PIN is set, executing it again gives yet another PIN, unless you enter one.',
			},
			kind: desiredState({
				...ofGuest,
				reconcile: async (step, order) =>
					await inTurn(step, order, async (send) => {
						const { shared, values } = step;
						return await changePin(shared, send, order, values);
					}),
			}),
			fields: { reservationKey: reservationKeyField },
			options: {
				pin: stringField(
					'PIN',
					'The new PIN, 4 to 9 digits. Leave empty to let the service choose one.',
					{ placeholder: 'e.g. 4821' },
				),
				...PREFIX_OPTION,
				...OPTIONS_OF_WAITING,
			},
			failedMembers: membersOfFailed,
			query: ({ reservationKey }) => ({ reservation_key: requireReservationKey(reservationKey) }),
		}),
	],
};
