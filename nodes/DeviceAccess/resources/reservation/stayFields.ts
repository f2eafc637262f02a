import {
	booleanField,
	choiceField,
	dateTimeField,
	type Field,
	type Fields,
	stringField,
} from '../../operation';
import { FORMATS } from '../../reservations/bookings/formats';
import { MAP_AUTOMATICALLY } from '../../reservations/stays/readAsked';

export const reservationKeyField = stringField(
	'Reservation Key',
	'The booking number in your property management system, often called reservation ID or confirmation code',
	{ required: true, placeholder: 'e.g. 4711' },
);

const roomsField = {
	displayName: 'Rooms',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'key', value: '' },
	description:
		"The rooms of the stay, often called units, listings or apartments. Each room is a space with locks and a space key. 'Get many spaces' lists the space keys.",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a room...',
			typeOptions: { searchListMethod: 'searchSpaces', searchable: true },
		},
		{
			displayName: 'By Key',
			name: 'key',
			type: 'string',
			placeholder: 'e.g. room-101, room-102',
			hint: 'The space keys of the rooms, separated by commas',
		},
	],
} as const satisfies Field;

const MANUALLY = 'defineBelow';
const showWhen = { mappingMode: [MANUALLY] };

/** The fields of a booking in its order. None of them is shown if the input item is a booking. */
export const STAY_FIELDS = {
	mappingMode: choiceField(
		'Fields',
		'Where the values come from. Options that you add take precedence over the booking.',
		[
			{
				name: 'Map Automatically',
				value: MAP_AUTOMATICALLY,
				description: "Each input item is a booking from 'Read Booking'",
			},
			{
				name: 'Map Each Field Manually',
				value: MANUALLY,
				description: 'Set the value of each field, for any other input',
			},
		],
		MANUALLY,
	),
	reservationKey: { ...reservationKeyField, showWhen },
	status: {
		...stringField(
			'Status',
			'The status of the reservation in your property management system. An unknown status changes nothing. You can add statuses under Options.',
			{ showWhen, placeholder: 'e.g. confirmed' },
		),
		default: 'confirmed',
	},
	guestName: stringField('Guest Name', 'The name of the guest', {
		showWhen,
		placeholder: 'e.g. Guest of Room 101',
	}),
	guestContact: stringField(
		'Email or Phone',
		'The email address or phone number of the guest. A wrong or missing one never costs the guest access. A phone number needs its country code.',
		{ showWhen, takesAnything: true, placeholder: 'e.g. guest@example.com' },
	),
	rooms: { ...roomsField, showWhen },
	arrival: dateTimeField(
		'Arrival',
		'The date of arrival, often called check-in or start date, in the time zone of the room',
		{
			showWhen,
			keepsLocalTime: true,
			required: true,
			hint: 'No time, or 00:00, means the check-in time of the room',
		},
	),
	departure: dateTimeField(
		'Departure',
		'The date of departure, often called check-out or end date, in the time zone of the room',
		{
			showWhen,
			keepsLocalTime: true,
			required: true,
			hint: 'No time, or 00:00, means the check-out time of the room',
		},
	),
} as const satisfies Fields;

export const fromField = choiceField(
	'From',
	'The property management system or the calendar that the booking comes from. The input is what it sends, or one record of its list.',
	FORMATS.map(({ system, value }) => ({ name: system, value })),
	'hostaway',
	{ required: true },
);

export const BOOKING_OPTIONS = {
	booking: {
		displayName: 'Booking',
		type: 'json',
		default: '{}',
		description:
			'What to read in place of the input item: an expression that puts together what several nodes have, such as a booking and its guest',
	},
	closedDays: choiceField(
		'Closed Days Are',
		"What an entry of Booking.com's calendar is, or one of a booking system's calendar that has neither a booking ID nor a contact. The calendar does not say which. Without this option, nothing changes.",
		[
			{ name: 'Blocks', value: 'block', description: 'They give no access' },
			{
				name: 'Stays',
				value: 'stay',
				description: 'They give access. Choose this only if you never block days yourself.',
			},
		],
		'block',
	),
	keyPrefix: stringField(
		'Key Prefix',
		'What the keys of the stays start with, in place of the name of the system. Each account of a system needs its own: letters, digits and hyphens, with a colon at the end.',
		{ placeholder: 'e.g. hostaway-2:' },
	),
	mustHaveBookings: booleanField(
		'Must Have Bookings',
		'Whether the node fails if no booking can be read from any of the input items. Turn it on for a list of all current and upcoming bookings, which is never empty by right.',
		true,
	),
	rooms: stringField(
		'Rooms',
		'The space keys of the rooms, separated by commas, in place of those in the booking. A calendar names no room.',
		{ takesList: true, placeholder: 'e.g. room-101' },
	),
} as const satisfies Fields;
