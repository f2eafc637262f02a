import {
	HAS_MOVED,
	IS_FOR_HOST,
	IS_FOR_HOST_TOO,
	IS_NOT_READY_YET,
	IS_NEXT_ROW,
	IS_READY,
	IS_STILL_LATE,
	isOver,
	madeAccess,
} from './latePins';
import { changeOf, comparisonOf, isNight, type PinBack, type PmsSystem } from './system';
import { chooseOutputs, editFields, n8nNode, type Position, type WorkflowNode } from './workflow';

// All texts of the messages, and who gets them. A text is an expression of n8n.

/** An expression of n8n that these lines of JavaScript return. */
export const expressionOf = (lines: string[]) =>
	`={{ (() => {\n${lines.map((line) => `\t${line}\n`).join('')}})() }}`;

/**
 * An expression for the message to the host. n8n cannot read the error of a request in every
 * expression, and the message must not be empty then.
 */
const orIfUnreadable = (expression: string, fallback: string) =>
	`={{ (() => { try { return ${expression.slice(3, -2).trim()}; } catch { return '${fallback}'; } })() }}`;

/** JavaScript: the PIN of a reservation, with those of locks that take no PIN of another lock. */
export const allPinsOf = (reservation: string) =>
	`[${reservation}.pin, ...${reservation}.pins.map(({ door, pin }) => door + ': ' + pin)].join(', ')`;

/** JavaScript: whether the PIN is new or another one. */
const HAS_NEW_PIN =
	"($json.outcome === 'created' || ($json.changes ?? []).some(({ what }) => what === 'pin'))";

/**
 * The lines that define `headOf`: what the host first reads about a stay, in one line. Its number, guest, rooms, from and
 * to in the zone of the room (any other is named), and PINs. An error says nothing of this, so `made`, the reservation as the change at the
 * doors left it, and then the booking, stand in for it.
 */
export const HEAD_OF = [
	'const headOf = (number, json, made = {}, booking = {}) => {',
	'\tconst of = name => json[name] ?? made[name] ?? booking[name];',
	'\tconst rooms = [json.rooms, made.rooms, booking.room_names, booking.rooms].find(one => one?.length > 0) ?? [];',
	"\tconst isZoneOfRoom = of('time_zone') && ![json, made].some(({ problems }) => [problems ?? []].flat().some(({ code }) => code === 'no_time_zone'));",
	"\tconst timeOf = time => /T/.test(time) ? DateTime.fromISO(time).setZone(of('time_zone') ?? $now.zoneName).toFormat('LLLL d, yyyy, h:mm a' + (isZoneOfRoom ? '' : ' (z)')) : time;",
	"\tconst times = [of('starts_at') ?? booking.arrival, of('ends_at') ?? booking.departure].filter(Boolean).map(timeOf).join(' to ');",
	"\tconst pins = [of('pin'), ...(of('pins') ?? []).map(({ door, pin }) => door + ': ' + pin)].filter(Boolean).join(', ');",
	"\treturn [number, of('guest_name'), [rooms].flat().join(' and '), times, pins && 'PIN ' + pins, of('instant_key_url')].filter(Boolean).join(', ');",
	'};',
];

/** The text that a guest gets: an email, or the message that the system itself sends. */
export function messageToGuest(at: Position, system: PmsSystem): WorkflowNode {
	const texts = WRITTEN;
	if (!system.guestMessage)
		return editFields('Message to the guest', at, {
			to: "={{ $('Read booking').item.json.guest_email }}",
			...texts,
		});
	const node = editFields('Message to the guest', at, texts);
	Object.assign(node.parameters, { includeOtherFields: true });
	return node;
}

/** What *Texts* wrote. */
export const WRITTEN = { subject: '={{ $json.subject }}', text: '={{ $json.text }}' };

