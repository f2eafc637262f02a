import { allPinsOf } from '../messages';
import type { PmsSystem } from '../system';
import { allPages, httpRequest, n8nNode, namesWithValues, withCredential } from '../workflow';

const API = 'https://open-api.guesty.com/v1';
const AUTHENTICATION = withCredential('oAuth2Api');
const PAGE_SIZE = 100;
const PAUSE_MS = 1000;

export const guesty: PmsSystem = {
	from: 'guesty',
	name: 'Guesty',
	protection: 'secretPath',
	isEachCallFetched: true,
	getBooking: (at) =>
		httpRequest('Get the booking', at, {
			url: `${API}/reservations-v3`,
			...AUTHENTICATION,
			sendQuery: true,
			queryParameters: namesWithValues({
				'reservationIds[0]': '={{ $json.reservation_key }}',
				mergeAccommodationFarePriceComponents: 'false',
			}),
			// The answer is a list, which can be empty.
			options: { response: { response: { fullResponse: true } } },
		}),
	completeBooking: ([x, y]) => ({
		nodes: [
			httpRequest('Get the guest', [x, y], {
				url: `=${API}/guests-crud/{{ encodeURIComponent([$json.body ?? $json].flat()[0]?.bookerId ?? $json.guestId) }}`,
				...AUTHENTICATION,
				sendQuery: true,
				queryParameters: namesWithValues({
					fields: 'firstName lastName fullName email emails phone phones preferredLanguage',
				}),
				options: { batching: { batch: { batchSize: 1, batchInterval: PAUSE_MS } } },
			}),
			n8nNode('Booking and guest', 'set', 3.4, [x + 240, y], {
				mode: 'raw',
				jsonOutput:
					"={{ JSON.stringify({ reservation: $('Every night').isExecuted ? $('One item per booking').item.json : $('Get the booking').item.json.body[0], guest: $json }) }}",
				options: {},
			}),
		],
		connections: {
			'Get the guest': [['Booking and guest'], ['Message to yourself']],
			'Booking and guest': [['Read booking']],
		},
	}),
	list: {
		field: 'results',
		id: 'reservationId',
		keepsMissing: true,
		part: (at) => ({
			nodes: [
				httpRequest('Get the bookings', at, {
					url: `${API}/reservations-v3/search`,
					...AUTHENTICATION,
					sendQuery: true,
					queryParameters: namesWithValues({
						'filter[checkOut][gte]': '={{ $now.minus({ days: 1 }).toISODate() }}',
						sort: '_id',
						limit: String(PAGE_SIZE),
					}),
					options: allPages(
						{ type: 'qs', name: 'skip', value: `$pageCount * ${PAGE_SIZE}` },
						'$response.body.pagination?.hasMore !== true',
						PAUSE_MS,
					),
				}),
			],
			connections: {},
		}),
	},
	pinBack: {
		where:
			'The PIN goes to the custom field in Guesty. If none of your messages there has that field, send the guest the PIN.',
		part: (at) => ({
			nodes: [
				httpRequest('Send the PIN to Guesty', at, {
					method: 'PUT',
					url: `=${API}/reservations-v3/{{ encodeURIComponent($json.reservation_key) }}/custom-fields`,
					...AUTHENTICATION,
					sendBody: true,
					bodyParameters: namesWithValues({
						'customFields[0].fieldId': '',
						'customFields[0].value': `={{ ${allPinsOf('$json')} }}`,
					}),
					options: { batching: { batch: { batchSize: 1, batchInterval: PAUSE_MS } } },
				}),
			],
			connections: { 'Send the PIN to Guesty': [[], ['Message to yourself']] },
		}),
	},
	notes: {
		height: 780,
		pin: 'Guesty gets the PIN in a custom field of the reservation, for its own messages.',
		rooms:
			'Give each room a space whose key is the ID of its unit in Guesty, or of its listing if that has no units. Names are not enough: bookings do not have them.',
		credentials: [
			'In Guesty, create an API application. In *Get the booking*, create an **OAuth2 API** credential, and select it in *Get the guest*, *Get the bookings* and *Send the PIN to Guesty* too. **Grant Type**: Client Credentials. **Access Token URL**: `https://open-api.guesty.com/oauth2/token`. **Client ID** and **Client Secret**: those of the application. **Scope**: `open-api`. **Authentication**: Body. **Token Expired Status Code**: `403`. Guesty issues 5 tokens a day, so use one credential for all.',
			'In Guesty, create a custom field for reservations, of type text. In *Send the PIN to Guesty*, enter its ID as the value of `customFields[0].fieldId`.',
		],
		publish:
			'Then subscribe its calls. Guesty has no page for that: in a new workflow, add an **HTTP Request** node. **Method**: POST. **URL**: `https://open-api.guesty.com/v1/webhooks`. **Authentication**: the same OAuth2 credential. **Send Body**, **Using JSON**: `{ "url": "YOUR_URL", "events": ["reservation.created.v2", "reservation.updated.v2"] }` with the **Production URL** of *From Guesty*. Press **Execute step** once.',
		ignored:
			'An inquiry gives no access, even if it holds the dates, and ends what its booking had.',
		more: `A call only names the booking: *Get the booking* brings it, and *Get the guest* its guest. If Guesty does not answer with a booking that a call names, which third parties saw with some channels, nothing changes and you get a message.

A guest without an email address gets the PIN from Guesty if your message there has the custom field.

### Expired tokens
A token of Guesty expires after 24 hours. n8n gets a new one only after the status in **Token Expired Status Code**. Third parties saw 403; Guesty does not say which status it answers. If you get messages about status 401 after a day, enter \`401\`. An n8n without this field only knows 401.

### Custom field
Try it with one test booking, or delete *Send the PIN to Guesty*. If Guesty does not take a PIN, you get a message: enter the PIN there. Also enter a PIN that you change yourself.

### The address is a secret
Guesty signs its calls in a way that n8n's **Crypto** node cannot check. n8n made a random address at the import, so keep it to yourself. Anyone who knows it can only make the workflow read a booking from Guesty.`,
		list: "*Sync many* compares all bookings that end yesterday or later. Nothing ends because it is not in the list: Guesty's search leaves out bookings of some channels. A canceled booking is in the list, and ends.",
	},
};
