import type { Answer } from '../host/process/httpServer';
import type { PmsApi } from './pmsServer';

/** Source: apaleo's own n8n node (github.com/apaleo/n8n-nodes-apaleo, parameters.ts), and its guides to pages and to the client credentials flow (apaleo.dev). */
const PAGE_SIZE = { default: 20, most: 200 };
const CLIENT = {
	id: 'EXMP-SANDBOX',
	secret: 'sandbox-apaleo-client-secret',
	scope: 'reservations.read',
};
const PATH = '/booking/v1/reservations';

interface Reservation {
	id: string;
	arrival: string;
	departure: string;
	booker?: object;
}

export const apaleoApi: PmsApi = {
	credentials: (url) => ({
		oAuth2Api: {
			grantType: 'clientCredentials',
			accessTokenUrl: `${url}/connect/token`,
			clientId: CLIENT.id,
			clientSecret: CLIENT.secret,
			scope: CLIENT.scope,
			authentication: 'header',
		},
	}),
	tokens: {
		mayHave: ({ method, path, headers, body }) => {
			if (method !== 'POST' || path !== '/connect/token') return undefined;
			const form = new URLSearchParams(body);
			const login = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64');
			return (
				headers.authorization === `Basic ${login}` &&
				form.get('grant_type') === 'client_credentials' &&
				form.get('scope') === CLIENT.scope
			);
		},
		answer: (token) => ({
			body: { access_token: token, expires_in: 3600, token_type: 'Bearer', scope: CLIENT.scope },
		}),
	},
	isAllowed: ({ headers }, isIssued) => isIssued(headers.authorization?.replace('Bearer ', '')),
	listPath: PATH,
	list: (bookings, { query }) => page(bookings as Reservation[], query),
	read: (bookings, { method, path, query }) => {
		if (method !== 'GET' || !path.startsWith(`${PATH}/`)) return undefined;
		const id = path.slice(PATH.length + 1);
		const found = (bookings as Reservation[]).find((one) => one.id === id);
		return found ? { body: expanded(found, query) } : refusal(404);
	},
	refusal,
};

function refusal(status: number): Answer {
	return { status, body: { messages: ['The request was refused'] } };
}

type Query = Record<string, string | undefined>;

/** The reservations whose departure or arrival is `from` or later, and before `to`. A page without reservations has no body. */
function page(all: Reservation[], query: Query): Answer {
	const { dateFilter, from = '', to = '', pageNumber = '1', pageSize = PAGE_SIZE.default } = query;
	const size = Number(pageSize);
	const member = dateFilter === 'Arrival' ? 'arrival' : 'departure';
	const isInstant = (text: string) => !Number.isNaN(Date.parse(text)) && !text.includes('.');
	if (!['Arrival', 'Departure'].includes(String(dateFilter)) || ![from, to].every(isInstant))
		return refusal(422);
	if (size > PAGE_SIZE.most) return refusal(422);
	const wanted = all.filter(
		(one) =>
			Date.parse(one[member]) >= Date.parse(from) && Date.parse(one[member]) < Date.parse(to),
	);
	const start = (Number(pageNumber) - 1) * size;
	const reservations = wanted.slice(start, start + size).map((one) => expanded(one, query));
	if (reservations.length === 0) return { status: 204, body: '' };
	return { body: { reservations, count: wanted.length } };
}

/** The booker is there only if the request asks for it. */
function expanded({ booker, ...reservation }: Reservation, { expand = '' }: Query): object {
	return expand.split(',').includes('booker') ? { ...reservation, booker } : reservation;
}
