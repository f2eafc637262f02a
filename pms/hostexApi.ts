import type { Answer, ReceivedRequest } from '../host/process/httpServer';
import { answer } from './hostex';
import type { PmsApi } from './pmsServer';

/** Source: code of third parties that runs against accounts: GET /v3/reservations with `reservation_code`, or with days of arrival or departure; PATCH /v3/reservations/{stay_code}/check_in_details. */
const TOKEN = 'sandbox-hostex-access-token';
const PATH = '/v3/reservations';
const LARGEST_PAGE = 100;
const MOST_DAYS = 180;

interface Stay {
	reservation_code: string;
	stay_code: string;
	check_in_date: string;
	check_out_date: string;
	lockCode?: string;
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
	pinBack: {
		pinsIn: (request) => {
			const code = stayIn(request);
			return code === undefined ? undefined : [{ id: code, pin: lockCodeIn(request) }];
		},
		update: (bookings, request) => {
			const stay = (bookings as Stay[]).find(({ stay_code: code }) => code === stayIn(request));
			if (!stay) return refusal(404);
			stay.lockCode = lockCodeIn(request);
			return { body: { request_id: 'request-3', error_code: 200, error_msg: 'Done.' } };
		},
		pinOf: (booking) => (booking as Stay).lockCode,
		pinFields: (booking) => ({ lockCode: (booking as Stay).lockCode }),
	},
	refusal,
};

const stayIn = ({ method, path }: ReceivedRequest) =>
	method === 'PATCH'
		? /^\/v3\/reservations\/([^/]+)\/check_in_details$/.exec(path)?.[1]
		: undefined;
const lockCodeIn = ({ body }: ReceivedRequest) =>
	(JSON.parse(body) as { lock_code: string }).lock_code;

/** Hostex refuses a request in the body: the status of the response is that of a success. */
function refusal(status: number): Answer {
	return { body: { request_id: 'request-2', error_code: status, error_msg: 'Unauthorized' } };
}

const answerOf = (reservations: object[]): Answer => ({
	body: { ...answer(), data: { reservations } },
});

/** The stays that begin, or end, between two days, which are at most half a year apart. */
function page(all: Stay[], query: Query): Answer {
	const isByEnd = query.start_check_out_date !== undefined;
	const from = (isByEnd ? query.start_check_out_date : query.start_check_in_date) ?? '';
	const to = (isByEnd ? query.end_check_out_date : query.end_check_in_date) ?? '';
	const { offset = '0', limit = '20' } = query;
	const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
	if (!(days >= 0 && days < MOST_DAYS) || Number(limit) > LARGEST_PAGE) return refusal(400);
	const wanted = all
		.filter((stay) => {
			const day = isByEnd ? stay.check_out_date : stay.check_in_date;
			return day >= from && day <= to;
		})
		.map(({ lockCode: _, ...stay }) => stay);
	return answerOf(wanted.slice(Number(offset), Number(offset) + Number(limit)));
}
