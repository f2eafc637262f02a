import {
	booleanField,
	choiceField,
	choicesField,
	type Fields,
	numberField,
	stringField,
} from '../../operation';
import { OPTIONS_OF_ATTEMPTS } from '../../operation/form/options';
import { DRY_RUN_OPTION } from '../fields/dryRun';
import { CARD, CLOUD_KEY, MOBILE_KEY } from '../fields/accessModes';
import { WORDS_THAT_END_ACCESS, WORDS_THAT_GIVE_ACCESS } from '../../reservations/stays/status';
import { DEFAULT_PREFIX } from '../../reservations/stays/readStay';
import { MOST_KEPT_MINUTES } from '../../reservations/stays/stay';

export const PREFIX_OPTION = {
	keyPrefix: {
		...stringField(
			'Key Prefix',
			"The text that starts the key of each reservation's access grant. The node never changes grants whose keys start differently. If two property management systems share a workspace, give each its own prefix: letters, digits and hyphens, with a colon at the end.",
		),
		default: DEFAULT_PREFIX,
	},
} as const satisfies Fields;

const TIME_OPTIONS = {
	checkInTime: stringField(
		'Check-in Time',
		"The time to use if 'Arrival' has none. Leave empty to use the check-in time of the room, or of the account its locks belong to.",
		{ placeholder: 'e.g. 15:00' },
	),
	checkOutTime: stringField(
		'Check-out Time',
		"The time to use if 'Departure' has none. Leave empty to use the check-out time of the room, or of the account its locks belong to.",
		{ placeholder: 'e.g. 11:00' },
	),
	openBefore: numberField(
		'Open Before',
		"How many minutes before the arrival the guest's access starts",
		0,
		{ typeOptions: { minValue: 0 } },
	),
	closeAfter: numberField(
		'Close After',
		"How many minutes after the departure the guest's access ends",
		0,
		{ typeOptions: { minValue: 0 } },
	),
	keepOldRooms: numberField(
		'Keep Old Rooms',
		'How many minutes, at most 60, a guest in the house who changes rooms can open the old ones once the new access is ready: time to read of the new PIN',
		30,
		{ typeOptions: { minValue: 0, maxValue: MOST_KEPT_MINUTES } },
	),
	timeZone: choiceField(
		'Time Zone',
		"The time zone of 'Arrival' and 'Departure'. Times with an offset, such as 2030-01-31T15:00+02:00, need none.",
		[
			{
				name: "Room's Own",
				value: 'room',
				description:
					"The time zone of the room, of its locks, or of the account they belong to. If none of them has one, the workflow's time zone.",
			},
			{
				name: "Workflow's",
				value: 'workflow',
				description: 'The time zone in the workflow settings',
			},
			{ name: 'Other', value: 'other', description: 'A time zone that you enter' },
		],
		'room',
	),
	timeZoneName: stringField('Time Zone Name', 'The name of the time zone', {
		placeholder: 'e.g. Europe/Berlin',
		showWhen: { timeZone: ['other'] },
	}),
} as const satisfies Fields;

const PIN_OPTIONS = {
	pinFrom: choiceField(
		'PIN From',
		"Where the PIN of new access comes from. Later, the PIN stays the same, whatever changes. To replace it, use 'Change PIN of reservation'.",
		[
			{
				name: 'Service Chooses',
				value: 'service',
				description: 'The service chooses a PIN that all locks of the rooms accept',
			},
			{
				name: 'Last Digits of Phone Number',
				value: 'phone',
				description:
					"The last digits of the guest's phone number. If there is no number, or if it is too short, the service chooses the PIN.",
			},
			{ name: 'Entered PIN', value: 'given', description: 'A PIN that you enter' },
		],
		'service',
	),
	pin: stringField('PIN', 'The PIN, 4 to 9 digits', {
		placeholder: 'e.g. 4821',
		showWhen: { pinFrom: ['given'] },
	}),
	phoneDigits: numberField(
		'Phone Digits',
		'How many of the last digits of the phone number to use',
		4,
		{ typeOptions: { minValue: 4, maxValue: 8 }, showWhen: { pinFrom: ['phone'] } },
	),
} as const satisfies Fields;

/**
 * Options of one stay, as a person looks for them: the stay, the guest, the PIN, then how the node
 * works. Their defaults suit most stays.
 */
