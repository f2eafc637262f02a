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
		where: 'The PIN goes to the custom field in Guesty. You get another message if that fails.',
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
			'Give each room a space whose key is the ID of its listing in Guesty. Or give the space the nickname that the listing has there.',
		credentials: [
			'In Guesty, create an API application. In *Get the booking*, create an **OAuth2 API** credential, and select it in *Get the bookings* and *Send the PIN to Guesty* too. **Grant Type**: Client Credentials. **Access Token URL**: `https://open-api.guesty.com/oauth2/token`. **Client ID** and **Client Secret**: those of the application. **Scope**: `open-api`. **Authentication**: Body. Guesty issues 5 tokens a day, so use one credential for all.',
			'In Guesty, create a custom field for reservations, of type text. In *Send the PIN to Guesty*, enter its ID as the value of `customFields[0].fieldId`.',
		],
		publish:
			'Subscribe the **Production URL** of *From Guesty* to `reservation.created.v2` and `reservation.updated.v2`, which only Guesty\'s API can do: `curl https://open-api.guesty.com/v1/webhooks -H "Authorization: Bearer YOUR_TOKEN" -H \'Content-Type: application/json\' -d \'{"url":"YOUR_URL","events":["reservation.created.v2","reservation.updated.v2"]}\'`.',
		ignored: 'Inquiries, also reserved ones that hold the dates, change nothing.',
		more: `A call only names the booking: *Get the booking* brings it, with its guest.

A guest without an email address gets the PIN from Guesty if your message there has the custom field.

### Custom field
The code of third parties writes custom fields in this way. Try it with one test booking, or delete *Send the PIN to Guesty*.

### The address is a secret
Guesty signs its calls in a way that n8n's **Crypto** node cannot check. n8n made a random address at the import, so keep it to yourself. Who knows it can only make the workflow read a booking from Guesty.`,
		list: 'The list has canceled bookings too. A booking that is not in it loses its access, except:',
		repair: 'A booking whose custom fields do not have its PIN gets it.',
	},
};
