import {
	type BookingKind,
	inUtc,
	type PmsBooking,
	pmsBooking,
	type PmsDossier,
	type PmsForm,
} from './pmsBooking';

const STATE: Record<BookingKind, string> = {
	confirmed: 'Confirmed',
	ownerStay: 'Confirmed',
	inquiry: 'Optional',
	cancelled: 'Canceled',
	block: 'Confirmed',
};

const message = (...events: Array<[discriminator: string, id: string]>) => ({
	EnterpriseId: 'enterprise',
	IntegrationId: 'integration',
	Events: events.map(([Discriminator, Id]) => ({ Discriminator, Value: { Id } })),
});

export const mews: PmsForm = {
	webhookBody: ({ id }) => message(['ServiceOrderUpdated', id]),
	listed: (booking) => ({
		Id: booking.id,
		ServiceId: 'service',
		AccountId: booking.guest.key,
		AccountType: 'Customer',
		Number: '52',
		State: booking.word ?? STATE[booking.kind],
		Origin: 'Distributor',
		CreatedUtc: booking.changedAt,
		UpdatedUtc: booking.changedAt,
		CancelledUtc: booking.kind === 'cancelled' ? booking.changedAt : null,
		GroupId: `group-${booking.id}`,
		RequestedResourceCategoryId: 'category',
		AssignedResourceId: booking.rooms[0]?.id ?? null,
		ScheduledStartUtc: inUtc(booking, booking.arrival, booking.arrivalTime ?? '15:00'),
		ActualStartUtc: null,
		ScheduledEndUtc: inUtc(booking, booking.departure, booking.departureTime ?? '11:00'),
		ActualEndUtc: null,
	}),
};

/** A record of customers/getAll. */
export const customerOf = ({ guest }: PmsBooking) => ({
	Id: guest.key,
	FirstName: guest.first,
	LastName: guest.last,
	Email: guest.email,
	HasOtaEmail: false,
	Phone: guest.phone,
	PreferredLanguageCode: null,
	LanguageCode: guest.language,
});

export const mewsOthers = (booking: PmsBooking) => ({
	/** One message about a booking, a room and a guest. */
	severalEvents: message(
		['ServiceOrderUpdated', booking.id],
		['ResourceUpdated', 'room'],
		['CustomerAdded', booking.guest.key],
	),
	payment: message(['PaymentUpdated', 'payment']),
	newEvent: message(['MessageAdded', 'message'], ['CompanionUpdated', 'companion']),
	/** The answer of reservations/getAll before Split Out. */
	answer: { Reservations: [mews.listed(booking)], Cursor: null },
	/** That answer with the guests. */
	withGuests: { Reservations: [mews.listed(booking)], Customers: [customerOf(booking)] },
	/** The reservation of the version before. */
	oldRecord: {
		Id: booking.id,
		GroupId: `group-${booking.id}`,
		State: 'Started',
		StartUtc: inUtc(booking, booking.arrival, '15:00'),
		EndUtc: inUtc(booking, booking.departure, '11:00'),
		UpdatedUtc: booking.changedAt,
		AssignedSpaceId: booking.rooms[0]?.id,
		CustomerId: booking.guest.key,
		ChannelManager: 'Channel',
	},
});

export const mewsDossier: PmsDossier = {
	form: mews,
	words: {
		confirmed: ['Confirmed', 'Started'],
		unconfirmed: ['Inquired', 'Enquired', 'Requested', 'Optional'],
		cancelled: ['Processed', 'Canceled'],
	},
	whole: {
		pms_status: 'Confirmed',
		guest_name: null,
		guest_email: null,
		guest_phone: null,
		guest_language: null,
		guest_key: '90210',
		room_names: [],
		arrival: '2030-01-29T14:00:00Z',
		departure: '2030-01-31T10:00:00Z',
		changed_at: '2030-01-02T09:30:00Z',
		channel: 'Distributor',
		group_key: 'group-40771',
		missing: [
			{
				what: 'guest',
				request: 'POST /api/connector/v1/customers/getAll {"CustomerIds":["{guest_key}"]}',
			},
		],
	},
	others: { ...mewsOthers(pmsBooking()) },
};
