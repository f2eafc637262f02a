import { IF_CHANGED_OR_NEXT, inText, LAST_ARRIVAL, YESTERDAY, type PmsSystem } from '../system';
import {
	allPages,
	asking,
	completing,
	httpRequest,
	inBatches,
	namesWithValues,
	oneByOne,
	oneRequest,
	withCredential,
} from '../workflow';

const API = 'https://api-rms.hostify.com';
const AUTHENTICATION = withCredential('httpHeaderAuth');
/** Hostify sends no more, whatever is asked. */
const PAGE_SIZE = 100;

export const hostify: PmsSystem = {
	from: 'hostify',
	name: 'Hostify',
	completeBooking: completing('Get the guest', {
		url: `=${API}/guests/{{ encodeURIComponent($json.guest_id) }}`,
		...AUTHENTICATION,
		options: inBatches(5, 500),
	}),
	reads:
		"={{ ({ reservation: $('One item per booking').item.json, guest: $json.guest ?? $json }) }}",
	list: {
		isOlderThanCalls: true,
		field: 'reservations',
		sooner: 'Every 10 minutes',
		part: oneRequest('Get the bookings', {
			url: `${API}/reservations`,
			...AUTHENTICATION,
			...asking({
				// Without start_date and end_date, which empty the answer.
				filters: `=[{"field":"checkOut","operator":">=","value":"${inText(YESTERDAY)}"},{"field":"checkIn","operator":"<=","value":"${inText(LAST_ARRIVAL)}"}]`,
				sort: 'checkIn',
				per_page: String(PAGE_SIZE),
			}),
			options: allPages(
				{ name: 'page' },
				`!($response.body?.reservations?.length >= ${PAGE_SIZE})`,
				500,
			),
		}),
	},
	getsPinIf: IF_CHANGED_OR_NEXT,
	pinBack: (at) =>
		httpRequest('Send the PIN to Hostify', at, {
			method: 'POST',
			url: `${API}/reservations/custom_field_update`,
			...AUTHENTICATION,
			sendBody: true,
			bodyParameters: namesWithValues({
				reservation_id: '={{ $json.reservation_key }}',
				custom_field_id: '',
				value: '={{ $json.all_pins }}',
			}),
			options: oneByOne(500),
		}),
	notes: {
		pin: 'Hostify gets the PIN in a custom field of the reservation.',
		rooms: 'the ID of its listing in Hostify.',
		credentials: [
			'In Hostify, create an API key. In *Get the bookings*, create a **Header Auth** credential with the name `x-api-key` and the key as its value, and select it in *Get the guest* and *Send the PIN to Hostify* too.',
			'In Hostify, create a custom field for reservations, of type text. In *Send the PIN to Hostify*, enter its ID as the value of `custom_field_id`. Hostify shows the ID at `/custom_fields` of its API: execute *Get the guest* once with that URL if you do not see it elsewhere.',
		],
		publish:
			'A booking for the next two days arrives within 10 minutes, and any other in the night.',
		messagesHave: 'custom field',
		more: [
			'Guests get the planned hours of the booking, where you entered them in Hostify, and otherwise those of the room. Of a booking that was `moved` to another listing, you are told, and decide.',
		],
	},
};
