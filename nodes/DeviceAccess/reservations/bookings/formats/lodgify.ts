import type { Body } from '../body';
import { format } from '../format';
import {
	alsoSaid,
	cancelled,
	notAStay,
	nothingDue,
	readWord,
	strictest,
	type Words,
} from '../booking';

// Source: Pipedream's sample events, a copy of Lodgify's OpenAPI, and code of third parties for the
// array, the other events and the records of the list (GET /v2/reservations/bookings).

const WORDS: Words = {
	Booked: 'confirmed',
	Tentative: 'tentative',
	Open: 'inquiry',
	Declined: cancelled('The booking was declined'),
	Unavailable: 'blocked',
};

/** The webhook has the guest beside the booking, and a record of the list inside it. */
export const lodgify = format({
	value: 'lodgify',
	system: 'Lodgify',
	list: 'items',
	key: 'id',
	envelope: {
		word: ['action'],
		topic: /^booking_/,
		otherTopics: /^(?:guest_message|rate|availability)_/,
		record: 'booking',
	},
	read: (booking, { word, body }) => {
		if (word === null && !isRecord(booking)) return undefined;
		const event = /_status_change_(\w+)$/.exec(word ?? '')?.[1] ?? null;
		const property = booking.room('property_id', 'property_name');
		const units = booking.rooms(
			booking.value('room_types') ? 'room_types' : 'rooms',
			'room_type_id',
			'name',
		);
		return {
			// The status in the booking can be older than the event.
			...strictest(
				readWord(WORDS, booking.text('status') ?? event),
				alsoSaid(WORDS, event),
				booking.text('type') === 'ClosedPeriod' && notAStay('It is a closed period'),
				booking.hasDate('canceled_at') && 'canceled',
				booking.isSet('is_deleted') && 'deleted',
			),
			guest_name: body.text('guest.name'),
			guest_email: body.text('guest.email'),
			guest_phone: body.text('guest.phone_number', 'guest.phone'),
			guest_language: booking.text('language'),
			// The ID in a list is not known to be the same.
			guest_key: body.text('guest.uid'),
			...(units.rooms.length > 0 ? units : property),
			// The name of a room type is often empty. A property with one room has the same name.
			...(units.rooms.length === 1 && !units.room_names[0] && { room_names: property.room_names }),
			arrival: booking.local(['date_arrival', 'arrival'], 'check_in.time'),
			departure: booking.local(['date_departure', 'departure'], 'check_out.time'),
			channel: booking.text('source'),
			door_code: onlyOne(booking.list('rooms').map((room) => room.text('key_code'))),
			conversation_id: booking.text('thread_uid'),
			is_paid: nothingDue(
				booking.amount('amount_due') ?? body.amount('balance_due'),
				booking.amount('total_amount') ?? body.amount('booking_total_amount'),
			),
		};
	},
});

const onlyOne = ([code = null, ...others]: Array<string | null>): string | null =>
	others.every((other) => other === code) ? code : null;

/** Without its room types, a record of the list shows by its words that it is from Lodgify. */
const isRecord = (booking: Body) =>
	booking.has('property_id') &&
	booking.text('date_arrival', 'arrival') !== null &&
	(booking.has('room_types') ||
		booking.has('rooms') ||
		alsoSaid(WORDS, booking.text('status')) !== undefined);
