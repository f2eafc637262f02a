import type { Answer } from '../host/process/httpServer';
import type { PmsApi } from './pmsServer';

/** Source: dev.hostfully.com (leads, version 3.3), and code of third parties: GET /leads with `agencyUid` and `_cursor`, GET /leads/{uid}. */
const API_KEY = 'sandbox-hostfully-api-key';
const AGENCY = 'agency';
const LARGEST_PAGE = 100;
const PATH = '/api/v3.3/leads';

interface Lead {
	uid: string;
	checkInLocalDateTime: string;
	checkOutLocalDateTime: string;
}

export const hostfullyApi: PmsApi = {
	credentials: () => ({ httpHeaderAuth: { name: 'X-HOSTFULLY-APIKEY', value: API_KEY } }),
	entered: [{ node: 'Get the bookings', field: 'agencyUid', value: AGENCY }],
	isAllowed: ({ headers }) => headers['x-hostfully-apikey'] === API_KEY,
	listPath: PATH,
	list: (bookings, { query }) => page(bookings as Lead[], query),
	read: (bookings, { method, path }) => {
		const [, id] = /^\/api\/v3\.3\/leads\/(\w+)$/.exec(path) ?? [];
		if (method !== 'GET' || id === undefined) return undefined;
		const lead = (bookings as Lead[]).find(({ uid }) => uid === id);
		return lead ? { body: { lead } } : refusal(404);
	},
	refusal,
};

function refusal(status: number): Answer {
	return { status, body: { apiErrorCode: 'REFUSED', apiErrorMessage: 'The request was refused' } };
}

/** The leads of an agency after the one that `_cursor` names, by the days of the property. */
function page(all: Lead[], query: Record<string, string | undefined>): Answer {
	const { agencyUid, checkOutFrom = '', checkInTo = '9999', _limit = '20', _cursor = '' } = query;
	if (agencyUid !== AGENCY || Number(_limit) > LARGEST_PAGE) return refusal(400);
	const wanted = all.filter(
		({ checkInLocalDateTime: start, checkOutLocalDateTime: end }) =>
			end.slice(0, 10) >= checkOutFrom && start.slice(0, 10) <= checkInTo,
	);
	const last = wanted.findIndex(({ uid }) => uid === _cursor);
	if (_cursor !== '' && last === -1) return refusal(400);
	const leads = wanted.slice(last + 1, last + 1 + Number(_limit));
	const isLast = last + 1 + leads.length >= wanted.length;
	return {
		body: {
			leads,
			_metadata: { count: leads.length, totalCount: wanted.length },
			_paging: { _limit: Number(_limit), ...(!isLast && { _nextCursor: leads.at(-1)?.uid }) },
		},
	};
}
