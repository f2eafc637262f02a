import type { BookingFormat } from '../format';
import { cancelled, CONFIRMED, readWord, type Words } from '../meaning';
import { localTime, roomsIn, textAt, toDay, toInstant, valueAt } from '../values';

// Source: the sample events of Pipedream's components for Uplisting, which also spell
// `mutli_unit_id` so. Only the words 'confirmed' and 'destroyed' were seen there.

const WORDS: Words = {
	confirmed: CONFIRMED,
	cancelled: cancelled('The booking is canceled'),
	canceled: cancelled('The booking is canceled'),
	destroyed: cancelled('The booking was removed'),
};

/**
 * The webhook sends the booking itself. One that was removed has a `reason`, and neither a status
 * nor a guest.
 */
export const uplisting: BookingFormat = {
	value: 'uplisting',
	system: 'Uplisting',
	read: (body) => {
		const key = textAt(body, 'id');
		const arrivalDay = toDay(textAt(body, 'check_in'));
		const isBooking = textAt(body, 'property_id') !== null && !Object.hasOwn(body, 'arrival');
		const word = textAt(body, 'reason') === 'destroyed' ? 'destroyed' : textAt(body, 'status');
		if (!isBooking || key === null || arrivalDay === null || word === null) return undefined;
		return {
			...readWord(WORDS, word),
			reservation_key: key,
			guest_name: textAt(body, 'guest_name', 'preferred_guest_name'),
			guest_email: textAt(body, 'guest_email'),
			guest_phone: textAt(body, 'guest_phone'),
			...(textAt(body, 'mutli_unit_id', 'multi_unit_id') === null
				? roomsIn([body], ['property_id'], ['property_name'])
				: roomsIn(
						[body],
						['mutli_unit_id', 'multi_unit_id'],
						['mutli_unit_name', 'multi_unit_name'],
					)),
			arrival: localTime(arrivalDay, valueAt(body, 'arrival_time')),
			departure: localTime(textAt(body, 'check_out'), valueAt(body, 'departure_time')),
			changed_at: toInstant(textAt(body, 'timestamp')),
			channel: textAt(body, 'channel'),
		};
	},
};
