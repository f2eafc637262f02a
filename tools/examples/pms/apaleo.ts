import { IS_NIGHT, LAST_ARRIVAL, YESTERDAY, subscribeOnce, type PmsSystem } from '../system';
import { allPages, asking, oneRequest, withCredential } from '../workflow';

const RESERVATIONS = 'https://api.apaleo.com/booking/v1/reservations';
const AUTHENTICATION = withCredential('oAuth2Api');
const PAGE_SIZE = 100;

export const apaleo: PmsSystem = {
	from: 'apaleo',
	name: 'apaleo',
	call: {
		login: 'basicAuth',
		onlyRunIf: "$json.body.topic === 'reservation' && $json.body.type !== 'deleted'",
		brings: oneRequest('Get the booking', {
			url: `=${RESERVATIONS}/{{ encodeURIComponent($json.body.data.entityId) }}`,
			...AUTHENTICATION,
			...asking({ expand: 'booker' }),
			options: {},
		}),
	},
	list: {
		sooner: 'Every hour',
		part: oneRequest('Get the bookings', {
			url: RESERVATIONS,
			...AUTHENTICATION,
			...asking({
				dateFilter: `={{ ${IS_NIGHT} ? 'Departure' : 'Arrival' }}`,
				from: `${YESTERDAY}T00:00:00Z`,
				to: `${LAST_ARRIVAL}T23:59:59Z`,
				expand: 'booker',
				pageSize: String(PAGE_SIZE),
			}),
			options: {
				// A page without reservations has no body.
				...allPages(
					{ name: 'pageNumber' },
					`!($response.body?.reservations?.length >= ${PAGE_SIZE})`,
				),
			},
		}),
	},
	notes: {
		rooms:
			'the ID of the unit in apaleo, or its name there, such as `101`, if no unit of another property has this name.',
		credentials: [
			'In apaleo, open **Apps > Connected apps**, and add a custom app with the scope `reservations.read` that may retrieve personal data. In *Get the bookings*, create an **OAuth2 API** credential, and select it in *Get the booking* too. **Grant Type**: Client Credentials. **Access Token URL**: `https://identity.apaleo.com/connect/token`. **Client ID** and **Client Secret**: those of the app. **Scope**: `reservations.read`. **Authentication**: Header.',
		],
		publish: subscribeOnce('apaleo', ', with the name and password of point 3 in it'),
		more: [
			'A booking without a unit gets its PIN when the unit is assigned. If the unit is taken away again, the guest keeps the one before, and you get a message. If the reservation is deleted, the PIN ends in the night.',
		],
	},
};