export const messageToHost = (at: Position, system: PmsSystem): WorkflowNode =>
	editFields(
		'Message to yourself',
		at,
		{
			to: 'you@example.com',
			subject: orIfUnreadable(subjectToHost(system), `${system.name}: a request failed`),
			text: orIfUnreadable(
				textToHost(system),
				`A request to ${system.name} failed.\\nWhat to do: open this execution under Executions. The node with the error says why. Check its credential or key. ${whatFollows(system)}`,
			),
		},
		{ executeOnce: true },
	);

/** JavaScript: what *Read Booking* made of a call. */
const CALL =
	"(() => { try { return $('Read booking').all(0, 0)[0].json; } catch { return {}; } })()";

/** JavaScript: what happened, in the subject of a message to the host. */
const IN_SHORT = [
	"$json.outcome === 'ended' ? 'access has ended'",
	"$json.outcome === 'ignored' ? 'nothing was changed'",
	"$json.error || $json.outcome === 'failed' || !$json.outcome && !$json.message_key ? 'something failed'",
	`${IS_FOR_HOST} ? 'the guest has changed'`,
	`${IS_READY} ? (${IS_FOR_HOST_TOO} ? 'please check' : 'send the guest the PIN')`,
	"'the guest has no message yet'",
].join(' : ');

/** What a failed request still leads to, and what is left to the host. */
const whatFollows = ({ name, list, guestMessage }: PmsSystem) =>
	[
		list
			? 'The next comparison reads the bookings again.'
			: `Then change the booking in ${name}, so that it is sent again.`,
		...(guestMessage ? ['If a message to a guest failed, send the PIN yourself.'] : []),
	].join(' ');

function subjectToHost(system: PmsSystem): string {
	const { name, list } = system;
	const ofDay = `(key => '${name}' + (key ? ' booking ' + key : '') + ': ' + (${IN_SHORT}))($json.reservation_key ?? ${CALL}.reservation_key)`;
	if (!list) return `={{ ${ofDay} }}`;
	const ofNight = `'${name} ${comparisonOf(system).now}: ' + $input.all().length + ($input.all().length === 1 ? ' thing' : ' things') + ' to look at'`;
	return `={{ ${isNight(system)} ? ${ofNight} : ${ofDay} }}`;
}

/**
 * The lines that return what happened to one item, whatever system it is from, or else define `problems`. They need `json`,
 * `error` and `reason` of the item, `made` and `headOf`.
 */
export const WHAT_HAPPENED = [
	"if (error && made.outcome) return 'The access could not be checked again, so the guest got no message: ' + reason + '\\nWhat to do: look at the access with the action \\'Get reservation\\', and send the guest the PIN.';",
	'if (error) return reason;',
	"if (json.outcome === undefined && !json.message_key) return 'A node could not run. The execution shows why.';",
	"if (json.outcome === 'ended') return 'The access has ended. If a lock is offline, the PIN can still be on it.';",
	"const problems = json.problems.map(({ reason, remedy }) => reason + '\\nWhat to do: ' + remedy);",
	`if (${IS_FOR_HOST.replaceAll('$json', 'json')}) return [...problems, 'The guest got no message.'].join('\\n');`,
	"const named = (what, stays = []) => stays.map(stay => what + ': ' + headOf(stay.reservation_key, stay));",
	"if (['failed', 'ignored'].includes(json.outcome)) return [...problems, ...named('Missing', json.missing), ...named('Would end', json.would_end)].join('\\n');",
];

/** The line that defines `jsonOf`: the JSON of the item of a node that belongs to the item at `index`, if there is one. */
export const JSON_OF =
	'const jsonOf = (name, index) => { try { return $(name).itemMatching(index).json; } catch { return {}; } };';

