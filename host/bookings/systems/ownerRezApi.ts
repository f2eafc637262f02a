import { SENDER_LOGIN } from '../sender';
import type { Answer } from '../../process/httpServer';
import type { PmsApi } from './pmsServer';

/** Source: copies of api.ownerrez.com/help/v2, and code of third parties: GET /v2/bookings with `since_utc` and `from`, by Basic Auth with a personal access token. */
const LARGEST_PAGE = 100;
const LOGIN = Buffer.from(`${SENDER_LOGIN.user}:${SENDER_LOGIN.password}`).toString('base64');

interface Booking {
	arrival: string;
	departure: string;
	updated_utc: string;
	guest?: object;
}

export const ownerRezApi: PmsApi = {
	// In the tests, all credentials of one type are one.
	credentials: () => ({ httpBasicAuth: SENDER_LOGIN }),
	isAllowed: ({ headers }) => headers.authorization === `Basic ${LOGIN}`,
	listPath: '/v2/bookings',
	list: (bookings, { query }) => page(bookings as Booking[], query),
	rooms: (rooms, { method, path, query: { limit = '20', offset = '0' } }) => {
		if (method !== 'GET' || path !== '/v2/properties') return undefined;
		const end = Number(offset) + Number(limit);
		const items = rooms
			.slice(Number(offset), end)
			.map(({ id, name }) => ({ id: Number(id), name, active: true }));
		const next = end < rooms.length ? `/v2/properties?offset=${end}` : null;
		return { body: { items, limit: Number(limit), offset: Number(offset), next_page_url: next } };
	},
	refusal: (status) => ({ status, body: { messages: ['The request was refused'] } }),
};

/** The bookings that have changed since, and depart on the day `from` or later. Either `since_utc` or `property_ids` is required. */
function page(all: Booking[], query: Record<string, string | undefined>): Answer {
	const { since_utc: since, from = '', to = '9999', offset = '0', limit = '20' } = query;
	if (since === undefined || Number(limit) > LARGEST_PAGE) return { status: 400, body: {} };
	const wanted = all.filter(
		({ arrival, departure, updated_utc: updated }) =>
			departure >= from && arrival <= to && Date.parse(updated) >= Date.parse(since),
	);
	const end = Number(offset) + Number(limit);
	const items = wanted.slice(Number(offset), end).map(({ guest, ...booking }) => ({
		...booking,
		...(query.include_guest === 'true' && { guest }),
	}));
	const next = end < wanted.length ? `/v2/bookings?offset=${end}` : null;
	return { body: { items, limit: Number(limit), offset: Number(offset), next_page_url: next } };
}
