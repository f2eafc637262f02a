import { keepNewPins, messageToGuest, messageToHost, sendIt, whoGetsAMessage } from './messages';
import { notesOf } from './notes';
import type { PmsSystem } from './system';
import {
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

/** A booking that comes in, up to the change at the doors. */
function day({ name, from, authentication }: PmsSystem): WorkflowPart {
	const webhook = n8nNode(`From ${name}`, 'webhook', 2.1, [0, 0], {
		httpMethod: 'POST',
		path: from,
		authentication,
		responseMode: 'onReceived',
		options: {},
	});
	return {
		nodes: [
			webhook,
			readBooking('Read booking', [COLUMN, 0], from, 'continueErrorOutput'),
			reconcile('Create or update', [2 * COLUMN, -20], 'upsert', {}),
		],
		connections: {
			[webhook.name]: [['Read booking']],
			'Read booking': [['Create or update'], ['Message to yourself']],
			'Create or update': [['Who gets a message?', 'Keep new PINs']],
		},
	};
}

/** All bookings every night, up to the changes at the doors. */
function night({ from, list }: PmsSystem): WorkflowPart {
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
			reconcile('Sync many', [x + 2 * COLUMN, NIGHT_Y], 'syncMany', {
				removeGone: true,
				removeAtMost: '10%',
			}),
		],
		connections: {
			'Every night': [requests.nodes.slice(0, 1).map(({ name }) => name)],
			...requests.connections,
			'Get the bookings': [['One item per booking'], ['Message to yourself']],
			'One item per booking': [['Read bookings']],
			'Read bookings': [['Sync many']],
			'Sync many': [['Who gets a message?', 'Keep new PINs']],
		},
	};
}

/** What both lead to: the messages, and the PINs for the system. */
function afterwards(system: PmsSystem, x: number): WorkflowPart {
	const pinBack = system.pinBack.part([x + COLUMN, 240]);
	const right = x + (pinBack.nodes.length + 1) * COLUMN;
	return {
		nodes: [
			whoGetsAMessage([x, -40], system),
			messageToGuest([x + COLUMN, -140]),
			messageToHost([right, 160], system),
			sendIt([right + COLUMN, 0]),
			keepNewPins([x, 240], system),
			...pinBack.nodes,
		],
		connections: {
			'Who gets a message?': [[], ['Message to the guest'], ['Message to yourself']],
			'Message to the guest': [['Send it']],
			'Message to yourself': [['Send it']],
			'Keep new PINs': [pinBack.nodes.slice(0, 1).map(({ name }) => name)],
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