export const STAY_OPTIONS = {
	...TIME_OPTIONS,
	findRoomsBy: choiceField(
		'Find Rooms By',
		'How to find the spaces of the rooms',
		[
			{ name: 'Key', value: 'key', description: 'The space key' },
			{
				name: 'Key, Else Name',
				value: 'keyOrName',
				description:
					"The space key, or the space's name if no space has the key. Of a booking from 'Read Booking', its names of the rooms count, and never its IDs.",
			},
		],
		'key',
	),
	wordsThatGiveAccess: {
		...stringField(
			'Words That Give Access',
			"The words in 'Status' that give access, separated by commas",
			{ takesList: true },
		),
		default: WORDS_THAT_GIVE_ACCESS.join(', '),
	},
	wordsThatEndAccess: {
		...stringField(
			'Words That End Access',
			"The words in 'Status' that end access, separated by commas",
			{ takesList: true },
		),
		default: WORDS_THAT_END_ACCESS.join(', '),
	},
	guestEmailAddress: stringField(
		'Guest Email',
		"The email address of the guest, if 'Email or Phone' has the phone number",
		{ takesAnything: true, placeholder: 'e.g. guest@example.com' },
	),
	guestPhoneNumber: stringField(
		'Guest Phone',
		"The phone number of the guest, with the country code, if 'Email or Phone' has the email address",
		{ takesAnything: true, placeholder: 'e.g. +15550100000' },
	),
	guestKey: stringField(
		'Guest Key',
		'Your own key for the guest, such as the guest ID of your property management system',
	),
	accessMethods: {
		...choicesField('Access Methods', 'How the guest opens the doors', [
			CARD,
			CLOUD_KEY,
			MOBILE_KEY,
			{ name: 'PIN', value: 'code', description: 'Digits to type at the lock' },
		]),
		default: ['code'],
	},
	...PIN_OPTIONS,
	...DRY_RUN_OPTION,
	changedAt: stringField(
		'Changed At',
		"When the reservation was last changed, often called 'updated at'. Needs an offset from UTC, or Z. An item that is older than the last applied change of its reservation changes nothing. Each node remembers only what it applied itself, so a late call at one node can undo what another node applied: use one node for calls and for the list. Works only in published workflows without a polling trigger, because n8n otherwise forgets the last change.",
		{ placeholder: 'e.g. 2030-01-31T15:00:00Z' },
	),
	...PREFIX_OPTION,
} as const satisfies Fields;

/**
 * Options for waiting and for failed reservations. If one reservation fails, Sync Many continues
 * with the others unless the option says otherwise.
 */
export const WAITING_OPTIONS: Fields = {
	...OPTIONS_OF_ATTEMPTS,
	waitTimeout: {
		...OPTIONS_OF_ATTEMPTS.waitTimeout,
		description:
			"How many seconds to wait until every PIN and key is issued. After that, items are returned with their 'outcome', such as 'created'.",
	},
	onFailedAction: {
		...OPTIONS_OF_ATTEMPTS.onFailedAction,
		displayName: 'On Failed Reservation',
		description: 'What to do with a reservation whose access could not be changed',
	},
	// Every item has the access methods in its grant, so the description says less than elsewhere.
	waitUntilIssued: booleanField(
		'Wait Until Issued',
		'Whether to wait until every PIN and key is issued. The node does not wait for cards that you encode or assign.',
		true,
	),
};

export const LIST_OPTIONS = {
	dryRun: {
		...DRY_RUN_OPTION.dryRun,
		description:
			'Whether to show what would change and what would go wrong, and change nothing. Checks rooms, locks and times, and compares the reservations with each other.',
	},
	accept: stringField(
		'Accept',
		"The reservations that may close, although the list would close more than 'Close at Most': the text in 'accept' of the item that names them. Enter all: those that you leave out can be few enough to close, unless 'Close at Most' is 0.",
		{ takesList: true, placeholder: 'e.g. 4711, 4712' },
	),
	closeAtMost: numberField(
		'Close at Most',
		'How many reservations one list may close: because they are missing, or by their status, dates, rooms or guests. If it would be more, or would lock out more than one guest in the house, it closes none, and one item names them. Without this option: 3, or 2 % of all current and upcoming reservations if that is more. Enter 0 to be asked about each.',
		3,
		{ typeOptions: { minValue: 0 } },
	),
	includeRunningStays: booleanField(
		'Include Current Stays',
		'Whether to also remove a missing reservation whose guest has already arrived',
		false,
	),
	keepNewFor: numberField(
		'Keep New Reservations',
		'How many minutes after its creation the access of a missing reservation is kept, because the input may be older',
		60,
		{ typeOptions: { minValue: 0 } },
	),
	leftStays: {
		displayName: 'Guests Who Have Left',
		type: 'json',
		default: '[]',
		description:
			"The stays whose guests have left before the end: an expression with the rows of a data table that have their 'stay_key', such as {{ $('Who has left').all() }}. These reservations count as canceled, so that nobody gets access again. A calendar can give a stay another key, so its rows also need 'guest_name' and 'arrival', and 'rooms' as the items have them, joined with commas, if several rooms have the key prefix.",
	},
	listReadAt: stringField(
		'List Read At',
		"When the property management system was asked for the list, such as the time of the schedule that starts the workflow. The list then changes nothing of a reservation for which n8n has carried out a call since, or a list that was read later. Without this option, a list with 'Remove Missing Reservations' counts as read when the node starts.",
		{ takesBoolean: true, placeholder: 'e.g. 2030-01-31T03:00:00Z' },
	),
	onlyStaysWithin: numberField(
		'Only Stays Within',
		'How many days ahead to create access, for locks with few places for codes. Later stays get theirs in a later execution. Existing access is updated in any case. If n8n stops during a change of rooms, a later stay can lose its access until then and get a new PIN.',
		60,
		{ typeOptions: { minValue: 0 } },
	),
	removeGone: booleanField(
		'Remove Missing Reservations',
		'Whether to end the access of reservations that are not in the input. The input must then be the full list of current and upcoming reservations. Leave Execute Once off in the settings of the node: it passes on only the first of them.',
		false,
	),
} as const satisfies Fields;
