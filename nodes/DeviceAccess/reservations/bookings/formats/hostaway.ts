import type { WireObject } from '../../../wire/records';
import type { PartialBooking } from '../booking';
import type { BookingFormat } from '../format';
import { cancelled, CONFIRMED, notAStay, readWord, unconfirmed, type Words } from '../meaning';
import { joined, listOf, localTime, objectsAt, textAt, valueAt } from '../values';

// Source: Hostaway's documentation of its API (github.com/Hostaway/api, source/includes): _webhook_unified,
// _webhook_unifiedWebhookObject, _reservation_reservationObject, _reservation_reservationStatuses,
// _reservation_reservationUnitObject. The test delivery was seen in Pipedream's component.

const INQUIRY = unconfirmed('It is an inquiry');

const WORDS: Words = {
	new: CONFIRMED,
	modified: CONFIRMED,
	ownerStay: CONFIRMED,
	cancelled: cancelled('The booking is canceled'),
	declined: cancelled('The booking was declined'),
	expired: cancelled('The request has expired'),
	pending: unconfirmed('The booking is pending'),
	awaitingPayment: unconfirmed('The payment is missing'),
	unconfirmed: unconfirmed('The booking is not confirmed'),
	awaitingGuestVerification: unconfirmed('The guest is not verified yet'),
	inquiry: INQUIRY,
	inquiryPreapproved: INQUIRY,
	inquiryDenied: unconfirmed('It is an inquiry that was denied'),
	inquiryTimedout: unconfirmed('It is an inquiry that has expired'),
	inquiryNotPossible: unconfirmed('It is an inquiry that is not possible'),
	unknown: notAStay('Hostaway does not know the status'),
};

/** The unified webhook sends `{ event, data }`; a list has the same objects as `data`. */
export const hostaway: BookingFormat = {
	value: 'hostaway',
	name: 'Hostaway',
	read: (body) => {
		const event = textAt(body, 'event');
		const data = valueAt(body, 'data');
		if (event !== null && data === 'test') return notAStay('It is a test delivery');
		if (event !== null && isOtherEvent(event))
			return notAStay(`The event '${event}' is not about a booking`);
		return readReservation(event === null ? body : ((data ?? {}) as WireObject));
	},
};

const isOtherEvent = (event: string) => !/reservation/i.test(event);

function readReservation(data: WireObject): PartialBooking | undefined {
	const key = textAt(data, 'hostawayReservationId', 'id');
	if (key === null || textAt(data, 'listingMapId') === null || textAt(data, 'arrivalDate') === null)
		return undefined;
	// Hostaway fills in yesterday for both.
	const hasDates = valueAt(data, 'isDatesUnspecified') !== 1;
	const units = objectsAt(data, 'reservationUnit');
	const unitIds = listOf(...units.map((unit) => textAt(unit, 'listingUnitId')));
	return {
		...readWord(WORDS, textAt(data, 'status')),
		reservation_key: key,
		guest_name:
			textAt(data, 'guestName') ??
			joined(textAt(data, 'guestFirstName'), textAt(data, 'guestLastName')),
		guest_email: textAt(data, 'guestEmail'),
		guest_phone: textAt(data, 'phone', 'guestPhone'),
		guest_language: textAt(data, 'guestLocale'),
		rooms: unitIds.length > 0 ? unitIds : listOf(textAt(data, 'listingMapId')),
		room_names: unitIds.length > 0 ? [] : listOf(textAt(data, 'listingName')),
		arrival: hasDates ? localTime(textAt(data, 'arrivalDate'), valueAt(data, 'checkInTime')) : null,
		departure: hasDates
			? localTime(textAt(data, 'departureDate'), valueAt(data, 'checkOutTime'))
			: null,
		channel: textAt(data, 'channelName'),
	};
}
