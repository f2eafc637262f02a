import { textsNode } from './guestTexts';
import { checksAgain, eachMessageOnce, madeAccess } from './latePins';
import { messageToGuest, messageToHost, sendIt, whoGetsAMessage } from './messages';
import { notesOf } from './notes';
import { signatureCheck } from './signature';
import {
	changeOf,
	comparisonOf,
	isNight,
	isOnlyNamed,
	type BookingList,
	type PmsSystem,
} from './system';
import {
	firstOf,
	ifTrue,
	n8nNode,
	NOTHING,
	reservationNode,
	workflowText,
	type WorkflowPart,
} from './workflow';

const COLUMN = 240;
const NIGHT_Y = 280;

/** The call that brings a booking, or names it, up to what only calls of the system pass. */
function call(system: PmsSystem): WorkflowPart {
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
	const next = 'Read booking';
	const check =
		typeof protection === 'object' ? signatureCheck(name, protection, [COLUMN, 0], next) : NOTHING;
	const afterCall = firstOf(check).length > 0 ? firstOf(check) : [next];
	return {
		nodes: [start, ...check.nodes],
		connections: { [start.name]: [afterCall], ...check.connections },
	};
}

/** All bookings, one item for each, or for each page of those that come with their guests. */
function night(system: PmsSystem, list: BookingList): WorkflowPart {
	const { trigger, hour } = comparisonOf(system);
	const { last = 'Get the bookings', field, changesEvery } = list;
	const requests = list.part([COLUMN, NIGHT_Y]);
	const x = (requests.nodes.length + 1) * COLUMN;
	const complete = system.completeBooking?.([x + COLUMN, NIGHT_Y]) ?? NOTHING;
	const split = n8nNode(
		'One item per booking',
		'splitOut',
		1,
		[x, NIGHT_Y],
		{ fieldToSplitOut: field ?? '', options: {} },
		{ alwaysOutputData: true },
	);
	return {
		nodes: [
			n8nNode(trigger, 'scheduleTrigger', 1.3, [0, NIGHT_Y], {
				rule: { interval: [{ field: 'days', triggerAtHour: hour }] },
			}),
			...(changesEvery
				? [
						n8nNode(changesEvery.trigger, 'scheduleTrigger', 1.3, [0, NIGHT_Y + 180], {
							rule: { interval: [{ field: 'minutes', minutesInterval: changesEvery.minutes }] },
						}),
					]
				: []),
			...requests.nodes,
			...(field === undefined ? [] : [split]),
			...complete.nodes,
		],
		connections: {
			[trigger]: [firstOf(requests)],
			...(changesEvery && { [changesEvery.trigger]: [firstOf(requests)] }),
			[last]: [[field === undefined ? 'Read booking' : split.name], ['Message to yourself']],
			...requests.connections,
			...(field !== undefined && { [split.name]: [readingOf(system)] }),
			...complete.connections,
		},
	};
}

/** The node that a booking of the system leads to. */
const readingOf = ({ completeBooking }: PmsSystem) => {
	const [first] = firstOf(completeBooking?.([0, 0]) ?? NOTHING);
	return [first ?? 'Read booking'];
};

/**
 * What calls and the comparison share: each booking is read, and the doors follow. A booking that a call only names is
 * requested, and read then.
 */
