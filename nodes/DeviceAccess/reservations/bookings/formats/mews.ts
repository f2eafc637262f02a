import { Body } from '../body';
import type { PartialBooking } from '../booking';
import { type BookingFormat, format } from '../format';
import {
	CANCELED,
	CHECKED_OUT,
	CONFIRMED,
	INQUIRY,
	missingGuest,
	namesOnly,
	notAStay,
	readWord,
	strictest,
	unconfirmed,
	type Words,
} from '../meaning';

// Source: the documentation of Mews' Connector API (github.com/MewsSystems/gitbook-connector-api):
// events/wh-general.md, operations/customers.md, and operations/reservations.md, version 2023-06-06
// and the one before. 'Enquired' was only seen in third-party code.

const WORDS: Words = {
	Confirmed: CONFIRMED,
	Started: CONFIRMED,
	Inquired: INQUIRY,
	Enquired: INQUIRY,
	Requested: unconfirmed('The guest is on the waiting list'),
	Optional: unconfirmed('The room is on hold, and the guest has not confirmed yet'),
	Processed: CHECKED_OUT,
	Canceled: CANCELED,
};

const RESERVATION =
	'POST /api/connector/v1/reservations/getAll/2023-06-06 {"ReservationIds":["{id}"]}';
const CUSTOMER = 'POST /api/connector/v1/customers/getAll {"CustomerIds":["{guest_key}"]}';

/** The customers beside the reservations, as in the version before, are the guests. */
const reservations = format({
	value: 'mews',
	system: 'Mews',
	key: 'Id',
	envelope: { list: 'Reservations' },
	read: (data, { body }) => {
		const state = data.text('State');
		if (state === null || data.text('ScheduledStartUtc', 'StartUtc') === null) return undefined;
		const said = strictest(readWord(WORDS, state), data.hasDate('CancelledUtc') && CANCELED);
		const isCompany = data.text('AccountType') === 'Company';
		const account = isCompany ? null : data.text('AccountId', 'OwnerId', 'CustomerId');
		const guest =
			body.list('Customers').find((customer) => customer.text('Id') === account) ?? new Body();
		return {
			...said,
			guest_key: account,
			guest_name: guest.joined('FirstName', 'LastName'),
			guest_email: guest.text('Email'),
			guest_phone: guest.text('Phone'),
			guest_language: guest.text('PreferredLanguageCode', 'LanguageCode'),
			...data.room(['AssignedResourceId', 'AssignedSpaceId']),
			// A guest who has checked in early is in the house.
			arrival: data.earliest('ScheduledStartUtc', 'StartUtc', 'ActualStartUtc'),
			departure: data.instant('ScheduledEndUtc', 'EndUtc'),
			changed_at: data.instant('UpdatedUtc'),
			channel: data.text('ChannelManager', 'Origin'),
			group_key: data.text('GroupId'),
			missing: missingGuest(said, account === null || guest.has('Id'), CUSTOMER),
		};
	},
});

/** A call names several reservations, which are service orders. */
export const mews: BookingFormat = {
	...reservations,
	read: (body, host) => {
		if (Array.isArray(body.value('Events')) && body.has('EnterpriseId'))
			return body.list('Events').map(readEvent);
		// Nothing has changed.
		const isNone = Array.isArray(body.value('Reservations')) && body.isEmpty('Reservations');
		return isNone ? [] : reservations.read(body, host);
	},
};

function readEvent(event: Body): PartialBooking {
	const kind = event.text('Discriminator');
	const id = event.text('Value.Id');
	return id !== null && /^(ServiceOrder|Reservation)(Added|Updated)$/.test(kind ?? '')
		? namesOnly(id, RESERVATION)
		: notAStay(`The event '${kind}' is not about a booking`);
}
