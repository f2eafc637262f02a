import type { PmsSystem } from './system';
import { editFields, isTrue, keep, n8nNode, type Position, type WorkflowNode } from './workflow';

// All texts of the messages, and who gets them. A text is an expression of n8n.

const IS_NIGHT = "$('Every night').isExecuted";
const TIME = "'LLLL d, yyyy, h:mm a'";
const localTime = (instant: string) =>
	`DateTime.fromISO($json.${instant}).setZone($json.time_zone).toFormat(${TIME})`;
const ROOMS = "$json.rooms.join(' and ')";

/** The PIN of a reservation, with those of locks that take no PIN of another lock. */
export const ALL_PINS =
	"[$json.pin, ...$json.pins.map(({ door, pin }) => door + ': ' + pin)].join(', ')";

/** Whether the PIN is new or another one. */
const HAS_NEW_PIN =
	"$json.outcome === 'created' || ($json.changes ?? []).some(({ what }) => what === 'pin')";

export const messageToGuest = (at: Position): WorkflowNode =>
	editFields('Message to the guest', at, {
		to: "={{ $('Read booking').item.json.guest_email }}",
		subject: `=Your key for {{ ${ROOMS} }}`,
		text: `=Hi {{ $json.guest_name ?? 'there' }},

Your stay at {{ ${ROOMS} }} is from {{ ${localTime('starts_at')} }} to {{ ${localTime('ends_at')} }}.
{{ $json.pin ? '\\nYour PIN: ' + $json.pin : '' }}{{ $json.pins.map(({ door, pin }) => '\\nYour PIN for ' + door + ': ' + pin).join('') }}`,
	});

export const messageToHost = (at: Position, system: PmsSystem): WorkflowNode =>
	editFields(
		'Message to yourself',
		at,
		{
			to: 'you@example.com',
			subject: `={{ ${IS_NIGHT} ? '${system.name}, tonight: look at ' + $input.all().length + ($input.all().length === 1 ? ' item' : ' items') : '${system.name}: ' + ($json.reservation_key ? 'booking ' + $json.reservation_key : ${system.pinBack.ofMany ? `${system.pinBack.ofMany.isAbout} ? 'a PIN' : ` : ''}'a call') + ($json.outcome === 'ended' ? ', its access has ended' : ', check it') }}`,
			text: hostText(system),
		},
		{ executeOnce: true },
	);

const hostText = ({ name, pinBack }: PmsSystem) =>
	`={{ (() => {
	const isNight = ${IS_NIGHT};
	const list = $('One item per booking');
	if (isNight && list.isExecuted && Object.keys(list.first().json).length === 0) return 'The list of bookings from ${name} is empty, so nothing was compared or changed.\\nWhat to do: look at the answer in \\'Get the bookings\\'.';
	const bookingOf = index => { try { return $(isNight ? 'Read bookings' : 'Read booking').itemMatching(index).json; } catch { return {}; } };
	const idOf = index => { try { return list.itemMatching(index).json.id; } catch { return undefined; } };
	const whatHappened = (json, booking) => {
		const { error, details } = booking.error ? booking : json;
		const reason = [error?.message ?? error, details?.description].filter(Boolean).join('\\n');
		if (error && json.outcome) return '${name} does not have the PIN: ' + reason + '\\nWhat to do: get the PIN with the action \\'Get reservation\\', and enter it in ${name}.';
		if (error && isNight && !list.isExecuted) return 'The bookings could not be read from ${name}, so nothing was compared or changed: ' + reason;
		if (error) return reason;
		if (json.outcome === undefined) return 'A node could not run. The execution shows why.';
		if (json.outcome === 'ended') return 'The access has ended. If a lock is offline, the PIN can still be on it.';
		const problems = json.problems.map(({ reason, remedy }) => reason + '\\nWhat to do: ' + remedy);
		const missing = (json.missing ?? []).map(stay => 'Missing: ' + [stay.reservation_key, stay.guest_name, stay.rooms.join(' and '), stay.starts_at, stay.ends_at].join(', '));
		if (['failed', 'ignored'].includes(json.outcome)) return [...problems, ...missing].join('\\n');
		const pins = json.pins.map(({ door, pin }) => 'PIN for ' + door + ': ' + pin);
		if (isNight) return ['The PIN is new, and the guest got no message from this workflow.', ...problems, ...pins].join('\\n');
		const whyNobodyWasTold = json.pin ? 'The booking has no email address, so the guest got no message. ${pinBack.where}' : 'The PIN is not issued yet, so the guest got no message. Check it with the action \\'Get reservation\\' before the arrival.';
		return [...(problems.length > 0 ? problems : [whyNobodyWasTold]), ...pins].join('\\n');
	};${pinBack.ofMany ? `\n${pinBack.ofMany.failure}` : ''}
	return $input.all().map(({ json }, index) => {
		const booking = json.outcome === undefined ? bookingOf(index) : {};
		const key = json.reservation_key ?? booking.reservation_key ?? (json.outcome === undefined ? idOf(index) : undefined);
		const head = [key ? 'Booking ' + key : '', json.guest_name ?? booking.guest_name, (json.rooms ?? booking.room_names ?? []).join(' and ')].filter(Boolean).join(', ');
		return [head, whatHappened(json, booking)].filter(Boolean).join('\\n');
	}).join('\\n\\n');
})() }}`;

