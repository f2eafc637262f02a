import type { Answer, ReceivedRequest } from '../host/process/httpServer';
import type { PmsApi } from './pmsServer';
import type { inAccount } from './wuBookZak';

/** Source: code of third parties: POST /kp/reservations/fetch_reservations with `filters`, POST /kp/customers/fetch_one, both as forms. */
const API_KEY = 'wb_sandbox';
const PAGE_SIZES = [8, 16, 32, 64];

interface Booking extends ReturnType<typeof inAccount> {
	hasNoGuest?: boolean;
}
interface Interval {
	from: string;
	to: string;
}
interface Filters {
	arrival?: Interval;
	departure?: Interval;
	pager: { limit: number; offset: number };
}

const formOf = ({ body }: ReceivedRequest) => Object.fromEntries(new URLSearchParams(body));
const isFor = ({ method, path, headers }: ReceivedRequest, operation: string) =>
	method === 'POST' &&
	path === `/kp/${operation}` &&
	headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;

export const wuBookZakApi: PmsApi = {
	credentials: () => ({ httpHeaderAuth: { name: 'x-api-key', value: API_KEY } }),
	isAllowed: ({ headers }) => headers['x-api-key'] === API_KEY,
	listPath: '/kp/reservations/fetch_reservations',
	listQuery: (request) => {
		if (!isFor(request, 'reservations/fetch_reservations')) return undefined;
		return { offset: String(filtersOf(request).pager.offset) };
	},
	list: (bookings, request) => page(bookings as Booking[], filtersOf(request)),
	read: (bookings, request) => {
		if (!isFor(request, 'customers/fetch_one')) return undefined;
		const { id } = formOf(request);
		const found = (bookings as Booking[]).find(({ guest }) => String(guest.data.id) === id);
		return found && !found.hasNoGuest ? { body: found.guest } : refusal(404);
	},
	refusal,
};

/** A refusal has no data. No source shows its status. */
function refusal(code: number): Answer {
	return { body: { error: { code, message: 'The request was refused' } } };
}

const filtersOf = (request: ReceivedRequest) =>
	JSON.parse(formOf(request).filters ?? '{}') as Filters;

const dayOf = (text: string) => text.slice(0, 10).split('/').reverse().join('-');

/** The reservations that begin or end between two days. A page repeats the last record of the one before. */
function page(all: Booking[], { arrival, departure, pager }: Filters): Answer {
	const { limit, offset } = pager;
	if (!PAGE_SIZES.includes(limit)) return refusal(400);
	const isIn = (day: string | undefined, interval?: Interval) =>
		interval === undefined ||
		(dayOf(day ?? '') >= dayOf(interval.from) && dayOf(day ?? '') <= dayOf(interval.to));
	const wanted = all
		.map(({ reservation }) => reservation)
		.filter(({ rooms: [room] }) => isIn(room?.dfrom, arrival) && isIn(room?.dto, departure));
	return {
		body: { data: { reservations: wanted.slice(Math.max(offset - 1, 0), offset + limit) } },
	};
}
