import { allPinsOf } from '../messages';
import type { PmsSystem } from '../system';
import { allPages, httpRequest, namesWithValues, withCredential } from '../workflow';

const API = 'https://open-api.guesty.com/v1';
const AUTHENTICATION = withCredential('oAuth2Api');
const FIELDS =
	'status listingId unitId listing.nickname guestId guest.fullName guest.email guest.phone checkIn checkOut checkInDateLocalized checkOutDateLocalized plannedArrival plannedDeparture source lastUpdatedAt customFields';
const PAGE_SIZE = 100;
const PAUSE_MS = 1000;

export const guesty: PmsSystem = {
	from: 'guesty',
	name: 'Guesty',
	sendsNoLanguage: true,
	protection: 'secretPath',
	isEachCallFetched: true,
	getBooking: (at) =>
		httpRequest('Get the booking', at, {
			// Where the ID is differs between the versions of the webhook.
			url: `=${API}/reservations/{{ encodeURIComponent($json.body.data?.reservationId ?? $json.body.data?.reservation?.id ?? $json.body.reservation?._id) }}`,
			...AUTHENTICATION,
			sendQuery: true,
			queryParameters: namesWithValues({ fields: FIELDS }),
			options: {},
		}),
	list: {
		field: 'results',
		id: '_id',
		part: (at) => ({
			nodes: [
				httpRequest('Get the bookings', at, {
					url: `${API}/reservations`,
					...AUTHENTICATION,
					sendQuery: true,
					queryParameters: namesWithValues({
						fields: FIELDS,
						filters:
							"={{ JSON.stringify([{ field: 'checkOut', operator: '$gte', value: $now.minus({ days: 1 }).toUTC().toISO() }]) }}",
						sort: '_id',
						limit: String(PAGE_SIZE),
					}),
					options: allPages(
						{ type: 'qs', name: 'skip', value: `$pageCount * ${PAGE_SIZE}` },
						'!($response.body.results?.length > 0)',
						PAUSE_MS,
					),
				}),
			],
			connections: {},
		}),
	},
	pinBack: {
		isThere: `$('One item per booking').item.json.customFields?.some(({ value }) => value === ${allPinsOf('$json')})`,
		where:
			'The PIN goes to the custom field in Guesty. If none of your messages there has that field, send the guest the PIN.',
		part: (at) => ({
			nodes: [
				httpRequest('Send the PIN to Guesty', at, {
					method: 'PUT',
					url: `=${API}/reservations-v3/{{ encodeURIComponent($json.reservation_key) }}/custom-fields`,
					...AUTHENTICATION,
					sendBody: true,
					bodyParameters: namesWithValues({
						'customFields[0].fieldId': '',
						'customFields[0].value': `={{ ${allPinsOf('$json')} }}`,
					}),
					options: { batching: { batch: { batchSize: 1, batchInterval: PAUSE_MS } } },
				}),
			],
			connections: { 'Send the PIN to Guesty': [[], ['Message to yourself']] },
		}),
	},
	notes: {
		height: 680,
		pin: 'Guesty gets the PIN in a custom field of the reservation, for its own messages.',
		rooms:
			'Give each room a space whose key is the ID of its unit in Guesty, or of its listing if that has no units. Or give the space the nickname that the listing has there, if it has no units.',
		credentials: [
			'In Guesty, create an API application. In *Get the booking*, create an **OAuth2 API** credential, and select it in *Get the bookings* and *Send the PIN to Guesty* too. **Grant Type**: Client Credentials. **Access Token URL**: `https://open-api.guesty.com/oauth2/token`. **Client ID** and **Client Secret**: those of the application. **Scope**: `open-api`. **Authentication**: Body. Guesty issues 5 tokens a day, so use one credential for all.',
			'In Guesty, create a custom field for reservations, of type text. In *Send the PIN to Guesty*, enter its ID as the value of `customFields[0].fieldId`.',
		],
		publish:
			'Then subscribe its calls. Guesty has no page for that: in a new workflow, add an **HTTP Request** node. **Method**: POST. **URL**: `https://open-api.guesty.com/v1/webhooks`. **Authentication**: the same OAuth2 credential. **Send Body**, **Using JSON**: `{ "url": "YOUR_URL", "events": ["reservation.created.v2", "reservation.updated.v2"] }` with the **Production URL** of *From Guesty*. Press **Execute step** once.',
		ignored:
			'An inquiry gives no access, even if it holds the dates, and ends what its booking had.',
		more: `A call only names the booking: *Get the booking* brings it, with its guest.

A guest without an email address gets the PIN from Guesty if your message there has the custom field.

### Custom field
The code of third parties writes the PIN into custom fields like this. Guesty's documentation does not show it. Try it with one test booking, or delete *Send the PIN to Guesty*.

### The address is a secret
Guesty signs its calls in a way that n8n's **Crypto** node cannot check. n8n made a random address at the import, so keep it to yourself. Anyone who knows it can only make the workflow read a booking from Guesty.`,
		list: 'The list has canceled bookings too. A booking that is not in it loses its access, except:',
		repair: 'If the custom fields of a booking lack its PIN, the workflow sends it.',
	},
};
