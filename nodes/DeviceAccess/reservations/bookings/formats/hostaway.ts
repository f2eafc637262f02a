import { format } from '../format';
import { cancelled, notAStay, readWord, strictest, unconfirmed, type Words } from '../booking';

// Source: github.com/Hostaway/api (source/includes), Pipedream's component for the test delivery, and
// code of third parties for `listingName`.

const WORDS: Words = {
	new: 'confirmed',
	// Until 2020.
	confirmed: 'confirmed',
	modified: 'confirmed',
	ownerStay: 'confirmed',
	pending: 'request',
	unconfirmed: 'request',
	awaitingPayment: 'unpaid',
	awaitingGuestVerification: unconfirmed('The guest is not verified yet'),
	inquiry: 'inquiry',
	inquiryPreapproved: 'inquiry',
	inquiryDenied: cancelled('The inquiry was denied'),
	inquiryTimedout: cancelled('The inquiry has expired'),
	inquiryNotPossible: cancelled('The inquiry is no longer possible'),
	cancelled: 'canceled',
	declined: 'declined',
	expired: 'expired',
	unknown: notAStay('It is an inquiry that failed'),
};

/** Some events say in `object` what they are about. Hostaway adds events. */
export const hostaway = format({
	value: 'hostaway',
	system: 'Hostaway',
	list: 'result',
	key: ['hostawayReservationId', 'id'],
	envelope: {
		word: ['object', 'event'],
		topic: /^(?!.*(?:message|conversation)).*reservation/i,
		otherTopics: /./,
		// The answer to a request of one reservation has it in `result`.
		record: ['data', 'result'],
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
				data.hasDate('cancellationDate') && 'canceled',
				// A no-show is reported at Booking.com and leaves the status as it is.
				data.hasDate('bookingcomNoShowReportedAt') && 'noShow',
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
			is_paid: data.flag('isPaid'),
		};
	},
});
