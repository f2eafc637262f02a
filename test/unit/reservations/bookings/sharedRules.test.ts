import { Body } from '../../../../nodes/DeviceAccess/reservations/bookings/body';
import {
	missingGuest,
	notAStay,
	readWord,
} from '../../../../nodes/DeviceAccess/reservations/bookings/booking';

// What all formats share.

describe('the rooms of a booking', () => {
	const rooms = (...list: object[]) => new Body({ list }).rooms('list', 'id', 'name');

	it('have no names if one has none, because a name would stand beside the ID of another room', () => {
		expect(rooms({ id: '101', name: 'North' }, { id: '102' })).toEqual({
			rooms: ['101', '102'],
			room_names: [],
		});
	});

	it('are only those with an ID, each with its own name', () => {
		expect(rooms({ name: 'North' }, { id: '102', name: 'South' })).toEqual({
			rooms: ['102'],
			room_names: ['South'],
		});
	});
});

it('a booking without a status changes nothing, and is not said to have an unknown one', () => {
	expect(readWord({ booked: 'confirmed' }, null)).toMatchObject({
		status: 'not_a_stay',
		pms_status: null,
		unknown_status: false,
	});
});

it('the guest is asked for only if a confirmed booking does not have one', () => {
	const request = 'GET /guests/{guest_key}';
	const confirmed = readWord({ booked: 'confirmed' }, 'booked');
	expect(missingGuest(confirmed, false, request)).toEqual([{ what: 'guest', request }]);
	expect(missingGuest(confirmed, true, request)).toEqual([]);
	expect(missingGuest(notAStay('A block'), false, request)).toEqual([]);
});
