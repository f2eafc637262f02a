import type { INode } from 'n8n-workflow';
import { createTable, deleteRows, getRows, writeRows } from './dataTable';
import { settings } from './settings';
import { nonce, SMOOBU_HEADERS } from './smoobuSignature';
import { STAYS_COLUMNS } from './stays';
import {
	asking,
	editFields,
	httpRequest,
	ifTrue,
	keep,
	n8nNode,
	namesWithValues,
	reservationNode,
	withCredential,
	workflowText,
	type Position,
	type WorkflowNode,
	type WorkflowPart,
} from './workflow';

const HOST = "$('Settings').first().json.host_email";
const message = (field: string) => `$('Next message').first(1).json.${field}`;
/** Whatever happens, one item says so. */
const CONTINUE = { onError: 'continueRegularOutput', alwaysOutputData: true } as const;
const OFF = { ...CONTINUE, disabled: true };
const BEFORE_OFF = { onError: 'continueErrorOutput', disabled: true } as const;

const FIRST =
	"**First:** in the workflow's settings, choose *Something failed* as **Error workflow**, and **Do not save** for successful production executions, because they hold PINs.";

/** What ends before the next check, with the longest pause. */
const MOST_AT_ONCE = 100;
/** In seconds, between two messages: what the systems take. */
const PAUSES = { beds24: 4, hospitable: 6.5, hostaway: 2, hostex: 1, lodgify: 1 };

const note = (name: string, x: number, content: string) =>
	n8nNode(name, 'stickyNote', 1, [x, -1960], { content, width: 560, height: 760, color: 5 });

/** What to do first is large, because n8n opens the workflow at a fifth of its size. */
const NOTES: WorkflowNode[] = [
	n8nNode('Note', 'stickyNote', 1, [-60, -1840], {
		content: `# Guest messages
# ${FIRST}
# Every 15 minutes: each guest who arrives within 72 hours and whose access is ready gets one message with rooms, times and PIN, and another one if they change. You get one email with what you must know.
# 1. Select your Device Access credential in *Guests to tell*.
# 2. In *Email*, create an **SMTP** credential, and select it in *Tell the host*, too.
# 3. Execute the workflow. It makes the data table **Settings**: enter your email address there, in \`host_email\`. It is the sender, too.
# 4. Publish the workflow.`,
		width: 2000,
		height: 640,
	}),
	note(
		'Note on the tables',
		2000,
		`### The tables
**Stays** has a row for each stay: who was told what, and when. To use another address or phone number (with its country code), enter it in \`contact\`: the next check uses it, as long as the booking is this guest's. To send a message again, clear \`told\` and \`marked\`. Rows are deleted 30 days after the stay, those of messages without a stay 7 days after the last one, and those of stays whose end is not known a year after the last change.

**Room details** is yours: enter in \`room\` the name of a room, and beside it what guests of this room need: address, directions, Wi-Fi, phone number. Empty cells are left out. Of a stay with several rooms, the first one counts.

### Texts
*Write message* has the texts, one row for each language. \`{parking}\` stands for a column \`parking\` that you add to **Room details**.

### A page for each stay
The example **Guest page** opens doors from a phone. Enter its address in \`guest_page\` of **Settings**: then the messages have the link of the stay, \`{guest_page}\`. To send it instead of the PIN, delete the lines with \`{pin}\`, \`{pins}\` and \`{key_link}\`.

### Never twice
Before a message is sent, its row is marked, and afterwards the mark is confirmed. If n8n is stopped in between, one message is in doubt: it is sent again once, and you are told. A row that cannot be marked gets no message. What an address refuses, you get to pass on. A check sends at most ${MOST_AT_ONCE} messages, and the next one the others.`,
	),
	note(
		'Note on other ways',
		2620,
		`### Other ways to send
If your booking system already sends guests their door code, enter \`none\` in \`send_by\`. Then only you get emails.

1. Enter the way in **Settings**, in \`send_by\`: \`gmail\`, \`sms\`, \`whatsapp\`, \`beds24\`, \`hospitable\`, \`hostaway\`, \`hostex\`, \`lodgify\` or \`smoobu\`. For a single stay, add a column \`send_by\` to **Stays**.
2. Activate its nodes, and select or create their credentials.

- **SMS**: enter your Twilio number in *From*.
- **WhatsApp**: choose your number and an approved template whose body has one variable, for the message. WhatsApp takes other texts only from people who wrote to you in the last 24 hours.
- **Gmail**: also use n8n's **Replace** on *Tell the host*.
- **Hostaway**: guests of direct bookings need \`email\` in \`communicationType\`.
- **Beds24**, **Hostex**: select the credential of the workflow of your booking system. At Hostex, guests of a reservation with several rooms have no conversation that is found: you get the message to pass on.
- **Smoobu**: enter the API key in *Request to Smoobu*, and create a **Crypto** credential with the secret in *Sign it*.

A booking system takes messages only for its own bookings. Other guests get an email, and so does a guest without a phone number that has its country code. Without an email address in the booking, you get the message to pass on.`,
	),
	note(
		'Note on the settings',
		3240,
		`### Good to know
A guest is told if no lock had a problem in the last 24 hours before the arrival, in the guest's language. It works for all booking systems in the workspace, each of which has its own **Key Prefix**.

**In Settings, you can also enter:**
- \`only_arrivals_after\`: the first arrival to tell, such as \`2031-01-31\`, if you have told others already. Left empty, guests who arrived before the day of the first execution get no message.
- \`hours_before_arrival\`, if 72 are too many or too few.
- \`most_told_at_once\`: if more than 5 guests would be told of a change at once, nobody is, and you are asked.
- \`language\`, for guests whose booking has none.`,
	),
];

