import { YESTERDAY, type PmsSystem } from '../system';
import {
	allPages,
	asking,
	failIfRefused,
	httpRequest,
	namesWithValues,
	type Position,
	RETRIES,
	withCredential,
	type WorkflowNode,
	oneByOne,
} from '../workflow';

const API = 'https://beds24.com/api/v2';
const TOKEN = {
	sendHeaders: true,
	headerParameters: namesWithValues({ token: "={{ $('Get a token').first().json.token }}" }),
};
const PAUSE_MS = 4000;

/** It is above the nodes that use the token, and n8n executes what is above first. */
const getToken = (at: Position): WorkflowNode =>
	httpRequest(
		'Get a token',
		at,
		{ url: `${API}/authentication/token`, ...withCredential('httpCustomAuth'), options: {} },
		{
			...RETRIES,
			executeOnce: true,
			notesInFlow: true,
			notes: 'Leave it above the nodes that use it',
		},
	);

export const beds24: PmsSystem = {
	from: 'beds24',
	name: 'Beds24',
	call: { login: 'headerAuth' },
	list: {
		part: ([x, y]) => ({
			nodes: [
				getToken([x, y - 140]),
				httpRequest('Get the bookings', [x + 240, y], {
					url: `${API}/bookings`,
					...asking({
						departureFrom: YESTERDAY,
						includeInfoItems: 'true',
					}),
					...TOKEN,
					options: allPages(
						{ name: 'page' },
						'$response.body.pages?.nextPageExists !== true',
						PAUSE_MS,
					),
				}),
			],
			connections: {},
			first: ['Get a token', 'Get the bookings'],
		}),
	},
	needsForPin: 'Get a token',
	pinBack: (at) =>
		failIfRefused(
			httpRequest('Send the PIN to Beds24', at, {
				method: 'POST',
				url: `${API}/bookings`,
				...TOKEN,
				sendBody: true,
				specifyBody: 'json',
				// An info item with an ID changes the one that is there.
				jsonBody:
					"={{ [{ id: Number($json.reservation_key), infoItems: [{ id: $json.door_code_id, code: 'ACCESS_CODE', text: $json.all_pins }] }] }}",
				options: oneByOne(PAUSE_MS),
			}),
			'Beds24',
			'={{ $json.success }}',
			[
				'A PIN was refused',
				'Beds24 did not take the PIN of a booking: the execution shows why. It is sent again in the night.',
			],
		),
	notes: {
		pin: 'Beds24 gets the PIN as the info item `ACCESS_CODE` of the booking.',
		rooms:
			'the ID of the room in Beds24, such as `512`. Unit 2 of that room is `512-2`, unit 3 is `512-3`.',
		credentials: [
			'In Beds24, open **Settings > Marketplace > API**, and generate an invite code that can read and write `bookings` and `bookings-personal`.',
			'Exchange the code for a refresh token before it expires: in *Get a token*, create a **Custom Auth** credential with `{ "headers": { "code": "YOUR_CODE" } }`, replace `token` at the end of the URL with `setup`, and press **Execute step**. Copy `refreshToken` from the output, change the credential to `{ "headers": { "refreshToken": "YOUR_REFRESH_TOKEN" } }`, and the URL back to `token`.',
		],
		publish:
			'In Beds24, open **Settings > Properties > Access**, and add a booking webhook, version 2 with personal data, for each property: the **Production URL** of *From Beds24*, and the header of point 3 as its custom header.',
		messagesHave: 'info item',
		more: [
			"The request that sends the PIN is known from Beds24's documentation only: try it with one test booking.",
			'A booking without a unit gets its PIN when the unit is assigned.',
			'A refresh token that nobody uses for 30 days expires. The night keeps it.',
		],
	},
};