function doors(system: PmsSystem, x: number): WorkflowPart {
	const { from, getBooking, secondsUntilCurrent, list } = system;
	const change = changeOf(system);
	const isNamed = 'Is it only a name?';
	const request = getBooking?.([x + COLUMN, -120]);
	const wait =
		secondsUntilCurrent === undefined
			? undefined
			: n8nNode('Wait a moment', 'wait', 1.1, [x + COLUMN, -260], {
					resume: 'timeInterval',
					amount: secondsUntilCurrent,
					unit: 'seconds',
				});
	const afterName = request?.name ?? (system.doesListBringOne ? 'Get the bookings' : undefined);
	const ofName = wait?.name ?? afterName;
	const right = x + (ofName ? 2 : 1) * COLUMN;
	return {
		nodes: [
			reservationNode(
				'Read booking',
				[x, 0],
				{ operation: 'readBooking', from, options: {} },
				CONTINUE,
			),
			...(ofName ? [ifTrue(isNamed, [x + COLUMN, 0], `={{ ${isOnlyNamed(system)} }}`)] : []),
			...(wait ? [wait] : []),
			...(request ? [request] : []),
			reservationNode(
				change,
				[right, 0],
				{
					operation: list ? 'syncMany' : 'upsert',
					mappingMode: 'autoMapInputData',
					options: {
						findRoomsBy: 'keyOrName',
						waitUntilIssued: true,
						...(list && comparison(system, list)),
					},
				},
				CONTINUE,
			),
		],
		connections: {
			'Read booking': [[ofName ? isNamed : change]],
			...(ofName && { [isNamed]: [[ofName], [change]] }),
			...(wait && afterName && { [wait.name]: [[afterName]] }),
			...(request && { [request.name]: [readingOf(system), ['Message to yourself']] }),
			[change]: [['Who gets a message?']],
		},
	};
}

/** What cannot be read or changed goes on with its error, so that the comparison knows, and the host is told. */
const CONTINUE = { onError: 'continueRegularOutput' as const };

/** The options that tell a call, which is about its booking only, from the comparison of all. */
function comparison(system: PmsSystem, { keepsMissing, isWhole }: BookingList) {
	const ofAll = isNight(system);
	return {
		acceptUnusualList: `={{ !${ofAll} }}`,
		...(!keepsMissing && {
			removeGone: `={{ ${ofAll}${isWhole ? ` && ${isWhole}` : ''} }}`,
			removeAtMost: '10%',
		}),
	};
}

/** What the changes at the doors lead to: the messages, and the PINs for the system. */
function afterwards(system: PmsSystem, x: number): WorkflowPart {
	const { pinBack, guestMessage } = system;
	const toGuest = guestMessage?.part([x + 4 * COLUMN, -140]) ?? NOTHING;
	const toSystem = pinBack?.part([x + COLUMN, 300]) ?? NOTHING;
	const right = x + (toGuest.nodes.length + 4) * COLUMN;
	const late = checksAgain([x + COLUMN, 500], system);
	return {
		nodes: [
			whoGetsAMessage([x, 0], system),
			eachMessageOnce([x + COLUMN, -140], system),
			textsNode(
				[x + 2 * COLUMN, -140],
				"$('Read booking').item.json.guest_language",
				madeAccess(system),
			),
			messageToGuest([x + 3 * COLUMN, -140], system),
			...toGuest.nodes,
			messageToHost([x + COLUMN, 60], system),
			sendIt([right, 0]),
			...toSystem.nodes,
			...late.nodes,
		],
		connections: {
			'Who gets a message?': [
				['Each message once'],
				['Message to yourself'],
				['Wait 15 minutes'],
				...(pinBack ? [firstOf(toSystem)] : []),
				['Each message once'],
			],
			'Each message once': [['Texts']],
			Texts: [['Message to the guest']],
			'Message to the guest': [guestMessage ? firstOf(toGuest) : ['Send it']],
			...toGuest.connections,
			'Message to yourself': [['Send it']],
			...toSystem.connections,
			...late.connections,
		},
	};
}

const rightOf = (...parts: WorkflowPart[]) =>
	Math.max(...parts.flatMap(({ nodes }) => nodes).map(({ position: [x] }) => x)) + COLUMN;

/** The workflow that connects the doors with a property management system, as n8n imports it. */
export function bookingWorkflow(system: PmsSystem): string {
	const ofCall = call(system);
	const ofNight = system.list ? night(system, system.list) : NOTHING;
	const ofDoors = doors(system, rightOf(ofCall, ofNight));
	return workflowText(system.name, [
		{ nodes: notesOf(system), connections: {} },
		ofCall,
		ofNight,
		ofDoors,
		afterwards(system, rightOf(ofDoors)),
	]);
}