/** What the host must know, in one email. */
function host([x, y]: Position): WorkflowPart {
	const IS_NEWS = [
		"={{ $json.host_message || '' }}",
		'string',
		'notEquals',
		"={{ $json.host_told || '' }}",
	] as const;
	return {
		nodes: [
			getRows(
				'Rows for the host',
				[x, y],
				'Stays',
				[
					['host_message', 'isNotEmpty'],
					['host_told', 'isNotEmpty'],
				],
				{ executeOnce: true },
			),
			keep('News for the host', [x + 220, y], [...IS_NEWS]),
			writeRows(
				'update',
				'Mark the news',
				[x + 440, y],
				'Stays',
				[
					['stay_key', 'eq', '={{ $json.stay_key }}'],
					[
						'host_marked_at',
						"={{ $json.host_marked_at ? 'eq' : 'isEmpty' }}",
						'={{ $json.host_marked_at }}',
					],
				],
				{ host_marked_at: '={{ $now.toISO() }}' },
			),
			editFields('Or that it is solved', [x + 660, y], {
				stay_key: '={{ $json.stay_key }}',
				host_message: "={{ $json.host_message || '' }}",
				news: "={{ $json.host_message || 'Solved: ' + $json.host_told.split('\\n')[0] }}",
			}),
			n8nNode('One text', 'summarize', 1.1, [x + 880, y + 120], {
				fieldsToSummarize: {
					values: [
						{
							aggregation: 'concatenate',
							field: 'news',
							separateBy: 'other',
							customSeparator: '\n\n',
						},
						{ aggregation: 'count', field: 'stay_key' },
					],
				},
				options: {},
			}),
			editFields('Email to the host', [x + 1100, y + 120], {
				send_by: 'email',
				subject:
					"=Bookings with news: {{ $json.count_stay_key }}{{ $json.concatenated_news.split('arrives today without a room').map((_, n) => n && ', arrivals today without a room: ' + n).at(-1) || '' }}",
				text: '={{ $json.concatenated_news }}',
			}),
			n8nNode(
				'Tell the host',
				'emailSend',
				2.1,
				[x + 1320, y + 120],
				{
					fromEmail: `={{ ${HOST} }}`,
					toEmail: `={{ ${HOST} }}`,
					subject: '={{ $json.subject }}',
					emailFormat: 'text',
					text: '={{ $json.text }}',
					options: { appendAttribution: false },
				},
				CONTINUE,
			),
			checkMessage('Was the host told?', [x + 1540, y + 120]),
			isSent('Is it sent to the host?', [x + 1760, y + 120]),
			n8nNode('Once it is sent', 'merge', 3.2, [x + 1980, y], {
				mode: 'chooseBranch',
				useDataOfInput: 1,
			}),
			writeRows(
				'update',
				'Record what the host knows',
				[x + 2200, y],
				'Stays',
				[['stay_key', 'eq', '={{ $json.stay_key }}']],
				{ host_told: '={{ $json.host_message }}', host_told_at: '={{ $now.toISO() }}' },
			),
		],
		connections: {
			'Rows for the host': [['News for the host']],
			'News for the host': [['Mark the news']],
			'Mark the news': [['Or that it is solved']],
			'Or that it is solved': [['One text', 'Once it is sent']],
			'One text': [['Email to the host']],
			'Email to the host': [['Tell the host']],
			'Tell the host': [['Was the host told?']],
			'Was the host told?': [['Is it sent to the host?']],
			'Is it sent to the host?': [
				[{ node: 'Once it is sent', index: 1 }],
				[{ node: 'What failed', index: 1 }],
			],
			'Once it is sent': [['Record what the host knows']],
		},
	};
}

