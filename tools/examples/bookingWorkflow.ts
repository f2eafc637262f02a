import { textsNode } from './guestTexts';
import { checksAgain, eachMessageOnce } from './latePins';
import { keepNewPins, messageToGuest, messageToHost, sendIt, whoGetsAMessage } from './messages';
import { notesOf } from './notes';
import { signatureCheck } from './signature';
import { comparisonOf, type BookingList, type PmsSystem } from './system';
import {
	chooseOutput,
	firstOf,
	ifTrue,
	keep,
	n8nNode,
	reservationNode,
	workflowText,
	type Position,
	type WorkflowNode,
	type WorkflowPart,
} from './workflow';

const COLUMN = 240;
const NIGHT_Y = 520;

const readBooking = (name: string, at: Position, from: string, onError: WorkflowNode['onError']) =>
	reservationNode(name, at, { operation: 'readBooking', from, options: {} }, { onError });

const reconcile = (name: string, at: Position, operation: string, options: object) =>
	reservationNode(
		name,
		at,
		{
			operation,
			mappingMode: 'autoMapInputData',
			options: { findRoomsBy: 'keyOrName', waitUntilIssued: true, ...options },
		},
		{ onError: 'continueRegularOutput' },
	);

/** The call that brings a booking, up to what only calls of the system pass. */
function webhook(system: PmsSystem): WorkflowPart {
	const { name, from, protection } = system;
	const authentication = typeof protection === 'string' ? protection : 'none';
	const isSecretPath = protection === 'secretPath';
	const start = n8nNode(`From ${name}`, 'webhook', 2.1, [0, 0], {
		httpMethod: 'POST',
		// n8n fills an empty path with a random one.
		path: isSecretPath ? '' : from,
		authentication: isSecretPath ? 'none' : authentication,
		responseMode: 'onReceived',
		options: typeof protection === 'object' ? { rawBody: true } : {},
	});
	const check =
		typeof protection === 'object'
			? signatureCheck(name, protection, [COLUMN, 0], firstReader(system))
			: { nodes: [], connections: {} };
	const [next = firstReader(system)] = firstOf(check);
	return {
		nodes: [start, ...check.nodes],
		connections: { [start.name]: [[next]], ...check.connections },
	};
}

/** For a system whose calls only name a booking: the nodes that bring it. A stay that has ended needs no more than its name. */
function bookingOfCall(
	{ from, getBooking, callsNameBooking, addGuests }: PmsSystem,
	[x, y]: Position,
): WorkflowPart {
	if (!getBooking) return { nodes: [], connections: {} };
	const request = getBooking(callsNameBooking ? [x, y] : [x + 2 * COLUMN, y + 80]);
	const [next = 'Read booking'] = addGuests ? firstOf(addGuests([0, 0])) : [];
	const read = { [request.name]: [[next], ['Message to yourself']] };
	if (callsNameBooking) return { nodes: [request], connections: read };
	return {
		nodes: [
			readBooking('Read call', [x, y], from, 'continueErrorOutput'),
			chooseOutput(
				'Is there a stay?',
				[x + COLUMN, y],
				[
					['It has ended', "={{ $json.status === 'cancelled' }}"],
					['Get it', '={{ $json.reservation_key !== null }}'],
				],
			),
			request,
		],
		connections: {
			'Read call': [['Is there a stay?'], ['Message to yourself']],
			'Is there a stay?': [['Create or update'], [request.name]],
			...read,
		},
	};
}

/** The node that gets what came in. */
const firstReader = (system: PmsSystem) =>
	firstOf(bookingOfCall(system, [0, 0]))[0] ?? 'Read booking';

/** What each reservation leads to. */
const outcomes = ({ pinBack }: PmsSystem) => [
	['Who gets a message?', ...(pinBack ? ['Keep new PINs'] : [])],
];

/** A booking that comes in, up to the change at the doors. */
function day(system: PmsSystem): WorkflowPart {
	const call = webhook(system);
	const fetched = bookingOfCall(system, [call.nodes.length * COLUMN, 0]);
	const x = (call.nodes.length + fetched.nodes.length) * COLUMN;
	return {
		nodes: [
			...call.nodes,
			...fetched.nodes,
			readBooking('Read booking', [x, 0], system.from, 'continueErrorOutput'),
			reconcile('Create or update', [x + COLUMN, -20], 'upsert', {}),
		],
		connections: {
			...call.connections,
			...fetched.connections,
			'Read booking': [['Create or update'], ['Message to yourself']],
			'Create or update': outcomes(system),
		},
	};
}

/** A booking that comes in, and all bookings, for a system whose bookings are read together with their guests. */
function dayAndNight(
	system: PmsSystem,
	list: BookingList,
	addGuests: NonNullable<PmsSystem['addGuests']>,
): WorkflowPart {
	const { trigger, hour } = comparisonOf(system);
	const call = webhook(system);
	const fetched = bookingOfCall(system, [call.nodes.length * COLUMN, 0]);
	const requests = list.part([COLUMN, NIGHT_Y]);
	const x = (call.nodes.length + fetched.nodes.length) * COLUMN;
	const guests = addGuests([x, NIGHT_Y / 2]);
	const right = x + guests.nodes.length * COLUMN;
	return {
		nodes: [
			...call.nodes,
			...fetched.nodes,
			everyDay(trigger, hour),
			...requests.nodes,
			...guests.nodes,
			readBooking('Read booking', [right, NIGHT_Y / 2], system.from, 'continueErrorOutput'),
			ifTrue(
				'Are these all bookings?',
				[right + COLUMN, NIGHT_Y / 2],
				`={{ $('${trigger}').isExecuted }}`,
			),
			reconcile('Create or update', [right + 2 * COLUMN, 0], 'upsert', {}),
			reconcile('Sync many', [right + 2 * COLUMN, NIGHT_Y], 'syncMany', removal(list)),
		],
		connections: {
			...call.connections,
			...fetched.connections,
			[trigger]: [firstOf(requests)],
			'Get the bookings': [firstOf(guests), ['Message to yourself']],
			...requests.connections,
			...guests.connections,
			'Read booking': [['Are these all bookings?'], ['Message to yourself']],
			'Are these all bookings?': [['Sync many'], ['Create or update']],
			'Create or update': outcomes(system),
			'Sync many': outcomes(system),
		},
	};
}

