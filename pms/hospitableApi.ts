import type { Answer } from '../host/process/httpServer';
import type { PmsApi } from './pmsServer';

/** Source: Hospitable's contract of its API, version 2 (public.json): /properties, /reservations, /reservations/{uuid}, /reservations/{uuid}/messages. */
const LARGEST_PAGE = 100;
const TOKEN = 'sandbox-hospitable-access-token';

interface Reservation {
	id: string;
	arrival_date: string;
	departure_date: string;
	guest?: object;
	properties?: Array<{ id: string; name: string }>;
}
type Query = Record<string, string | undefined>;

export const hospitableApi: PmsApi = {
	credentials: () => ({ httpBearerAuth: { token: TOKEN } }),
	isAllowed: ({ headers }) => headers.authorization === `Bearer ${TOKEN}`,
	listPath: '/v2/reservations',
	list: (bookings, { search }) => reservations(bookings as Reservation[], search),
	read: (bookings, { method, path, query }) => {
		if (method !== 'GET') return undefined;
		const all = bookings as Reservation[];
		if (path === '/v2/properties') return page(propertiesOf(all), query);
		const found = all.find(({ id }) => path === `/v2/reservations/${id}`);
		return found && { body: { data: included(query.include)(found) } };
	},
	rooms: (rooms, { method, path, query }) =>
		method === 'GET' && path === '/v2/properties' ? page(rooms, query) : undefined,
	refusal: (status) => ({ status, body: { message: 'The request was refused' } }),
};

const propertiesOf = (all: Reservation[]) => [
	...new Map(
		all.flatMap(({ properties = [] }) => properties).map((property) => [property.id, property]),
	).values(),
];

/**
 * The reservations of the named properties whose check-in or check-out is after `start_date` and before `end_date`. Without
 * all of these, only arrivals of the next two weeks are listed: then nothing is, because no test has any.
 */
function reservations(all: Reservation[], search: string): Answer {
	const query = new URLSearchParams(search);
	const wanted = query.getAll('properties[]');
	if (wanted.length === 0) return { status: 422, body: { message: 'properties is required' } };
	const [from = '', to = ''] = [query.get('start_date') ?? '', query.get('end_date') ?? ''];
	const isAsked = ['checkin', 'checkout'].includes(query.get('date_query') ?? '') && from && to;
	const dateOf = ({ arrival_date: arrival, departure_date: departure }: Reservation) =>
		query.get('date_query') === 'checkin' ? arrival : departure;
	const found = all
		.filter(({ properties = [] }) => properties.some(({ id }) => wanted.includes(id)))
		.filter((one) => isAsked && dateOf(one).slice(0, 10) > from && dateOf(one) < to)
		.map(included(query.get('include') ?? ''));
	return page(found, Object.fromEntries(query));
}

/** A reservation with what the request asks for beside it. */
const included =
	(names = '') =>
	({ guest, properties, ...reservation }: Reservation) => ({
		...reservation,
		...(names.split(',').includes('guest') && { guest }),
		...(names.split(',').includes('properties') && { properties }),
	});

function page(all: object[], { page: number = '1', per_page: size = '10' }: Query): Answer {
	const length = Math.min(Number(size), LARGEST_PAGE);
	const start = (Number(number) - 1) * length;
	const meta = {
		current_page: Number(number),
		last_page: Math.max(Math.ceil(all.length / length), 1),
		per_page: length,
		total: all.length,
	};
	return { body: { data: all.slice(start, start + length), links: {}, meta } };
}
