import { subscribeOnce, type PmsSystem } from '../system';
import { allPages, asking, httpRequest, oneByOne, oneRequest, withCredential } from '../workflow';

/** Where 'Upcoming' and 'Current' meet is not documented, and a booking that the list lacks counts as missing. */
const ALL_STAYS = { stayFilter: 'All', includeExternal: 'true', size: '50' };
/** A call comes in a list, or alone. */
const KEY = '($json.body[0] ?? $json.body).booking?.id';
const PAUSE_MS = 1000;
const BOOKINGS = 'https://api.lodgify.com/v2/reservations/bookings';

export const lodgify: PmsSystem = {
	from: 'lodgify',
	name: 'Lodgify',
	call: {
		onlyRunIf: KEY,
		brings: oneRequest('Get the booking', {
			url: `=${BOOKINGS}/{{ encodeURIComponent(${KEY}) }}`,
			...withCredential('httpHeaderAuth'),
			options: {},
		}),
	},
	list: {
		isOlderThanCalls: true,
		part: oneRequest('Get the bookings', {
			url: BOOKINGS,
			...withCredential('httpHeaderAuth'),
			...asking(ALL_STAYS),
			options: allPages({ name: 'page' }, '!($response.body.items?.length > 0)', PAUSE_MS),
		}),
	},
	pinBack: (at) =>
		httpRequest('Send the PIN to Lodgify', at, {
			method: 'PUT',
			url: `=${BOOKINGS}/{{ $json.reservation_key }}/keyCodes`,
			...withCredential('httpHeaderAuth'),
			sendBody: true,
			specifyBody: 'json',
			jsonBody:
				"={{ ({ rooms: $('Read booking').item.json.rooms.map(id => ({ room_type_id: Number(id), key_code: $json.all_pins })) }) }}",
			options: oneByOne(PAUSE_MS),
		}),
	notes: {
		pin: 'Lodgify gets the PIN as the key code of each room of the booking.',
		rooms: 'the ID of its room type in Lodgify.',
		credentials: [
			'In Lodgify, copy the API key. In *Get the bookings*, create a **Header Auth** credential: the name `X-ApiKey`, and the key as its value. Select it in *Get the booking* and *Send the PIN to Lodgify* too.',
		],
		publish: subscribeOnce('Lodgify'),
		more: [
			'Calls and list are known from Pipedream and the code of third parties: try it with one test booking.',
		],
	},
};
