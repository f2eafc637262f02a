import type { Answer } from '../host/process/httpServer';
import { clientCredentials } from './clientCredentials';
import type { PmsApi } from './pmsServer';

/**
 * Sources: open-api-docs.guesty.com and copies of its pages show tokens, the requests of version 3 with
 * their filters and pages, custom fields, and `guests-crud`. Code of third parties shows the records of
 * the search, which bookings it leaves out, and the empty list for bookings that exist.
 */
const LARGEST_PAGE = 100;
const MOST_IDS = 10;
/** The status for a token that has expired, as one third party saw it. */
const EXPIRED_STATUS = 403;
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
/** A booking of the account: what each request answers with, and which requests leave it out. */
interface Reservation {
	_id: string;
	record: object;
	searched: { checkOutDateLocalized: string };
	guest: { _id: string };
	leftOut?: 'search' | 'request';
	customFields?: CustomField[];
}
type Query = Record<string, string | undefined>;

export const guestyApi: PmsApi = {
	...clientCredentials('/oauth2/token', LOGIN, {
		expiresInS: 86_400,
		expiredStatus: EXPIRED_STATUS,
	}),
	entered: [{ node: 'Send the PIN to Guesty', field: 'customFields[0].fieldId', value: FIELD_ID }],
	isAllowed: ({ headers }, isIssued) => isIssued(headers.authorization?.replace('Bearer ', '')),
	listPath: '/v1/reservations-v3/search',
	list: (bookings, { query }) => page(bookings as Reservation[], query),
	read: (bookings, { method, path, query }) => {
		const all = bookings as Reservation[];
		if (method !== 'GET') return undefined;
		if (path === '/v1/reservations-v3') return byIds(all, query);
		const guestId = /^\/v1\/guests-crud\/(\w+)$/.exec(path)?.[1];
		const found = all.find(({ guest }) => guest._id === guestId);
		if (!found) return undefined;
		return query.fields ? { body: fieldsOf(found.guest, query) } : refusal(400);
	},
	rooms: (rooms, { method, path, query: { limit = '25', skip = '0', fields = '' } }) =>
		method === 'GET' && path === '/v1/listings'
			? {
					body: {
						results: rooms
							.slice(Number(skip), Number(skip) + Number(limit))
							.map(({ id, name }) => ({
								_id: id,
								...(fields.includes('nickname') && { nickname: name }),
							})),
					},
				}
			: undefined,
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
const fieldsOf = (guest: object, { fields = '' }: Query): object =>
	Object.fromEntries(
		Object.entries(guest).filter(([member]) => ['_id', ...fields.split(' ')].includes(member)),
	);

/** A list, which is empty for bookings that the request leaves out. */
function byIds(all: Reservation[], query: Query): Answer {
	const ids = Object.entries(query)
		.filter(([name]) => /^reservationIds\[\d*\]$/.test(name))
		.map(([, id]) => id);
	if (ids.length === 0 || ids.length > MOST_IDS) return refusal(400);
	const found = all.filter(({ _id, leftOut }) => ids.includes(_id) && leftOut !== 'request');
	return { body: found.map(({ record, customFields = [] }) => ({ ...record, customFields })) };
}

const QUERY = /^(?:filter\[checkOut\]\[gte\]|sort|skip|limit)$/;

/** The reservations that end on the day of the filter or later, without their guests and without those that are left out. */
function page(all: Reservation[], query: Query): Answer {
	const day = query['filter[checkOut][gte]'] ?? '';
	const size = Number(query.limit ?? 25);
	const isKnown = Object.keys(query).every((name) => QUERY.test(name));
	if (!isKnown || !/^\d{4}-\d\d-\d\d$/.test(day) || size > LARGEST_PAGE) return refusal(400);
	const wanted = all.filter(
		({ searched, leftOut }) => searched.checkOutDateLocalized >= day && leftOut !== 'search',
	);
	const skip = Number(query.skip ?? 0);
	const results = wanted.slice(skip, skip + size).map(({ searched }) => searched);
	const hasMore = skip + size < wanted.length;
	return { body: { results, pagination: { skip, limit: size, hasMore } } };
}

function refusal(status: number): Answer {
	return { status, body: { error: { code: 'REFUSED', message: 'The request was refused' } } };
}
