import { type PmsBooking, type PmsDossier, type PmsForm } from './pmsBooking';

const WORDS = {
	confirmed: 'active',
	ownerStay: 'active',
	inquiry: 'pending',
	cancelled: 'canceled',
	block: 'active',
};

const entity = ({ guest, rooms, ...booking }: PmsBooking) => ({
	id: Number(booking.id),
	type: 'booking',
	status: booking.word ?? WORDS[booking.kind],
	is_block: booking.kind === 'block',
	property_id: Number(rooms[0].id),
	property: { id: Number(rooms[0].id), name: rooms[0].name },
	guest_id: Number(guest.key),
	guest: {
		id: Number(guest.key),
		first_name: guest.first,
		last_name: guest.last,
		email_addresses: [
			{ id: 1, address: 'old@example.com', is_default: false },
			{ id: 2, address: guest.email, is_default: true },
		],
		phones: [{ id: 1, number: guest.phone, is_default: false }],
	},
	arrival: booking.arrival,
	departure: booking.departure,
	check_in: booking.arrivalTime ?? null,
	check_out: booking.departureTime ?? null,
	updated_utc: booking.changedAt,
	listing_site: 'Airbnb',
	adults: 2,
});

/** The envelope of every event. Without an entity, the body only names it. */
export const event = (action: string, entityType: string, entityId: number, inline?: object) => ({
	id: 5,
	user_id: 77,
	action,
	entity_type: entityType,
	entity_id: entityId,
	...(inline && { entity: inline }),
});

export const ownerRez: PmsForm = {
	webhookBody: (booking) => event('entity_update', 'booking', Number(booking.id), entity(booking)),
	listed: entity,
};

export const testDelivery = { id: 5, user_id: 77, action: 'webhook_test' };

export const ownerRezDossier: PmsDossier = {
	form: ownerRez,
	words: {
		confirmed: ['active'],
		unconfirmed: ['pending'],
		cancelled: ['canceled', 'cancelled'],
		asked: ['confirmed'],
	},
	whole: {
		pms_status: 'active',
		guest_language: null,
		guest_key: '90210',
		changed_at: '2030-01-02T09:30:00Z',
		channel: 'Airbnb',
	},
	inCall: {},
	noStay: {
		'a test delivery': testDelivery,
		'a guest': event('entity_update', 'guest', 90_210, { first_name: 'Ada' }),
		'the end of the permission': { action: 'application_authorization_revoked' },
		'a property': event('entity_update', 'property', 512),
	},
	others: { deleted: event('entity_delete', 'booking', 40_771) },
};
