import { format, requireGuest } from '../format';
import { cancelled, missingGuest, readWord, unconfirmed, type Words } from '../booking';

// Source: a public copy of Hostify's documentation (reservation object, guest object), and code of third
// parties that runs against accounts for `voided` and the planned hours.

const WITHDRAWN = cancelled('The request was withdrawn');
const PREAPPROVED = unconfirmed('The guest has not booked yet');

/** Without `moved`: no source says whether it is the booking in the old room or in the new one. */
const WORDS: Words = {
	accepted: 'confirmed',
	extended: 'confirmed',
	edited: 'confirmed',
	new: 'request',
	pending: 'request',
	inquiry: 'inquiry',
	preapproved: PREAPPROVED,
	offer: PREAPPROVED,
	awaiting_payment: 'unpaid',
	cancelled: 'canceled',
	voided: 'canceled',
	cancelled_by_host: 'canceled',
	cancelled_by_guest: 'canceled',
	denied: 'declined',
	declined_inq: 'declined',
	retracted: WITHDRAWN,
	withdrawn: WITHDRAWN,
	expired: 'expired',
	timedout: 'expired',
	not_possible: cancelled('The booking was not possible'),
	no_show: 'noShow',
	deleted: 'deleted',
};

/** The list has no guests: each is added beside its reservation. */
export const hostify = format({
	value: 'hostify',
	system: 'Hostify',
	key: 'id',
	envelope: { record: 'reservation' },
	read: (data, { key, body }) => {
		const said = readWord(WORDS, data.text('status'));
		if (data.text('listing_id') === null || data.day('checkIn') === null) return undefined;
		if (said.pms_status === null) return undefined;
		const booking = {
			...said,
			guest_name: body.text('guest.name'),
			guest_email: body.text('guest.email'),
			guest_phone: body.text('guest.phone'),
			guest_key: data.text('guest_id'),
			...data.room('listing_id'),
			// The hours are there where the host entered them.
			arrival: data.local('checkIn', 'planned_arrival'),
			departure: data.local('checkOut', 'planned_departure'),
			changed_at: data.instant('updated_at'),
			channel: data.text('source'),
			missing: missingGuest(said, body.has('guest.name'), 'GET /guests/{guest_key}'),
		};
		requireGuest(booking, body.has('guest.error'), 'Hostify', key);
		return booking;
	},
});
