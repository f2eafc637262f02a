import { InvalidParameterError } from '../../errors/errors';
import { optionalDateTime, optionalPin } from '../../operation/form/checkValues';
import { defineOperation } from '../../operation/defineOperation';
import { desiredState } from '../../operation/kinds/desiredState';
import { many } from '../../operation/kinds/many';
import { one } from '../../operation/kinds/one';
import { waitLimits } from '../../operation/run/runSettings';
import type { ItemValues, Resource } from '../../operation/types';
import type { Reconciled } from '../../operation/kinds/desiredState';
import { waitUntilIssued } from '../accessGrant/waitUntilIssued';
import { DRY_RUN_OPTION } from '../fields/dryRun';
import { filtersField } from '../fields/filters';
import { outputForms } from '../fields/outputForms';
import { changePin } from '../../reservations/steps/changePin';
import { reservationKeyField, STAY_FIELDS } from './fields';
import {
	ENDED_GUEST_OPTION,
	GUEST_NUMBER_OPTION,
	PIN_CHANGE_OPTIONS,
	PREFIX_OPTION,
	REMOVAL_OPTIONS,
	STAY_OPTIONS,
	waitingOptions,
} from './options';
import { requireReservationKey } from '../../reservations/grants/grantKey';
import { newestOf } from '../../reservations/items/item';
import {
	groupOf,
	reconcile,
	readItem,
	stayOf,
	type ReservationInput,
	type ReservationRun,
} from '../../reservations/reconcile';
import { pagesOfReservations, reservationReader } from '../../reservations/readReservations';
import { isEmptyItem, openSynchronization, removeGone } from '../../reservations/syncMany';
import { readStay, readPrefix } from '../../reservations/stays/stayInput';
import { readInput, readListedInput, InputsOfRun } from '../../reservations/stays/reservationInput';
import { openReservationRun } from '../../reservations/reservationRun';

const reservationOutput = outputForms(
	'reservation_key',
	[
		'guest_name',
		'starts_at',
		'ends_at',
		'rooms',
		'is_ready',
		'problems',
		'pin',
		'instant_key_url',
		'access_grant_id',
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
		'problems',
		'rooms',
		'starts_at',
		'time_zone',
	],
	{ is_ready: 'Is Ready', pin: 'PIN' },
);

const awaitIfAsked = (values: ItemValues, reconciled: Reconciled): Reconciled =>
	values.options.waitUntilIssued === true ? reconciled : { ...reconciled, awaitedId: undefined };

/** The input of operations that need only a guest of a reservation. */
const endingInput = (values: ItemValues): ReservationInput => ({
	is: 'end',
	stay: { ...readStay({ ...values, status: '' }), meaning: 'endsAccess' },
});

async function reconcilePin(
	{
		shared,
		uncancellable,
		values,
	}: { shared: ReservationRun; uncancellable: ReservationRun['send']; values: ItemValues },
	input: ReservationInput,
): Promise<Reconciled> {
	const stay = stayOf(input);
	const found = newestOf(await shared.find(stay));
	if (!found)
		throw new InvalidParameterError(
			'This reservation has no access',
			"Check the key, and 'Key Prefix' under Options.",
		);
	const code = optionalPin('PIN', values.options.pin, 4, 9);
	const { isFinished, notes } = await changePin(
		uncancellable,
		waitLimits(shared.settings),
		found,
		code,
	);
	const { grantId } = found.access;
	// No PINs in 'changes', because masking might not recognize them under 'before' and 'after'.
	const report = { changes: [{ what: 'pin' as const, before: null, after: null }], notes };
	return {
		toRecord: async () => ({
			...(await readItem(shared, stay, grantId, report)),
			outcome: isFinished ? 'updated' : 'pending',
		}),
	};
}

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
				read: readInput,
				groupOf,
				prepare: (run) => openReservationRun(run),
				reconcile: async ({ shared, uncancellable, values }, input) =>
					awaitIfAsked(values, await reconcile(shared, uncancellable, input, values)),
				waitCondition: waitUntilIssued,
			}),
			fields: STAY_FIELDS,
			options: STAY_OPTIONS,
			request: ({ reservationKey }) => ({ reservation_key: requireReservationKey(reservationKey) }),
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
				options: { ...waitingOptions('returnItem'), ...REMOVAL_OPTIONS },
				read: readListedInput,
				groupOf,
				prepare: async (run, inputs, options) => ({
					...(await openSynchronization(run, inputs, options)),
					ofRun: new InputsOfRun(),
				}),
				reconcile: async ({ shared, uncancellable, values }, input) => {
					if (!isEmptyItem(input)) shared.ofRun.check(input);
					// An option that was not added has no value. By default, the node continues with the other reservations.
					const options = { onFailedAction: 'returnItem', ...values.options };
					return awaitIfAsked(
						values,
						await reconcile(shared, uncancellable, input, { ...values, options }),
					);
				},
				waitCondition: waitUntilIssued,
				conclude: async (shared, uncancellable) => await removeGone(shared, uncancellable),
				needsOneWorkspace: 'The node compares all items with all reservations in the workspace.',
			}),
			fields: STAY_FIELDS,
			options: STAY_OPTIONS,
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
			value: 'delete',
			name: 'Delete',
			action: 'Delete reservation',
			description: 'End the access of a reservation: its PINs, cards and keys stop working',
			endpoint: '/access_grants/delete',
			effect: 'write',
			reference: { items: WHAT_YOU_GET },
			kind: desiredState({
				options: {},
				read: endingInput,
				groupOf,
				prepare: (run) => openReservationRun(run),
				reconcile: async ({ shared, uncancellable, values }, input) =>
					await reconcile(shared, uncancellable, input, values),
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
					'The node retries a request only if [it cannot have taken effect](README.md#retries). Once the new PIN is set, executing it again gives yet another PIN.',
			},
			kind: desiredState({
				options: {},
				read: endingInput,
				groupOf,
				prepare: (run) => openReservationRun(run),
				reconcile: reconcilePin,
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
