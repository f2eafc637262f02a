import type { Answer } from '../host/process/httpServer';
import { LEFT_ROOM, rated, type Reservation } from './cloudbeds';
import type { PmsApi } from './pmsServer';

/** Source: Cloudbeds' OpenAPI of its API, version 1.3 (github.com/cloudbeds/openapi-specs): getReservationsWithRateDetails, getReservations, getRooms. It does not say how long a page is. */
const PAGE_SIZE = 100;
const API_KEY = 'sandbox-cloudbeds-api-key';
const PATH = '/api/v1.3';

type Query = Record<string, string | undefined>;

export const cloudbedsApi: PmsApi = {
	credentials: () => ({ httpHeaderAuth: { name: 'x-api-key', value: API_KEY } }),
	isAllowed: ({ headers }) => headers['x-api-key'] === API_KEY,
	listPath: `${PATH}/getReservations`,
	list: (bookings, { query }) => page(bookings as Reservation[], query),
	read: (bookings, { method, path, query }) => {
		if (method !== 'GET' || path !== `${PATH}/getReservationsWithRateDetails`) return undefined;
		const data = (bookings as Reservation[])
			.filter(({ reservationID }) => reservationID === query.reservationID)
			.map((one) => {
				const { guestList, rooms, ...others } = rated(one);
				return {
					...others,
					rooms: [...rooms, CANCELED_ROOM, LEFT_ROOM],
					...(query.includeGuestsDetails === 'true' && { guestList }),
				};
			});
		return { body: { success: true, data } };
	},
	rooms: (rooms, { method, path, query: { pageNumber = '1', pageSize = '20' } }) => {
		if (method !== 'GET' || path !== `${PATH}/getRooms`) return undefined;
		const end = Number(pageNumber) * Number(pageSize);
		const some = rooms.slice(end - Number(pageSize), end);
		const ofProperty = some.map(({ id, name }) => ({ roomID: id, roomName: name }));
		return { body: { success: true, data: [{ propertyID: '7', rooms: ofProperty }] } };
	},
	refusal: (status) => ({ status, body: { success: false, message: 'The request was refused' } }),
};

const CANCELED_ROOM = { roomID: '7-99', roomName: 'Attic', roomStatus: 'cancelled' };

/**
 * The list has neither the main guest's email address nor `assigned`. Guests and rooms come only if the request asks for
 * them, also rooms that the guest no longer has.
 */
function page(all: Reservation[], query: Query): Answer {
	const { checkOutFrom = '', checkInTo = '9999', pageNumber = '1', pageSize = PAGE_SIZE } = query;
	const wanted = all.filter(
		({ startDate, endDate }) => endDate >= checkOutFrom && startDate <= checkInTo,
	);
	const size = Math.min(Number(pageSize), PAGE_SIZE);
	const start = (Number(pageNumber) - 1) * size;
	const data = wanted
		.slice(start, start + size)
		.map(({ guestEmail: _, guestList, assigned = [], unassigned = [], ...one }) => ({
			...one,
			...(query.includeGuestsDetails === 'true' && { guestList }),
			...(query.includeAllRooms === 'true' && {
				rooms: [...assigned, ...unassigned, CANCELED_ROOM],
			}),
		}));
	return { body: { success: true, data, count: data.length, total: wanted.length } };
}
