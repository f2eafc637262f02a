import type { Answer, ReceivedRequest } from '../host/process/httpServer';
import type { inAccount } from './hostify';
import type { PmsApi } from './pmsServer';

/** Source: a public copy of Hostify's documentation: GET /reservations, GET /guests/{id}, POST /reservations/custom_field_update. */
const API_KEY = 'sandbox-hostify-api-key';
const FIELD_ID = '4711';
const LARGEST_PAGE = 100;

interface Booking extends ReturnType<typeof inAccount> {
	field?: unknown;
	hasNoGuest?: boolean;
}
interface Update {
	reservation_id: string;
	custom_field_id: string;
	value: unknown;
}
interface Filter {
	field: 'checkIn' | 'checkOut';
	operator: string;
	value: string;
}

export const hostifyApi: PmsApi = {
	credentials: () => ({ httpHeaderAuth: { name: 'x-api-key', value: API_KEY } }),
	entered: [{ node: 'Send the PIN to Hostify', field: 'custom_field_id', value: FIELD_ID }],
	isAllowed: ({ headers }) => headers['x-api-key'] === API_KEY,
	listPath: '/reservations',
	list: (bookings, { query }) => page(bookings as Booking[], query),
	read: (bookings, { method, path }) => {
		const [, wanted] = /^\/guests\/(\w+)$/.exec(path) ?? [];
		if (method !== 'GET' || wanted === undefined) return undefined;
		const found = (bookings as Booking[]).find(({ guest }) => String(guest.id) === wanted);
		return found && !found.hasNoGuest ? { body: { success: true, guest: found.guest } } : undefined;
	},
	pinBack: {
		pinsIn: (request) => {
			const update = updateIn(request);
			return update && [{ id: update.reservation_id, pin: update.value }];
		},
		update: (bookings, request) => {
			const update = updateIn(request);
			const booking = (bookings as Booking[]).find(({ id }) => id === update?.reservation_id);
			if (!booking || update?.custom_field_id !== FIELD_ID) return refusal(404);
			booking.field = update.value;
			return { body: { success: true } };
		},
		pinOf: (booking) => (booking as Booking).field,
		pinFields: (booking) => ({ field: (booking as Booking).field }),
	},
	refusal,
};

function updateIn({ method, path, body }: ReceivedRequest): Update | undefined {
	return method === 'POST' && path === '/reservations/custom_field_update'
		? (JSON.parse(body) as Update)
		: undefined;
}

function refusal(status: number): Answer {
	return { status, body: { success: false, error: 'The request was refused' } };
}

const OPERATORS: Record<string, (day: string, value: string) => boolean> = {
	'>=': (day, value) => day >= value,
	'<=': (day, value) => day <= value,
};

/**
 * The reservations to which all filters apply, oldest first, at most 100 whatever is asked. With start_date or end_date,
 * Hostify answers with none (as seen with an account).
 */
function page(all: Booking[], query: Record<string, string | undefined>): Answer {
	if (query.start_date !== undefined || query.end_date !== undefined)
		return { body: { success: true, reservations: [] } };
	const size = Math.min(Number(query.per_page ?? 20), LARGEST_PAGE);
	const filters = JSON.parse(query.filters ?? '[]') as Filter[];
	const wanted = all
		.map(({ reservation }) => reservation)
		.filter((one) =>
			filters.every(({ field, operator, value }) => OPERATORS[operator]?.(one[field], value)),
		);
	const start = (Number(query.page ?? 1) - 1) * size;
	return { body: { success: true, reservations: wanted.slice(start, start + size) } };
}
