import { changeOf, type PmsSystem } from './system';
import { idOf, n8nNode, reservationNode, type Position, type WorkflowPart } from './workflow';

// A PIN can be issued hours after the booking. The workflow looks again until it can tell the guest.

/** JavaScript: the reservation as the change at the doors left it. */
export const madeAccess = (system: PmsSystem) => `$('${changeOf(system)}').item.json`;

/**
 * JavaScript: whether a message says what is true. A change that failed or was not made can leave access that is
 * ready, but not for what the booking says. A lock that is offline counts only near the arrival.
 */
export const IS_READY =
	"([undefined, 'created', 'unchanged', 'updated', 'moved'].includes($json.outcome) && Boolean($json.message_key) && !(DateTime.fromISO($json.starts_at) < $now.plus({ days: 1 }) && $json.problems.some(({ code, keeps_door_closed }) => keeps_door_closed && code !== 'requested_code_unavailable')))";

/**
 * JavaScript: whether only the host is told, because the PIN is that of another guest of the reservation, who may be in the
 * room. The system's booking has the address of the new one.
 */
export const IS_FOR_HOST = "($json.problems ?? []).some(({ code }) => code === 'guest_changed')";

const hasNewProblem = (codes: string[]) =>
	`$json.outcome !== 'unchanged' && ($json.problems ?? []).some(({ code }) => ['${codes.join("', '")}'].includes(code))`;

const FORMER_ROOM = ['old_access_kept', 'former_access_open'];

/** JavaScript: whether the guest can still open the former room, which the host has to know. */
export const CAN_OPEN_FORMER_ROOM = hasNewProblem(FORMER_ROOM);

/** JavaScript: whether the host is told too of a guest who is told. Another guest has the room, or this one the former one. */
export const IS_FOR_HOST_TOO = hasNewProblem(['overlapping_stay', ...FORMER_ROOM]);

/** JavaScript: whether an item is another row of a booking that has one for each room. The first row tells the guest. */
export const IS_NEXT_ROW =
	"($json.outcome === 'unchanged' && $input.all().slice(0, $itemIndex).some(({ json }) => json.access_grant_id === $json.access_grant_id))";

/** JavaScript: whether an item comes from *Check again*. */
const IS_CHECKED_AGAIN = "$prevNode.name === 'Check again'";

/** JavaScript: whether a stay that was checked again needs no message anymore. */
export const isOver = (made: string) =>
	`${IS_CHECKED_AGAIN} && ($json.details?.type === 'reservation_not_found' || DateTime.fromISO($json.ends_at ?? ${made}.ends_at) < $now || $json.guest_name !== undefined && $json.guest_name !== ${made}.guest_name)`;

/** JavaScript: whether a stay that was checked again is still not ready. One that cannot be read is not checked again. */
export const IS_STILL_LATE = `${IS_CHECKED_AGAIN} && !$json.error && !${IS_READY}`;

/** Whom the message goes to; the system itself knows its guests. */
const addressee = ({ guestMessage }: PmsSystem) =>
	guestMessage ? "''" : "$('Read booking').item.json.guest_email";

/** JavaScript: whether dates or rooms have changed. A guest whose dates change and change back gets the first message again. */
export const HAS_MOVED =
	"($json.changes ?? []).some(({ what, before }) => before && ['rooms', 'starts_at', 'ends_at'].includes(what))";

/**
 * An expression: the same for the same message to the same guest. `to` is JavaScript: the address. A stay that has moved
 * comes twice: the second time, it counts as new if the first time showed that the guest had this message before. So what
 * the node remembers is also what a stay that has not changed is compared with.
 */
export const messageSeen = (to: string) =>
	`={{ (() => {
	const message = [$json.access_grant_id, $json.message_key, ${to}].join(' ');
	if (!${HAS_MOVED}) return message;
	const dropped = Array.from({ length: $runIndex }, (_, run) => $('Each message once').all(1, run)).flat();
	return dropped.some(({ json }) => json.access_grant_id === $json.access_grant_id) ? message + ' ' + $execution.id : message;
})() }}`;

/** Lets each message to a guest pass once, however often a booking comes or an execution runs. */
export const eachMessageOnce = (at: Position, system: PmsSystem) =>
	n8nNode('Each message once', 'removeDuplicates', 2, at, {
		operation: 'removeItemsSeenInPreviousExecutions',
		logic: 'removeItemsWithAlreadySeenKeyValues',
		dedupeValue: messageSeen(addressee(system)),
		options: { scope: 'workflow', historySize: 1_000_000 },
	});

/** JavaScript: whether a stay is to be checked again. */
export const IS_NOT_READY_YET = `['created', 'updated', 'moved'].includes($json.outcome) && !${IS_READY} && !${IS_FOR_HOST}`;

/**
 * An expression: the minutes until stays are checked again. 15 minutes; each pause is twice as long as the one before while
 * the arrival is more than 73 hours away, because an execution must not check a booking of next summer thousands of times.
 * Never beyond the end of a stay.
 */
export const MINUTES_TO_WAIT = `={{ Math.ceil(Math.max(1, Math.min(...$input.all().map(({ json }) => {
	const until = instant => DateTime.fromISO(instant).diff($now).as('minutes');
	return Math.min(Math.max(15, Math.min(15 * 2 ** $runIndex, until(json.starts_at) - 73 * 60 || 0)), until(json.ends_at) || Infinity);
})))) }}`;

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
				{ resume: 'timeInterval', amount: MINUTES_TO_WAIT, unit: 'minutes' },
				{
					webhookId: idOf(system.name, 'Wait 15 minutes', 'webhook'),
					notesInFlow: true,
					notes: 'Longer while the arrival is days away',
				},
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
						keyPrefix: `={{ ${made}.key_prefix }}`,
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
