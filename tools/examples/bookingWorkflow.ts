import { noteOf } from './notes';
import { signatureCheck } from './signature';
import { rememberStays } from './stays';
import { IS_NIGHT, type BookingList, type PmsSystem } from './system';
import {
	firstOf,
	ifTrue,
	keep,
	n8nNode,
	NOTHING,
	reservationNode,
	workflowText,
	type Position,
	type WorkflowPart,
} from './workflow';

const COLUMN = 240;
const NIGHT_Y = 280;

/** What cannot be read or changed goes on with its error, so that the comparison knows, and the host is told. */
const CONTINUE = { onError: 'continueRegularOutput' as const };

const readNode = (name: string, at: Position, from: string) =>
	reservationNode(name, at, { operation: 'readBooking', from, options: {} }, CONTINUE);

/** The node that a booking of the system leads to. */
const readingOf = ({ completeBooking }: PmsSystem) => {
	const [first = 'Read booking'] = firstOf(completeBooking?.([0, 0]) ?? NOTHING);
	return [first];
};

/** The call that brings a booking or names it, up to *Read booking*. */
function call(system: PmsSystem): WorkflowPart {
	const { name, from, protection, onlyRunIf } = system;
	const isSecretPath = protection === 'secretPath';
	const start = n8nNode(`From ${name}`, 'webhook', 2.1, [0, 0], {
		httpMethod: 'POST',
		// n8n fills an empty path with a random one.
		path: isSecretPath ? '' : from,
		authentication: typeof protection === 'string' && !isSecretPath ? protection : 'none',
		responseMode: 'onReceived',
		options: {
			...(typeof protection === 'object' && { rawBody: true }),
			...(onlyRunIf && { onlyRunIf: `={{ ${onlyRunIf} }}` }),
		},
	});
	const bringing = broughtBy(system);
	const [next = 'Read booking'] = firstOf(bringing);
	const check =
		typeof protection === 'object' ? signatureCheck(name, protection, [COLUMN, 0], next) : NOTHING;
	const afterCall = firstOf(check).length > 0 ? firstOf(check) : [next];
	return {
		nodes: [start, ...check.nodes, ...bringing.nodes],
		connections: { [start.name]: [afterCall], ...check.connections, ...bringing.connections },
	};
}

/** What brings the booking that a call names. */
function broughtBy(system: PmsSystem): WorkflowPart {
	const { from, call: called, list } = system;
	if (!called) return NOTHING;
	if (called.brings === 'list') return { ...NOTHING, first: firstOf(list.part([0, 0])) };
	const isNamed = 'Is it only a name?';
	const request = called.brings([(called.isAlwaysNamed ? 1 : 3) * COLUMN, -120]);
	const [last] = request.nodes.slice(-1);
	const toReading = { ...request.connections, [last?.name ?? '']: [readingOf(system)] };
	if (called.isAlwaysNamed) return { ...request, connections: toReading };
	return {
		nodes: [
			readNode('Read call', [COLUMN, 0], from),
			ifTrue(isNamed, [2 * COLUMN, 0], ['={{ $json.missing }}', 'array', 'notEmpty']),
			...request.nodes,
		],
		connections: {
			'Read call': [[isNamed]],
			[isNamed]: [firstOf(request), ['Sync many']],
			...toReading,
		},
	};
}

/** All bookings, one item for each, or for each page of those that come with their guests. */
function night(system: PmsSystem): WorkflowPart {
	const { list } = system;
	const { last = 'Get the bookings', field, sooner } = list;
	const requests = list.part([COLUMN, NIGHT_Y]);
	const x = (requests.nodes.length + 1) * COLUMN;
	const split = n8nNode('One item per booking', 'splitOut', 1, [x, NIGHT_Y], {
		fieldToSplitOut: field ?? '',
		options: {},
	});
	const complete = system.completeBooking?.([x + COLUMN, NIGHT_Y]) ?? NOTHING;
	const soonerRule: Record<string, string | number> =
		sooner === 'Every hour'
			? { field: 'hours', hoursInterval: 1 }
			: { field: 'minutes', minutesInterval: 10 };
	const schedule = (name: string, y: number, rule: Record<string, string | number>) =>
		n8nNode(name, 'scheduleTrigger', 1.3, [0, y], { rule: { interval: [rule] } });
	return {
		nodes: [
			schedule('Every night', NIGHT_Y, { field: 'days', triggerAtHour: 2 }),
			...(sooner ? [schedule(sooner, NIGHT_Y + 180, soonerRule)] : []),
			...requests.nodes,
			...(field === undefined ? [] : [split]),
			...complete.nodes,
		],
		connections: {
			'Every night': [firstOf(requests)],
			...(sooner && { [sooner]: [firstOf(requests)] }),
			[last]: [[field === undefined ? 'Read booking' : split.name]],
			...requests.connections,
			...(field !== undefined && { [split.name]: [readingOf(system)] }),
			...complete.connections,
		},
	};
}

/** The options that tell a call or a part of the list from the comparison of all. */
const comparison = ({ keepsMissing, isWhole }: BookingList) => ({
	...(!keepsMissing && {
		removeGone: `={{ ${IS_NIGHT}${isWhole ? ` && ${isWhole}` : ''} }}`,
	}),
});

/** What both lines share: each booking is read, the doors follow, and what they need later is remembered. */
function doors(system: PmsSystem, x: number): WorkflowPart {
	const { from, name, list, pinBack, needsForPin = [], getsPinIf } = system;
	const told = 'Somebody must know';
	const lacksPin = `${name} lacks the PIN`;
	const right = x + 3 * COLUMN;
	const rows = rememberStays([right, 0], from);
	const request = pinBack?.([right + COLUMN, 180]);
	return {
		nodes: [
			readNode('Read booking', [x, 0], from),
			reservationNode(
				'Sync many',
				[x + COLUMN, 0],
				{
					operation: 'syncMany',
					mappingMode: 'autoMapInputData',
					options: {
						findRoomsBy: 'keyOrName',
						waitUntilIssued: true,
						...comparison(list),
					},
				},
				CONTINUE,
			),
			keep(told, [x + 2 * COLUMN, 0], ['={{ $json.tell }}', 'string', 'notEquals', 'nobody']),
			...rows.nodes,
			...(request
				? [
						keep(
							lacksPin,
							[right, 180],
							['={{ $json.all_pins }}', 'string', 'notEmpty'],
							getsPinIf === undefined
								? ['={{ $json.all_pins }}', 'string', 'notEquals', '={{ $json.door_code }}']
								: [`={{ ${getsPinIf} }}`, 'boolean', 'true'],
						),
						request,
					]
				: []),
		],
		connections: {
			'Read booking': [['Sync many']],
			'Sync many': [[told]],
			[told]: [[...firstOf(rows), ...(request ? [lacksPin] : [])]],
			...(request && { [lacksPin]: [[needsForPin, request.name].flat()] }),
		},
	};
}

const rightOf = (...parts: WorkflowPart[]) =>
	Math.max(...parts.flatMap(({ nodes }) => nodes).map(({ position: [x] }) => x)) + COLUMN;

/** The workflow that makes the doors follow a property management system, as n8n imports it. */
export function bookingWorkflow(system: PmsSystem): string {
	const ofCall = call(system);
	const ofNight = night(system);
	return workflowText(system.name, [
		{ nodes: [noteOf(system)], connections: {} },
		ofCall,
		ofNight,
		doors(system, rightOf(ofCall, ofNight)),
	]);
}
