import type { WireObject } from '../../../wire/records';
import type { BookingFormat } from '../format';
import { alsoSaid, cancelled, CONFIRMED, readWord, strictest, type Words } from '../meaning';
import { localTime, roomsIn, textAt, toDay, toInstant, valueAt } from '../values';

// Source: the sample events of Pipedream's components for Uplisting, which also spell
// `mutli_unit_id` so. The words of a stay, and the records of the list, which are those of the
// webhook, were seen in code of third parties that quote Uplisting's page.

const REMOVED = cancelled('The booking was removed');

const WORDS: Words = {
	confirmed: CONFIRMED,
	needs_check_in: CONFIRMED,
	checked_in: CONFIRMED,
	needs_check_out: CONFIRMED,
	checked_out: cancelled('The guest has checked out'),
	cancelled: cancelled('The booking is canceled'),
	canceled: cancelled('The booking is canceled'),
	destroyed: REMOVED,
};

/**
 * The webhook sends the booking itself. One that was removed has a `reason`, and neither a status
 * nor a guest, nor always its days.
 */
export const uplisting: BookingFormat = {
	value: 'uplisting',
	system: 'Uplisting',
	read: (body) => {
		const key = textAt(body, 'id');
		const reason = textAt(body, 'reason');
		const word = textAt(body, 'status');
		const isRemoved = word === null && reason !== null;
		if (key === null || isOfOthers(body) || !(isRemoved || isBooking(body))) return undefined;
		return {
			...strictest(
				isRemoved ? { ...REMOVED, pms_status: reason } : readWord(WORDS, word),
				alsoSaid(WORDS, reason),
			),
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
			arrival: localTime(textAt(body, 'check_in'), valueAt(body, 'arrival_time')),
			departure: localTime(textAt(body, 'check_out'), valueAt(body, 'departure_time')),
			changed_at: toInstant(textAt(body, 'timestamp')),
			channel: textAt(body, 'channel'),
		};
	},
};

const isBooking = (body: WireObject) =>
	textAt(body, 'property_id') !== null &&
	textAt(body, 'status') !== null &&
	toDay(textAt(body, 'check_in')) !== null;

/** Uplisting sends no envelope. */
const isOfOthers = (body: WireObject) =>
	['arrival', 'action', 'event', 'topic'].some((member) => Object.hasOwn(body, member));
