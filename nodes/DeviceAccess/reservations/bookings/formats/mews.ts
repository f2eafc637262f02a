import type { WireObject } from '../../../wire/records';
import type { PartialBooking } from '../booking';
import type { BookingFormat } from '../format';
import {
	cancelled,
	CONFIRMED,
	namesOnly,
	notAStay,
	readWord,
	strictest,
	unconfirmed,
	type Words,
} from '../meaning';
import {
	earliest,
	hasDate,
	joined,
	objectsAt,
	roomsIn,
	textAt,
	toInstant,
	valueAt,
} from '../values';

// Source: the documentation of Mews' Connector API (github.com/MewsSystems/gitbook-connector-api):
// events/wh-general.md, operations/customers.md, and operations/reservations.md, version 2023-06-06
// and the one before.
// 'Enquired' was only seen in third-party code.

const INQUIRY = unconfirmed('It is an inquiry');
const CANCELED = cancelled('The booking is canceled');

const WORDS: Words = {
	Confirmed: CONFIRMED,
	Started: CONFIRMED,
	Inquired: INQUIRY,
	Enquired: INQUIRY,
	Requested: unconfirmed('The guest is on the waiting list'),
	Optional: unconfirmed('The room is on hold, and the guest has not confirmed yet'),
	Processed: cancelled('The guest has checked out'),
	Canceled: CANCELED,
};

const RESERVATION =
	'POST /api/connector/v1/reservations/getAll/2023-06-06 {"ReservationIds":["{id}"]}';
const CUSTOMER = 'POST /api/connector/v1/customers/getAll {"CustomerIds":["{guest_key}"]}';

/**
 * The webhook sends `{ EnterpriseId, IntegrationId, Events: [{ Discriminator, Value: { Id } }] }`;
 * the request brings `{ Reservations: [...] }`. Customers beside them, as in the version before, are
 * the guests.
 */
export const mews: BookingFormat = {
	value: 'mews',
	system: 'Mews',
	read: (body) => {
		if (Array.isArray(valueAt(body, 'Events')) && textAt(body, 'EnterpriseId') !== null)
			return objectsAt(body, 'Events').map(readEvent);
		if (!Array.isArray(valueAt(body, 'Reservations'))) return readReservation(body);
		const customers = objectsAt(body, 'Customers');
		const bookings = objectsAt(body, 'Reservations').map((data) =>
			readReservation(data, customers),
		);
		return bookings.every((booking) => booking !== undefined) ? bookings : undefined;
	},
};

/** A reservation is a service order. */
function readEvent(event: WireObject): PartialBooking {
	const kind = textAt(event, 'Discriminator');
	const id = textAt(event, 'Value.Id');
	return id !== null && /^(ServiceOrder|Reservation)(Added|Updated)$/.test(kind ?? '')
		? namesOnly(id, RESERVATION)
		: notAStay(`The event '${kind}' is not about a booking`);
}

function readReservation(
	data: WireObject,
	customers: readonly WireObject[] = [],
): PartialBooking | undefined {
	const key = textAt(data, 'Id');
	const state = textAt(data, 'State');
	const start = textAt(data, 'ScheduledStartUtc', 'StartUtc');
	if (key === null || state === null || start === null) return undefined;
	const word = strictest(readWord(WORDS, state), hasDate(data, 'CancelledUtc') && CANCELED);
	const account = textAt(data, 'AccountId', 'OwnerId', 'CustomerId');
	const isPerson = textAt(data, 'AccountType') !== 'Company';
	const guest = isPerson
		? customers.find((customer) => textAt(customer, 'Id') === account)
		: undefined;
	return {
		...word,
		reservation_key: key,
		guest_key: isPerson ? account : null,
		...(guest && readGuest(guest)),
		...roomsIn([data], ['AssignedResourceId', 'AssignedSpaceId'], []),
		// A guest who has checked in early is in the house.
		arrival: earliest(toInstant(start), toInstant(textAt(data, 'ActualStartUtc'))),
		departure: toInstant(textAt(data, 'ScheduledEndUtc', 'EndUtc')),
		changed_at: toInstant(textAt(data, 'UpdatedUtc')),
		channel: textAt(data, 'ChannelManager', 'Origin'),
		group_key: textAt(data, 'GroupId'),
		missing:
			word.status === 'confirmed' && isPerson && account !== null && !guest
				? [{ what: 'guest', request: CUSTOMER }]
				: [],
	};
}

const readGuest = (customer: WireObject) => ({
	guest_name: joined(textAt(customer, 'FirstName'), textAt(customer, 'LastName')),
	guest_email: textAt(customer, 'Email'),
	guest_phone: textAt(customer, 'Phone'),
	guest_language: textAt(customer, 'PreferredLanguageCode', 'LanguageCode'),
});