/** One paragraph for each item: which booking, what happened, and what to do. */
function textToHost(system: PmsSystem): string {
	const { name, list, pinBack, getBooking, doesListBringOne } = system;
	const isFetched = getBooking ?? doesListBringOne;
	// Where bookings come with their guests, several of them are one item until they are read.
	const ofList = list?.field === undefined ? 'Read booking' : 'One item per booking';
	const idInList = list?.field === undefined ? 'reservation_key' : (list.id ?? 'id');
	return expressionOf([
		...HEAD_OF,
		`const isNight = ${isNight(system)};`,
		JSON_OF,
		...(isFetched
			? [
					'// The answer to the request for a booking may not say which one it is about.',
					`const bookingOf = index => ({ ...(isNight ? {} : ${CALL}), ...jsonOf('Read booking', index) });`,
				]
			: ["const bookingOf = index => jsonOf('Read booking', index);"]),
		...(list
			? [
					`const list = $('${ofList}');`,
					...(list.field === undefined
						? []
						: [
								`if (isNight && list.isExecuted && Object.keys(list.first().json).length === 0) return 'The list of bookings from ${name} is empty, so nothing was compared or changed.\\nWhat to do: look at the answer in \\'Get the bookings\\'.';`,
							]),
					`const idOf = index => jsonOf('${ofList}', index).${idInList};`,
				]
			: []),
		'const whatHappened = (json, booking, made, index) => {',
		...whatHappened(system).map((line) => `\t${line}`),
		'};',
		...(pinBack?.ofMany?.failure ?? []),
		'return $input.all().map(({ json }, index) => {',
		'\tconst read = bookingOf(index);',
		'\t// An access that is gone from the list belongs to none of its bookings.',
		'\tconst booking = json.outcome === undefined || read.reservation_key === json.reservation_key ? read : {};',
		`\tconst made = json.outcome === undefined ? jsonOf('${changeOf(system)}', index) : {};`,
		`\tconst key = json.reservation_key ?? made.reservation_key ?? booking.reservation_key${list ? ' ?? (json.outcome === undefined ? idOf(index) : undefined)' : ''};`,
		"\treturn [headOf(key ? 'Booking ' + key : '', json, made, booking), whatHappened(json, booking, made, index)].filter(Boolean).join('\\n');",
		"}).join('\\n\\n');",
	]);
}

/** The lines that return what happened to one item, from its JSON and, if it has none, its booking. */
const whatHappened = (system: PmsSystem): string[] => [
	'const { error, details } = booking.error ? booking : json;',
	"const reason = [error?.message ?? error, details?.description].filter(Boolean).join('\\n');",
	...toldOfFailedRequest(system),
	...(system.list
		? [
				`if (error && isNight && !list.isExecuted) return 'The bookings could not be read from ${system.name}, so nothing was compared or changed: ' + reason;`,
			]
		: []),
	...WHAT_HAPPENED,
	...whyTheGuestWasNotTold(system),
];

/** A reservation with an error comes from the node that sends its PIN, or the message with it. */
function toldOfFailedRequest({ name, pinBack, guestMessage }: PmsSystem): string[] {
	const told = (what: string, remedy: string) => [
		`if (error && (json.outcome || json.message_key)) return '${what}: ' + reason + '\\nWhat to do: ${remedy}.';`,
	];
	if (guestMessage) return told('The guest did not get the message', 'send the guest the PIN');
	return pinBack ? told(`${name} does not have the PIN`, `enter the PIN in ${name}`) : [];
}

function whyTheGuestWasNotTold({ pinBack, guestMessage }: PmsSystem): string[] {
	const where = pinBack?.where ?? 'Send the guest the PIN.';
	const next = guestMessage
		? "'sends the message'"
		: "(bookingOf(index).guest_email ? 'sends the message' : 'tells you')";
	const noEmail = guestMessage
		? "''"
		: `bookingOf(index).guest_email ? '' : 'The booking has no email address, so the guest got no message. ${where}'`;
	return [
		`const isLate = ['created', 'updated', 'moved'].includes(json.outcome) && !${IS_READY.replaceAll('$json', 'json')};`,
		`const whyNobodyWasTold = isLate ? 'The access is not ready yet, so the guest got no message. The workflow keeps checking, and ' + ${next} + ' as soon as it is.' : ${noEmail};`,
		"return [...problems, whyNobodyWasTold].filter(Boolean).join('\\n');",
	];
}

