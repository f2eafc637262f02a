import { OPTIONS_OF_ATTEMPTS } from '../../operation/form/options';
import type { Fields } from '../../operation/types';
import { DRY_RUN_OPTION } from '../fields/dryRun';
import { CARD, CLOUD_KEY, MOBILE_KEY } from '../fields/accessModes';
import { WORDS_THAT_END_ACCESS, WORDS_THAT_GIVE_ACCESS } from '../../reservations/stays/readAsked';
import { DEFAULT_PREFIX } from '../../reservations/stays/readStay';

export const PREFIX_OPTION = {
	keyPrefix: {
		displayName: 'Key Prefix',
		type: 'string',
		default: DEFAULT_PREFIX,
		description:
			"The text that starts the key of each reservation's access grant. The node never changes grants whose keys start differently. If two property management systems share a workspace, give each its own prefix: letters, digits and hyphens, with a colon at the end.",
	},
} as const satisfies Fields;

const TIME_OPTIONS = {
	checkInTime: {
		displayName: 'Check-in Time',
		type: 'string',
		default: '',
		placeholder: 'e.g. 15:00',
		description:
			"The time to use if 'Arrival' has none. Leave empty to use the check-in time of the room, or of the account its locks belong to.",
	},
	checkOutTime: {
		displayName: 'Check-out Time',
		type: 'string',
		default: '',
		placeholder: 'e.g. 11:00',
		description:
			"The time to use if 'Departure' has none. Leave empty to use the check-out time of the room, or of the account its locks belong to.",
	},
	openBefore: {
		displayName: 'Open Before',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: "How many minutes before the arrival the guest's access starts",
	},
	closeAfter: {
		displayName: 'Close After',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: "How many minutes after the departure the guest's access ends",
	},
	keepOldRooms: {
		displayName: 'Keep Old Rooms',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 30,
		description:
			'How many minutes a guest in the house who changes rooms can still open the old ones, once the new access is ready: time to read of the new PIN',
	},
	timeZone: {
		displayName: 'Time Zone',
		type: 'options',
		options: [
			{
				name: "Room's Own",
				value: 'room',
				description:
					"The time zone of the room, of the account its locks belong to, or of its locks. If none of them has one, the workflow's time zone.",
			},
			{
				name: "Workflow's",
				value: 'workflow',
				description: 'The time zone in the workflow settings',
			},
			{ name: 'Other', value: 'other', description: 'A time zone that you enter' },
		],
		default: 'room',
		description:
			"The time zone of 'Arrival' and 'Departure'. Times with an offset, such as 2030-01-31T15:00+02:00, need none.",
	},
	timeZoneName: {
		displayName: 'Time Zone Name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Europe/Berlin',
		description: 'The name of the time zone',
		showWhen: { timeZone: ['other'] },
	},
} as const satisfies Fields;

