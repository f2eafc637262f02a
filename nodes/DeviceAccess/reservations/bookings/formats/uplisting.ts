import { format } from '../format';
import { alsoSaid, cancelled, readWord, strictest, type Words } from '../booking';

// Source: Pipedream's sample events, which also spell `mutli_unit_id` so, and code of third parties
// that quote Uplisting's page for the words of a stay and the records of the list.

const REMOVED = cancelled('The booking was removed');

const WORDS: Words = {
	confirmed: 'confirmed',
	needs_check_in: 'confirmed',
	checked_in: 'confirmed',
	needs_check_out: 'confirmed',
	checked_out: 'checkedOut',
	cancelled: 'canceled',
	canceled: 'canceled',
	destroyed: REMOVED,
};

const UNIT = ['mutli_unit_id', 'multi_unit_id'];

/** A booking that was removed has a `reason`, and neither a status nor always its days. */
export const uplisting = format({
	value: 'uplisting',
	system: 'Uplisting',
	list: 'bookings',
	key: 'id',
	read: (body) => {
		const reason = body.text('reason');
		const word = body.text('status');
		const isRemoved = word === null && reason !== null;
		const isBooking =
			body.text('property_id') !== null && word !== null && body.day('check_in') !== null;
		if (!isRemoved && !isBooking) return undefined;
		return {
			...strictest(
				isRemoved ? { ...REMOVED, pms_status: reason } : readWord(WORDS, word),
				alsoSaid(WORDS, reason),
			),
			guest_name: body.text('guest_name', 'preferred_guest_name'),
			guest_email: body.text('guest_email'),
			guest_phone: body.text('guest_phone'),
			...(body.text(...UNIT) === null
				? body.room('property_id', 'property_name')
				: body.room(UNIT, ['mutli_unit_name', 'multi_unit_name'])),
			arrival: body.local('check_in', 'arrival_time'),
			departure: body.local('check_out', 'departure_time'),
			changed_at: body.instant('timestamp'),
			channel: body.text('channel'),
		};
	},
});
