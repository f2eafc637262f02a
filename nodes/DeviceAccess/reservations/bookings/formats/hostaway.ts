import { format } from '../format';
import {
	CANCELED,
	cancelled,
	CONFIRMED,
	DECLINED,
	EXPIRED,
	INQUIRY,
	NO_SHOW,
	notAStay,
	readWord,
	REQUEST,
	strictest,
	unconfirmed,
	UNPAID,
	type Words,
} from '../meaning';

// Source: Hostaway's documentation of its API (github.com/Hostaway/api, source/includes):
// _webhook_unified, _unifiedWebhookLog_unifiedWebhookLogObject, _reservation_reservationObject,
// _reservation_reservationStatuses, _reservation_reservationUnitObject. `{ event, data: 'test' }`
// was seen in Pipedream's component, `listingName` in code of third parties. Hostaway does not say
// in which time zone latestActivityOn and updatedOn are: without an offset, they are not used.

const WORDS: Words = {
	new: CONFIRMED,
	// Until 2020.
	confirmed: CONFIRMED,
	modified: CONFIRMED,
	ownerStay: CONFIRMED,
	pending: REQUEST,
	unconfirmed: REQUEST,
	awaitingPayment: UNPAID,
	awaitingGuestVerification: unconfirmed('The guest is not verified yet'),
	inquiry: INQUIRY,
	inquiryPreapproved: INQUIRY,
	inquiryDenied: cancelled('The inquiry was denied'),
	inquiryTimedout: cancelled('The inquiry has expired'),
	inquiryNotPossible: cancelled('The inquiry is no longer possible'),
	cancelled: CANCELED,
	declined: DECLINED,
	expired: EXPIRED,
	unknown: notAStay('It is an inquiry that failed'),
};

/** Some events say in `object` what they are about. Hostaway adds events. */
export const hostaway = format({
	value: 'hostaway',
	system: 'Hostaway',
	key: ['hostawayReservationId', 'id'],
	envelope: {
		word: ['object', 'event'],
		topic: /^(?!.*(?:message|conversation)).*reservation/i,
		otherTopics: /./,
		record: 'data',
		isTest: (body) => body.has('event') && body.value('data') === 'test',
	},
	read: (data) => {
		if (data.text('listingMapId') === null || data.text('arrivalDate', 'status') === null)
			return undefined;
		// If a channel sends no dates, Hostaway fills in yesterday for both.
		const hasDates = !data.isSet('isDatesUnspecified');
		const units = data.rooms('reservationUnit', 'listingUnitId');
		return {
			...strictest(
				readWord(WORDS, data.text('status')),
				data.hasDate('cancellationDate') && CANCELED,
				// A no-show is reported at Booking.com and leaves the status as it is.
				data.hasDate('bookingcomNoShowReportedAt') && NO_SHOW,
			),
			guest_name: data.text('guestName') ?? data.joined('guestFirstName', 'guestLastName'),
			guest_email: data.text('guestEmail'),
			guest_phone: data.text('phone'),
			guest_language: data.text('guestLocale'),
			...(units.rooms.length > 0 ? units : data.room('listingMapId', 'listingName')),
			arrival: hasDates ? data.local('arrivalDate', 'checkInTime') : null,
			departure: hasDates ? data.local('departureDate', 'checkOutTime') : null,
			changed_at: data.instant('latestActivityOn', 'updatedOn'),
			channel: data.text('channelName'),
			door_code: data.text('doorCode'),
		};
	},
});
