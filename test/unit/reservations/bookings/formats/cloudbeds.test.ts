import { cloudbeds, cloudbedsOthers, LEFT_ROOM, withRates } from '../../../../../pms/cloudbeds';
import { pmsBooking } from '../../../../../pms/pmsBooking';
import { readOne } from './readOne';

const read = (body: object) => readOne('cloudbeds', body);
const BOOKING = pmsBooking();
const MISSING = [
	{
		what: 'stay',
		request:
			'GET /api/v1.3/getReservationsWithRateDetails?reservationID={id}&includeGuestsDetails=true',
	},
];

describe('Bookings of Cloudbeds', () => {
	it('reads an answer like the record in it', () => {
		expect(read(cloudbedsOthers(BOOKING).answer)).toEqual(read(cloudbeds.listed(BOOKING)));
	});

	it.each([
		['created', 'confirmed', 'not_a_stay'],
		['status_changed', 'no_show', 'cancelled'],
	])('passes on what %s says, with the status %s', (event, word, status) => {
		const body = {
			event: `reservation/${event}`,
			timestamp: '1893576600.25',
			propertyId: 7,
			reservationId: 40_771,
			startDate: '2030-01-29',
			endDate: '2030-01-31',
			...(word !== null && { status: word }),
		};
		expect(read(body)).toMatchObject({
			reservation_key: '40771',
			status,
			pms_status: word,
			arrival: '2030-01-29',
			departure: '2030-01-31',
			changed_at: status === 'cancelled' ? '2030-01-02T09:30:00.250Z' : null,
			missing: status === 'cancelled' ? [] : MISSING,
		});
	});

	it('reads the other spelling of events, with fractions of a second', () => {
		const { deleted, datesChanged, guest } = cloudbedsOthers(BOOKING);
		expect(read(deleted)).toMatchObject({
			reservation_key: '40771',
			status: 'cancelled',
			changed_at: '2030-01-02T09:30:00.250Z',
		});
		expect(read(datesChanged)).toMatchObject({ status: 'not_a_stay', missing: MISSING });
		expect(read(guest)).toMatchObject({ status: 'not_a_stay', reservation_key: null });
	});

	it('reads all rooms of a booking, and a list whose guests and rooms are written in another way', () => {
		const record = cloudbeds.listed(
			pmsBooking({ rooms: [...BOOKING.rooms, { id: '513', name: 'Garden Flat' }] }),
		);
		expect(read(record)).toMatchObject({
			rooms: ['512', '513'],
			room_names: ['Harbor Loft', 'Garden Flat'],
		});
		const row = {
			...record,
			assigned: undefined,
			rooms: [{ roomID: '9' }],
			guestList: [],
			guestID: 3,
		};
		expect(read(row)).toMatchObject({
			rooms: ['9'],
			room_names: [],
			guest_name: 'Ada Example',
			guest_key: '3',
			guest_phone: null,
		});
	});

	it.each([
		['assigned', { startDate: '2030-01-30' }],
		['assigned', { endDate: '2030-01-30' }],
		['rooms', { roomCheckIn: '2030-01-30' }],
		['rooms', { roomCheckOut: '2030-01-30' }],
	])('refuses a booking whose rooms have days of their own: %s with %j', (list, days) => {
		const { assigned, ...record } = cloudbeds.listed(BOOKING) as { assigned: object[] };
		const other = { roomID: '513', roomName: 'Garden Flat', ...days };
		const rooms = { ...record, [list]: [...assigned, other] };
		expect(() => read(rooms)).toThrow(expect.objectContaining({ type: 'rooms_differ' }) as Error);
		expect(read({ ...rooms, status: 'canceled' }).status).toBe('cancelled');
	});

	it.each([
		['assigned', 'startDate', 'in_house', '2030-01-30T05:00'],
		['assigned', 'startDate', 'not_checked_in', '2030-01-30'],
		['rooms', 'roomCheckIn', 'in_house', '2030-01-30T05:00'],
		['rooms', 'roomCheckIn', 'not_checked_in', '2030-01-30'],
	])(
		'reads the next room of a guest who has left the first one: %s with %s, %s',
		(list, member, roomStatus, arrival) => {
			const record = { ...cloudbeds.listed(BOOKING), assigned: [] };
			const first = { roomID: '512', [member]: '2030-01-29', roomStatus: 'checked_out' };
			const next = { roomID: '513', [member]: '2030-01-30', roomStatus };
			const moved = (...rooms: object[]) => read({ ...record, [list]: rooms });
			const differ = expect.objectContaining({ type: 'rooms_differ' }) as Error;
			expect(moved(first, next)).toMatchObject({
				rooms: ['513'],
				arrival,
				departure: '2030-01-31',
			});
			const today = {
				...next,
				roomID: '514',
				[member]: '2030-01-31',
				roomStatus: 'not_checked_in',
			};
			expect(() => moved(first, next, today)).toThrow(differ);
			expect(() => moved({ ...first, roomStatus: 'in_house' }, today)).toThrow(differ);
		},
	);

	it('reads the list that answers a request, without the rooms that the guest has left', () => {
		const record = withRates(pmsBooking());
		const [room] = record.rooms;
		const given = { success: true, data: [{ ...record, rooms: [room, LEFT_ROOM] }] };
		expect(read(given)).toMatchObject({
			status: 'confirmed',
			guest_name: 'Ada Example',
			guest_email: 'ada@example.com',
			rooms: ['512'],
			arrival: '2030-01-29',
			departure: '2030-01-31',
		});
		expect(read({ success: true, data: [{ ...record, rooms: [LEFT_ROOM] }] }).rooms).toEqual([]);
	});

	it.each([[[{}]], [['x']]])('does not read a list of %j', (data) => {
		expect(() => read({ success: true, data })).toThrow('This is not a booking from Cloudbeds');
	});
});
