import type { Answer } from '../host/process/httpServer';
import type { PmsApi } from './pmsServer';
import type { uplistingBooking } from './uplisting';

/** Source: code of third parties that quotes Uplisting's page: GET /properties, GET /bookings/{property_id}. */
const AUTHORIZATION = `Basic ${btoa('sandbox-uplisting-key')}`;
const PAGE_SIZE = 50;

type Booking = ReturnType<typeof uplistingBooking>;
type Query = Record<string, string | undefined>;

const propertyIn = (path: string) => /^\/bookings\/(\d+)$/.exec(path)?.[1];

export const uplistingApi: PmsApi = {
	credentials: () => ({ httpHeaderAuth: { name: 'Authorization', value: AUTHORIZATION } }),
	isAllowed: ({ headers }) => headers.authorization === AUTHORIZATION,
	listPath: '/bookings',
	listQuery: ({ method, path, query }) =>
		method === 'GET' && propertyIn(path) !== undefined ? query : undefined,
	list: (bookings, { path, query }) => {
		const all = bookings as Booking[];
		const id = Number(propertyIn(path));
		return page(
			all.filter(({ property_id: property }) => property === id),
			query,
		);
	},
	read: (bookings, { method, path }) => {
		if (method !== 'GET' || path !== '/properties') return undefined;
		const ids = new Set((bookings as Booking[]).map(({ property_id: id }) => id));
		const data = [...ids].map((id) => ({
			id: String(id),
			type: 'properties',
			attributes: { name: `Property ${id}` },
		}));
		return { body: { data } };
	},
	rooms: (rooms, { method, path }) =>
		method === 'GET' && path === '/properties'
			? {
					body: {
						data: rooms.map(({ id, name }) => ({ id, type: 'properties', attributes: { name } })),
					},
				}
			: undefined,
	refusal,
};

function refusal(status: number): Answer {
	return { status, body: { error: 'The request was refused' } };
}

/** The bookings of one property that arrive between two days. The first page is 0. The list does not say when they changed. */
function page(all: Booking[], { from = '', to = '9999', page: index = '0' }: Query): Answer {
	const wanted = all.filter(({ check_in: day }) => day >= from && day <= to);
	const start = Number(index) * PAGE_SIZE;
	const bookings = wanted
		.slice(start, start + PAGE_SIZE)
		.map(({ timestamp: _, ...booking }) => booking);
	const pages = Math.ceil(wanted.length / PAGE_SIZE);
	return { body: { bookings, meta: { total: wanted.length, total_pages: pages } } };
}
