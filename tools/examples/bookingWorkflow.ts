import { getRows, upsertRow } from './dataTable';
import { noteOf } from './notes';
import { rememberStays } from './stays';
import { IS_NIGHT, type BookingList, type PmsSystem } from './system';
import {
	firstOf,
	keep,
	n8nNode,
	NOTHING,
	reservationNode,
	sortOut,
	workflowText,
	type Condition,
	type Position,
	type WorkflowNode,
	type WorkflowPart,
} from './workflow';

const COLUMN = 240;
const NIGHT_Y = 280;

/** The node that a booking of the system leads to. */
const readingOf = ({ completeBooking }: PmsSystem) => {
	const [first = 'Read booking'] = firstOf(completeBooking?.([0, 0]) ?? NOTHING);
	return [first];
};

/** The call, up to the booking that it brings or names. */
function call(system: PmsSystem): WorkflowPart {
	const { name, call: calls, list } = system;
	if (!calls) return NOTHING;
	const { login = 'none', onlyRunIf, brings } = calls;
	const start = n8nNode(`From ${name}`, 'webhook', 2.1, [0, 0], {
		httpMethod: 'POST',
		// n8n makes a random one at import.
		path: '',
		authentication: login,
		responseMode: 'onReceived',
		options: { ...(onlyRunIf && { onlyRunIf: `={{ ${onlyRunIf} }}` }) },
	});
	if (brings === undefined)
		return { nodes: [start], connections: { [start.name]: [['Read booking']] } };
	if (brings === 'list')
		return { nodes: [start], connections: { [start.name]: [firstOf(list.part([0, 0]))] } };
	const request = brings([COLUMN, 0]);
	const [last] = request.nodes.slice(-1);
	return {
		nodes: [start, ...request.nodes],
		connections: {
			[start.name]: [firstOf(request)],
			...request.connections,
			...(last && { [last.name]: [readingOf(system)] }),
		},
	};
}

const everyDay = { field: 'days', triggerAtHour: 2 };
const soonerRule = ({ sooner, soonerAt }: BookingList): Record<string, string | number> => {
	if (soonerAt !== undefined) return { field: 'cronExpression', expression: soonerAt };
	return sooner === 'Every hour'
		? { field: 'hours', hoursInterval: 1 }
		: { field: 'minutes', minutesInterval: 10 };
};

/** All bookings: pages of them, or one item for each that a request completes. */
function night(system: PmsSystem): WorkflowPart {
	const { from, list } = system;
	const { last = 'Get the bookings', field, sooner } = list;
	const requests = list.part([COLUMN, NIGHT_Y]);
	const right = (...parts: WorkflowPart[]) =>
		Math.max(...parts.flatMap(({ nodes }) => nodes.map(({ position: [x] }) => x))) + COLUMN;
	const split = n8nNode('One item per booking', 'splitOut', 1, [right(requests), NIGHT_Y], {
		fieldToSplitOut: field ?? '',
		options: {},
	});
	const complete = system.completeBooking?.([right(requests) + COLUMN, NIGHT_Y]) ?? NOTHING;
	const schedule = (name: string, y: number, rule: Record<string, string | number>) =>
		n8nNode(name, 'scheduleTrigger', 1.3, [0, y], { rule: { interval: [rule] } });
	const compared = remembersComparison([COLUMN, NIGHT_Y + 180], from);
	return {
		nodes: [
			schedule('Every night', NIGHT_Y, everyDay),
			...(sooner ? [schedule(sooner, NIGHT_Y + 360, soonerRule(list))] : []),
			...requests.nodes,
			...(field === undefined ? [] : [split]),
			...complete.nodes,
			compared,
		],
		connections: {
			// n8n executes what is above first, with all that follows it.
			'Every night': [[...firstOf(requests), compared.name]],
			...(sooner && { [sooner]: [firstOf(requests)] }),
			[last]: [[field === undefined ? 'Read booking' : split.name]],
			...requests.connections,
			...(field !== undefined && { [split.name]: [readingOf(system)] }),
			...complete.connections,
		},
	};
}

/**
 * Says in *Stays*, in a row of the system, that all bookings were compared. *Something failed* tells the host if that was too
 * long ago.
 */
const remembersComparison = (at: Position, system: string): WorkflowNode =>
	upsertRow(
		'Remember the comparison',
		at,
		'Stays',
		[['stay_key', 'eq', `${system}:`]],
		{
			stay_key: `${system}:`,
			system,
			compared_at:
				"={{ $('Who has left').first() && $('Sync many').first() && $now.toUTC().toISO() }}",
		},
		{
			executeOnce: true,
			notesInFlow: true,
			notes: 'Fails if no booking was compared, such as because the list was empty',
		},
	);

