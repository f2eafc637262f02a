import { readBooking } from '../../../../nodes/DeviceAccess/reservations/bookings/readBooking';

const DAYS = { arrival: '2031-01-29', departure: '2031-01-31' };
const hostaway = {
	id: 1,
	listingMapId: 2,
	arrivalDate: DAYS.arrival,
	departureDate: DAYS.departure,
	status: 'new',
};
const lodgify = { id: 1, property_id: 2, status: 'Booked', ...DAYS };
const guesty = { _id: '1', status: 'confirmed', stay: [{ unitId: '2' }] };

it.each<[string, object, string | null, string | null]>([
	['hostaway', { ...hostaway, doorCode: '4821' }, '4821', null],
	[
		'lodgify',
		{ ...lodgify, thread_uid: 't', rooms: [{ room_type_id: 3, key_code: '4821' }] },
		'4821',
		't',
	],
	[
		'lodgify',
		{
			...lodgify,
			rooms: [
				{ room_type_id: 3, key_code: '4821' },
				{ room_type_id: 4, key_code: '' },
			],
		},
		null,
		null,
	],
	[
		'lodgify',
		{
			...lodgify,
			rooms: [
				{ room_type_id: 3, key_code: '4821' },
				{ room_type_id: 4, key_code: '4821' },
			],
		},
		'4821',
		null,
	],
	['guesty', { ...guesty, conversationId: 'c' }, null, 'c'],
])(
	'%s: the PIN that the system has, and the conversation with the guest',
	(from, record, pin, conversation) => {
		expect(readBooking(from, record as never)).toMatchObject([
			{ door_code: pin, conversation_id: conversation },
		]);
	},
);
