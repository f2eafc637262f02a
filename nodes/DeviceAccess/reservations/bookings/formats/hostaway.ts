import type { PartialBooking } from '../booking';
import type { BookingFormat } from '../format';
import type { WireObject } from '../../../wire/records';
import {
	cancelled,
	CONFIRMED,
	notAStay,
	readWord,
	strictest,
	unconfirmed,
	type Words,
} from '../meaning';
import {
	hasDate,
	instantAt,
	isEmptyAt,
	isSet,
	joined,
	localTime,
	objectAt,
	objectsAt,
	roomsIn,
	textAt,
	valueAt,
} from '../values';
import { isFromGuesty } from './guesty';

// Source: Hostaway's documentation of its API (github.com/Hostaway/api, source/includes):
// _webhook_unified, _unifiedWebhookLog_unifiedWebhookLogObject, _reservation_reservationObject,
// _reservation_reservationStatuses, _reservation_reservationUnitObject. `{ event, data: 'test' }`
// was seen in Pipedream's component, `listingName` in code of third parties. Hostaway does not say
// in which time zone latestActivityOn and updatedOn are: without an offset, they are not used.

const INQUIRY = unconfirmed('It is an inquiry');
const CANCELED = cancelled('The booking is canceled');

const WORDS: Words = {
	new: CONFIRMED,
	// Until 2020.
	confirmed: CONFIRMED,
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
	cancelled: CANCELED,
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
		if (!Object.hasOwn(body, 'data') || isFromGuesty(body, event)) return undefined;
		if (valueAt(body, 'data') === 'test' || isEmptyAt(body, 'data'))
			return notAStay('It is a test delivery');
		// Some events say apart what they are about.
		const kind = `${textAt(body, 'object') ?? ''} ${event}`;
		if (/message|conversation/i.test(kind)) return notAStay('It is a message');
		const data = objectAt(body, 'data');
		// Hostaway adds events.
		return /reservation/i.test(kind)
			? data && readReservation(data)
			: notAStay(`The event '${event}' is not about a booking`);
	},
};

function readReservation(data: WireObject): PartialBooking | undefined {
	const key = textAt(data, 'hostawayReservationId', 'id');
	if (key === null || textAt(data, 'listingMapId') === null) return undefined;
	if (textAt(data, 'arrivalDate', 'status') === null) return undefined;
	// If a channel sends no dates, Hostaway fills in yesterday for both.
	const hasDates = !isSet(data, 'isDatesUnspecified');
	const units = roomsIn(objectsAt(data, 'reservationUnit'), ['listingUnitId'], []);
	return {
		...strictest(
			readWord(WORDS, textAt(data, 'status')),
			hasDate(data, 'cancellationDate') && CANCELED,
			// A no-show is reported at Booking.com and leaves the status as it is.
			hasDate(data, 'bookingcomNoShowReportedAt') && cancelled('The guest did not arrive'),
		),
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
		changed_at: instantAt(data, 'latestActivityOn', 'updatedOn'),
		channel: textAt(data, 'channelName'),
	};
}
