import type { PmsSystem } from '../system';
import { allPages, httpRequest, namesWithValues, withCredential } from '../workflow';

const RESERVATIONS = 'https://api.apaleo.com/booking/v1/reservations';
const AUTHENTICATION = withCredential('oAuth2Api');
const PAGE_SIZE = 100;

export const apaleo: PmsSystem = {
	from: 'apaleo',
	name: 'apaleo',
	protection: 'basicAuth',
	assignsRoomsLate: true,
	getBooking: (at) =>
		httpRequest('Get the booking', at, {
			url: `=${RESERVATIONS}/{{ encodeURIComponent($json.reservation_key) }}`,
			...AUTHENTICATION,
			sendQuery: true,
			queryParameters: namesWithValues({ expand: 'booker' }),
			options: {},
		}),
	list: {
		field: 'reservations',
		part: (at) => ({
			nodes: [
				httpRequest('Get the bookings', at, {
					url: RESERVATIONS,
					...AUTHENTICATION,
					sendQuery: true,
					queryParameters: namesWithValues({
						dateFilter: 'Departure',
						from: "={{ $now.minus({ days: 1 }).startOf('day').toUTC().toISO({ suppressMilliseconds: true }) }}",
						expand: 'booker',
						pageSize: String(PAGE_SIZE),
					}),
					options: {
						// A page without reservations has no body.
						...allPages(
							{ type: 'qs', name: 'pageNumber', value: '$pageCount + 1' },
							`!($response.body?.reservations?.length >= ${PAGE_SIZE})`,
						),
					},
				}),
			],
			connections: {},
		}),
	},
	notes: {
		height: 680,
		pin: 'apaleo does not get the PIN.',
		rooms:
			'Give each room a space whose key is the ID of the unit in apaleo. Or give the space the name that the unit has there, such as `101`, if none of your other properties has a unit with this name, not even one without a lock here.',
		credentials: [
			'In *From apaleo*, create a **Basic Auth** credential: a name and a long password of your choice, of letters and digits.',
			'In apaleo, open **Apps > Connected apps**, and add a custom app with the scope `reservations.read` that may retrieve personal data. In *Get the bookings*, create an **OAuth2 API** credential, and select it in *Get the booking* too. **Grant Type**: Client Credentials. **Access Token URL**: `https://identity.apaleo.com/connect/token`. **Client ID** and **Client Secret**: those of the app. **Scope**: `reservations.read`. **Authentication**: Header.',
		],
		publish:
			'Then subscribe to the events: get a token (`curl -u CLIENT_ID:CLIENT_SECRET -d grant_type=client_credentials https://identity.apaleo.com/connect/token`), and send `POST https://webhook.apaleo.com/v1/subscriptions` with it, and `{ "endpointUrl": "https://NAME:PASSWORD@…", "events": ["reservation/*"], "propertyIds": ["MUC"] }`: the **Production URL** of *From apaleo* with the name and password of point 3 in it, and the IDs of your properties.',
		ignored:
			'Health checks and events about anything else change nothing. A tentative booking gives no access, and ends what it had.',
		more: `apaleo sends only the ID of a booking, so the workflow gets the booking from apaleo. If that fails, you get a message, and the night makes up for it.

If you have apaleo's own node, replace *From apaleo* with its trigger: *Read booking* reads its items too.

### Rooms
A booking without a unit gets no PIN, and nobody is told: it gets one when the unit is assigned. If a unit is taken away from a booking again, its PIN ends in the night.

If a booking has no email address, nobody but you can tell the guest the PIN: get it with the action **Get reservation**.`,
		list: 'The list also has canceled bookings. A booking that is no longer in it, or that has no unit any more, loses its access, except:',
	},
};