const checkMessage = (name: string, at: Position) =>
	reservationNode(name, at, { operation: 'checkMessage', options: {} }, { alwaysOutputData: true });

const isSent = (name: string, at: Position) =>
	ifTrue(name, at, ['={{ $json.outcome }}', 'string', 'equals', 'sent']);

/** A contact that the host enters is for the guest whom the row names at that time. */
function contacts([x, y]: Position): WorkflowPart {
	const unassigned = getRows(
		'Contacts entered',
		[x, y],
		'Stays',
		[
			['contact', 'isNotEmpty'],
			['contact_for', 'isEmpty'],
		],
		{ executeOnce: true },
	);
	unassigned.parameters.matchType = 'allConditions';
	return {
		nodes: [
			unassigned,
			writeRows(
				'update',
				'Whose contact it is',
				[x + 220, y],
				'Stays',
				[['stay_key', 'eq', '={{ $json.stay_key }}']],
				{ contact_for: '={{ $json.guest_name }}' },
			),
		],
		connections: { 'Contacts entered': [['Whose contact it is']] },
	};
}

const mergeBy = (name: string, at: Position, field1: string, field2: string): WorkflowNode =>
	n8nNode(name, 'merge', 3.2, at, {
		mode: 'combine',
		advanced: true,
		mergeByFields: { values: [{ field1, field2 }] },
		joinMode: 'enrichInput1',
		options: {
			clashHandling: { values: { resolveClash: 'preferInput1', mergeMode: 'shallowMerge' } },
			multipleMatches: 'first',
		},
	});

const AFTER =
	"={{ $('Settings').first().json.only_arrivals_after || $('Create the table Room details').first().json.createdAt.toDateTime().setZone($('Settings').first().json.time_zone || $now.zoneName).startOf('day').toISO() }}";

