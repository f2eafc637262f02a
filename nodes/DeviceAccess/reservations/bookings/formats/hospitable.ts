import type { WireObject } from '../../../wire/records';
import type { PartialBooking } from '../booking';
import type { BookingFormat } from '../format';
import { cancelled, CONFIRMED, notAStay, readWord, unconfirmed, type Words } from '../meaning';
import { joined, listOf, objectsAt, objectAt, textAt, toDay, valueAt } from '../values';

// Source: Hospitable's contracts of its webhooks and its API, version 2 (webhooks.json, public.json).

const WORDS: Words = {
	accepted: CONFIRMED,
	request: unconfirmed('It is a request'),
	checkpoint: unconfirmed('The platform still checks the booking'),
	cancelled: cancelled('The booking is canceled'),
	'not accepted': cancelled('The request was not accepted'),
	unknown: notAStay('Hospitable does not know the status'),
};

/** The webhook sends `{ action, triggers, data, created }`; a list has the same objects as `data`. */
export const hospitable: BookingFormat = {
	value: 'hospitable',
	name: 'Hospitable',
	read: (body) => {
		const action = textAt(body, 'action');
		const triggers = valueAt(body, 'triggers');
		const isEnvelope = action !== null && Array.isArray(triggers);
		if (isEnvelope && triggers.includes('test')) return notAStay('It is a test delivery');
		const booking = readReservation((isEnvelope ? objectAt(body, 'data') : body) ?? {});
		if (booking) return { ...booking, changed_at: isEnvelope ? textAt(body, 'created') : null };
		return isEnvelope && !action.startsWith('reservation.')
			? notAStay(`The event '${action}' is not about a booking`)
			: undefined;
	},
};

function readReservation(data: WireObject): PartialBooking | undefined {
	const status = textAt(data, 'reservation_status.current.category');
	const key = textAt(data, 'id');
	if (status === null || key === null) return undefined;
	const places =
		[objectsAt(data, 'properties'), objectsAt(data, 'listings')].find((list) => list.length > 0) ??
		[];
	return {
		...readWord(WORDS, status),
		reservation_key: key,
		guest_name: joined(textAt(data, 'guest.first_name'), textAt(data, 'guest.last_name')),
		guest_email: textAt(data, 'guest.email'),
		guest_phone: firstPhone(data),
		guest_language: textAt(data, 'guest.language'),
		rooms: listOf(...places.map((place) => textAt(place, 'id', 'platform_id'))),
		room_names: listOf(...places.map((place) => textAt(place, 'name'))),
		arrival: textAt(data, 'check_in') ?? toDay(textAt(data, 'arrival_date')),
		departure: textAt(data, 'check_out') ?? toDay(textAt(data, 'departure_date')),
		channel: textAt(data, 'platform'),
	};
}

function firstPhone(data: WireObject): string | null {
	const numbers = valueAt(data, 'guest.phone_numbers');
	const texts = Array.isArray(numbers) ? numbers : [];
	return textAt({ first: texts.find((number) => typeof number === 'string') }, 'first');
}
