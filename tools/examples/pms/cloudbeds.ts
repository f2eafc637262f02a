import { LAST_ARRIVAL, YESTERDAY, type PmsSystem } from '../system';
import { allPages, asking, httpRequest, n8nNode, oneRequest, withCredential } from '../workflow';

const API = 'https://api.cloudbeds.com/api/v1.3';
const AUTHENTICATION = withCredential('httpHeaderAuth');
const PAGE_SIZE = 100;
/** After a call, Cloudbeds can answer with the booking as it was before for so long. */
const STALE_MS = 15_000;

export const cloudbeds: PmsSystem = {
	from: 'cloudbeds',
	name: 'Cloudbeds',
	protection: 'secretPath',
	call: {
		brings: ([x, y]) => ({
			nodes: [
				httpRequest('Get the booking', [x, y], {
					// Unlike getReservation, it says which rooms the guest has left.
					url: `${API}/getReservationsWithRateDetails`,
					...AUTHENTICATION,
					...asking({
						reservationID: '={{ $json.reservation_key }}',
						includeGuestsDetails: 'true',
					}),
					options: allPages({ name: 'pageNumber', value: '1' }, '$pageCount >= 2', STALE_MS),
				}),
				n8nNode(
					'Keep the newest answer',
					'limit',
					1,
					[x + 240, y],
					{ keep: 'lastItems' },
					{ notesInFlow: true, notes: 'Cloudbeds is asked twice' },
				),
			],
			connections: { 'Get the booking': [['Keep the newest answer']] },
		}),
	},
	list: {
		field: 'data',
		sooner: 'Every hour',
		part: oneRequest('Get the bookings', {
			url: `${API}/getReservations`,
			...AUTHENTICATION,
			...asking({
				checkOutFrom: YESTERDAY,
				checkInTo: LAST_ARRIVAL,
				includeGuestsDetails: 'true',
				includeAllRooms: 'true',
				pageSize: String(PAGE_SIZE),
			}),
			options: allPages(
				{ name: 'pageNumber' },
				`!($response.body?.data?.length >= ${PAGE_SIZE})`,
				1000,
			),
		}),
	},
	notes: {
		rooms:
			'Give each room a space whose key is the ID of the room in Cloudbeds, or the name that it has there.',
		credentials: [
			'In Cloudbeds, create an API key that can read reservations and guests. In *Get the bookings*, create a **Header Auth** credential with the name `x-api-key` and the key as its value, and select it in *Get the booking* too.',
		],
		publish:
			'Then use *Subscribe once* (`subscribe-once.json`) with the **Production URL** of *From Cloudbeds*: it subscribes the six events that a stay needs.',
		more: [
			'Cloudbeds neither signs its calls nor sends a password: keep the address of *From Cloudbeds* secret.',
			'The workflow asks for a booking twice, 15 seconds apart: until then, Cloudbeds can answer with the booking as it was before.',
			'A booking without a room gets its PIN when the room is assigned. If all rooms are taken away again, the PIN ends in the night.',
		],
	},
};
