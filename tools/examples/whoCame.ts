import { createTable, deleteRows, getRows, keepNewItems, writeItems } from './dataTable';
import { settings } from './settings';
import {
	editFields,
	ifTrue,
	keep,
	n8nNode,
	reservationNode,
	RETRIES,
	workflowText,
	type WorkflowNode,
	type WorkflowPart,
} from './workflow';

/** What the report says of a stay. */
const REPORTED = ['guest', 'rooms', 'first_opening', 'hours'];
const TABLE = 'Visits';

/** What to do first is large, because n8n opens the workflow at less than half of its size. */
const NOTES: WorkflowNode[] = [
	n8nNode('Note', 'stickyNote', 1, [-60, -1200], {
		content: `# Who came
# **First:** in the workflow's settings, choose *Something failed* as **Error workflow**.
# On the first day of each month, you get one email about the stays that ended in the month before: which guests came, to which rooms, when they first opened a door, and for how many hours. It is a table to print, with a CSV file for a spreadsheet.
# 1. Select your Device Access credential in *Stays now* and *Get the stay*.
# 2. In *Email*, create an **SMTP** credential.
# 3. Execute the workflow once from *Every hour*. It creates the data table *Settings*: enter your address there, in **Overview > Data tables**.
# 4. Publish the workflow.`,
		width: 2000,
		height: 660,
	}),
	n8nNode('Note on visits', 'stickyNote', 1, [1780, -480], {
		content: `### Good to know
- Every hour, each stay that goes on gets its row in the data table *${TABLE}*, or a later last opening: afterwards, the service no longer knows the PIN. A stay that is canceled before the guest opens a door has no row. A row is deleted after 365 days, or after as many as you enter in \`keep_visits_days\` of *Settings*.
- The hours are those from the first to the last opening. Guests who opened no door have no time, and no row if *Get the stay* fails in the last hour of their stay. If a guest gets another PIN and opens a door with it, they count from then on. Openings in the extra hours of *Front desk* don't count.
- Times are in the time zone of the workflow. Openings from inside and with other PINs are not those of the guest.
- A month in which no stay ends has no email. To get one now, execute the workflow from *Every month*.
- Each booking system has its own **Key Prefix**: *Stays now* knows those of all systems, of calendars and of *Front desk*. If you make up one, begin it with the name of a system or with \`reservation-\`, such as \`hostaway-2:\` or \`reservation-2:\`: then all workflows know it.`,
		width: 600,
		height: 560,
		color: 5,
	}),
];

/** Once the address of the host is entered, the execution goes on with the table. */
const tables = (): WorkflowPart => {
	const entered = settings([220, -300], ['Create the table Visits', 'Delete old visits']);
	return {
		...entered,
		nodes: [
			...entered.nodes,
			createTable('Create the table Visits', [880, -480], TABLE, [
				'stay_key',
				'ends_at',
				...REPORTED,
			]),
			deleteRows('Delete old visits', [880, -300], TABLE, [
				['ends_at', 'lt', "={{ $now.minus($json.keep_visits_days || 365, 'days').toISO() }}"],
			]),
		],
	};
};

/**
 * A stay has its row from its beginning on, because the service knows who opened only until it ends,
 * or a guest leaves. Until the guest opens a door, the row is made again, because the stay can be canceled,
 * but not before the stays were read.
 */