/** Whom to tell what, from the stays that are ready and their rows. */
function guests([x, y]: Position): WorkflowPart {
	const all = { executeOnce: true, alwaysOutputData: true };
	return {
		nodes: [
			getRows('What Stays knows', [x, y - 160], 'Stays', [], all),
			n8nNode('As row', 'set', 3.4, [x + 220, y - 160], {
				mode: 'raw',
				jsonOutput: '={{ { stay_key: $json.stay_key, row: $json } }}',
				options: {},
			}),
			reservationNode(
				'Guests to tell',
				[x + 220, y],
				{
					operation: 'getAll',
					returnAll: true,
					filters: {
						guestToTell: true,
						hoursBeforeArrival:
							"={{ Number($('Settings').first().json.hours_before_arrival || 72) }}",
						arrivesAfter: AFTER,
					},
					output: 'raw',
					options: {
						knownMessageKeys: "={{ $('What Stays knows').all().map(({ json }) => json.told) }}",
					},
				},
				{ executeOnce: true },
			),
			mergeBy('Add what Stays knows', [x + 440, y], 'stay_key', 'stay_key'),
			getRows('What Room details knows', [x + 440, y + 200], 'Room details', [], all),
			mergeBy('Add the room', [x + 660, y], 'rooms[0]', 'room'),
			n8nNode('Without a row, empty cells', 'set', 3.4, [x + 880, y], {
				mode: 'raw',
				jsonOutput:
					"={{ { ...Object.fromEntries($('Create the table Room details').first().json.columns.map(it => [it.name, ''])), ...$json } }}",
				options: {},
			}),
			reservationNode('Write message', [x + 1100, y], {
				operation: 'writeMessage',
				language:
					"={{ $json.row?.language || $json.row?.guest_language || $('Settings').first().json.language }}",
				sendBy: "={{ $json.row?.send_by || $('Settings').first().json.send_by || 'email' }}",
				options: {
					tellOnce: true,
					mostToldAtOnce: "={{ $('Settings').first().json.most_told_at_once }}",
					guestPage: "={{ $('Settings').first().json.guest_page }}",
				},
			}),
			switchOn('What is next', [x + 1320, y], '={{ $json.next }}', [
				['tell_host', 'Tell the host'],
				['record', 'Record'],
				['send', 'Send'],
				['fail', 'Fail'],
			]),
			writeRows(
				'upsert',
				'For the host',
				[x + 1540, y - 320],
				'Stays',
				[['stay_key', 'eq', '={{ $json.host_row }}']],
				{
					stay_key: '={{ $json.host_row }}',
					host_message: '={{ $json.host_message }}',
					ends_at: '={{ $json.ends_at }}',
				},
			),
			writeRows(
				'update',
				'Record without a message',
				[x + 1540, y - 160],
				'Stays',
				[['stay_key', 'eq', '={{ $json.stay_key }}']],
				{ told: '={{ $json.told }}', marked: '={{ $json.mark }}' },
			),
			n8nNode('As many as one check sends', 'limit', 1, [x + 1320, y + 180], {
				maxItems: MOST_AT_ONCE,
			}),
			writeRows(
				'upsert',
				'Its row',
				[x + 1540, y],
				'Stays',
				[['stay_key', 'eq', '={{ $json.stay_key }}']],
				{
					stay_key: '={{ $json.stay_key }}',
					guest_name: '={{ $json.row_guest_name }}',
					rooms: '={{ $json.rooms }}',
					arrival: '={{ $json.starts_at }}',
					departure: '={{ $json.ends_at }}',
					ends_at: '={{ $json.ends_at }}',
				},
			),
		],
		connections: {
			'What Stays knows': [['As row', 'Guests to tell']],
			'As row': [[{ node: 'Add what Stays knows', index: 1 }]],
			'Guests to tell': [['Add what Stays knows']],
			'Add what Stays knows': [['Add the room']],
			'What Room details knows': [[{ node: 'Add the room', index: 1 }]],
			'Add the room': [['Without a row, empty cells']],
			'Without a row, empty cells': [['Write message']],
			'Write message': [['What is next']],
			'What is next': [
				['For the host'],
				['Record without a message'],
				['As many as one check sends'],
				['What failed'],
			],
			'As many as one check sends': [['Its row', 'Next message']],
			'For the host': [['Rows for the host']],
		},
	};
}

function switchOn(
	name: string,
	at: Position,
	leftValue: string,
	outputs: ReadonlyArray<readonly [value: string, label: string]>,
): WorkflowNode {
	const rule = ([value, outputKey]: readonly [string, string]) => {
		const { parameters } = ifTrue(`${name} ${value}`, at, [leftValue, 'string', 'equals', value]);
		return { conditions: parameters.conditions, renameOutput: true, outputKey };
	};
	return n8nNode(name, 'switch', 3.4, at, {
		rules: { values: outputs.map(rule) },
		options: {},
	} as INode['parameters']);
}

const FULL = { response: { response: { fullResponse: true } } };

const post = (name: string, at: Position, url: string, more: INode['parameters']) =>
	httpRequest(name, at, { method: 'POST', url, sendBody: true, ...more, options: FULL }, OFF);

const PATH = '{{ encodeURIComponent($json.send_to) }}';

const withOtherFields = (node: WorkflowNode): WorkflowNode => ({
	...node,
	parameters: { ...node.parameters, includeOtherFields: true },
});

