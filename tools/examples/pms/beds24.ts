import { allPinsOf } from '../messages';
import type { PmsSystem } from '../system';
import {
	allPages,
	httpRequest,
	namesWithValues,
	type Position,
	RETRIES,
	withCredential,
	type WorkflowNode,
} from '../workflow';

const API = 'https://beds24.com/api/v2';
const TOKEN = {
	sendHeaders: true,
	headerParameters: namesWithValues({ token: "={{ $('Get a token').first().json.token }}" }),
};
const PAUSE_MS = 4000;
const SENDER = 'Send the PINs to Beds24';

/** Follows nothing and leads to nothing: it is above the nodes that use the token, and n8n executes what is above first. */
const getToken = (at: Position): WorkflowNode => ({
	...httpRequest(
		'Get a token',
		at,
		{
			url: `${API}/authentication/token`,
			...withCredential('httpCustomAuth'),
			options: {},
		},
		{
			...RETRIES,
			executeOnce: true,
			notesInFlow: true,
			notes: 'Leave it above the nodes that use it',
		},
	),
	onError: 'continueRegularOutput',
});

export const beds24: PmsSystem = {
	from: 'beds24',
	name: 'Beds24',
	protection: 'headerAuth',
	assignsRoomsLate: true,
	list: {
		field: 'data',
		part: ([x, y]) => ({
			nodes: [
				getToken([x, y - 140]),
				httpRequest('Get the bookings', [x + 240, y], {
					url: `${API}/bookings`,
					sendQuery: true,
					queryParameters: namesWithValues({
						departureFrom: '={{ $now.minus({ days: 1 }).toISODate() }}',
						includeInfoItems: 'true',
					}),
					...TOKEN,
					options: allPages(
						{ type: 'qs', name: 'page', value: '$pageCount + 1' },
						'$response.body.pages?.nextPageExists !== true',
						PAUSE_MS,
					),
				}),
			],
			connections: {},
			first: ['Get a token', 'Get the bookings'],
		}),
	},
	pinBack: {
		isThere: `$('One item per booking').item.json.infoItems?.some(({ code, text }) => code === 'ACCESS_CODE' && text === ${allPinsOf('$json')})`,
		where:
			'The PIN goes to Beds24 as the info item ACCESS_CODE. You get another message if that fails.',
		part: (at) => ({
			nodes: [
				httpRequest(
					SENDER,
					at,
					{
						method: 'POST',
						url: `${API}/bookings`,
						...TOKEN,
						sendBody: true,
						specifyBody: 'json',
						// An info item with an ID changes the one that is there.
						jsonBody: `={{ JSON.stringify($input.all().map(({ json }) => {
	const booking = $('Every night').isExecuted ? $('One item per booking').all().find(one => String(one.json.id) === json.reservation_key)?.json : $('From Beds24').first().json.body;
	const before = booking?.infoItems?.find(({ code }) => code === 'ACCESS_CODE');
	return { id: Number(json.reservation_key), infoItems: [{ id: before?.id, code: 'ACCESS_CODE', text: ${allPinsOf('json')} }] };
})) }}`,
						options: {},
					},
					{ ...RETRIES, executeOnce: true },
				),
			],
			connections: {
				[SENDER]: [['Who gets a message?'], ['Message to yourself']],
			},
			first: ['Get a token', SENDER],
		}),
		ofMany: {
			node: SENDER,
			isRefused: '$json.success === false',
			failure: [
				'if ($json.success === false || ($json.error && ($json.outcome || $json.message_key))) {',
				"\tconst sent = (() => { let last = []; try { for (let run = 0; ; run++) { const items = $('Who gets a message?').all(3, run); if (items.length > 0) last = items; } } catch {} return last; })();",
				`\tconst answers = $json.error ? [] : $('${SENDER}').all(0).map(({ json }) => json);`,
				"\tconst whyNot = answer => answer ? (answer.errors ?? []).map(({ field, message }) => [field, message].filter(Boolean).join(': ')).join(', ') : $json.error.message ?? $json.error;",
				"\treturn sent.map(({ json }, index) => answers[index]?.success ? [] : [headOf('Booking ' + json.reservation_key, json) + '\\nBeds24 does not have the PIN: ' + whyNot(answers[index]) + '\\nWhat to do: enter the PIN in Beds24.']).flat().join('\\n\\n');",
				'}',
			],
		},
	},
	notes: {
		height: 720,
		pin: 'Beds24 gets the PIN as the info item `ACCESS_CODE` of the booking, for its own messages.',
		rooms:
			'Give each room a space whose key is the ID of the room in Beds24, such as `512`. Unit 2 of that room is `512-2`, unit 3 is `512-3`.',
		credentials: [
			'In *From Beds24*, create a **Header Auth** credential: a name such as `X-Webhook-Secret`, and a long password of your choice as its value.',
			"In Beds24, open **Settings > Marketplace > API**, and generate an invite code that can read and write `bookings` and `bookings-personal`. Exchange it for a refresh token before it expires: `curl -H 'code: YOUR_CODE' https://beds24.com/api/v2/authentication/setup`.",
			'In *Get a token*, create a **Custom Auth** credential with `{ "headers": { "refreshToken": "YOUR_REFRESH_TOKEN" } }`.',
		],
		publish:
			'In Beds24, open **Settings > Properties > Access**, and add a booking webhook, version 2 with personal data, for each property: the **Production URL** of *From Beds24*, and the header of point 3 as its custom header.',
		ignored:
			'Blocks and calls about prices change nothing. An inquiry or a request gives no access, and ends what its booking had.',
		more: `A guest without an email address gets the PIN from Beds24 if your message there has the info item.

### Rooms
A booking without a unit gets no PIN, and nobody is told: it gets one when the unit is assigned.

### Info item
A new PIN replaces the text of the info item that is there. Beds24's documentation shows such a request, but nobody has tried it with a real account yet. Try it with one test booking, or delete *Send the PINs to Beds24*.

A refresh token that nobody uses for 30 days expires. The nightly comparison keeps it.`,
		list: 'The list has no canceled bookings. A booking that is not in it, or that has no unit any more, loses its access, except:',
		repair: 'If the PIN of a booking in Beds24 is missing or differs, the workflow sends it.',
	},
};