/** The options that tell a list from a call, and a part of the list from the comparison of all. */
const comparison = (
	{ keepsMissing, isWhole, sooner, isOlderThanCalls }: BookingList,
	isCalled: boolean,
) => ({
	...(keepsMissing ? {} : { removeGone: `={{ ${IS_NIGHT}${isWhole ? ` && ${isWhole}` : ''} }}` }),
	...(isOlderThanCalls && { listReadAt: whenAsked(isCalled ? sooner : undefined) }),
});

/** A system that makes no calls tells changes by the list that is read sooner: that one counts as a call. */
const whenAsked = (sooner: BookingList['sooner']) => {
	const time = 'first().json.timestamp';
	return sooner
		? `={{ [$('Every night'), $('${sooner}')].find(it => it.isExecuted)?.${time} }}`
		: `={{ ${IS_NIGHT} && $('Every night').${time} }}`;
};

/** Only a list that is read sooner can be empty, and the call of a system that answers with one booking. */
const mustHaveBookings = ({ call: calls, list: { sooner } }: PmsSystem) =>
	sooner && calls?.bringsList ? `={{ !$('${sooner}').isExecuted }}` : `={{ ${IS_NIGHT} }}`;

/** What both lines share: each booking is read, the doors follow, and what they need later is remembered. */
function doors(system: PmsSystem, x: number): WorkflowPart {
	const { from, name, call, list, reads, pinBack, needsForPin = [], getsPinIf } = system;
	const left = 'Who has left';
	const told = 'Somebody must know';
	const lacksPin = `${name} lacks the PIN`;
	const right = x + 3 * COLUMN;
	const [create, remember] = rememberStays([right, 0], from).nodes;
	if (!create || !remember) throw new Error('Stays has two nodes');
	create.position = [x, -180];
	const back = pinBack?.([right, 180]);
	const sends = back && 'nodes' in back ? back : { nodes: back ? [back] : [], connections: {} };
	const mustKnow: Condition = ['={{ $json.tell }}', 'string', 'notEquals', 'nobody'];
	const needsPin: Condition[] = [
		mustKnow,
		['={{ $json.all_pins }}', 'string', 'notEmpty'],
		getsPinIf === undefined
			? ['={{ $json.all_pins }}', 'string', 'notEquals', '={{ $json.door_code }}']
			: [`={{ ${getsPinIf} }}`, 'boolean', 'true'],
	];
	const at: Position = [x + 2 * COLUMN, 0];
	const next = back
		? sortOut('What is next?', at, { [told]: [mustKnow], [lacksPin]: needsPin })
		: keep(told, at, mustKnow);
	return {
		nodes: [
			reservationNode('Read booking', [x, 0], {
				operation: 'readBooking',
				from,
				options: {
					mustHaveBookings: mustHaveBookings(system),
					...(reads !== undefined && { booking: reads }),
				},
			}),
			create,
			getRows(left, [x + COLUMN, -180], 'Stays', [['left_at', 'isNotEmpty']], {
				alwaysOutputData: true,
			}),
			reservationNode('Sync many', [x + COLUMN, 0], {
				operation: 'syncMany',
				mappingMode: 'autoMapInputData',
				options: {
					findRoomsBy: 'keyOrName',
					waitUntilIssued: true,
					leftStays: `={{ $('${left}').all() }}`,
					...comparison(list, call !== undefined),
				},
			}),
			next,
			remember,
			...sends.nodes,
		],
		connections: {
			[create.name]: [[left]],
			'Read booking': [['Sync many']],
			'Sync many': [[next.name]],
			[next.name]: [[remember.name], ...(back ? [[needsForPin, firstOf(sends)].flat()] : [])],
			...sends.connections,
		},
	};
}

/** n8n executes what is above first: what *Sync many* must know of *Stays*. */
const afterStays = ({ connections, ...part }: WorkflowPart): WorkflowPart => ({
	...part,
	connections: Object.fromEntries(
		Object.entries(connections).map(([from, outputs]) => [
			from,
			outputs.map((targets) =>
				targets.flatMap((target) =>
					target === 'Read booking' ? ['Create the table', target] : [target],
				),
			),
		]),
	),
});

const rightOf = (...parts: WorkflowPart[]) =>
	Math.max(...parts.flatMap(({ nodes }) => nodes).map(({ position: [x] }) => x)) + COLUMN;

/** The workflow that makes the doors follow a property management system, as n8n imports it. */
export function bookingWorkflow(system: PmsSystem): string {
	const ofCall = afterStays(call(system));
	const ofNight = afterStays(night(system));
	return workflowText(system.name, [
		{ nodes: [noteOf(system)], connections: {} },
		ofCall,
		ofNight,
		doors(system, rightOf(ofCall, ofNight)),
	]);
}