/** Each way to send, and the nodes before it. */
function ways([x, y]: Position): WorkflowPart {
	const text = '={{ $json.text }}';
	const subject = '={{ $json.subject }}';
	const toHostOrGuest = `={{ $json.send_to || ${HOST} }}`;
	const at = (row: number, column = 2): Position => [x + column * 220, y + row * 160];
	return {
		nodes: [
			switchOn('How to send it', at(0, 0), '={{ $json.send_by }}', [
				['email', 'Email'],
				['gmail', 'Gmail'],
				['sms', 'SMS'],
				['whatsapp', 'WhatsApp'],
				['hospitable', 'Hospitable'],
				['hostaway', 'Hostaway'],
				['lodgify', 'Lodgify'],
				['smoobu', 'Smoobu'],
				['beds24', 'Beds24'],
				['hostex', 'Hostex'],
			]),
			n8nNode(
				'Email',
				'emailSend',
				2.1,
				at(0),
				{
					fromEmail: `={{ ${HOST} }}`,
					toEmail: toHostOrGuest,
					subject,
					emailFormat: 'text',
					text,
					options: { appendAttribution: false },
				},
				CONTINUE,
			),
			n8nNode(
				'Gmail',
				'gmail',
				2.2,
				at(1),
				{
					sendTo: toHostOrGuest,
					subject,
					emailType: 'text',
					message: text,
					options: { appendAttribution: false },
				},
				OFF,
			),
			n8nNode(
				'SMS',
				'twilio',
				1,
				at(2),
				{ from: '', to: '={{ $json.send_to }}', message: text, options: {} },
				OFF,
			),
			n8nNode(
				'WhatsApp',
				'whatsApp',
				1.1,
				at(3),
				{
					operation: 'sendTemplate',
					phoneNumberId: '',
					recipientPhoneNumber: '={{ $json.send_to }}',
					template: '',
					components: {
						component: [
							{
								type: 'body',
								bodyParameters: {
									parameter: [{ type: 'text', text: "={{ $json.text.split('\\n').join(' ') }}" }],
								},
							},
						],
					},
				},
				OFF,
			),
			post(
				'Hospitable',
				at(4),
				`=https://public.api.hospitable.com/v2/reservations/${PATH}/messages`,
				{ ...withCredential('httpBearerAuth'), bodyParameters: namesWithValues({ body: text }) },
			),
			httpRequest(
				'Get the conversation',
				at(5, 1),
				{
					url: `=https://api.hostaway.com/v1/reservations/${PATH}/conversations`,
					...withCredential('oAuth2Api'),
					options: {},
				},
				BEFORE_OFF,
			),
			post(
				'Hostaway',
				at(5),
				'=https://api.hostaway.com/v1/conversations/{{ $json.result[0].id }}/messages',
				{
					...withCredential('oAuth2Api'),
					bodyParameters: namesWithValues({
						body: `={{ ${message('text')} }}`,
						communicationType: 'channel',
					}),
				},
			),
			post('Lodgify', at(6), `=https://api.lodgify.com/v1/reservation/booking/${PATH}/messages`, {
				...withCredential('httpHeaderAuth'),
				specifyBody: 'json',
				jsonBody:
					"={{ [{ subject: $json.subject, message: $json.text, type: 'Owner', send_notification: true }] }}",
			}),
			{
				...withOtherFields(
					editFields('Request to Smoobu', at(7, 0), {
						api_key: '',
						path: `=/api/reservations/${PATH}/messages/send-message-to-guest`,
						body: '={{ JSON.stringify({ subject: $json.subject, messageBody: $json.text }) }}',
						timestamp: '={{ $now.toUTC().toISO().slice(0, 19) }}Z',
					}),
				),
				disabled: true,
			},
			nonce('Its nonce', at(6, 1), { onError: 'continueErrorOutput' }),
			n8nNode(
				'Sign it',
				'crypto',
				2,
				at(7, 1),
				{
					action: 'hmac',
					type: 'SHA256',
					value:
						"={{ ['POST', $json.path, '', $json.timestamp, $json.nonce, $json.body.hash('sha256'), $json.api_key].join('\\n') }}",
					dataPropertyName: 'signature',
					encoding: 'base64',
				},
				BEFORE_OFF,
			),
			post('Smoobu', at(7), '=https://login.smoobu.com{{ $json.path }}', {
				sendHeaders: true,
				headerParameters: SMOOBU_HEADERS,
				contentType: 'raw',
				rawContentType: 'application/json',
				body: '={{ $json.body }}',
			}),
			httpRequest(
				'Get a token',
				at(8, 1),
				{
					url: 'https://beds24.com/api/v2/authentication/token',
					...withCredential('httpCustomAuth'),
					options: {},
				},
				BEFORE_OFF,
			),
			post('Beds24', at(8), 'https://beds24.com/api/v2/bookings/messages', {
				sendHeaders: true,
				headerParameters: namesWithValues({ token: '={{ $json.token }}' }),
				specifyBody: 'json',
				jsonBody: `={{ [{ bookingId: Number(${message('send_to')}), message: ${message('text')} }] }}`,
			}),
			httpRequest(
				'Get the stay',
				at(9, 1),
				{
					url: 'https://api.hostex.io/v3/reservations',
					...withCredential('httpHeaderAuth'),
					...asking({ reservation_code: '={{ $json.send_to }}' }),
					options: {},
				},
				BEFORE_OFF,
			),
			post(
				'Hostex',
				at(9),
				'=https://api.hostex.io/v3/conversations/{{ $json.data.reservations[0].conversation_id }}',
				{
					...withCredential('httpHeaderAuth'),
					bodyParameters: namesWithValues({ message: `={{ ${message('text')} }}` }),
				},
			),
		],
		connections: {
			'How to send it': [
				['Email'],
				['Gmail'],
				['SMS'],
				['WhatsApp'],
				['Hospitable'],
				['Get the conversation'],
				['Lodgify'],
				['Request to Smoobu'],
				['Get a token'],
				['Get the stay'],
			],
			...Object.fromEntries(
				[
					'Email',
					'Gmail',
					'SMS',
					'WhatsApp',
					'Hospitable',
					'Hostaway',
					'Lodgify',
					'Smoobu',
					'Beds24',
					'Hostex',
				].map((name) => [name, [['Was it sent?']]]),
			),
			'Get the conversation': [['Hostaway'], ['Was it sent?']],
			'Request to Smoobu': [['Its nonce']],
			'Its nonce': [['Sign it'], ['Was it sent?']],
			'Sign it': [['Smoobu'], ['Was it sent?']],
			'Get a token': [['Beds24'], ['Was it sent?']],
			'Get the stay': [['Hostex'], ['Was it sent?']],
		},
	};
}

