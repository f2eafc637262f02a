import { LAST_ARRIVAL, YESTERDAY, type PmsSystem } from '../system';
import {
	allPages,
	asking,
	httpRequest,
	namesWithValues,
	oneRequest,
	withCredential,
	oneByOne,
} from '../workflow';

const RESERVATIONS = 'https://api.hostaway.com/v1/reservations';
const AUTHENTICATION = withCredential('oAuth2Api');
/** Hostaway limits how many requests come in a short time. */
const PAUSE_MS = 1000;

export const hostaway: PmsSystem = {
	from: 'hostaway',
	name: 'Hostaway',
	call: {
		onlyRunIf: '/reservation/i.test($json.body.object ?? $json.body.event) && $json.body.data?.id',
		brings: oneRequest('Get the booking', {
			url: `=${RESERVATIONS}/{{ encodeURIComponent($json.body.data.id) }}`,
			...AUTHENTICATION,
			// The units of listings.
			...asking({ includeResources: '1' }),
			options: {},
		}),
	},
	list: {
		isOlderThanCalls: true,
		sooner: 'Every 10 minutes',
		part: oneRequest('Get the bookings', {
			url: RESERVATIONS,
			...AUTHENTICATION,
			...asking({
				departureStartDate: YESTERDAY,
				arrivalEndDate: LAST_ARRIVAL,
				sortOrder: 'arrivalDate',
				// The units of listings.
				includeResources: '1',
				limit: '100',
			}),
			options: allPages(
				{ name: 'afterId', value: '$response.body?.result?.at(-1)?.id' },
				'!$response.body.result?.length',
				PAUSE_MS,
			),
		}),
	},
	pinBack: (at) =>
		httpRequest('Send the PIN to Hostaway', at, {
			method: 'PUT',
			url: `=${RESERVATIONS}/{{ encodeURIComponent($json.reservation_key) }}`,
			...AUTHENTICATION,
			sendBody: true,
			bodyParameters: namesWithValues({
				doorCode: '={{ $json.all_pins }}',
				doorCodeVendor: 'Device Access',
			}),
			options: oneByOne(PAUSE_MS),
		}),
	notes: {
		pin: 'Hostaway gets the PIN as the door code of the reservation.',
		rooms:
			'the ID of its listing in Hostaway (of its unit, `listingUnitId`, if the listing has several).',
		credentials: [
			'In Hostaway, create an API key. In *Get the bookings*, create an **OAuth2 API** credential (select it in *Get the booking* and *Send the PIN to Hostaway* too). **Grant Type**: Client Credentials. **Access Token URL**: `https://api.hostaway.com/v1/accessTokens`. **Client ID**: your account ID. **Client Secret**: the API key. **Scope**: `general`. **Authentication**: Body. **Token Expired Status Code**: `403`.',
		],
		publish:
			'To have each change within seconds, add a unified webhook in Hostaway with the **Production URL** of *From Hostaway*, without a login.',
		messagesHave: 'door code',
		more: [],
	},
};
