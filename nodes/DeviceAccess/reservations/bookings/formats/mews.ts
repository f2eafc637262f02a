import { Body } from '../body';
import { type BookingFormat, format } from '../format';
import {
	missingGuest,
	namesOnly,
	otherEvent,
	readWord,
	strictest,
	unconfirmed,
	type Words,
} from '../booking';

// Source: github.com/MewsSystems/gitbook-connector-api (events/wh-general.md, operations/customers.md,
// operations/reservations.md, version 2023-06-06 and the one before).

const WORDS: Words = {
	Confirmed: 'confirmed',
	Started: 'confirmed',
	Inquired: 'inquiry',
	// Only in code of third parties.
	Enquired: 'inquiry',
	Requested: unconfirmed('The guest is on the waiting list'),
	Optional: unconfirmed('The room is on hold, and the guest has not confirmed yet'),
	Processed: 'checkedOut',
	Canceled: 'canceled',
};

const RESERVATION =
	'POST /api/connector/v1/reservations/getAll/2023-06-06 {"ReservationIds":["{id}"]}';
const CUSTOMER = 'POST /api/connector/v1/customers/getAll {"CustomerIds":["{guest_key}"]}';

/** The access token that the workflow gave a reservation. Those of other locks are theirs. */
const tokenOf = (body: Body, reservation: string | null) =>
	body
		.list('ResourceAccessTokens')
		.find(
			(token) =>
				token.text('ServiceOrderId') === reservation &&
				token.text('SerialNumber') === 'Device Access' &&
				token.value('IsActive') === true,
		);

/** The customers beside the reservations, as in the version before, are the guests. Access tokens have the PINs. */
const reservations = format({
	value: 'mews',
	system: 'Mews',
	list: 'Reservations',
	key: 'Id',
	read: (data, { body }) => {
		const state = data.text('State');
		if (state === null || data.text('ScheduledStartUtc', 'StartUtc') === null) return undefined;
		const said = strictest(readWord(WORDS, state), data.hasDate('CancelledUtc') && 'canceled');
		const isCompany = data.text('AccountType') === 'Company';
		const account = isCompany ? null : data.text('AccountId', 'OwnerId', 'CustomerId');
		const guest =
			body.list('Customers').find((customer) => customer.text('Id') === account) ?? new Body();
		const token = tokenOf(body, data.text('Id'));
		const tokenId = token?.text('Id');
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
			door_code: token?.text('Value') ?? null,
			...(tokenId && { door_code_id: tokenId }),
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
			return body.list('Events').map((event) => {
				const kind = event.text('Discriminator');
				const id = event.text('Value.Id');
				return id !== null && /^(ServiceOrder|Reservation)(Added|Updated)$/.test(kind ?? '')
					? namesOnly(id, RESERVATION)
					: otherEvent(kind);
			});
		return reservations.read(body, host);
	},
};
