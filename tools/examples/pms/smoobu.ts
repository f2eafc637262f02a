import { IS_NIGHT, LAST_ARRIVAL, YESTERDAY, type PmsSystem } from '../system';
import { editFields, httpRequest, n8nNode, namesWithValues, oneByOne } from '../workflow';

const ORIGIN = 'https://login.smoobu.com';
const PATH = '/api/reservations';
/** Smoobu takes 700 requests a minute, and each for five minutes after it was signed. */
const PAUSE_MS = 200;
/** Of 100 bookings each. */
const MOST_PAGES = 20;

const inText = (expression: string) => expression.slice(1);

/** Every page is signed for itself, and Smoobu takes no request twice. */
export const smoobu: PmsSystem = {
	from: 'smoobu',
	name: 'Smoobu',
	protection: 'secretPath',
	onlyRunIf: "!['updateRates', 'newMessage'].includes($json.body.action)",
	list: {
		field: 'bookings',
		sooner: 'Every hour',
		isWhole: `$('Get the bookings').first().json.page_count <= ${MOST_PAGES}`,
		part: ([x, y]) => ({
			nodes: [
				editFields(
					'Pages',
					[x, y],
					{
						page: `={{ Array.from({ length: ${IS_NIGHT} ? ${MOST_PAGES} : 1 }, (_, index) => index + 1) }}`,
					},
					'array',
				),
				n8nNode('One request per page', 'splitOut', 1, [x + 240, y], {
					fieldToSplitOut: 'page',
					options: {},
				}),
				editFields('Request to Smoobu', [x + 480, y], {
					api_key: '',
					// In the order of the names, as the signature has them.
					query: `=arrivalTo=${inText(LAST_ARRIVAL)}&departureFrom=${inText(YESTERDAY)}&page={{ $json.page }}&pageSize=100&showCancellation=true`,
					timestamp: "={{ $now.toUTC().startOf('second').toISO({ suppressMilliseconds: true }) }}",
					nonce:
						"={{ 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(Math.random() * 16).toString(16)) }}",
				}),
				n8nNode('Sign the request', 'crypto', 2, [x + 720, y], {
					action: 'hmac',
					type: 'SHA256',
					value: `={{ ['GET', '${PATH}', $json.query, $json.timestamp, $json.nonce, ''.hash('sha256'), $json.api_key].join('\\n') }}`,
					dataPropertyName: 'signature',
					encoding: 'base64',
				}),
				httpRequest(
					'Get the bookings',
					[x + 960, y],
					{
						url: `=${ORIGIN}${PATH}?{{ $json.query }}`,
						sendHeaders: true,
						headerParameters: namesWithValues({
							'X-API-Key': '={{ $json.api_key }}',
							'X-Timestamp': '={{ $json.timestamp }}',
							'X-Nonce': '={{ $json.nonce }}',
							'X-Signature': '={{ $json.signature }}',
						}),
						options: oneByOne(PAUSE_MS),
					},
					{},
				),
			],
			connections: {
				Pages: [['One request per page']],
				'One request per page': [['Request to Smoobu']],
				'Request to Smoobu': [['Sign the request']],
				'Sign the request': [['Get the bookings']],
			},
		}),
	},
	notes: {
		pin: 'Smoobu has no field for the PIN: *Guest messages* can send it through Smoobu, on Airbnb and Booking.com as well.',
		rooms:
			'Give each room a space whose key is the ID of its apartment in Smoobu, or the name that the apartment has there.',
		credentials: [
			"In Smoobu's settings, create an API key. You get the key and its secret. In *Request to Smoobu*, enter the key as `api_key`. In *Sign the request*, create a **Crypto** credential: its **Hmac Secret** is the secret.",
		],
		publish:
			"In Smoobu's settings, enter the **Production URL** of *From Smoobu* as the address of the webhook.",
		more: [
			'Keep the address of *From Smoobu* secret: anyone who knows it can send bookings. If it leaks, enter another **Path**, publish again, and enter the new URL in Smoobu.',
			`The night reads ${MOST_PAGES * 100} current and upcoming bookings. If there are more, nothing ends because it is missing.`,
			'How to sign requests comes from the code of other developers: try it with one test booking.',
		],
	},
};