const record = (): WorkflowPart => ({
	nodes: [
		deleteRows('Delete who has not come yet', [440, -150], TABLE, [
			['first_opening', 'isEmpty'],
			['ends_at', 'gt', '={{ $now.toISO() }}'],
		]),
		reservationNode(
			'Stays now',
			[220, 0],
			{
				operation: 'getAll',
				filters: { arrivesBefore: '={{ $now }}' },
				returnAll: true,
				output: 'selectedFields',
				outputFieldNames: ['key_prefix', 'reservation_key', 'stay_key'],
				options: {},
			},
			// Without a stay, the rows of canceled ones are deleted, too.
			{ ...RETRIES, alwaysOutputData: true },
		),
		keep(
			'No extra hours of Front desk',
			[440, 0],
			['={{ $json.stay_key }}', 'string', 'notEmpty'],
			['={{ $json.stay_key }}', 'string', 'notEndsWith', '/earlier'],
			['={{ $json.stay_key }}', 'string', 'notEndsWith', '/longer'],
		),
		reservationNode(
			'Get the stay',
			[660, 0],
			{
				operation: 'get',
				reservationKey: '={{ $json.reservation_key }}',
				output: 'selectedFields',
				outputFieldNames: [
					'ends_at',
					'first_entry_at',
					'guest_name',
					'last_entry_at',
					'rooms',
					'stay_key',
				],
				options: { keyPrefix: '={{ $json.key_prefix }}', includeEntries: true, maskPinCodes: true },
			},
			RETRIES,
		),
		editFields(
			'Visit',
			[880, 0],
			{
				// A name that begins like a formula, or has a tag, is only text in the file and the page.
				guest: '={{ $json.guest_name?.replace(/^[=+@-]|</g, "\'") }}',
				rooms: "={{ $json.rooms.join(', ') }}",
				first_opening: "={{ $json.first_entry_at?.toDateTime().toLocal().toFormat('ff') }}",
				ends_at: '={{ DateTime.fromISO($json.ends_at).toISO() }}',
				hours:
					"={{ $json.last_entry_at?.toDateTime().diffTo($json.first_entry_at, 'hours').round() }}",
			},
			['stay_key'],
		),
		ifTrue('Did the guest come?', [1100, 0], ['={{ $json.hours }}', 'string', 'notEmpty']),
		// With another PIN, nothing is known of the openings before.
		keepNewItems('Not in the table yet', [1320, 120], TABLE, 'stay_key'),
		writeItems('Remember the visit', [1540, 0], TABLE, 'stay_key'),
	],
	connections: {
		'Stays now': [['Delete who has not come yet', 'No extra hours of Front desk']],
		'No extra hours of Front desk': [['Get the stay']],
		'Get the stay': [['Visit']],
		Visit: [['Did the guest come?']],
		'Did the guest come?': [['Remember the visit'], ['Not in the table yet']],
		'Not in the table yet': [['Remember the visit']],
	},
});

/** The email of a month, with the table and the file. */
const report = (): WorkflowPart => ({
	nodes: [
		getRows(
			'Visits of last month',
			[220, 300],
			TABLE,
			[['ends_at', 'like', "={{ $today.minus(1, 'month').toFormat('yyyy-MM') }}%"]],
			{ executeOnce: true },
		),
		editFields('Columns', [440, 300], {}, REPORTED),
		n8nNode('Page', 'html', 1.2, [660, 220], {
			operation: 'convertToHtmlTable',
			options: { capitalize: true, caption: 'Who came: stays that ended last month' },
		}),
		n8nNode('CSV', 'convertToFile', 1.1, [660, 380], {
			operation: 'csv',
			binaryPropertyName: 'data',
			options: { fileName: 'who-came.csv' },
		}),
		n8nNode('Page and file', 'merge', 3.2, [880, 300], {
			mode: 'combine',
			combineBy: 'combineByPosition',
			options: {},
		}),
		n8nNode(
			'Email',
			'emailSend',
			2.1,
			[1100, 300],
			{
				fromEmail: HOST,
				toEmail: HOST,
				subject: 'Who came: stays that ended last month',
				emailFormat: 'html',
				html: '={{ $json.table }}',
				options: { appendAttribution: false, attachments: 'data' },
			},
			RETRIES,
		),
	],
	connections: {
		'Visits of last month': [['Columns']],
		Columns: [['Page', 'CSV']],
		Page: [['Page and file']],
		CSV: [[{ node: 'Page and file', index: 1 }]],
		'Page and file': [['Email']],
	},
});

const HOST = "={{ $('Settings').first().json.host_email }}";

/** The workflow that says by month who came, and how long, as n8n imports it. */
export const whoCame = (): string =>
	workflowText('Who came', [
		{
			nodes: [
				...NOTES,
				n8nNode('Every hour', 'scheduleTrigger', 1.3, [0, 0], {
					rule: { interval: [{ field: 'hours', hoursInterval: 1 }] },
				}),
				n8nNode('Every month', 'scheduleTrigger', 1.3, [0, 300], {
					rule: { interval: [{ field: 'months', triggerAtDayOfMonth: 1, triggerAtHour: 7 }] },
				}),
			],
			connections: {
				'Every hour': [['Create the table Settings', 'Stays now']],
				'Every month': [['Create the table Settings', 'Visits of last month']],
			},
		},
		tables(),
		record(),
		report(),
	]);