/** One message at a time: mark its row, send, confirm, then the next. */
function oneByOneInRows([x, y]: Position): WorkflowPart {
	const sending = ways([x + 660, y]);
	return {
		nodes: [
			n8nNode('Next message', 'splitInBatches', 3, [x, y], { options: {} }),
			n8nNode('Pause', 'wait', 1.1, [x + 220, y + 180], {
				amount: `={{ ${JSON.stringify(PAUSES).replaceAll('"', '')}[$json.send_by] ?? 0 }}`,
				unit: 'seconds',
			}),
			writeRows(
				'update',
				'Mark the message',
				[x + 220, y],
				'Stays',
				[
					['stay_key', 'eq', '={{ $json.stay_key }}'],
					['marked', '={{ $json.mark_if }}', '={{ $json.marked_before }}'],
				],
				{ marked: '={{ $json.mark }}', marked_at: '={{ $now.toUTC().toISO() }}', failed: '' },
				{ alwaysOutputData: true },
			),
			ifTrue('Is it marked?', [x + 440, y], ['={{ $json.marked }}', 'string', 'notEmpty']),
			n8nNode('Its text', 'set', 3.4, [x + 660, y - 160], {
				mode: 'raw',
				jsonOutput: "={{ $('Next message').first(1).json }}",
				options: {},
			}),
			...sending.nodes,
			checkMessage('Was it sent?', [x + 1320, y]),
			isSent('Is it sent?', [x + 1540, y]),
			n8nNode('What was sent', 'set', 3.4, [x + 1760, y - 100], {
				mode: 'raw',
				jsonOutput: "={{ $('Next message').first(1).json }}",
				options: {},
			}),
			writeRows(
				'update',
				'Confirm',
				[x + 1980, y - 100],
				'Stays',
				[['stay_key', 'eq', '={{ $json.stay_key }}']],
				{
					told: '={{ $json.message_key }}',
					told_at: '={{ $now.toISO() }}',
					told_to: `={{ $json.send_to || ${HOST} }}`,
					page_key: '={{ $json.page_key }}',
					page_for: '={{ $json.page_for }}',
					contact: '={{ $json.contact }}',
					contact_for: '={{ $json.contact_for }}',
				},
				{ alwaysOutputData: true },
			),
			writeRows(
				'update',
				'Remember why not',
				[x + 1760, y + 100],
				'Stays',
				[['stay_key', 'eq', `={{ ${message('stay_key')} }}`]],
				{
					// Without an outcome, the message is in doubt.
					failed: "={{ $json.outcome ? $json.outcome + ': ' + $json.reason : '' }}",
				},
				{ alwaysOutputData: true },
			),
			editFields('Why not', [x + 1980, y + 100], {
				problem: "={{ $('Was it sent?').first().json.problem ?? 'No answer' }}",
			}),
			keep('Problems', [x + 220, y + 1600], ['={{ $json.problem }}', 'string', 'notEmpty']),
			n8nNode('What failed', 'merge', 3.2, [x + 440, y + 1600], {}),
			n8nNode(
				'A message failed',
				'stopAndError',
				1,
				[x + 660, y + 1600],
				{
					errorMessage:
						"=A message could not be sent. {{ $json.next ? '' : 'The next check sends it again. ' }}{{ $json.reason || $json.problem }}",
				},
				{ executeOnce: true },
			),
		],
		connections: {
			'Next message': [['Problems'], ['Pause']],
			Pause: [['Mark the message']],
			'Mark the message': [['Is it marked?']],
			'Is it marked?': [['Its text'], ['Next message']],
			'Its text': [['How to send it']],
			...sending.connections,
			'Was it sent?': [['Is it sent?']],
			'Is it sent?': [['What was sent'], ['Remember why not']],
			'What was sent': [['Confirm']],
			Confirm: [['Next message']],
			'Remember why not': [['Why not']],
			'Why not': [['Next message']],
			Problems: [['What failed']],
			'What failed': [['A message failed']],
		},
	};
}