const everyDay = (name: string, hour: number) =>
	n8nNode(name, 'scheduleTrigger', 1.3, [0, NIGHT_Y], {
		rule: { interval: [{ field: 'days', triggerAtHour: hour }] },
	});

/** The options for bookings that the list lacks. */
const removal = ({ keepsMissing, isWhole }: BookingList) =>
	keepsMissing ? {} : { removeGone: isWhole ? `={{ ${isWhole} }}` : true, removeAtMost: '10%' };

/** All bookings, up to the changes at the doors. */
function night(system: PmsSystem, list: BookingList): WorkflowPart {
	const { trigger, hour } = comparisonOf(system);
	const { last = 'Get the bookings' } = list;
	const requests = list.part([COLUMN, NIGHT_Y]);
	const x = (requests.nodes.length + 1) * COLUMN;
	const rooms = system.assignsRoomsLate ? [keepThoseWithRoom([x + 2 * COLUMN, NIGHT_Y])] : [];
	return {
		nodes: [
			everyDay(trigger, hour),
			...requests.nodes,
			n8nNode(
				'One item per booking',
				'splitOut',
				1,
				[x, NIGHT_Y],
				{ fieldToSplitOut: list.field, options: {} },
				{ alwaysOutputData: true },
			),
			readBooking('Read bookings', [x + COLUMN, NIGHT_Y], system.from, 'continueRegularOutput'),
			...rooms,
			reconcile('Sync many', [x + (2 + rooms.length) * COLUMN, NIGHT_Y], 'syncMany', removal(list)),
		],
		connections: {
			[trigger]: [firstOf(requests)],
			[last]: [['One item per booking'], ['Message to yourself']],
			...requests.connections,
			'One item per booking': [['Read bookings']],
			'Read bookings': [[rooms[0]?.name ?? 'Sync many']],
			...Object.fromEntries(rooms.map(({ name }) => [name, [['Sync many']]])),
			'Sync many': outcomes(system),
		},
	};
}

/** A booking that has lost its room is missing from the list, so that its guest cannot open the room of another one. */
const keepThoseWithRoom = (at: Position): WorkflowNode => ({
	...keep(
		'Keep bookings with a room',
		at,
		"={{ $json.status !== 'confirmed' || $json.rooms.length > 0 }}",
	),
	alwaysOutputData: true,
});

/** What the changes at the doors lead to: the messages, and the PINs for the system. */
function afterwards(system: PmsSystem, x: number): WorkflowPart {
	const { pinBack, guestMessage } = system;
	const toGuest = guestMessage?.part([x + 4 * COLUMN, -140]) ?? { nodes: [], connections: {} };
	const toSystem = pinBack?.part([x + COLUMN, 240]) ?? { nodes: [], connections: {} };
	const right = x + (Math.max(toSystem.nodes.length, toGuest.nodes.length + 2) + 1) * COLUMN;
	const late = checksAgain([x + COLUMN, 400], system);
	return {
		nodes: [
			whoGetsAMessage([x, -40], system),
			eachMessageOnce([x + COLUMN, -140], system),
			textsNode([x + 2 * COLUMN, -140]),
			messageToGuest([x + 3 * COLUMN, -140], system),
			...toGuest.nodes,
			messageToHost([right, 160], system),
			sendIt([right + COLUMN, 0]),
			...(pinBack ? [keepNewPins([x, 240], system, pinBack.isThere)] : []),
			...toSystem.nodes,
			...late.nodes,
		],
		connections: {
			'Who gets a message?': [
				[],
				['Each message once'],
				['Wait 15 minutes'],
				['Message to yourself', 'Wait 15 minutes'],
				['Message to yourself'],
			],
			'Each message once': [['Texts']],
			Texts: [['Message to the guest']],
			...late.connections,
			'Message to the guest': [guestMessage ? firstOf(toGuest) : ['Send it']],
			...toGuest.connections,
			'Message to yourself': [['Send it']],
			...(pinBack && { 'Keep new PINs': [firstOf(toSystem)] }),
			...toSystem.connections,
		},
	};
}

/** The workflow that connects the doors with a property management system, as n8n imports it. */
export function bookingWorkflow(system: PmsSystem): string {
	const { list, addGuests } = system;
	const isTogether = list && addGuests;
	const ofDay = isTogether ? dayAndNight(system, list, addGuests) : day(system);
	const ofNight = list && !addGuests ? night(system, list) : { nodes: [], connections: {} };
	const notes = { nodes: notesOf(system), connections: {} };
	const right = Math.max(...[...ofDay.nodes, ...ofNight.nodes].map(({ position: [x] }) => x));
	const parts = [notes, ofDay, ofNight, afterwards(system, right + COLUMN)];
	return workflowText(system.name, parts);
}
