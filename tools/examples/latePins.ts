import { changeOf, isNight, type PmsSystem } from './system';
import { idOf, n8nNode, reservationNode, type Position, type WorkflowPart } from './workflow';

// A PIN can be issued hours after the booking. The workflow looks again until it can tell the guest.

/** JavaScript: the reservation as the change at the doors left it. */
export const madeAccess = (system: PmsSystem) => `$('${changeOf(system)}').item.json`;

/** JavaScript: whether a message says what is true. A lock that is offline counts only near the arrival. */
export const IS_READY =
	"(Boolean($json.message_key) && !(DateTime.fromISO($json.starts_at) < $now.plus({ days: 1 }) && $json.problems.some(({ code, keeps_door_closed }) => keeps_door_closed && code !== 'requested_code_unavailable')))";

/** JavaScript: whether an item comes from *Check again*. */
const IS_CHECKED_AGAIN = "$json.outcome === undefined && $('Check again').isExecuted";

/** JavaScript: whether a stay that was checked again needs no message anymore. */
export const isOver = (system: PmsSystem) =>
	`${IS_CHECKED_AGAIN} && ($json.details?.type === 'reservation_not_found' || DateTime.fromISO($json.ends_at) < $now || $json.guest_name !== undefined && $json.guest_name !== ${madeAccess(system)}.guest_name)`;

/** JavaScript: whether a stay that was checked again is still not ready. */
export function isStillLate({ pinBack }: PmsSystem): string {
	const isFine = pinBack?.ofMany?.isFine;
	return `${IS_CHECKED_AGAIN} && !${IS_READY}${isFine ? ` && ${isFine} === undefined` : ''}`;
}

/** Whom the message goes to; the system itself knows its guests. */
const addressee = ({ guestMessage }: PmsSystem) =>
	guestMessage ? "''" : "$('Read booking').item.json.guest_email";

/**
 * JavaScript: tells a change of dates or rooms from an earlier one, because a guest whose dates
 * change and change back must get the first message again.
 */
const CHANGE =
	"($json.changes ?? []).some(({ what, before }) => before && ['rooms', 'starts_at', 'ends_at'].includes(what)) ? $execution.id : ''";

/** Lets each message to a guest pass once, however often a booking comes or an execution runs. */
export const eachMessageOnce = (at: Position, system: PmsSystem) =>
	n8nNode('Each message once', 'removeDuplicates', 2, at, {
		operation: 'removeItemsSeenInPreviousExecutions',
		logic: 'removeItemsWithAlreadySeenKeyValues',
		dedupeValue: `={{ [$json.access_grant_id, $json.message_key, ${addressee(system)}, ${CHANGE}].join(' ') }}`,
		options: { scope: 'workflow', historySize: 1_000_000 },
	});

/** JavaScript: whether a stay is to be checked again. By night, guests get no emails. */
export const isNotReadyYet = (system: PmsSystem) =>
	`['created', 'updated', 'moved'].includes($json.outcome) && !${IS_READY}${system.guestMessage ? '' : ` && !${isNight(system)}`}`;

/** The nodes that check a stay again until *Who gets a message?* knows whom to tell. */
export function checksAgain([x, y]: Position, system: PmsSystem): WorkflowPart {
	const made = madeAccess(system);
	return {
		nodes: [
			n8nNode(
				'Wait 15 minutes',
				'wait',
				1.1,
				[x, y],
				{ resume: 'timeInterval', amount: 15, unit: 'minutes' },
				{ webhookId: idOf(system.name, 'Wait 15 minutes', 'webhook') },
			),
			reservationNode(
				'Check again',
				[x + 240, y],
				{
					operation: 'get',
					reservationKey: `={{ ${made}.reservation_key }}`,
					output: 'raw',
					options: {
						guestNumber: `={{ ${made}.guest_number ?? 1 }}`,
						// Also if the host has entered another one.
						keyPrefix: `={{ (made => made.access_grant.access_grant_key.replace(/(:guest-\\d+)?(:part-\\d+)?$/, '').slice(0, -made.reservation_key.length))(${made}) }}`,
					},
				},
				{ onError: 'continueRegularOutput' },
			),
		],
		connections: {
			'Wait 15 minutes': [['Check again']],
			'Check again': [['Who gets a message?']],
		},
	};
}
