import { IF_CHANGED_OR_NEXT, IS_NIGHT, YESTERDAY, subscribeOnce, type PmsSystem } from '../system';
import {
	allPages,
	asking,
	completing,
	httpRequest,
	namesWithValues,
	oneRequest,
	withCredential,
	type WorkflowPart,
	oneByOne,
} from '../workflow';

const API = 'https://open-api.guesty.com/v1';
const AUTHENTICATION = withCredential('oAuth2Api');
const KEY = '$json.body.data?.reservationId ?? $json.body.data?.reservation?.id';
const PAGE_SIZE = 100;
const PAUSE_MS = 1000;

const answering = ({ nodes, ...part }: WorkflowPart): WorkflowPart => ({
	...part,
	nodes: nodes.map((node) => ({ ...node, alwaysOutputData: true })),
});

export const guesty: PmsSystem = {
	from: 'guesty',
	name: 'Guesty',
	call: {
		onlyRunIf: KEY,
		// The answer is a list, which can be empty for a booking that is there: *Read booking* says so.
		brings: (at) =>
			answering(
				oneRequest('Get the booking', {
					url: `${API}/reservations-v3`,
					...AUTHENTICATION,
					...asking({
						'reservationIds[0]': `={{ ${KEY} }}`,
						mergeAccommodationFarePriceComponents: 'false',
					}),
					options: {},
				})(at),
			),
	},
	completeBooking: completing('Get the guest', {
		url: `=${API}/guests-crud/{{ encodeURIComponent($json.bookerId ?? $json.guestId) }}`,
		...AUTHENTICATION,
		...asking({
			fields: 'firstName lastName fullName email emails phone phones preferredLanguage',
		}),
		options: oneByOne(PAUSE_MS),
	}),
	reads: `={{ ({ reservation: $(${IS_NIGHT} ? 'One item per booking' : 'Get the booking').item.json, guest: $json }) }}`,
	list: {
		isOlderThanCalls: true,
		field: 'results',
		keepsMissing: true,
		part: oneRequest('Get the bookings', {
			url: `${API}/reservations-v3/search`,
			...AUTHENTICATION,
			...asking({
				'filter[checkOut][gte]': YESTERDAY,
				sort: '_id',
				limit: String(PAGE_SIZE),
			}),
			options: allPages(
				{ name: 'skip', value: `$pageCount * ${PAGE_SIZE}` },
				'$response.body.pagination?.hasMore !== true',
				PAUSE_MS,
			),
		}),
	},
	// A request that sends a PIN makes Guesty send a call.
	getsPinIf: IF_CHANGED_OR_NEXT,
	pinBack: (at) =>
		httpRequest('Send the PIN to Guesty', at, {
			method: 'PUT',
			url: `=${API}/reservations-v3/{{ encodeURIComponent($json.reservation_key) }}/custom-fields`,
			...AUTHENTICATION,
			sendBody: true,
			bodyParameters: namesWithValues({
				'customFields[0].fieldId': '',
				'customFields[0].value': '={{ $json.all_pins }}',
			}),
			options: oneByOne(PAUSE_MS),
		}),
	notes: {
		pin: 'Guesty gets the PIN in a custom field of the reservation.',
		rooms: 'the ID of its unit in Guesty, or of its listing if that has no units.',
		credentials: [
			'In Guesty, create an API application. In *Get the booking*, create an **OAuth2 API** credential, and select it in *Get the guest*, *Get the bookings* and *Send the PIN to Guesty* too: Guesty issues 5 tokens a day. **Grant Type**: Client Credentials. **Access Token URL**: `https://open-api.guesty.com/oauth2/token`. **Client ID** and **Client Secret**: those of the application. **Scope**: `open-api`. **Authentication**: Body. **Token Expired Status Code**: `403` (`401` if requests fail with that status after a day).',
			'In Guesty, create a custom field for reservations, of type text. In *Send the PIN to Guesty*, enter its ID as the value of `customFields[0].fieldId`.',
		],
		publish: subscribeOnce('Guesty'),
		messagesHave: 'custom field',
		more: [
			"Nothing ends because it is not in the list: Guesty's search leaves out bookings of some channels. If Guesty does not answer with a booking that a call names, nothing changes, and the execution fails.",
		],
	},
};
