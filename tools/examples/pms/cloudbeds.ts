import { LAST_ARRIVAL, YESTERDAY, subscribeOnce, type PmsSystem } from '../system';
import { allPages, asking, oneRequest, withCredential } from '../workflow';

const API = 'https://api.cloudbeds.com/api/v1.3';
const AUTHENTICATION = withCredential('httpHeaderAuth');
const KEY = '$json.body.reservationID ?? $json.body.reservationId';
const PAGE_SIZE = 100;
/** After a call, Cloudbeds can answer with the booking as it was before for so long. */
const STALE_MS = 15_000;

export const cloudbeds: PmsSystem = {
	from: 'cloudbeds',
	name: 'Cloudbeds',
	call: {
		onlyRunIf: `!/deleted/.test($json.body.event) && (${KEY})`,
		bringsList: true,
		// It asks twice, and of one booking the last answer counts.
		brings: oneRequest('Get the booking', {
			// Unlike getReservation, it says which rooms the guest has left.
			url: `${API}/getReservationsWithRateDetails`,
			...AUTHENTICATION,
			...asking({ reservationID: `={{ ${KEY} }}`, includeGuestsDetails: 'true' }),
			options: allPages({ name: 'pageNumber', value: '1' }, '$pageCount >= 2', STALE_MS),
		}),
	},
	list: {
		isOlderThanCalls: true,
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
		rooms: 'the ID of the room in Cloudbeds, or the name that it has there.',
		credentials: [
			'In Cloudbeds, create an API key that can read reservations and guests. In *Get the bookings*, create a **Header Auth** credential with the name `x-api-key` and the key as its value, and select it in *Get the booking* too.',
		],
		publish: subscribeOnce('Cloudbeds', ': it subscribes the five events that a stay needs'),
		more: [
			'The workflow asks for a booking twice, 15 seconds apart: until then, Cloudbeds can answer with the booking as it was before.',
			'A booking without a room gets its PIN when the room is assigned. If all rooms are taken away again, the guest keeps the one before, and you get a message. If the booking is deleted, the PIN ends in the night.',
		],
	},
};
