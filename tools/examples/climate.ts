import type { INode } from 'n8n-workflow';
import {
	deviceAccess,
	editFields,
	keep,
	n8nNode,
	namesWithValues,
	requestToService,
	reservationNode,
	workflowText,
	type Position,
	type WorkflowNode,
	type WorkflowPart,
} from './workflow';

/** What the names of this workflow's schedules begin with: it changes no other one. */
const OURS = 'By n8n: ';

/** The device types of thermostats. One request finds them, however many locks there are. */
const THERMOSTATS = ['ecobee', 'honeywell_resideo', 'nest', 'sensi', 'smartthings', 'tado'].map(
	(maker) => `${maker}_thermostat`,
);

/** What a schedule says beside its name and its thermostat. */
const COMPARED = [
	'climate_preset_key',
	'starts_at',
	'ends_at',
	'is_override_allowed',
	'max_override_period_minutes',
];
const ID = 'thermostat_schedule_id';

const setting = (name: string) => `={{ $('Climate').first().json.${name} }}`;
const field = (name: string) => `={{ $json.${name} }}`;

/** What to do first is large, because n8n opens the workflow at a third of its size. */
const NOTES: WorkflowNode[] = [
	n8nNode('Note', 'stickyNote', 1, [-60, -1100], {
		content: `# Climate
# **First:** in the workflow's settings, choose *Something failed* as **Error workflow**.
# The rooms are warm or cool when guests come: every hour, the thermostats of a room get a schedule for each of its stays in the next week, from three hours before the arrival to the departure. While a room is empty, another preset is active.
# 1. Add each thermostat to its room: in the console of the service, or with **Space > Create or Update** of a *Device Access* node.
# 2. In the console, give each thermostat two presets, with the keys \`occupied\` and \`unoccupied\`. If they have other keys, enter them in *Climate*.
# 3. Select your Device Access credential in *Thermostats*, *Stays*, and the five nodes that n8n marks in red.
# 4. Execute the workflow, and look at a thermostat in the console. Then publish the workflow.`,
		width: 2000,
		height: 800,
	}),
	n8nNode('Note on what can be changed', 'stickyNote', 1, [1980, -1100], {
		content: `### In Climate, you can change
- \`climate_preset_key\`: the key of the preset for guests, and \`preset_while_empty\`: that of an empty room.
- \`hours_before\`: how many hours before the arrival heating or cooling begins.
- \`is_override_allowed\` and \`max_override_period_minutes\`: whether guests can set another temperature, and after how many minutes the preset comes back.

### Good to know
- New dates move the schedule, and a cancellation removes it. A second execution changes nothing.
- Each booking system has its own **Key Prefix**: *Stays* knows those of all systems, of calendars and of *Front desk*. If you make up one, begin it with the name of a system or with \`reservation-\`, such as \`hostaway-2:\` or \`reservation-2:\`: then all workflows know it.
- The names of the schedules begin with *${OURS.trim()}*. Others are never changed.
- Of two stays that arrive at the same time, the longer one counts.
- A thermostat without the preset, or one that refuses it, fails the execution after all others were set: *Something failed* tells you.`,
		width: 600,
		height: 800,
		color: 5,
	}),
];

const sort = (name: string, at: Position): WorkflowNode =>
	n8nNode(name, 'sort', 1, at, {
		sortFieldsUi: { sortField: [{ fieldName: 'ends_at', order: 'descending' }] },
		options: {},
	});

/** A request that changes something. If it is refused, the others go on. */
const change = (name: string, at: Position, path: string, body: INode['parameters']) =>
	requestToService(
		name,
		at,
		`/thermostats/${path}`,
		{ ...body, options: { response: { response: { fullResponse: true } } } },
		{ onError: 'continueRegularOutput' },
	);

