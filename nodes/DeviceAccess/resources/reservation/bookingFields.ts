import type { Field, Fields } from '../../operation/types';
import { FORMATS } from '../../reservations/bookings/formats';

export const fromField = {
	displayName: 'From',
	type: 'options',
	options: FORMATS.map(({ system, value }) => ({ name: system, value })),
	required: true,
	default: 'hostaway',
	description:
		'The property management system or the calendar that the booking comes from. The input is what it sends, or one record of its list.',
} as const satisfies Field;

export const BOOKING_OPTIONS = {
	closedDays: {
		displayName: 'Closed Days Are',
		type: 'options',
		options: [
			{ name: 'Blocks', value: 'block', description: 'They give no access' },
			{
				name: 'Stays',
				value: 'stay',
				description: 'They give access. Choose this only if you never block days yourself.',
			},
		],
		default: 'block',
		description:
			"What an entry of Booking.com's calendar is. The calendar does not say which. Without this option, nothing changes.",
	},
	rooms: {
		displayName: 'Rooms',
		type: 'string',
		takesList: true,
		default: '',
		placeholder: 'e.g. room-101',
		description:
			'The space keys of the rooms, separated by commas, in place of those in the booking. A calendar names no room.',
	},
} as const satisfies Fields;
