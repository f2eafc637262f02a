import { format } from '../format';
import {
	alsoSaid,
	CANCELED,
	cancelled,
	CHECKED_OUT,
	CONFIRMED,
	readWord,
	strictest,
	type Words,
} from '../meaning';

// Source: the sample events of Pipedream's components for Uplisting, which also spell
// `mutli_unit_id` so. The words of a stay, and the records of the list, which are those of the
// webhook, were seen in code of third parties that quote Uplisting's page.

const REMOVED = cancelled('The booking was removed');

const WORDS: Words = {
	confirmed: CONFIRMED,
	needs_check_in: CONFIRMED,
	checked_in: CONFIRMED,
	needs_check_out: CONFIRMED,
	checked_out: CHECKED_OUT,
	cancelled: CANCELED,
	canceled: CANCELED,
	destroyed: REMOVED,
};

const UNIT = ['mutli_unit_id', 'multi_unit_id'];

/** A booking that was removed has a `reason`, and neither a status nor always its days. */
export const uplisting = format({
	value: 'uplisting',
	system: 'Uplisting',
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
