import type { Answer } from '../../process/httpServer';
import { answer } from './hostex';
import type { PmsApi } from './pmsServer';

/** Source: code of third parties that runs against accounts: GET /v3/reservations with `reservation_code`, or with days of arrival. */
const TOKEN = 'sandbox-hostex-access-token';
const PATH = '/v3/reservations';
const LARGEST_PAGE = 100;
const MOST_DAYS = 180;

interface Stay {
	reservation_code: string;
	check_in_date: string;
}
type Query = Record<string, string | undefined>;

export const hostexApi: PmsApi = {
	credentials: () => ({ httpHeaderAuth: { name: 'Hostex-Access-Token', value: TOKEN } }),
	isAllowed: ({ headers }) => headers['hostex-access-token'] === TOKEN,
	listPath: PATH,
	listQuery: ({ method, path, query }) =>
		method === 'GET' && path === PATH && query.reservation_code === undefined ? query : undefined,
	list: (bookings, { query }) => page(bookings as Stay[], query),
	read: (bookings, { method, path, query }) =>
		method === 'GET' && path === PATH
			? answerOf(
					(bookings as Stay[]).filter(
						({ reservation_code: code }) => code === query.reservation_code,
					),
				)
			: undefined,
	refusal,
};

/** Hostex refuses a request in the body: the status of the response is that of a success. */
function refusal(status: number): Answer {
	return { body: { request_id: 'request-2', error_code: status, error_msg: 'Unauthorized' } };
}

const answerOf = (reservations: object[]): Answer => ({
	body: { ...answer(), data: { reservations } },
});

/** The stays that begin between two days, which are at most half a year apart. */
function page(all: Stay[], query: Query): Answer {
	const { start_check_in_date: from = '', end_check_in_date: to = '' } = query;
	const { offset = '0', limit = '20' } = query;
	const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
	if (!(days >= 0 && days < MOST_DAYS) || Number(limit) > LARGEST_PAGE) return refusal(400);
	const wanted = all.filter(({ check_in_date: day }) => day >= from && day <= to);
	return answerOf(wanted.slice(Number(offset), Number(offset) + Number(limit)));
}
