import { IS_NIGHT, type PmsSystem } from '../system';
import {
	allPages,
	httpRequest,
	keep,
	namesWithValues,
	oneByOne,
	type Position,
	withCredential,
} from '../workflow';

const API = 'https://api.mews.com/api/connector/v1';
const COUNT = 100;
/** What Mews allows in one request: three months. */
const DAYS_AHEAD = 88;
/** Twice as far back as it is asked, so that nothing is lost between two requests. */
const MINUTES_BACK = 20;

/** A request of Mews is a POST. The credential adds its tokens to the body, whose members are JavaScript. */
const request = (
	name: string,
	at: Position,
	path: string,
	body: Record<string, string>,
	options = {},
) =>
	httpRequest(name, at, {
		method: 'POST',
		url: `${API}/${path}`,
		...withCredential('httpCustomAuth'),
		sendBody: true,
		bodyParameters: namesWithValues(body),
		options,
	});

const limitation = (count = COUNT) => ({ Limitation: `={{ ({ Count: ${count} }) }}` });

export const mews: PmsSystem = {
	from: 'mews',
	name: 'Mews',
	list: {
		keepsMissing: true,
		sooner: 'Every 10 minutes',
		soonerAsks: 'what has changed',
		last: 'Get the guests',
		part: ([x, y]) => ({
			nodes: [
				request(
					'Get the bookings',
					[x, y],
					'reservations/getAll/2023-06-06',
					{
						[`={{ ${IS_NIGHT} ? 'CollidingUtc' : 'UpdatedUtc' }}`]: `={{ ({ StartUtc: $now.toUTC().minus({ minutes: ${IS_NIGHT} ? 1440 : ${MINUTES_BACK} }), EndUtc: $now.toUTC().plus({ days: ${IS_NIGHT} ? ${DAYS_AHEAD} : 0 }) }) }}`,
					},
					allPages(
						{
							type: 'body',
							name: 'Limitation',
							value: `{ Count: ${COUNT}, Cursor: $response.body?.Cursor ?? null }`,
						},
						`!($response.body?.Reservations?.length >= ${COUNT})`,
						500,
					),
				),
				// Most of the time, nothing has changed.
				keep('Are there any?', [x + 240, y], ['={{ $json.Reservations }}', 'array', 'notEmpty']),
				request('Get the tokens', [x + 480, y], 'resourceAccessTokens/getAll', {
					ServiceOrderIds: "={{ $json.Reservations.pluck('Id') }}",
					...limitation(1000),
				}),
				request('Get the guests', [x + 720, y], 'customers/getAll', {
					CustomerIds:
						"={{ $('Get the bookings').item.json.Reservations.pluck('AccountId').unique() }}",
					Extent: '={{ ({ Customers: true }) }}',
					...limitation(),
				}),
			],
			connections: {
				'Get the bookings': [['Are there any?']],
				'Are there any?': [['Get the tokens']],
				'Get the tokens': [['Get the guests']],
			},
		}),
	},
	reads:
		"={{ ({ ...$('Get the tokens').item.json, ...$('Get the bookings').item.json, ...$json }) }}",
	getsPinIf: "$json.outcome !== 'unchanged' || $json.all_pins !== $json.door_code",
	pinBack: (at) =>
		httpRequest('Send the PIN to Mews', at, {
			method: 'POST',
			url: `=${API}/resourceAccessTokens/{{ $json.door_code_id ? 'update' : 'add' }}`,
			...withCredential('httpCustomAuth'),
			sendBody: true,
			// What is undefined is not sent.
			bodyParameters: namesWithValues({
				ResourceAccessTokenUpdates:
					'={{ $json.door_code_id ? [{ ResourceAccessTokenId: $json.door_code_id, Value: { Value: $json.all_pins }, ValidityStartUtc: { Value: $json.starts_at }, ValidityEndUtc: { Value: $json.ends_at } }] : void 0 }}',
				ResourceAccessTokenParameters:
					"={{ $json.door_code_id ? void 0 : [{ ServiceOrderId: $json.reservation_key, Type: 'PinCode', Value: $json.all_pins, SerialNumber: 'Device Access', ValidityStartUtc: $json.starts_at, ValidityEndUtc: $json.ends_at, Permissions: Object.fromEntries(['Bed', 'Room', 'Floor', 'Building'].map(it => [it, { Value: it === 'Room' }])) }] }}",
			}),
			options: oneByOne(500),
		}),
	notes: {
		pin: 'Mews gets the PIN as an access token of the reservation.',
		rooms: 'the ID of the resource in Mews.',
		credentials: [
			'In Mews, connect an integration that can read reservations and customers. It must be allowed to write resource access tokens, too. In *Get the guests*, create a **Custom Auth** credential with `{ "body": { "ClientToken": "YOUR_CLIENT_TOKEN", "AccessToken": "YOUR_ACCESS_TOKEN", "Client": "n8n 1.0.0" } }`, and select it in *Get the tokens* and *Send the PIN to Mews* too.',
			'In *Get the bookings*, create another one, with `"ServiceIds": ["YOUR_SERVICE_ID"]` beside the tokens: the ID of the service under which you sell rooms (`POST /api/connector/v1/services/getAll` lists all). Without it, Mews also sends what is booked of parking, meeting rooms and the like.',
		],
		publish: 'Mews calls only certified integrations: a booking arrives within 10 minutes.',
		more: [
			'The workflow changes only its own tokens, which have the serial number `Device Access`. A PIN that you change is sent in the night, and so is one that somebody overwrote there. The token stays after a cancellation: the PIN no longer opens.',
			'The requests for tokens are those of the documentation: try them with one test booking.',
			'The night compares the reservations of the next three months, the most that Mews lists. Nothing ends because it is not in the list: Mews also lists canceled reservations.',
			'A reservation without a room gets its PIN when the room is assigned. If the room is taken away again, the PIN stays until another one is assigned.',
		],
	},
};
