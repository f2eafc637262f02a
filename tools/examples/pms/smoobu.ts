import type { PmsSystem } from '../system';
import { editFields, httpRequest, ifTrue, n8nNode, namesWithValues } from '../workflow';

const ORIGIN = 'https://login.smoobu.com';
const RESERVATIONS = '/api/reservations';
/** Smoobu takes 700 requests a minute, and each for five minutes after it was signed. */
const PAUSE_MS = 200;

const IS_MESSAGE = '$json.text !== undefined';
/** The members of the query in the order of their names, as the signature has them. */
const QUERY =
	"'departureFrom=' + $now.minus({ days: 1 }).toISODate() + '&page=' + (Number($json.page ?? 0) + 1) + '&pageSize=100&showCancellation=true'";

const REQUEST = 'Request to Smoobu';
const SIGNED = {
	sendHeaders: true,
	headerParameters: namesWithValues({
		'X-API-Key': '={{ $json.api_key }}',
		'X-Timestamp': '={{ $json.timestamp }}',
		'X-Nonce': '={{ $json.nonce }}',
		'X-Signature': '={{ $json.signature }}',
	}),
};
/** Smoobu takes no request twice. */
const NOT_AGAIN = {};

/** Every request is signed for itself: also each page of the list, and each message. */
export const smoobu: PmsSystem = {
	from: 'smoobu',
	name: 'Smoobu',
	protection: 'secretPath',
	list: {
		field: 'bookings',
		last: 'All pages',
		part: ([x, y]) => {
			const request = editFields(REQUEST, [x, y], {
				api_key: '',
				method: `={{ ${IS_MESSAGE} ? 'POST' : 'GET' }}`,
				path: `={{ ${IS_MESSAGE} ? '${RESERVATIONS}/' + encodeURIComponent($json.reservation_key) + '/messages/send-message-to-guest' : '${RESERVATIONS}' }}`,
				query: `={{ ${IS_MESSAGE} ? '' : ${QUERY} }}`,
				body: `={{ ${IS_MESSAGE} ? JSON.stringify({ subject: $json.subject, messageBody: $json.text }) : '' }}`,
				timestamp: "={{ $now.toUTC().startOf('second').toISO({ suppressMilliseconds: true }) }}",
				nonce:
					"={{ 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(Math.random() * 16).toString(16)) }}",
			});
			Object.assign(request.parameters, {
				includeOtherFields: true,
				include: 'except',
				excludeFields: 'bookings',
			});
			return {
				nodes: [
					request,
					n8nNode('Sign the request', 'crypto', 2, [x + 240, y], {
						action: 'hmac',
						type: 'SHA256',
						value:
							"={{ [$json.method, $json.path, $json.query, $json.timestamp, $json.nonce, $json.body.hash('sha256'), $json.api_key].join('\\n') }}",
						dataPropertyName: 'signature',
						encoding: 'base64',
					}),
					ifTrue('Message or list?', [x + 480, y], `={{ ${IS_MESSAGE} }}`),
					httpRequest(
						'Send it to the guest',
						[x + 720, y - 200],
						{
							method: 'POST',
							url: `=${ORIGIN}{{ $json.path }}`,
							...SIGNED,
							sendBody: true,
							contentType: 'raw',
							rawContentType: 'application/json',
							body: '={{ $json.body }}',
							options: { batching: { batch: { batchSize: 1, batchInterval: PAUSE_MS } } },
						},
						NOT_AGAIN,
					),
					httpRequest(
						'Get the bookings',
						[x + 720, y],
						{ url: `=${ORIGIN}{{ $json.path }}?{{ $json.query }}`, ...SIGNED, options: {} },
						NOT_AGAIN,
					),
					ifTrue('More pages?', [x + 960, y], '={{ $json.page < $json.page_count }}'),
					n8nNode('All pages', 'set', 3.4, [x + 1200, y], {
						mode: 'raw',
						jsonOutput:
							"={{ { bookings: Array.from({ length: $json.page ?? 1 }, (_, run) => $('Get the bookings').all(0, run).map(({ json }) => json.bookings ?? [])).flat(2) } }}",
						options: {},
					}),
				],
				connections: {
					[REQUEST]: [['Sign the request']],
					'Sign the request': [['Message or list?']],
					'Message or list?': [['Send it to the guest'], ['Get the bookings']],
					'Send it to the guest': [[], ['Message to yourself']],
					'Get the bookings': [['More pages?'], ['Message to yourself']],
					'More pages?': [[REQUEST], ['All pages']],
					'All pages': [['One item per booking']],
				},
			};
		},
	},
	guestMessage: { part: () => ({ nodes: [], connections: {}, first: [REQUEST] }) },
	notes: {
		height: 660,
		pin: 'Smoobu sends the guest this message, on Airbnb and Booking.com as well.',
		rooms:
			'Give each room a space whose key is the ID of its apartment in Smoobu. Or give the space the name that the apartment has there.',
		credentials: [
			"In Smoobu's settings, create an API key. You get the key and its secret. In *Request to Smoobu*, enter the key as `api_key`. In *Sign the request*, create a **Crypto** credential: its **Hmac Secret** is the secret.",
		],
		publish:
			"In Smoobu's settings, enter the **Production URL** of *From Smoobu* as the address of the webhook.",
		ignored: 'Blocks, messages and calls about prices change nothing.',
		more: `A booking that you enter for an owner is a stay: it gets a PIN.

Needs n8n 2: older versions keep the secret in the node *Sign the request* itself.

### The address is a secret
Smoobu sends neither a login nor a signature. n8n made a random address at the import, so keep it secret: anyone who knows it can send bookings. If it leaks, enter another **Path** in *From Smoobu*, publish again, and enter the new URL in Smoobu.

### Signed requests
Each request has its own signature, and Smoobu accepts each one only once. So the workflow repeats no request: if one fails, you get a message. How to sign requests and send messages comes from the code of other developers, not from Smoobu: try it with one test booking.`,
		list: 'The list has canceled bookings too. A booking that is not in it loses its access, except:',
	},
};
