import type { PmsSystem } from '../system';
import { allPages, httpRequest, namesWithValues, withCredential } from '../workflow';

const API = 'https://public.api.hospitable.com/v2';
const AUTHENTICATION = withCredential('httpBearerAuth');
const ALL_PAGES = allPages(
	{ type: 'qs', name: 'page', value: '$pageCount + 1' },
	'!($response.body.meta?.current_page < $response.body.meta?.last_page)',
	1000,
);
/** An address must not be too long, and each request for bookings names its properties. */
const PROPERTIES_OF_A_REQUEST = '50';
/** Hospitable takes 50 messages in 5 minutes. */
const PAUSE_BETWEEN_MESSAGES_MS = 6500;

export const hospitable: PmsSystem = {
	from: 'hospitable',
	name: 'Hospitable',
	protection: { header: 'signature', prefix: '' },
	list: {
		field: 'data',
		part: ([x, y]) => ({
			nodes: [
				httpRequest('Get the properties', [x, y], {
					url: `${API}/properties`,
					...AUTHENTICATION,
					sendQuery: true,
					queryParameters: namesWithValues({ per_page: PROPERTIES_OF_A_REQUEST }),
					options: ALL_PAGES,
				}),
				httpRequest('Get the bookings', [x + 240, y], {
					url: `${API}/reservations`,
					...AUTHENTICATION,
					sendQuery: true,
					queryParameters: namesWithValues({
						properties: '={{ $json.data.map(({ id }) => id) }}',
						start_date: '={{ $now.minus({ days: 1 }).toISODate() }}',
						end_date: '={{ $now.plus({ years: 5 }).toISODate() }}',
						date_query: 'checkout',
						include: 'guest,properties',
						per_page: '100',
					}),
					options: { queryParameterArrays: 'brackets', ...ALL_PAGES },
				}),
			],
			connections: { 'Get the properties': [['Get the bookings'], ['Message to yourself']] },
		}),
		isWhole: "$('Get the bookings').all(1).length === 0",
	},
	guestMessage: {
		part: (at) => ({
			nodes: [
				httpRequest(
					'Send it to the guest',
					at,
					{
						method: 'POST',
						url: `=${API}/reservations/{{ encodeURIComponent($json.reservation_key) }}/messages`,
						...AUTHENTICATION,
						sendBody: true,
						bodyParameters: namesWithValues({ body: '={{ $json.text }}' }),
						options: {
							batching: { batch: { batchSize: 1, batchInterval: PAUSE_BETWEEN_MESSAGES_MS } },
						},
					},
					// A message that is sent again arrives twice.
					{},
				),
			],
			connections: { 'Send it to the guest': [[], ['Message to yourself']] },
		}),
	},
	notes: {
		height: 620,
		pin: 'Hospitable sends the guest this message, on Airbnb as well.',
		rooms:
			'Give each room a space whose key is the ID of its property in Hospitable. Or give the space the name that the property has there.',
		credentials: [
			'In Hospitable, create a webhook with the **Production URL** of *From Hospitable* and a secret, for reservations. In *Sign the body*, create a **Crypto** credential: its **Hmac Secret** is that secret.',
			'In Hospitable, create an access token that can read properties and reservations, and write messages: Hospitable gives the scope `message:write` on request. In *Get the properties*, create a **Bearer Auth** credential with it, and select it in *Get the bookings* and *Send it to the guest* too.',
		],
		publish:
			'In Hospitable, send a test call. In its execution, *Is it from Hospitable?* has one item. If it has none, the secret is another one.',
		ignored:
			'Messages and test calls change nothing. A request gives no access, and ends what its booking had.',
		more: `An owner's stay is a stay: it gets a PIN.

Needs n8n 2: older versions keep the secret in the node *Sign the body* itself.

### Forged calls
*Sign the body* makes the signature of what came in, and *Is it from Hospitable?* compares it with the one in the header. A call with another signature, or without one, gets the same answer and goes no further.

### Limits
Hospitable takes 50 messages in 5 minutes. *Send it to the guest* pauses between them, and never sends one twice: if it fails, you get a message.`,
		list: 'A booking that is no longer in the list loses its access, except:',
	},
};
