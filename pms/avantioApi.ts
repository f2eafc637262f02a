import type { Answer } from '../host/process/httpServer';
import { listedOnly, type AvantioBooking } from './avantio';
import type { PmsApi } from './pmsServer';

/** Source: code of third parties that runs against accounts (version 2): GET /bookings with cursors, GET /bookings/{id}. */
const API_KEY = 'sandbox-avantio-key';
const PATH = '/pms/v2/bookings';
const LARGEST_PAGE = 100;

/** Only the list has a booking that is hidden. */
type Kept = AvantioBooking & { isHidden?: boolean };
type Query = Record<string, string | undefined>;

export const avantioApi: PmsApi = {
	credentials: () => ({ httpHeaderAuth: { name: 'X-Avantio-Auth', value: API_KEY } }),
	isAllowed: ({ headers }) => headers['x-avantio-auth'] === API_KEY,
	listPath: PATH,
	list: (bookings, { query, headers }) =>
		page(bookings as AvantioBooking[], query, headers.host ?? ''),
	read: (bookings, { method, path }) => {
		const [, wanted] = /^\/pms\/v2\/bookings\/(\w+)$/.exec(path) ?? [];
		if (method !== 'GET' || wanted === undefined) return undefined;
		const data = (bookings as Kept[]).find(({ id }) => id === wanted);
		return data && !data.isHidden ? { body: { data } } : refusal(404);
	},
	refusal,
};

function refusal(status: number): Answer {
	return { status, body: { status, message: 'The request was refused' } };
}

/** Records without their rooms, guests and hours. A cursor stands alone in its request. */
function page(all: AvantioBooking[], query: Query, host: string): Answer {
	const { pagination_cursor: cursor, ...filters } = query;
	if (cursor !== undefined && Object.keys(filters).length > 0) return refusal(400);
	const [start, size, departing, updated] = cursor
		? (JSON.parse(atob(cursor)) as [number, number, string, string])
		: ([
				0,
				Number(filters.pagination_size ?? 20),
				filters.departureDate_from ?? '',
				filters.updatedAt_from ?? '',
			] as const);
	if (size > LARGEST_PAGE) return refusal(400);
	const wanted = all.filter(
		({ stayDates, updatedAt }) =>
			stayDates.departure >= departing.slice(0, 10) &&
			Date.parse(updatedAt) >= (Date.parse(updated) || 0),
	);
	const end = start + size;
	const next = `pagination_cursor=${encodeURIComponent(btoa(JSON.stringify([end, size, departing, updated])))}`;
	return {
		body: {
			data: wanted.slice(start, end).map(listedOnly),
			_links: { ...(end < wanted.length && { next: `http://${host}${PATH}?${next}` }) },
		},
	};
}
