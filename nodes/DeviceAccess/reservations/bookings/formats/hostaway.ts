import type { PartialBooking } from '../booking';
import type { BookingFormat } from '../format';
import type { WireObject } from '../../../wire/records';
import { cancelled, CONFIRMED, notAStay, readWord, unconfirmed, type Words } from '../meaning';
import { joined, localTime, objectAt, objectsAt, roomsIn, textAt, valueAt } from '../values';

// Source: Hostaway's documentation of its API (github.com/Hostaway/api, source/includes):
// _webhook_unified, _unifiedWebhookLog_unifiedWebhookLogObject, _reservation_reservationObject,
// _reservation_reservationStatuses, _reservation_reservationUnitObject. `{ event, data: 'test' }`
// was seen in Pipedream's component, `listingName` in code of third parties. Hostaway does not say
// in which time zone latestActivityOn and updatedOn are: they are not used.

const INQUIRY = unconfirmed('It is an inquiry');

const WORDS: Words = {
	new: CONFIRMED,
	modified: CONFIRMED,
	ownerStay: CONFIRMED,
	pending: unconfirmed('It is a request that nobody has answered yet'),
	unconfirmed: unconfirmed('It is a request that nobody has answered yet'),
	awaitingPayment: unconfirmed('The payment is missing'),
	awaitingGuestVerification: unconfirmed('The guest is not verified yet'),
	inquiry: INQUIRY,
	inquiryPreapproved: INQUIRY,
	inquiryDenied: cancelled('The inquiry was denied'),
	inquiryTimedout: cancelled('The inquiry has expired'),
	inquiryNotPossible: cancelled('The inquiry is no longer possible'),
	cancelled: cancelled('The booking is canceled'),
	declined: cancelled('The request was declined'),
	expired: cancelled('The request has expired'),
	unknown: notAStay('It is an inquiry that failed'),
};

/** The unified webhook sends `{ event, data }`; a list has the same objects as `data`. */
export const hostaway: BookingFormat = {
	value: 'hostaway',
	system: 'Hostaway',
	read: (body) => {
		const event = textAt(body, 'event');
		if (event === null) return readReservation(body);
		if (valueAt(body, 'data') === 'test') return notAStay('It is a test delivery');
		if (/reservation/i.test(event)) return readReservation(objectAt(body, 'data') ?? {});
		return isFromHostaway(body)
			? notAStay(`The event '${event}' is not about a booking`)
			: undefined;
	},
};

/**
 * Hostaway adds events. What they are about is in `data`, and belongs to an account or a listing,
 * whose IDs are numbers.
 */
const isFromHostaway = (body: WireObject) =>
	objectAt(body, 'data') !== undefined &&
	(valueAt(body, 'event') === 'message.received' ||
		['accountId', 'data.accountId', 'data.listingMapId'].some(
			(path) => typeof valueAt(body, path) === 'number',
		));

function readReservation(data: WireObject): PartialBooking | undefined {
	const key = textAt(data, 'hostawayReservationId', 'id');
	if (key === null || textAt(data, 'listingMapId') === null || textAt(data, 'arrivalDate') === null)
		return undefined;
	// If a channel sends no dates, Hostaway fills in yesterday for both.
	const hasDates = valueAt(data, 'isDatesUnspecified') !== 1;
	const units = roomsIn(objectsAt(data, 'reservationUnit'), ['listingUnitId'], []);
	return {
		...readStatus(data),
		reservation_key: key,
		guest_name:
			textAt(data, 'guestName') ??
			joined(textAt(data, 'guestFirstName'), textAt(data, 'guestLastName')),
		guest_email: textAt(data, 'guestEmail'),
		guest_phone: textAt(data, 'phone'),
		guest_language: textAt(data, 'guestLocale'),
		...(units.rooms.length > 0 ? units : roomsIn([data], ['listingMapId'], ['listingName'])),
		arrival: hasDates ? localTime(textAt(data, 'arrivalDate'), valueAt(data, 'checkInTime')) : null,
		departure: hasDates
			? localTime(textAt(data, 'departureDate'), valueAt(data, 'checkOutTime'))
			: null,
		channel: textAt(data, 'channelName'),
	};
}

/** A no-show is reported at Booking.com and leaves the status as it is. */
function readStatus(data: WireObject) {
	const word = readWord(WORDS, textAt(data, 'status'));
	return word.status === 'confirmed' && textAt(data, 'bookingcomNoShowReportedAt') !== null
		? { ...word, ...cancelled('The guest did not arrive') }
		: word;
}
