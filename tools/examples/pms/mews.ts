import type { PmsSystem } from '../system';
import {
	allPages,
	httpRequest,
	keep,
	n8nNode,
	type Position,
	withCredential,
	type WorkflowNode,
} from '../workflow';

const API = 'https://api.mews.com/api/connector/v1';
const COUNT = 100;
/** What Mews allows in one request: three months. */
const DAYS_AHEAD = 88;

/** A request of Mews is a POST. The credential adds its tokens to the body, which is JavaScript. */
const request = (name: string, at: Position, path: string, body: string, options = {}) =>
	httpRequest(name, at, {
		method: 'POST',
		url: `${API}/${path}`,
		...withCredential('httpCustomAuth'),
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `={{ JSON.stringify(${body}) }}`,
		options,
	});

const RESERVATIONS = 'reservations/getAll/2023-06-06';
const ALL_PAGES = allPages(
	{
		type: 'body',
		name: 'Limitation',
		value: `{ Count: ${COUNT}, Cursor: $response.body?.Cursor ?? null }`,
	},
	`!($response.body?.Reservations?.length >= ${COUNT})`,
	500,
);

const BOOKINGS_OF_NIGHT = `{ CollidingUtc: { StartUtc: $now.minus({ days: 1 }).toUTC().toISO(), EndUtc: $now.plus({ days: ${DAYS_AHEAD} }).toUTC().toISO() } }`;

const POLL = { minutes: 10, trigger: 'Every 10 minutes' };
/** Twice as far back, so that nothing is lost between two requests. */
const CHANGED_BOOKINGS = `{ UpdatedUtc: { StartUtc: $now.minus({ minutes: ${2 * POLL.minutes} }).toUTC().toISO(), EndUtc: $now.toUTC().toISO() } }`;
const IS_POLL = `$('${POLL.trigger}').isExecuted`;

const putTogether = (at: Position): WorkflowNode =>
	n8nNode('Bookings and guests', 'set', 3.4, at, {
		mode: 'raw',
		jsonOutput:
			"={{ JSON.stringify({ Reservations: $('Get the bookings').item.json.Reservations, Customers: $json.Customers }) }}",
		options: {},
	});

export const mews: PmsSystem = {
	from: 'mews',
	name: 'Mews',
	protection: 'secretPath',
	assignsRoomsLate: true,
	doesListBringOne: true,
	list: {
		keepsMissing: true,
		changesEvery: POLL,
		last: 'Bookings and guests',
		part: ([x, y]) => ({
			nodes: [
				request(
					'Get the bookings',
					[x, y],
					RESERVATIONS,
					`$('Every night').isExecuted ? ${BOOKINGS_OF_NIGHT} : ${IS_POLL} ? ${CHANGED_BOOKINGS} : { ReservationIds: [$json.reservation_key] }`,
					ALL_PAGES,
				),
				// Most of the time, nothing has changed.
				keep('Are there any?', [x + 240, y], `={{ !${IS_POLL} || $json.Reservations.length > 0 }}`),
				request(
					'Get the guests',
					[x + 480, y],
					'customers/getAll',
					`{ CustomerIds: [...new Set($json.Reservations.map(one => one.AccountId))], Extent: { Customers: true }, Limitation: { Count: ${COUNT} } }`,
				),
				putTogether([x + 720, y]),
			],
			connections: {
				'Get the bookings': [['Are there any?'], ['Message to yourself']],
				'Are there any?': [['Get the guests']],
				'Get the guests': [['Bookings and guests'], ['Message to yourself']],
			},
		}),
	},
	notes: {
		height: 620,
		pin: 'Mews does not get the PIN.',
		rooms:
			'Give each room a space whose key is the ID of the resource in Mews, such as `20e00c32-d561-4008-8609-82d8aa525714`. A reservation has no name of its room.',
		credentials: [
			'In Mews, connect an integration that can read reservations and customers. In *Get the guests*, create a **Custom Auth** credential with `{ "body": { "ClientToken": "YOUR_CLIENT_TOKEN", "AccessToken": "YOUR_ACCESS_TOKEN", "Client": "n8n 1.0.0" } }`.',
			'In *Get the bookings*, create another one, with `"ServiceIds": ["YOUR_SERVICE_ID"]` beside the tokens: the ID of the service under which you sell rooms (`POST /api/connector/v1/services/getAll` lists all). Without it, Mews also sends what is booked of parking, meeting rooms and the like.',
		],
		publish:
			'The workflow asks Mews every 10 minutes for what has changed. Mews sends calls only for certified integrations: if yours is one, have Mews enter the **Production URL** of *From Mews* as the URL of its general webhook, for `ServiceOrderUpdated`.',
		ignored:
			'Events about anything else change nothing. An inquiry or an optional reservation gives no access, and ends what it had.',
		more: `A call only has IDs, so the workflow gets the reservation and its guest from Mews. If that fails, you get a message, and the next request makes up for it. Mews does not sign these calls as far as we know: the address of *From Mews* is random, so keep it secret.

### Rooms
A reservation without a room gets no PIN, and nobody is told: it gets one when the room is assigned. If the room is taken away again, the PIN stays until another one is assigned, or the reservation is canceled.

If a booking has no email address, nobody but you can tell the guest the PIN: get it with the action **Get reservation**.`,
		list: '*Sync many* compares all reservations of now and of the next three months, which is the most that Mews lists at once. Later ones come when they change. Nothing ends because it is not in the list: Mews also lists canceled reservations.',
	},
};
