import { IS_NIGHT, LAST_ARRIVAL, YESTERDAY, type PmsSystem } from '../system';
import { allPages, asking, httpRequest, oneRequest, withCredential } from '../workflow';

const API = 'https://public.api.hospitable.com/v2';
const AUTHENTICATION = withCredential('httpBearerAuth');
const ALL_PAGES = allPages(
	{ name: 'page' },
	'!($response.body.meta?.current_page < $response.body.meta?.last_page)',
	1000,
);
/** An address must not be too long, and each request for bookings names its properties. */
const PROPERTIES_OF_A_REQUEST = '50';

export const hospitable: PmsSystem = {
	from: 'hospitable',
	name: 'Hospitable',
	call: {
		onlyRunIf:
			"$json.body.action?.startsWith('reservation.') && !$json.body.triggers?.includes('test') && $json.body.data?.id",
		brings: oneRequest('Get the booking', {
			url: `=${API}/reservations/{{ encodeURIComponent($json.body.data.id) }}`,
			...AUTHENTICATION,
			...asking({ include: 'guest,properties' }),
			options: {},
		}),
	},
	list: {
		isOlderThanCalls: true,
		sooner: 'Every hour',
		part: ([x, y]) => ({
			nodes: [
				httpRequest('Get the properties', [x, y], {
					url: `${API}/properties`,
					...AUTHENTICATION,
					...asking({ per_page: PROPERTIES_OF_A_REQUEST }),
					options: ALL_PAGES,
				}),
				httpRequest('Get the bookings', [x + 240, y], {
					url: `${API}/reservations`,
					...AUTHENTICATION,
					...asking({
						properties: "={{ $json.data.pluck('id') }}",
						start_date: YESTERDAY,
						end_date: LAST_ARRIVAL,
						date_query: `=check{{ ${IS_NIGHT} ? 'out' : 'in' }}`,
						include: 'guest,properties',
						per_page: '100',
					}),
					options: { queryParameterArrays: 'brackets', ...ALL_PAGES },
				}),
			],
			connections: { 'Get the properties': [['Get the bookings']] },
		}),
	},
	notes: {
		pin: 'Hospitable has no field for the PIN: *Guest messages* can send it through Hospitable, on Airbnb as well.',
		rooms: 'the ID of its property in Hospitable, or the name that it has there.',
		credentials: [
			'In Hospitable, create an access token that can read properties and reservations. In *Get the properties*, create a **Bearer Auth** credential with it, and select it in *Get the bookings* and *Get the booking* too.',
		],
		publish:
			'In Hospitable, create a webhook with the **Production URL** of *From Hospitable*, for reservations.',
		more: [],
	},
};
