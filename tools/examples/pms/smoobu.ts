import { IS_NIGHT, inText, LAST_ARRIVAL, YESTERDAY, type PmsSystem } from '../system';
import { editFields, httpRequest, n8nNode, namesWithValues, oneByOne } from '../workflow';

const ORIGIN = 'https://login.smoobu.com';
const PATH = '/api/reservations';
/** Smoobu takes 700 requests a minute, and each for five minutes after it was signed. */
const PAUSE_MS = 200;
/** Of 100 bookings each. */
const MOST_PAGES = 20;

const IS_CALL = "$('From Smoobu').isExecuted";

/** In the order of the names, as the signature has them. */
const QUERY = `\`arrivalTo=\${${body(LAST_ARRIVAL)}}&departureFrom=\${${body(YESTERDAY)}}&page=\${n + 1}&pageSize=100&showCancellation=true\``;

/** The JavaScript of an expression. */
function body(expression: string): string {
	return inText(expression).replace(/^{{ | }}$/g, '');
}

/** Every page is signed for itself, and Smoobu takes no request twice. A call makes it ask for one booking. */
export const smoobu: PmsSystem = {
	from: 'smoobu',
	name: 'Smoobu',
	call: {
		onlyRunIf:
			"['newReservation', 'updateReservation', 'cancelReservation'].includes($json.body.action) && $json.body.data?.id",
		brings: 'list',
	},
	list: {
		isOlderThanCalls: true,
		isWhole: `$('Get the bookings').first().json.page_count <= ${MOST_PAGES}`,
		part: ([x, y]) => ({
			nodes: [
				editFields('Request to Smoobu', [x, y], {
					api_key: '',
					path: `=${PATH}{{ ${IS_CALL} ? '/' + encodeURIComponent($json.body.data.id) : '' }}`,
					timestamp: '={{ $now.toUTC().toISO().slice(0, 19) }}Z',
					// One for each page.
					query: {
						array: `={{ Array.from({ length: ${IS_NIGHT} ? ${MOST_PAGES} : 1 }, (_, n) => ${IS_CALL} ? '' : ${QUERY}) }}`,
					},
				}),
				n8nNode('One request per page', 'splitOut', 1, [x + 240, y], {
					fieldToSplitOut: 'query',
					include: 'allOtherFields',
					options: {},
				}),
				n8nNode('Its nonce', 'crypto', 2, [x + 240, y + 180], {
					action: 'generate',
					dataPropertyName: 'nonce',
					encodingType: 'uuid',
				}),
				n8nNode('Sign the request', 'crypto', 2, [x + 480, y], {
					action: 'hmac',
					type: 'SHA256',
					value:
						"={{ ['GET', $json.path, $json.query, $json.timestamp, $json.nonce, ''.hash('sha256'), $json.api_key].join('\\n') }}",
					dataPropertyName: 'signature',
					encoding: 'base64',
				}),
				httpRequest(
					'Get the bookings',
					[x + 720, y],
					{
						url: `=${ORIGIN}{{ $json.path }}?{{ $json.query }}`,
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
				'Request to Smoobu': [['One request per page']],
				'One request per page': [['Its nonce']],
				'Its nonce': [['Sign the request']],
				'Sign the request': [['Get the bookings']],
			},
		}),
	},
	notes: {
		pin: 'Smoobu has no field for the PIN: *Guest messages* can send it through Smoobu, on Airbnb and Booking.com as well.',
		rooms: 'the ID of its apartment in Smoobu, or the name that the apartment has there.',
		credentials: [
			"In Smoobu's settings, create an API key. You get the key and its secret. In *Request to Smoobu*, enter the key as `api_key`. In *Sign the request*, create a **Crypto** credential: its **Hmac Secret** is the secret.",
		],
		publish:
			"In Smoobu's settings, enter the **Production URL** of *From Smoobu* as the address of the webhook.",
		more: [
			'A booking that is deleted in Smoobu loses its access in the night.',
			`The night reads ${MOST_PAGES * 100} current and upcoming bookings. If there are more, nothing ends because it is missing.`,
			'How to sign requests comes from the code of other developers: try it with one test booking.',
		],
	},
};
