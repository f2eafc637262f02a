import type { Body } from '../body';
import { format } from '../format';
import {
	alsoSaid,
	CANCELED,
	cancelled,
	CONFIRMED,
	DECLINED,
	EXPIRED,
	notAStay,
	readWord,
	REQUEST,
	strictest,
	unconfirmed,
	type Words,
} from '../meaning';

// Source: Hospitable's contracts of its webhooks and its API, version 2 (webhooks.json and
// public.json, stored in github.com/condechi/hospitable-api-docs-markdown). 'checkpoint', 'voided',
// `stay_type` and the members that are null were seen in the answers that
// github.com/tykeal/homeassistant-hospitable tests with.

const WORDS: Words = {
	accepted: CONFIRMED,
	request: REQUEST,
	checkpoint: unconfirmed('The platform still checks the booking'),
	cancelled: CANCELED,
	'not accepted': cancelled('The request was not accepted'),
	unknown: notAStay('Hospitable does not know the status'),
};

const VOIDED = cancelled('The platform voided the booking');

/** The words under `sub_category`, and under the older `status`, after which there is no stay. */
const ENDS: Words = {
	cancelled: CANCELED,
	canceled: CANCELED,
	declined: DECLINED,
	denied: DECLINED,
	withdrawn: cancelled('The request was withdrawn'),
	expired: EXPIRED,
	voided: VOIDED,
	'checkpoint voided': VOIDED,
};

export const hospitable = format({
	value: 'hospitable',
	system: 'Hospitable',
	key: 'id',
	envelope: {
		word: ['action'],
		topic: /^reservation\./,
		otherTopics: /^\w+\.\w+$/,
		record: 'data',
		isTest: (body) => body.has('action') && [body.value('triggers')].flat().includes('test'),
	},
	read: (data, { word, body }) => {
		// The category says how far the booking is. Other words can say that it has ended.
		const said = strictest(
			readWord(WORDS, data.text('reservation_status.current.category')),
			alsoSaid(ENDS, data.text('reservation_status.current.sub_category')),
			alsoSaid(ENDS, data.text('status')),
		);
		if (said.pms_status === null) return undefined;
		const properties = data.rooms('properties', 'id', 'name');
		return {
			...said,
			guest_name: data.joined('guest.first_name', 'guest.last_name'),
			guest_email: data.text('guest.email'),
			guest_phone: data.texts('guest.phone_numbers')[0] ?? null,
			guest_language: data.text('guest.language'),
			...(properties.rooms.length > 0
				? properties
				: data.rooms('listings', 'platform_id', 'platform_name')),
			// arrival_date and departure_date are midnight with an offset, and mean a day.
			arrival: data.instant('check_in') ?? data.day('arrival_date'),
			departure: data.instant('check_out') ?? data.day('departure_date'),
			changed_at: word === null ? null : body.instant('created'),
			channel: data.text('platform'),
			missing: said.status === 'confirmed' ? partsNotIncluded(data) : [],
		};
	},
});

/**
 * Hospitable includes the guest and the properties only if the token's scopes, or the request, ask
 * for them.
 */
function partsNotIncluded(data: Body) {
	const request = 'GET /v2/reservations/{id}?include=guest,properties';
	return [
		...(data.has('guest') ? [] : [{ what: 'guest' as const, request }]),
		...(data.has('properties') || data.has('listings') ? [] : [{ what: 'stay' as const, request }]),
	];
}
