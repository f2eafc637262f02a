import type { PmsSystem } from '../system';
import { allPages, httpRequest, namesWithValues, withCredential } from '../workflow';

/** The list is read to its end: where 'Upcoming' and 'Current' meet is not documented, and a booking between them would count as missing. */
const ALL_STAYS = { stayFilter: 'All', size: '50' };
const PAUSE_MS = 1000;

export const lodgify: PmsSystem = {
	from: 'lodgify',
	name: 'Lodgify',
	protection: 'secretPath',
	list: {
		field: 'items',
		part: (at) => ({
			nodes: [
				httpRequest('Get the bookings', at, {
					url: 'https://api.lodgify.com/v2/reservations/bookings',
					...withCredential('httpHeaderAuth'),
					sendQuery: true,
					queryParameters: namesWithValues(ALL_STAYS),
					options: allPages(
						{ type: 'qs', name: 'page', value: '$pageCount + 1' },
						'!($response.body.items?.length > 0)',
						PAUSE_MS,
					),
				}),
			],
			connections: {},
		}),
	},
	notes: {
		height: 620,
		pin: 'Lodgify does not get the PIN.',
		rooms:
			'Give each room a space whose key is the ID of its room type in Lodgify. Or give the space the name that the property has there, if it has one room.',
		credentials: [
			'In Lodgify, copy the API key. In *Get the bookings*, create a **Header Auth** credential: the name `X-ApiKey`, and the key as its value.',
		],
		publish:
			'For each of the events `booking_new_any_status` and `booking_change`, subscribe the **Production URL** of *From Lodgify*. Lodgify takes each address once, so add `?new` to one of them: `curl https://api.lodgify.com/webhooks/v1/subscribe -H \'X-ApiKey: YOUR_KEY\' -H \'Content-Type: application/json\' -d \'{"event":"booking_change","target_url":"YOUR_URL"}\'`.',
		ignored: 'Inquiries, tentative bookings, messages and calls about prices change nothing.',
		more: `A booking that you enter for an owner is a stay: it gets a PIN.

### Hours
Lodgify sends days and no hours, so guests get the hours of the room.

### The address is a secret
n8n made a random address at the import, so keep it to yourself. Who knows it can send bookings. If it got out, enter another **Path** in *From Lodgify*, and subscribe the new URL. Lodgify is said to sign its calls, with another secret for each event. So this workflow does not check it.

What Lodgify sends and lists is known from Pipedream and the code of third parties: try it with one test booking.`,
		list: 'The list has past bookings too, which change nothing. A booking that is not in it loses its access:',
	},
};
