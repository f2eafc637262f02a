import type { Answer } from '../httpServer';
import type { PmsApi } from './pmsServer';

/** Source: code of third parties: GET /v2/reservations/bookings, at most 50 a page, the key in X-ApiKey. */
const LARGEST_PAGE = 50;
const API_KEY = 'sandbox-lodgify-api-key';

export const lodgifyApi: PmsApi = {
	credentials: () => ({ httpHeaderAuth: { name: 'X-ApiKey', value: API_KEY } }),
	isAllowed: ({ headers }) => headers['x-apikey'] === API_KEY,
	listPath: '/v2/reservations/bookings',
	list: (bookings, { query }) => page(bookings, query),
	refusal: (status) => ({ status, body: { message: 'The request was refused' } }),
};

/** Only `All` has all stays: other filters leave out some. */
function page(
	all: object[],
	{
		page: number = '1',
		size = '50',
		stayFilter,
		includeExternal,
	}: Record<string, string | undefined>,
): Answer {
	const length = Math.min(Number(size), LARGEST_PAGE);
	const start = (Number(number) - 1) * length;
	const items =
		stayFilter === 'All' && includeExternal === 'true' ? all.slice(start, start + length) : [];
	return { body: { count: null, items } };
}
