import { IS_NIGHT, type PmsSystem } from '../system';
import { allPages, asking, httpRequest, oneByOne, oneRequest, withCredential } from '../workflow';

/** Where 'Upcoming' and 'Current' meet is not documented, and a booking that the list lacks counts as missing. */
const ALL_STAYS = { stayFilter: 'All', includeExternal: 'true', size: '50' };
const PAUSE_MS = 1000;
const BOOKINGS = 'https://api.lodgify.com/v2/reservations/bookings';

export const lodgify: PmsSystem = {
	from: 'lodgify',
	name: 'Lodgify',
	protection: {
		header: 'ms-signature',
		prefix: 'sha256=',
		nodes: ['Sign as a new booking', 'Sign as a change'],
	},
	list: {
		field: 'items',
		part: oneRequest('Get the bookings', {
			url: BOOKINGS,
			...withCredential('httpHeaderAuth'),
			...asking(ALL_STAYS),
			options: allPages({ name: 'page' }, '!($response.body.items?.length > 0)', PAUSE_MS),
		}),
	},
	getsPinIf: `$json.outcome !== 'unchanged' || (${IS_NIGHT} && $json.all_pins !== $json.door_code)`,
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
		rooms: 'Give each room a space whose key is the ID of its room type in Lodgify.',
		credentials: [
			'In Lodgify, copy the API key. In *Get the bookings*, create a **Header Auth** credential: the name `X-ApiKey`, and the key as its value. Select it in *Send the PIN to Lodgify* too.',
			'Use *Subscribe once* (`subscribe-once.json`) with the **Production URL** of *From Lodgify*. It shows two secrets. In *Sign as a new booking*, create a **Crypto** credential: its **Hmac Secret** is that of `booking_new_any_status`. In *Sign as a change*, create another one with that of `booking_change`. n8n can preselect the first one there.',
		],
		publish:
			'For a new booking and for a change, *Is it from Lodgify?* has one item in one of its runs. If it has none, a secret is another one.',
		more: [
			'A call has no hours, so guests get those of the room until the night, whose list has them, such as a late check-out.',
			'A call with another signature gets the same answer and goes no further.',
			'Calls and list are known from Pipedream and the code of third parties: try it with one test booking.',
		],
	},
};
