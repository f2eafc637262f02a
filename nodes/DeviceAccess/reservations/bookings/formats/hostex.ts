import { format } from '../format';
import { namesOnly, readWord, strictest, type Words } from '../booking';

// Source: code of third parties that runs against accounts (v3 of Hostex' API), and its pages
// (hostex-openapi.readme.io) for the webhook.

const WORDS: Words = {
	accepted: 'confirmed',
	wait_accept: 'request',
	wait_pay: 'unpaid',
	cancelled: 'canceled',
	denied: 'declined',
	timeout: 'expired',
};

/** A reservation (`reservation_code`) can have several stays with one room each. Calls only name one. */
export const hostex = format({
	value: 'hostex',
	system: 'Hostex',
	list: 'data.reservations',
	// The status of the response is that of a success.
	refusal: (body) =>
		[null, 0, 200].includes(body.amount('error_code'))
			? null
			: `Hostex refused the request: ${body.text('error_msg')} (${body.text('error_code')})`,
	key: 'stay_code',
	envelope: {
		word: ['event'],
		topic: /^reservation_/,
		otherTopics: /^[a-z]+(?:_[a-z]+)+$/,
	},
	read: (stay, { key, word }) => {
		const group = { group_key: stay.text('reservation_code') };
		if (word !== null)
			return namesOnly(key, 'GET /v3/reservations?reservation_code={group_key}', group);
		if (stay.day('check_in_date') === null) return undefined;
		return {
			...strictest(
				readWord(WORDS, stay.text('status')),
				stay.hasDate('cancelled_at') && 'canceled',
			),
			...group,
			guest_name: stay.text('guest_name'),
			guest_email: stay.text('guest_email'),
			guest_phone: stay.text('guest_phone'),
			...stay.room('property_id'),
			// Without hours.
			arrival: stay.day('check_in_date'),
			departure: stay.day('check_out_date'),
			channel: stay.text('channel_type'),
		};
	},
});
