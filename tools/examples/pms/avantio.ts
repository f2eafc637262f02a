import { IS_NIGHT, type PmsSystem } from '../system';
import { completing, inBatches, oneRequest, withCredential } from '../workflow';

const BOOKINGS = 'https://api.avantio.pro/pms/v2/bookings';
const AUTHENTICATION = withCredential('httpHeaderAuth');
const NEXT = '$response.body?._links?.next';
/** Three times as far back as it is asked, because Avantio shows some changes late. */
const MINUTES_BACK = 30;

export const avantio: PmsSystem = {
	from: 'avantio',
	name: 'Avantio',
	completeBooking: completing('Get the booking', {
		url: `=${BOOKINGS}/{{ encodeURIComponent($json.id) }}`,
		...AUTHENTICATION,
		options: inBatches(5, 500),
	}),
	list: {
		isOlderThanCalls: true,
		field: 'data',
		sooner: 'Every 10 minutes',
		soonerAsks: 'what has changed',
		// On the half hour, Avantio's own work changes bookings.
		soonerAt: '7-57/10 * * * *',
		part: oneRequest('Get the bookings', {
			url: `=${BOOKINGS}?pagination_size=50&{{ ${IS_NIGHT} ? 'departureDate' : 'updatedAt' }}_from={{ $now.toUTC().minus({ minutes: ${IS_NIGHT} ? 1440 : ${MINUTES_BACK} }).toISO() }}`,
			...AUTHENTICATION,
			options: {
				pagination: {
					pagination: {
						paginationMode: 'responseContainsNextURL',
						nextURL: `={{ ${NEXT} }}`,
						paginationCompleteWhen: 'other',
						completeExpression: `={{ !${NEXT} }}`,
						requestInterval: 500,
					},
				},
			},
		}),
	},
	notes: {
		rooms: 'the ID of its accommodation in Avantio.',
		credentials: [
			'In Avantio, ask for a key of its API. In *Get the bookings*, create a **Header Auth** credential with the name `X-Avantio-Auth` and the key as its value, and select it in *Get the booking* too.',
		],
		publish: 'Avantio makes no calls: a booking arrives within 10 minutes.',
		more: [
			'The list of Avantio has no rooms, so the workflow asks for each booking: 500 take about a minute in the night.',
			'A booking that is `UNPAID` gives access, because those of Airbnb can be it until the end. If two bookings are in conflict (`CONFLICTED`), you are told, and you decide.',
			'The requests are known from the code of third parties: try it with one test booking.',
		],
	},
};
