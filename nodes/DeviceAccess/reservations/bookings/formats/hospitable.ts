import { format } from '../format';
import {
	alsoSaid,
	cancelled,
	notAStay,
	readWord,
	strictest,
	unconfirmed,
	type Words,
} from '../booking';

// Source: webhooks.json and public.json of Hospitable's API, version 2 (stored in
// github.com/condechi/hospitable-api-docs-markdown), and answers that tykeal/homeassistant-hospitable
// tests with.

const WORDS: Words = {
	accepted: 'confirmed',
	request: 'request',
	checkpoint: unconfirmed('The platform still checks the booking'),
	cancelled: 'canceled',
	'not accepted': cancelled('The request was not accepted'),
	unknown: notAStay('Hospitable does not know the status'),
};

const VOIDED = cancelled('The platform voided the booking');

/** The words under `sub_category`, and under the older `status`, after which there is no stay. */
const ENDS: Words = {
	cancelled: 'canceled',
	canceled: 'canceled',
	declined: 'declined',
	denied: 'declined',
	withdrawn: cancelled('The request was withdrawn'),
	expired: 'expired',
	voided: VOIDED,
	'checkpoint voided': VOIDED,
};

/** It includes the guest and the properties only if the token's scopes, or the request, ask for them. */
const REQUEST = 'GET /v2/reservations/{id}?include=guest,properties';

export const hospitable = format({
	value: 'hospitable',
	system: 'Hospitable',
	list: 'data',
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
		const hasRooms = data.has('properties') || data.has('listings');
		const missing = [
			...(data.has('guest') ? [] : [{ what: 'guest' as const, request: REQUEST }]),
			...(hasRooms ? [] : [{ what: 'stay' as const, request: REQUEST }]),
		];
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
			missing: said.status === 'confirmed' ? missing : [],
		};
	},
});