/** The workflow that tells guests and host what they must know, as n8n imports it. */
export function guestMessages(): string {
	const start = n8nNode('Every 15 minutes', 'scheduleTrigger', 1.3, [0, 0], {
		rule: { interval: [{ field: 'minutes', minutesInterval: 15 }] },
	});
	const [stays, rooms] = ['Create the table Stays', 'Create the table Room details'];
	return workflowText('Guest messages', [
		{ nodes: [...NOTES, start], connections: { [start.name]: [['Create the table Settings']] } },
		settings([220, 0], [stays]),
		{
			nodes: [
				createTable(stays, [880, 0], 'Stays', STAYS_COLUMNS),
				createTable(rooms, [1100, 0], 'Room details', [
					'room',
					'address',
					'directions',
					'wifi',
					'phone',
				]),
			],
			connections: {
				[stays]: [[rooms]],
				[rooms]: [
					[
						'Delete old rows',
						'Rows for the host',
						'Contacts entered',
						'Delete old rows without an end',
						'Delete rows of stays without an end',
						'What Room details knows',
						'What Stays knows',
					],
				],
			},
		},
		host([1320, -800]),
		contacts([1320, -480]),
		guests([1320, 0]),
		oneByOneInRows([3080, 0]),
		{
			nodes: [
				deleteRows('Delete old rows', [1320, -1100], 'Stays', [
					['ends_at', 'lt', '={{ $now.minus({ days: 30 }).toUTC().toISO() }}'],
				]),
				deleteRows('Delete old rows without an end', [1320, -320], 'Stays', [
					['ends_at', 'isEmpty'],
					['system', 'isNotEmpty'],
					['compared_at', 'isEmpty'],
					// A guest whose row is deleted is told again, at the address of the booking.
					['told', 'isEmpty'],
					['contact', 'isEmpty'],
					['language', 'isEmpty'],
					['updatedAt', 'lt', '={{ $now.minus({ days: 7 }).toISO() }}'],
				]),
				deleteRows('Delete rows of stays without an end', [1540, -320], 'Stays', [
					['ends_at', 'isEmpty'],
					['system', 'isNotEmpty'],
					['compared_at', 'isEmpty'],
					['updatedAt', 'lt', '={{ $now.minus({ years: 1 }).toISO() }}'],
				]),
			],
			connections: {},
		},
	]);
}