/** Where the emails go out. People replace it. */
export const sendIt = (at: Position): WorkflowNode =>
	n8nNode(
		'Send it',
		'noOp',
		1,
		at,
		{},
		{ notesInFlow: true, notes: 'Replace with your email node' },
	);

/**
 * The lines that return whether nobody gets a message. What has not changed is for the guest only, who may not have been
 * told. The comparison sees the bookings that change nothing again and again, so the host reads of them after calls only.
 */
function nobodyLines(system: PmsSystem): string[] {
	const ofMany = system.pinBack?.ofMany;
	const nobodys = system.isNameOfBookingTold
		? "code === 'not_a_stay' && !($('Read booking').item.json.missing ?? []).some(({ what }) => what === 'stay') || ['outdated', 'stay_is_over'].includes(code)"
		: "['not_a_stay', 'outdated', 'stay_is_over'].includes(code)";
	return [
		...(ofMany ? [`if (${isFrom(ofMany)}) return !(${ofMany.isRefused});`] : []),
		`if (${isOver(madeAccess(system))}) return true;`,
		...(system.assignsRoomsLate
			? [
					"if (String($json.error?.message ?? $json.error).startsWith('The booking names no room')) return true;",
				]
			: []),
		...(system.list
			? [
					`if (${isNight(system)} && $json.outcome === 'ignored' && !$json.problems.some(({ code, keeps_door_closed }) => keeps_door_closed || ['guest_in_house', 'unknown_status'].includes(code))) return true;`,
				]
			: []),
		`return $json.outcome === 'nothing_to_end' || ($json.outcome === 'unchanged' && !isForTheGuest && !${HAS_NEW_PIN} && !${IS_FOR_HOST}) || ($json.problems ?? []).some(({ code }) => ${nobodys});`,
	];
}

/** JavaScript: whether the guest can be told. The system knows its guests; emails need an address. */
const isForTheGuest = (system: PmsSystem) =>
	[
		IS_READY,
		`!${IS_NEXT_ROW}`,
		`!${IS_FOR_HOST}`,
		...(system.guestMessage ? [] : ["Boolean($('Read booking').item.json.guest_email)"]),
	].join(' && ');

/** A *Switch* node with the outputs The guest, You, Later, the system that gets PINs, and Moved. An item can go to several. */
export function whoGetsAMessage(at: Position, system: PmsSystem): WorkflowNode {
	const { name, pinBack } = system;
	const unless = (result: string) =>
		expressionOf([
			`const isForTheGuest = ${isForTheGuest(system)};`,
			'const isForNobody = (() => {',
			...nobodyLines(system).map((line) => `\t${line}`),
			'})();',
			`return !isForNobody && ${result};`,
		]);
	return chooseOutputs('Who gets a message?', at, [
		['The guest', unless('isForTheGuest')],
		['You', unless(`(isForTheGuest ? ${IS_FOR_HOST_TOO} : !(${IS_STILL_LATE}))`)],
		['Later', unless(`!isForTheGuest && (${IS_STILL_LATE} || ${IS_NOT_READY_YET})`)],
		...(pinBack ? [[name, isForTheSystem(system, pinBack)] as [string, string]] : []),
		['Moved', unless(`isForTheGuest && ${HAS_MOVED}`)],
	]);
}

/** JavaScript: whether an item comes from the request about many bookings, or has passed it while it is deactivated. */
const isFrom = ({ node }: { node: string }) => `$prevNode.name === '${node}'`;

/** An expression: whether the system does not have the PIN yet. */
function isForTheSystem(system: PmsSystem, { isThere, ofMany }: PinBack): string {
	const isLost =
		system.list && isThere !== undefined ? ` || (${isNight(system)} && !(${isThere}))` : '';
	const isLate = `$json.outcome === undefined && ${IS_READY} && ${allPinsOf('$json')} !== ${allPinsOf(madeAccess(system))}`;
	const isOther = ofMany ? `!(${isFrom(ofMany)}) && ` : '';
	return `={{ ${isOther}Boolean($json.pin) && (${HAS_NEW_PIN}${isLost} || ${isLate}) }}`;
}
