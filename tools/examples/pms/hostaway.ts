import { allPinsOf } from '../messages';
import type { PmsSystem } from '../system';
import { allPages, httpRequest, namesWithValues, withCredential } from '../workflow';

const RESERVATIONS = 'https://api.hostaway.com/v1/reservations';
const AUTHENTICATION = withCredential('oAuth2Api');
/** Hostaway limits how many requests come in a short time. */
const PAUSE_MS = 1000;

export const hostaway: PmsSystem = {
	from: 'hostaway',
	name: 'Hostaway',
	protection: 'basicAuth',
	list: {
		field: 'result',
		part: (at) => ({
			nodes: [
				httpRequest('Get the bookings', at, {
					url: RESERVATIONS,
					...AUTHENTICATION,
					sendQuery: true,
					queryParameters: namesWithValues({
						departureStartDate: '={{ $now.minus({ days: 1 }).toISODate() }}',
						sortOrder: 'arrivalDate',
						// The units of listings.
						includeResources: '1',
						limit: '100',
					}),
					options: allPages(
						{ type: 'qs', name: 'afterId', value: '$response.body?.result?.at(-1)?.id' },
						'!($response.body.result?.length > 0)',
						PAUSE_MS,
					),
				}),
			],
			connections: {},
		}),
	},
	pinBack: {
		isThere: `String($('One item per booking').item.json.doorCode) === ${allPinsOf('$json')}`,
		where: 'The PIN goes to Hostaway as its door code. You get another message if that fails.',
		part: (at) => ({
			nodes: [
				httpRequest('Send the PIN to Hostaway', at, {
					method: 'PUT',
					url: `=${RESERVATIONS}/{{ encodeURIComponent($json.reservation_key) }}`,
					...AUTHENTICATION,
					sendBody: true,
					bodyParameters: namesWithValues({
						doorCode: `={{ ${allPinsOf('$json')} }}`,
						doorCodeVendor: 'Device Access',
					}),
					options: { batching: { batch: { batchSize: 1, batchInterval: PAUSE_MS } } },
				}),
			],
			connections: { 'Send the PIN to Hostaway': [[], ['Message to yourself']] },
		}),
	},
	notes: {
		height: 600,
		pin: 'Hostaway gets the PIN as the door code of the reservation, for its own messages.',
		rooms:
			'Give each room a space whose key is the ID of its listing in Hostaway, or of its unit (`listingUnitId`) if the listing has several units. Or give the space the name that the listing has there.',
		credentials: [
			'In *From Hostaway*, create a **Basic Auth** credential: a name and a long password of your choice.',
			'In Hostaway, create an API key. In *Get the bookings*, create an **OAuth2 API** credential, and select it in *Send the PIN to Hostaway* too. **Grant Type**: Client Credentials. **Access Token URL**: `https://api.hostaway.com/v1/accessTokens`. **Client ID**: your account ID. **Client Secret**: the API key. **Scope**: `general`. **Authentication**: Body. **Token Expired Status Code**: `403`. n8n gets a new token only after this status, which Hostaway answers when a token has expired, after 24 months.',
		],
		publish:
			'In Hostaway, add a unified webhook with the **Production URL** of *From Hostaway*, and with the name and password of point 3 as its login and password.',
		ignored:
			'Messages and test calls change nothing. An inquiry or a request gives no access, and ends what its booking had.',
		more: `An owner's stay is a stay: it gets a PIN.

A guest without an email address, such as many of Airbnb, gets the PIN from Hostaway if your message there has the door code.

### Door code
Hostaway's documentation does not say whether a request with nothing but the door code leaves the rest of the reservation as it is. Try it with one test booking, or delete *Send the PIN to Hostaway*.`,
		list: 'A booking that is no longer in the list loses its access, except:',
		repair:
			'If the door code of a booking in Hostaway is missing or differs, the workflow sends the PIN.',
	},
};
