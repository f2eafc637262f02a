import { keepNewPins, messageToGuest, messageToHost, sendIt, whoGetsAMessage } from './messages';
import { notesOf } from './notes';
import type { PmsSystem } from './system';
import {
	chooseOutput,
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

/** What both *Create or update* and *Sync many* lead to. */
const next = ({ pinBack }: PmsSystem) => [
	['Who gets a message?', ...(pinBack ? ['Keep new PINs'] : [])],
];

/** A booking that comes in, up to the change at the doors. */
function day(system: PmsSystem): WorkflowPart {
	const { name, from, authentication } = system;
	const webhook = n8nNode(`From ${name}`, 'webhook', 2.1, [0, 0], {
		httpMethod: 'POST',
		path: from,
		...(authentication && { authentication }),
		responseMode: 'onReceived',
		options: {},
	});
	const fetched = bookingOfCall(system);
	const x = (fetched.nodes.length + 1) * COLUMN;
	return {
		nodes: [
			webhook,
			...fetched.nodes,
			readBooking('Read booking', [x, 0], from, 'continueErrorOutput'),
			reconcile('Create or update', [x + COLUMN, -20], 'upsert', {}),
		],
		connections: {
			[webhook.name]: [[fetched.nodes[0]?.name ?? 'Read booking']],
			...fetched.connections,
			'Read booking': [['Create or update'], ['Message to yourself']],
			'Create or update': next(system),
		},
	};
}

/** For a system whose calls only name a booking: the nodes that bring it. A call after which there is no stay needs none. */
function bookingOfCall({ from, getBooking }: PmsSystem): WorkflowPart {
	if (!getBooking) return { nodes: [], connections: {} };
	const request = getBooking([3 * COLUMN, 80]);
	return {
		nodes: [
			readBooking('Read call', [COLUMN, 0], from, 'continueErrorOutput'),
			chooseOutput(
				'Is there a stay?',
				[2 * COLUMN, 0],
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
			[request.name]: [['Read booking'], ['Message to yourself']],
		},
	};
}

/** All bookings every night, up to the changes at the doors. */
function night(system: PmsSystem): WorkflowPart {
	const { from, list, assignsRoomsLate } = system;
	const schedule = n8nNode('Every night', 'scheduleTrigger', 1.3, [0, NIGHT_Y], {
		rule: { interval: [{ field: 'days', triggerAtHour: 2 }] },
	});
	const requests = list.part([COLUMN, NIGHT_Y]);
	const x = (requests.nodes.length + 1) * COLUMN;
	return {
		nodes: [
			schedule,
			...requests.nodes,
			n8nNode(
				'One item per booking',
				'splitOut',
				1,
				[x, NIGHT_Y],
				{ fieldToSplitOut: list.field, options: {} },
				{ alwaysOutputData: true },
			),
			readBooking('Read bookings', [x + COLUMN, NIGHT_Y], from, 'continueRegularOutput'),
			...(assignsRoomsLate ? [keepThoseWithRoom([x + 2 * COLUMN, NIGHT_Y])] : []),
			reconcile('Sync many', [x + (assignsRoomsLate ? 3 : 2) * COLUMN, NIGHT_Y], 'syncMany', {
				removeGone: true,
				removeAtMost: '10%',
			}),
		],
		connections: {
			'Every night': [requests.nodes.slice(0, 1).map(({ name }) => name)],
			...requests.connections,
			'Get the bookings': [['One item per booking'], ['Message to yourself']],
			'One item per booking': [['Read bookings']],
			...(assignsRoomsLate
				? {
						'Read bookings': [['Keep bookings with a room']],
						'Keep bookings with a room': [['Sync many']],
					}
				: { 'Read bookings': [['Sync many']] }),
			'Sync many': next(system),
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

/** What both lead to: the messages, and the PINs for the system. */
function afterwards(system: PmsSystem, x: number): WorkflowPart {
	const pinBack = system.pinBack?.part([x + COLUMN, 240]) ?? { nodes: [], connections: {} };
	const right = x + (pinBack.nodes.length + 1) * COLUMN;
	return {
		nodes: [
			whoGetsAMessage([x, -40], system),
			messageToGuest([x + COLUMN, -140]),
			messageToHost([right, 160], system),
			sendIt([right + COLUMN, 0]),
			...(system.pinBack ? [keepNewPins([x, 240], system.pinBack)] : []),
			...pinBack.nodes,
		],
		connections: {
			'Who gets a message?': [[], ['Message to the guest'], ['Message to yourself']],
			'Message to the guest': [['Send it']],
			'Message to yourself': [['Send it']],
			...(system.pinBack && {
				'Keep new PINs': [pinBack.nodes.slice(0, 1).map(({ name }) => name)],
			}),
			...pinBack.connections,
		},
	};
}

/** The workflow that connects the doors with a property management system, as n8n imports it. */
export function bookingWorkflow(system: PmsSystem): string {
	const ofNight = night(system);
	const notes = { nodes: notesOf(system), connections: {} };
	const x = ofNight.nodes.length * COLUMN;
	return workflowText(system.name, [notes, day(system), ofNight, afterwards(system, x)]);
}
