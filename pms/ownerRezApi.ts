import { SENDER_LOGIN } from '../host/bookings/sender';
import type { Answer } from '../host/process/httpServer';
import type { PmsApi } from './pmsServer';

/** Source: copies of api.ownerrez.com/help/v2, and code of third parties: GET /v2/bookings with `since_utc` and `from`, by Basic Auth with a personal access token. */
const LARGEST_PAGE = 100;
const LOGIN = Buffer.from(`${SENDER_LOGIN.user}:${SENDER_LOGIN.password}`).toString('base64');

interface Booking {
	arrival: string;
	departure: string;
	updated_utc: string;
	guest?: object;
	id: number;
	/** Its custom fields, which the list leaves out. */
	fields?: Field[];
}

/** A custom field of a booking. Source: github.com/ownerrez/orez-zapier, creates/custom_field_add.js. */
interface Field {
	id: number;
	entity_type: string;
	entity_id: number;
	field_definition_id: number;
	value: string;
}

const FIELD_ID = 123;
const FIELDS = '/v2/fields';
/** The ID of a booking's field has that of the booking. */
const fieldIn = (path: string) => /^\/v2\/fields\/9(\d+)$/.exec(path)?.[1];
const refusal = (status: number): Answer => ({
	status,
	body: { messages: ['The request was refused'] },
});

export const ownerRezApi: PmsApi = {
	// In the tests, all credentials of one type are one.
	credentials: () => ({ httpBasicAuth: SENDER_LOGIN }),
	isAllowed: ({ headers }) => headers.authorization === `Basic ${LOGIN}`,
	entered: [{ node: 'Get the fields', field: 'field_definition_id', value: String(FIELD_ID) }],
	listPath: '/v2/bookings',
	list: (bookings, { query }) => page(bookings as Booking[], query),
	rooms: (rooms, { method, path, query: { limit = '20', offset = '0' } }) => {
		if (method !== 'GET' || path !== '/v2/properties') return undefined;
		const end = Number(offset) + Number(limit);
		const items = rooms
			.slice(Number(offset), end)
			.map(({ id, name }) => ({ id: Number(id), name, active: true }));
		const next = end < rooms.length ? `/v2/properties?offset=${end}` : null;
		return { body: { items, limit: Number(limit), offset: Number(offset), next_page_url: next } };
	},
	read: (bookings, { method, path, query }) => {
		if (method !== 'GET' || path !== FIELDS) return undefined;
		const booking = (bookings as Booking[]).find(({ id }) => String(id) === query.entity_id);
		if (!booking || query.entity_type !== 'booking') return refusal(404);
		return { body: { items: booking.fields ?? [], limit: 20, offset: 0 } };
	},
	pinBack: {
		pinsIn: ({ method, path, body }) => {
			const changed = method === 'PATCH' ? fieldIn(path) : undefined;
			if (changed === undefined && (method !== 'POST' || path !== FIELDS)) return undefined;
			const { entity_id: added, value } = JSON.parse(body) as Field;
			return [{ id: changed ?? String(added), pin: value }];
		},
		update: (bookings, { method, path, body }) => {
			const field = JSON.parse(body) as Omit<Field, 'id'>;
			const wanted = method === 'PATCH' ? fieldIn(path) : String(field.entity_id);
			const booking = (bookings as Booking[]).find(({ id }) => String(id) === wanted);
			if (!booking) return refusal(404);
			const own = fieldOf(booking);
			if (method === 'PATCH')
				return own ? { body: Object.assign(own, { value: field.value }) } : refusal(404);
			// A second value of one field would be a mistake of the caller.
			if (own || field.entity_type !== 'booking' || field.field_definition_id !== FIELD_ID)
				return refusal(400);
			const added = { ...field, id: Number(`9${booking.id}`) };
			booking.fields = [...(booking.fields ?? []), added];
			return { body: added };
		},
		pinOf: (booking) => fieldOf(booking as Booking)?.value,
		pinFields: (booking) => ({ fields: (booking as Booking).fields }),
	},
	refusal,
};

const fieldOf = ({ fields = [] }: Booking) =>
	fields.find(({ field_definition_id: definition }) => definition === FIELD_ID);

/** The bookings that have changed since, and depart on the day `from` or later. Either `since_utc` or `property_ids` is required. */
function page(all: Booking[], query: Record<string, string | undefined>): Answer {
	const { since_utc: since, from = '', to = '9999', offset = '0', limit = '20' } = query;
	if (since === undefined || Number(limit) > LARGEST_PAGE) return { status: 400, body: {} };
	const wanted = all.filter(
		({ arrival, departure, updated_utc: updated }) =>
			departure >= from && arrival <= to && Date.parse(updated) >= Date.parse(since),
	);
	const end = Number(offset) + Number(limit);
	const items = wanted.slice(Number(offset), end).map(({ guest, fields: _, ...booking }) => ({
		...booking,
		...(query.include_guest === 'true' && { guest }),
	}));
	const next = end < wanted.length ? `/v2/bookings?offset=${end}` : null;
	return { body: { items, limit: Number(limit), offset: Number(offset), next_page_url: next } };
}