const PIN_OPTIONS = {
	pinFrom: {
		displayName: 'PIN From',
		type: 'options',
		options: [
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
		default: 'service',
		description:
			"Where the PIN of new access comes from. Later, the PIN stays the same, whatever changes. To replace it, use 'Change PIN of reservation'.",
	},
	pin: {
		displayName: 'PIN',
		type: 'string',
		default: '',
		placeholder: 'e.g. 4821',
		description: 'The PIN, 4 to 9 digits',
		showWhen: { pinFrom: ['given'] },
	},
	phoneDigits: {
		displayName: 'Phone Digits',
		type: 'number',
		typeOptions: { minValue: 4, maxValue: 8 },
		default: 4,
		description: 'How many of the last digits of the phone number to use',
		showWhen: { pinFrom: ['phone'] },
	},
} as const satisfies Fields;

/**
 * Options of one stay, as a person looks for them: the stay, the guest, the PIN, then how the node
 * works. Their defaults suit most stays.
 */
export const STAY_OPTIONS = {
	...TIME_OPTIONS,
	findRoomsBy: {
		displayName: 'Find Rooms By',
		type: 'options',
		options: [
			{ name: 'Key', value: 'key', description: 'The space key' },
			{
				name: 'Key, Else Name',
				value: 'keyOrName',
				description:
					"The space key, or the space's name if no space has the key. Of a booking from 'Read Booking', its names of the rooms count, and never its IDs.",
			},
		],
		default: 'key',
		description: 'How to find the spaces of the rooms',
	},
	wordsThatGiveAccess: {
		displayName: 'Words That Give Access',
		type: 'string',
		takesList: true,
		default: WORDS_THAT_GIVE_ACCESS.join(', '),
		description: "The words in 'Status' that give access, separated by commas",
	},
	wordsThatEndAccess: {
		displayName: 'Words That End Access',
		type: 'string',
		takesList: true,
		default: WORDS_THAT_END_ACCESS.join(', '),
		description: "The words in 'Status' that end access, separated by commas",
	},
	guestEmailAddress: {
		displayName: 'Guest Email',
		type: 'string',
		takesAnything: true,
		default: '',
		placeholder: 'e.g. guest@example.com',
		description: "The email address of the guest, if 'Email or Phone' has the phone number",
	},
	guestPhoneNumber: {
		displayName: 'Guest Phone',
		type: 'string',
		takesAnything: true,
		default: '',
		placeholder: 'e.g. +15550100000',
		description:
			"The phone number of the guest, with the country code, if 'Email or Phone' has the email address",
	},
	guestKey: {
		displayName: 'Guest Key',
		type: 'string',
		default: '',
		description:
			'Your own key for the guest, such as the guest ID of your property management system',
	},
	accessMethods: {
		displayName: 'Access Methods',
		type: 'multiOptions',
		options: [
			CARD,
			CLOUD_KEY,
			MOBILE_KEY,
			{ name: 'PIN', value: 'code', description: 'Digits to type at the lock' },
		],
		default: ['code'],
		description: 'How the guest opens the doors',
	},
	...PIN_OPTIONS,
	...DRY_RUN_OPTION,
	changedAt: {
		displayName: 'Changed At',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2030-01-31T15:00:00Z',
		description:
			"When the reservation was last changed, often called 'updated at'. Needs an offset from UTC, or Z. An item that is older than the last applied change of its reservation changes nothing. Each node remembers only what it applied itself, so a late call at one node can undo what another node applied: use one node for calls and for the list. Works only in published workflows without a polling trigger, because n8n otherwise forgets the last change.",
	},
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
	waitUntilIssued: {
		displayName: 'Wait Until Issued',
		type: 'boolean',
		default: true,
		description:
			'Whether to wait until every PIN and key is issued. The node does not wait for cards that you encode or assign.',
	},
};

export const LIST_OPTIONS = {
	dryRun: {
		...DRY_RUN_OPTION.dryRun,
		description:
			'Whether to show what would change and what would go wrong, and change nothing. Checks rooms, locks and times, and compares the reservations with each other.',
	},
	accept: {
		displayName: 'Accept',
		type: 'string',
		takesList: true,
		default: '',
		placeholder: 'e.g. 4711, 4712',
		description:
			"The reservations that may close, although the list would close more than 'Close at Most': the text in 'accept' of the item that names them. It counts for these reservations only.",
	},
	closeAtMost: {
		displayName: 'Close at Most',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 3,
		description:
			'How many reservations one list may close: because they are missing, or by their status, dates or rooms. If it would be more, or would lock out more than one guest in the house, it closes none, and one item names them. Without this option: 3, or 2 % of all current and upcoming reservations if that is more. Enter 0 to be asked about each.',
	},
	includeRunningStays: {
		displayName: 'Include Current Stays',
		type: 'boolean',
		default: false,
		description: 'Whether to also remove a missing reservation whose guest has already arrived',
	},
	keepNewFor: {
		displayName: 'Keep New Reservations',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 60,
		description:
			'How many minutes after its creation the access of a missing reservation is kept, because the input may be older',
	},
	leftStays: {
		displayName: 'Guests Who Have Left',
		type: 'json',
		default: '[]',
		description:
			"The stays whose guests have left before the end: an expression with the rows of a data table that have their 'stay_key', such as {{ $('Who has left').all() }}. These reservations count as canceled, so that nobody gets access again.",
	},
	listReadAt: {
		displayName: 'List Read At',
		type: 'string',
		takesBoolean: true,
		default: '',
		placeholder: 'e.g. 2030-01-31T03:00:00Z',
		description:
			"When the property management system was asked for the list, such as the time of the schedule that starts the workflow. The list then changes nothing of a reservation for which this node has carried out a call since. Without this option, a list with 'Remove Missing Reservations' counts as read when the node starts.",
	},
	onlyStaysWithin: {
		displayName: 'Only Stays Within',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 60,
		description:
			'How many days ahead to create access, for locks with few places for codes. Later stays get theirs in a later execution. Existing access is updated in any case. If n8n stops during a change of rooms, a later stay can lose its access until then and get a new PIN.',
	},
	removeGone: {
		displayName: 'Remove Missing Reservations',
		type: 'boolean',
		default: false,
		description:
			'Whether to end the access of reservations that are not in the input. The input must then be the full list of current and upcoming reservations.',
	},
} as const satisfies Fields;
