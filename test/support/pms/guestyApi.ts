import type { Answer } from '../httpServer';
import type { PmsApi } from './pmsServer';

/**
 * Source: open-api-docs.guesty.com for tokens, `fields`, `limit`, `skip` and the path of the custom fields; code of third parties for
 * `filters`, `results` and the body of the custom fields.
 */
const LARGEST_PAGE = 100;
const FIELD_ID = 'sandbox-guesty-field';
const LOGIN = {
	client_id: 'sandbox-guesty-client',
	client_secret: 'sandbox-guesty-secret',
	scope: 'open-api',
};

interface CustomField {
	fieldId: string;
	value: unknown;
}
interface Reservation {
	_id: string;
	checkOutDateLocalized: string;
	customFields?: CustomField[];
}
type Query = Record<string, string | undefined>;

export const guestyApi: PmsApi = {
	credentials: (url) => ({
		oAuth2Api: {
			grantType: 'clientCredentials',
			accessTokenUrl: `${url}/oauth2/token`,
			clientId: LOGIN.client_id,
			clientSecret: LOGIN.client_secret,
			scope: LOGIN.scope,
			authentication: 'body',
		},
	}),
	entered: [{ node: 'Send the PIN to Guesty', field: 'customFields[0].fieldId', value: FIELD_ID }],
	tokens: {
		mayHave: ({ method, path, body }) => {
			if (method !== 'POST' || path !== '/oauth2/token') return undefined;
			const form = Object.fromEntries(new URLSearchParams(body));
			return Object.entries({ grant_type: 'client_credentials', ...LOGIN }).every(
				([name, value]) => form[name] === value,
			);
		},
		answer: (token) => ({
			body: { token_type: 'Bearer', expires_in: 86_400, access_token: token },
		}),
	},
	isAllowed: ({ headers }, isIssued) => isIssued(headers.authorization?.replace('Bearer ', '')),
	listPath: '/v1/reservations',
	list: (bookings, { query }) => page(bookings as Reservation[], query),
	read: (bookings, { method, path, query }) => {
		const id = /^\/v1\/reservations\/(\w+)$/.exec(path)?.[1];
		const found = (bookings as Reservation[]).find(({ _id }) => _id === id);
		return method === 'GET' && found ? { body: fieldsOf(found, query) } : undefined;
	},
	pinBack: {
		pinsIn: ({ method, path, body }) => {
			const id = idIn(path);
			return method === 'PUT' && id !== undefined
				? [{ id, pin: pinIn(JSON.parse(body) as Reservation) }]
				: undefined;
		},
		update: (bookings, { path, body }) => {
			const reservation = (bookings as Reservation[]).find(({ _id }) => _id === idIn(path));
			if (reservation === undefined) return refusal(404);
			const { customFields = [] } = JSON.parse(body) as Reservation;
			reservation.customFields = customFields;
			return { body: { reservationId: reservation._id, customFields } };
		},
		pinOf: (booking) => pinIn(booking as Reservation),
		pinFields: (booking) => ({ customFields: (booking as Reservation).customFields ?? [] }),
	},
	refusal,
};

const idIn = (path: string) => /^\/v1\/reservations-v3\/(\w+)\/custom-fields$/.exec(path)?.[1];
const pinIn = ({ customFields = [] }: Pick<Reservation, 'customFields'>) =>
	customFields.find(({ fieldId }) => fieldId === FIELD_ID)?.value;

/** The members that `fields` names, separated by spaces, and the ID. */
function fieldsOf(reservation: object, { fields = '' }: Query): object {
	const picked: Record<string, unknown> = {};
	for (const path of ['_id', ...fields.split(' ')]) {
		const [member = '', inner] = path.split('.');
		const value = (reservation as Record<string, unknown>)[member];
		if (value === undefined) continue;
		picked[member] =
			inner === undefined
				? value
				: { ...(picked[member] as object), [inner]: (value as Record<string, unknown>)[inner] };
	}
	return picked;
}

/** The reservations that end at the time of the filter or later, without any order. */
function page(all: Reservation[], query: Query): Answer {
	const [filter] = JSON.parse(query.filters ?? '[]') as Array<Record<string, string>>;
	if (filter?.field !== 'checkOut' || filter.operator !== '$gte') return refusal(400);
	const wanted = all.filter(
		({ checkOutDateLocalized: end }) => `${end}T23:59:59Z` >= (filter.value ?? ''),
	);
	const start = Number(query.skip ?? 0);
	const size = Math.min(Number(query.limit ?? 25), LARGEST_PAGE);
	const results = wanted.slice(start, start + size).map((one) => fieldsOf(one, query));
	return { body: { results, count: wanted.length, limit: size, skip: start } };
}

function refusal(status: number): Answer {
	return { status, body: { error: { code: 'REFUSED', message: 'The request was refused' } } };
}
