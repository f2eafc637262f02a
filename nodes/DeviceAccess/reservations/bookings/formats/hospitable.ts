import type { WireObject } from '../../../wire/records';
import type { MissingPart, PartialBooking } from '../booking';
import type { BookingFormat } from '../format';
import {
	alsoSaid,
	cancelled,
	CONFIRMED,
	notAStay,
	readWord,
	strictest,
	unconfirmed,
	type Words,
} from '../meaning';
import {
	isEmptyAt,
	joined,
	listOf,
	objectAt,
	objectsAt,
	roomsIn,
	textAt,
	toDay,
	toInstant,
	toText,
	valueAt,
} from '../values';

// Source: Hospitable's contracts of its webhooks and its API, version 2 (webhooks.json and
// public.json, stored in github.com/condechi/hospitable-api-docs-markdown). 'checkpoint', 'voided',
// `stay_type` and the members that are null were seen in the answers that
// github.com/tykeal/homeassistant-hospitable tests with.

const WORDS: Words = {
	accepted: CONFIRMED,
	request: unconfirmed('It is a request'),
	checkpoint: unconfirmed('The platform still checks the booking'),
	cancelled: cancelled('The booking is canceled'),
	'not accepted': cancelled('The request was not accepted'),
	unknown: notAStay('Hospitable does not know the status'),
};

/** The words under `sub_category`, and under the older `status`, after which there is no stay. */
const ENDS: Words = {
	cancelled: cancelled('The booking is canceled'),
	canceled: cancelled('The booking is canceled'),
	declined: cancelled('The request was declined'),
	denied: cancelled('The request was declined'),
	withdrawn: cancelled('The request was withdrawn'),
	expired: cancelled('The request has expired'),
	voided: cancelled('The platform voided the booking'),
	'checkpoint voided': cancelled('The platform voided the booking'),
};

/**
 * The webhook sends `{ id, action, triggers, data, created, version }`; a list has the same objects
 * as `data`.
 */
export const hospitable: BookingFormat = {
	value: 'hospitable',
	system: 'Hospitable',
	read: (body) => {
		const action = textAt(body, 'action');
		if (action === null) return readReservation(body);
		if (!/^\w+\.\w+$/.test(action)) return undefined;
		const isTest = [valueAt(body, 'triggers')].flat().includes('test');
		if (isTest || isEmptyAt(body, 'data')) return notAStay('It is a test delivery');
		const data = objectAt(body, 'data');
		if (!data) return undefined;
		if (!action.startsWith('reservation.'))
			return notAStay(`The event '${action}' is not about a booking`);
		const booking = readReservation(data);
		return booking && { ...booking, changed_at: toInstant(textAt(body, 'created')) };
	},
};

function readReservation(data: WireObject): PartialBooking | undefined {
	const status = readStatus(data);
	const key = textAt(data, 'id');
	if (status.pms_status === null || key === null) return undefined;
	const properties = roomsIn(objectsAt(data, 'properties'), ['id'], ['name']);
	const listings = roomsIn(objectsAt(data, 'listings'), ['platform_id'], ['platform_name']);
	const phones = valueAt(data, 'guest.phone_numbers');
	return {
		...status,
		reservation_key: key,
		guest_name: joined(textAt(data, 'guest.first_name'), textAt(data, 'guest.last_name')),
		guest_email: textAt(data, 'guest.email'),
		guest_phone: listOf(...(Array.isArray(phones) ? phones.map(toText) : []))[0] ?? null,
		guest_language: textAt(data, 'guest.language'),
		...(properties.rooms.length > 0 ? properties : listings),
		// arrival_date and departure_date are midnight with an offset, and mean a day.
		arrival: toInstant(textAt(data, 'check_in')) ?? toDay(textAt(data, 'arrival_date')),
		departure: toInstant(textAt(data, 'check_out')) ?? toDay(textAt(data, 'departure_date')),
		channel: textAt(data, 'platform'),
		missing: status.status === 'confirmed' ? partsNotIncluded(data) : [],
	};
}

/** The category says how far the booking is. Other words can say that it has ended. */
const readStatus = (data: WireObject) =>
	strictest(
		readWord(WORDS, textAt(data, 'reservation_status.current.category')),
		alsoSaid(ENDS, textAt(data, 'reservation_status.current.sub_category')),
		alsoSaid(ENDS, textAt(data, 'status')),
	);

/**
 * Hospitable includes the guest and the properties only if the token's scopes, or the request, ask
 * for them.
 */
function partsNotIncluded(data: WireObject): MissingPart[] {
	const request = 'GET /v2/reservations/{id}?include=guest,properties';
	const hasRooms = Object.hasOwn(data, 'properties') || Object.hasOwn(data, 'listings');
	return [
		...(Object.hasOwn(data, 'guest') ? [] : [{ what: 'guest' as const, request }]),
		...(hasRooms ? [] : [{ what: 'stay' as const, request }]),
	];
}