/** Where the messages go out. People replace it. */
export const sendIt = (at: Position): WorkflowNode =>
	n8nNode(
		'Send it',
		'noOp',
		1,
		at,
		{},
		{
			notesInFlow: true,
			notes: 'Replace with your email node',
		},
	);

/** By night, only what a host must know. By day, all but what has changed nothing. */
const needsNoMessage = ({ pinBack }: PmsSystem) =>
	`={{ (() => {
${pinBack.ofMany ? `	if (${pinBack.ofMany.isFine} !== undefined) return ${pinBack.ofMany.isFine};\n` : ''}	if (${IS_NIGHT}) return !($json.outcome === undefined || ['created', 'ended', 'failed'].includes($json.outcome) || ($json.changes ?? []).some(({ what }) => what === 'pin') || ($json.outcome !== 'unchanged' && $json.problems.some(({ code, keeps_door_closed }) => keeps_door_closed || code === 'guest_in_house')));
	return ['unchanged', 'nothing_to_end'].includes($json.outcome) || ($json.problems ?? []).some(({ code }) => ['not_a_stay', 'outdated', 'stay_is_over'].includes(code));
})() }}`;

const OPENS_DOORS =
	'($json.access_grant?.access_methods ?? []).length > 0 && $json.access_grant.access_methods.every(method => method.is_issued) && !$json.problems.some(problem => problem.keeps_door_closed)';

/** A *Switch* node with the outputs Nobody, The guest, You. */
export const whoGetsAMessage = (at: Position, system: PmsSystem): WorkflowNode => {
	const rule = (outputKey: string, expression: string) => ({
		conditions: isTrue(expression),
		renameOutput: true,
		outputKey,
	});
	return n8nNode('Who gets a message?', 'switch', 3.4, at, {
		rules: {
			values: [
				rule('Nobody', needsNoMessage(system)),
				rule(
					'The guest',
					`={{ !${IS_NIGHT} && ${OPENS_DOORS} && Boolean($('Read booking').item.json.guest_email) }}`,
				),
			],
		},
		options: { fallbackOutput: 'extra', renameFallbackOutput: 'You' },
	});
};

/** Keeps the reservations whose PIN the system does not have yet. */
export const keepNewPins = (at: Position, { pinBack }: PmsSystem): WorkflowNode =>
	keep(
		'Keep new PINs',
		at,
		`={{ Boolean($json.pin) && (${HAS_NEW_PIN} || (${IS_NIGHT} && !${pinBack.isThere})) }}`,
	);
