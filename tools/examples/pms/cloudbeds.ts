import type { PmsSystem } from '../system';
import { allPages, httpRequest, namesWithValues, withCredential } from '../workflow';

const API = 'https://api.cloudbeds.com/api/v1.3';
const AUTHENTICATION = withCredential('httpHeaderAuth');
const PAGE_SIZE = 100;

export const cloudbeds: PmsSystem = {
	from: 'cloudbeds',
	name: 'Cloudbeds',
	sendsNoLanguage: true,
	protection: 'secretPath',
	assignsRoomsLate: true,
	secondsUntilCurrent: 15,
	getBooking: (at) =>
		httpRequest('Get the booking', at, {
			// Unlike getReservation, it says which rooms the guest has left.
			url: `${API}/getReservationsWithRateDetails`,
			...AUTHENTICATION,
			sendQuery: true,
			queryParameters: namesWithValues({
				reservationID: '={{ $json.reservation_key }}',
				includeGuestsDetails: 'true',
			}),
			options: {},
		}),
	list: {
		field: 'data',
		id: 'reservationID',
		part: (at) => ({
			nodes: [
				httpRequest('Get the bookings', at, {
					url: `${API}/getReservations`,
					...AUTHENTICATION,
					sendQuery: true,
					queryParameters: namesWithValues({
						checkOutFrom: '={{ $now.minus({ days: 1 }).toISODate() }}',
						includeGuestsDetails: 'true',
						includeAllRooms: 'true',
						pageSize: String(PAGE_SIZE),
					}),
					options: allPages(
						{ type: 'qs', name: 'pageNumber', value: '$pageCount + 1' },
						`!($response.body?.data?.length >= ${PAGE_SIZE})`,
						1000,
					),
				}),
			],
			connections: {},
		}),
	},
	notes: {
		height: 640,
		pin: 'Cloudbeds does not get the PIN.',
		rooms:
			'Give each room a space whose key is the ID of the room in Cloudbeds. Or give the space the name that the room has there.',
		credentials: [
			'In Cloudbeds, create an API key that can read reservations and guests. In *Get the bookings*, create a **Header Auth** credential with the name `x-api-key` and the key as its value, and select it in *Get the booking* too.',
		],
		publish:
			"Then subscribe to the events `created`, `status_changed`, `dates_changed`, `accommodation_changed`, `accommodation_removed` and `deleted`, each with a request: `curl -H 'x-api-key: YOUR_KEY' -d object=reservation -d action=created -d endpointUrl=PRODUCTION_URL https://api.cloudbeds.com/api/v1.3/postWebhook`, with the **Production URL** of *From Cloudbeds*.",
		ignored:
			'Events about anything else change nothing. A booking that is not confirmed gives no access, and ends what it had.',
		more: `Cloudbeds neither signs its calls nor sends a password: the address of *From Cloudbeds* is random, so keep it secret. A call only has the ID of a booking, so the workflow gets the booking from Cloudbeds, 15 seconds later: until then, Cloudbeds can answer with the booking as it was before. If that fails, you get a message, and the night makes up for it. If Cloudbeds delivers an earlier check-out or cancellation late, after the booking is confirmed again, the access ends, and the night gives it back.

### Rooms
A booking without a room gets no PIN, and nobody is told: it gets one when the room is assigned. If all rooms are taken away from a booking again, its PIN ends in the night.

If a booking has no email address, nobody but you can tell the guest the PIN: get it with the action **Get reservation**.`,
		list: 'The list also has canceled bookings. A booking that is no longer in it, or that has no room any more, loses its access, except:',
	},
};