/** What is wanted: one schedule for each thermostat and stay. */
function wanted(): WorkflowPart {
	return {
		nodes: [
			deviceAccess('Thermostats', [440, 0], {
				resource: 'device',
				operation: 'getAll',
				returnAll: true,
				output: 'raw',
				filters: { deviceTypes: THERMOSTATS },
				options: {},
			}),
			keep(
				'Not its preset yet',
				[660, -240],
				[
					field('properties.fallback_climate_preset_key'),
					'string',
					'notEquals',
					setting('preset_while_empty'),
				],
			),
			change('Set the preset while empty', [880, -240], 'set_fallback_climate_preset', {
				bodyParameters: namesWithValues({
					device_id: field('device_id'),
					climate_preset_key: setting('preset_while_empty'),
				}),
			}),
			n8nNode('Its rooms', 'splitOut', 1, [660, 0], {
				fieldToSplitOut: 'space_ids',
				include: 'selectedOtherFields',
				fieldsToInclude: 'device_id',
				options: { destinationFieldName: 'space_id' },
			}),
			reservationNode(
				'Stays',
				[660, 240],
				{
					operation: 'getAll',
					filters: { arrivesBefore: "={{ $now.plus(7, 'days') }}" },
					returnAll: true,
					output: 'raw',
					options: { maskPinCodes: true },
				},
				{ executeOnce: true },
			),
			n8nNode('One item per room', 'splitOut', 1, [880, 240], {
				fieldToSplitOut: 'access_grant.space_ids',
				include: 'selectedOtherFields',
				fieldsToInclude: 'stay_key, starts_at, ends_at',
				options: { destinationFieldName: 'space_id' },
			}),
			n8nNode('Thermostats of the stays', 'merge', 3.2, [1100, 0], {
				mode: 'combine',
				fieldsToMatchString: 'space_id',
				joinMode: 'keepMatches',
				outputDataFrom: 'both',
				options: {},
			}),
			n8nNode('With the settings', 'merge', 3.2, [1320, 0], {
				mode: 'combine',
				combineBy: 'combineAll',
				options: {},
			}),
			editFields(
				'Wanted',
				[1540, 0],
				{
					name: `=${OURS}${'{{ $json.stay_key }}'}`,
					starts_at:
						'={{ DateTime.fromISO($json.starts_at).minus({ hours: $json.hours_before }).toUTC().toISO() }}',
				},
				['device_id', ...COMPARED.filter((name) => name !== 'starts_at')],
			),
			sort('The longer stay first', [1760, 0]),
			n8nNode('One for each start', 'removeDuplicates', 2, [1980, 0], {
				operation: 'removeDuplicateInputItems',
				compare: 'selectedFields',
				fieldsToCompare: 'device_id, starts_at',
				options: {},
			}),
		],
		connections: {
			Thermostats: [['Not its preset yet', 'Its rooms', 'Stays', 'Its schedules']],
			'Not its preset yet': [['Set the preset while empty']],
			'Set the preset while empty': [[{ node: 'What came of it', index: 0 }]],
			'Its rooms': [['Thermostats of the stays']],
			Stays: [['One item per room']],
			'One item per room': [[{ node: 'Thermostats of the stays', index: 1 }]],
			'Thermostats of the stays': [['With the settings']],
			'With the settings': [['Wanted']],
			Wanted: [['The longer stay first']],
			'The longer stay first': [['One for each start']],
			'One for each start': [['What differs']],
		},
	};
}

/** What is there, of this workflow alone. */
function there(): WorkflowPart {
	return {
		nodes: [
			requestToService('Its schedules', [880, 480], '/thermostats/schedules/list', {
				bodyParameters: namesWithValues({ device_id: field('device_id') }),
			}),
			n8nNode('One item per schedule', 'splitOut', 1, [1100, 480], {
				fieldToSplitOut: 'thermostat_schedules',
				options: {},
			}),
			keep('Ours', [1320, 480], [field('name'), 'string', 'startsWith', OURS]),
			editFields('There', [1540, 480], {}, ['device_id', 'name', ID, ...COMPARED]),
		],
		connections: {
			'Its schedules': [['One item per schedule']],
			'One item per schedule': [['Ours']],
			Ours: [['There']],
			There: [[{ node: 'What differs', index: 1 }]],
		},
	};
}

/** The requests that make the difference. n8n executes what is above first: a start must be free before another schedule has it. */
function changes(): WorkflowPart {
	const asJson = (jsonBody: string) => ({ specifyBody: 'json', jsonBody });
	const send = (name: string, y: number, path: string, body: INode['parameters']) =>
		change(name, [2420, y], `schedules/${path}`, body);
	return {
		nodes: [
			n8nNode('What differs', 'compareDatasets', 2.3, [2200, 240], {
				mergeByFields: {
					values: ['device_id', 'name'].map((name) => ({ field1: name, field2: name })),
				},
				resolve: 'mix',
				fuzzyCompare: false,
				preferWhenMix: 'input1',
				exceptWhenMix: ID,
				options: { skipFields: ID },
			}),
			send('Remove it', 0, 'delete', { bodyParameters: namesWithValues({ [ID]: field(ID) }) }),
			send('Change it', 240, 'update', asJson("={{ $json.removeField('device_id') }}")),
			send('Create it', 480, 'create', asJson('={{ $json }}')),
			n8nNode('What came of it', 'merge', 3.2, [2640, 200], { mode: 'append', numberInputs: 4 }),
			// Also what was not sent, such as because the node has no credential.
			keep('Not answered', [2860, 200], [field('statusCode'), 'number', 'empty']),
			n8nNode(
				'A thermostat does not follow',
				'stopAndError',
				1,
				[3080, 200],
				{
					errorMessage:
						"=A thermostat does not follow its stays: {{ $json.error?.description ?? $json.error ?? 'n8n gives no reason' }}",
				},
				{ executeOnce: true },
			),
		],
		connections: {
			'What differs': [['Create it'], [], ['Change it'], ['Remove it']],
			'Remove it': [[{ node: 'What came of it', index: 1 }]],
			'Change it': [[{ node: 'What came of it', index: 2 }]],
			'Create it': [[{ node: 'What came of it', index: 3 }]],
			'What came of it': [['Not answered']],
			'Not answered': [['A thermostat does not follow']],
		},
	};
}

/** The workflow whose thermostats follow the stays, as n8n imports it. */
export const climate = (): string =>
	workflowText('Climate', [
		{
			nodes: [
				...NOTES,
				n8nNode('Every hour', 'scheduleTrigger', 1.3, [0, 0], {
					rule: { interval: [{ field: 'hours', hoursInterval: 1 }] },
				}),
				editFields('Climate', [220, 0], {
					climate_preset_key: 'occupied',
					preset_while_empty: 'unoccupied',
					hours_before: 3,
					is_override_allowed: true,
					max_override_period_minutes: 120,
				}),
			],
			connections: {
				'Every hour': [['Climate']],
				Climate: [['Thermostats', { node: 'With the settings', index: 1 }]],
			},
		},
		wanted(),
		there(),
		changes(),
	]);
