import { hostaway } from '../../../../../pms/hostaway';
import { pmsBooking } from '../../../../../pms/pmsBooking';
import { readOne } from './readOne';

const read = (body: object) => readOne('hostaway', body);

describe('hostaway', () => {
	it('reads the answer to a request of one booking', () => {
		const result = hostaway.listed(pmsBooking());
		expect(read({ status: 'success', result })).toEqual(read(result));
	});

	it('reads an hour and an ID that are text', () => {
		const body = { ...hostaway.listed(pmsBooking()), id: '40771', checkInTime: '9' };
		expect(read({ ...body, hostawayReservationId: null })).toMatchObject({
			reservation_key: '40771',
			arrival: '2030-01-29T09:00',
		});
	});

	it.each(['message received', 'conversation.updated'])(
		'reads %s as an event about no booking',
		(event) => {
			expect(
				read({ event, data: { id: 5, conversationId: 6, reservationId: 40_771 } }),
			).toMatchObject({
				status: 'not_a_stay',
				reason: `The event '${event}' is not about a booking`,
				reservation_key: null,
			});
		},
	);

	it('reads an event that says apart what it is about', () => {
		const data = hostaway.listed(pmsBooking());
		const envelope = { event: 'updated', accountId: 10_450, data };
		expect(read({ ...envelope, object: 'reservation' }).status).toBe('confirmed');
		expect(read({ ...envelope, object: 'conversationMessage' })).toMatchObject({
			reason: "The event 'conversationMessage updated' is not about a booking",
		});
	});

	it('reads midnight as an hour', () => {
		expect(read({ ...hostaway.listed(pmsBooking()), checkOutTime: 0 }).departure).toBe(
			'2030-01-31T00:00',
		);
	});

	it('joins the names if there is no full one', () => {
		expect(read({ ...hostaway.listed(pmsBooking()), guestName: null }).guest_name).toBe(
			'Ada Example',
		);
	});
});
