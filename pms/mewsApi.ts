import type { Answer, ReceivedRequest } from '../host/process/httpServer';
import { customerOf, mews } from './mews';
import type { PmsForm } from './pmsBooking';
import type { PmsApi } from './pmsServer';

/** Source: the documentation of Mews' Connector API: operations/reservations, operations/customers, operations/resources, guidelines/pagination. */
const MOST = 1000;
const THREE_MONTHS_MS = 92 * 86_400_000;
const TOKENS = {
	ClientToken: 'sandbox-mews-client-token',
	AccessToken: 'sandbox-mews-access-token',
	Client: 'n8n 1.0.0',
};
const PATH = '/api/connector/v1';

interface Reservation {
	Id: string;
	ScheduledStartUtc: string;
	ScheduledEndUtc: string;
	UpdatedUtc: string;
	/** Its resource access tokens, which have requests of their own. */
	tokens?: Token[];
}
/** Source: the documentation of Mews' Connector API, operations/resourceaccesstokens. */
interface Token {
	Id: string;
	ServiceOrderId: string;
	Type: string;
	Value: string;
	SerialNumber: string | null;
	ValidityStartUtc: string;
	ValidityEndUtc: string;
	Permissions: Record<string, { Value: boolean }>;
	IsActive: boolean;
}
interface Updated {
	Value: string;
}
interface TokenUpdate {
	ResourceAccessTokenId: string;
	Value?: Updated;
	ValidityStartUtc?: Updated;
	ValidityEndUtc?: Updated;
}
interface Interval {
	StartUtc: string;
	EndUtc: string;
}
interface Body {
	ReservationIds?: string[];
	CollidingUtc?: Interval;
	UpdatedUtc?: Interval;
	ServiceIds?: string[];
	CustomerIds?: string[];
	Extent?: { Resources?: boolean };
	Limitation?: { Count: number; Cursor?: string | null };
	ServiceOrderIds?: string[];
	ResourceAccessTokenParameters?: Token[];
	ResourceAccessTokenUpdates?: TokenUpdate[];
}

/** The account's customers, by ID. A reservation only has their IDs. */
const customers = new Map<string, object>();

/** Writes reservations, and makes their guests customers of the account. */
export const mewsAccount: PmsForm = {
	...mews,
	listed: (booking) => {
		customers.set(booking.guest.key, customerOf(booking));
		return mews.listed(booking);
	},
};

const bodyOf = ({ body }: ReceivedRequest) => JSON.parse(body || '{}') as Body;
const isFor = ({ method, path }: ReceivedRequest, operation: string) =>
	method === 'POST' && path === `${PATH}/${operation}`;

export const mewsApi: PmsApi = {
	credentials: () => ({ httpCustomAuth: { json: JSON.stringify({ body: TOKENS }) } }),
	isAllowed: (request) =>
		Object.entries(TOKENS).every(
			([name, value]) => (bodyOf(request) as Record<string, unknown>)[name] === value,
		),
	listPath: `${PATH}/reservations/getAll/2023-06-06`,
	listQuery: (request) => {
		const { CollidingUtc, Limitation } = bodyOf(request);
		if (!isFor(request, 'reservations/getAll/2023-06-06') || !CollidingUtc) return undefined;
		const query: Record<string, string> = {};
		if (Limitation?.Cursor) query.Cursor = Limitation.Cursor;
		return query;
	},
	list: (bookings, request) => page(bookings as Reservation[], bodyOf(request)),
	read: (bookings, request) => {
		const body = bodyOf(request);
		if (isFor(request, 'customers/getAll')) return customersOf(body);
		if (isFor(request, 'resourceAccessTokens/getAll'))
			return tokensOf(bookings as Reservation[], body);
		if (!isFor(request, 'reservations/getAll/2023-06-06')) return undefined;
		if (body.UpdatedUtc) return changed(bookings as Reservation[], body, body.UpdatedUtc);
		if (!body.ReservationIds) return undefined;
		const Reservations = (bookings as Reservation[]).filter(({ Id }) =>
			body.ReservationIds?.includes(Id),
		);
		return isLimited(body) ? answerOf(Reservations) : refusal(400);
	},
	rooms: (rooms, request) => {
		if (!isFor(request, 'resources/getAll')) return undefined;
		const body = bodyOf(request);
		if (!isLimited(body) || body.Extent?.Resources !== true) return refusal(400);
		const all = rooms.map(({ id, name }) => ({ Id: id, IsActive: true, Name: name }));
		const Resources = all.slice(0, body.Limitation?.Count);
		return { body: { Resources, ResourceCategories: null, Cursor: Resources.at(-1)?.Id ?? null } };
	},
	pinBack: {
		pinsIn: (request) => {
			const body = bodyOf(request);
			if (isFor(request, 'resourceAccessTokens/add'))
				return body.ResourceAccessTokenParameters?.map(({ ServiceOrderId: id, Value: pin }) => ({
					id,
					pin,
				}));
			if (!isFor(request, 'resourceAccessTokens/update')) return undefined;
			return body.ResourceAccessTokenUpdates?.map(({ ResourceAccessTokenId: token, Value }) => ({
				id: token.replace('token-', ''),
				pin: Value?.Value,
			}));
		},
		update: (bookings, request) => {
			const { ResourceAccessTokenParameters: added, ResourceAccessTokenUpdates: changes } =
				bodyOf(request);
			if ((added === undefined) === (changes === undefined)) return refusal(400);
			const all = bookings as Reservation[];
			const done = [
				...(added ?? []).map((one) => add(all, one)),
				...(changes ?? []).map((one) => change(all, one)),
			];
			return done.every(Boolean) ? { body: { ResourceAccessTokens: done } } : refusal(400);
		},
		pinOf: (booking) => ownToken(booking as Reservation)?.Value,
		pinFields: (booking) => ({ tokens: (booking as Reservation).tokens }),
	},
	refusal,
};

const ownToken = ({ Id, tokens = [] }: Reservation) =>
	tokens.find((token) => token.Id === `token-${Id}`);

/** The ID of a token has that of the reservation. A second one would be a mistake of the caller. */
function add(all: Reservation[], token: Token): Token | undefined {
	const reservation = all.find(({ Id }) => Id === token.ServiceOrderId);
	if (!reservation || ownToken(reservation)) return undefined;
	const added = { ...token, Id: `token-${reservation.Id}`, IsActive: true };
	reservation.tokens = [...(reservation.tokens ?? []), added];
	return added;
}

function change(all: Reservation[], update: TokenUpdate): Token | undefined {
	const token = all
		.flatMap(({ tokens = [] }) => tokens)
		.find(({ Id }) => Id === update.ResourceAccessTokenId);
	return (
		token &&
		Object.assign(token, {
			Value: update.Value?.Value ?? token.Value,
			ValidityStartUtc: update.ValidityStartUtc?.Value ?? token.ValidityStartUtc,
			ValidityEndUtc: update.ValidityEndUtc?.Value ?? token.ValidityEndUtc,
		})
	);
}

function tokensOf(all: Reservation[], body: Body): Answer {
	const { ServiceOrderIds: ids = [] } = body;
	if (ids.length === 0 || ids.length > MOST || !isLimited(body)) return refusal(400);
	const tokens = all.filter(({ Id }) => ids.includes(Id)).flatMap(({ tokens = [] }) => tokens);
	return { body: { ResourceAccessTokens: tokens, Cursor: null } };
}

function refusal(status: number): Answer {
	return { status, body: { Message: 'The request was refused', Details: null } };
}

/** Each request says how many records it wants. */
const isLimited = ({ Limitation }: Body) =>
	Limitation !== undefined && Limitation.Count >= 1 && Limitation.Count <= MOST;

const answerOf = (all: Reservation[]): Answer => ({
	body: { Reservations: all.map(({ tokens: _, ...one }) => one), Cursor: all.at(-1)?.Id ?? null },
});

/** The reservations of the interval after the one with the ID `Cursor`. */
function page(all: Reservation[], body: Body): Answer {
	const { CollidingUtc, Limitation } = body;
	const from = Date.parse(CollidingUtc?.StartUtc ?? '');
	const to = Date.parse(CollidingUtc?.EndUtc ?? '');
	if (!isLimited(body) || !(to - from <= THREE_MONTHS_MS)) return refusal(400);
	const wanted = all.filter(
		({ ScheduledStartUtc, ScheduledEndUtc }) =>
			Date.parse(ScheduledEndUtc) >= from && Date.parse(ScheduledStartUtc) <= to,
	);
	const start = wanted.findIndex(({ Id }) => Id === Limitation?.Cursor) + 1;
	return answerOf(wanted.slice(start, start + (Limitation?.Count ?? 0)));
}

function changed(all: Reservation[], body: Body, { StartUtc, EndUtc }: Interval): Answer {
	const [from, to] = [Date.parse(StartUtc), Date.parse(EndUtc)];
	if (!isLimited(body) || !(to - from <= THREE_MONTHS_MS)) return refusal(400);
	return answerOf(
		all.filter(({ UpdatedUtc }) => Date.parse(UpdatedUtc) >= from && Date.parse(UpdatedUtc) <= to),
	);
}

function customersOf(body: Body): Answer {
	const { CustomerIds = [], Extent } = body;
	const isAsked = CustomerIds.length > 0 && CustomerIds.length <= MOST && Extent !== undefined;
	if (!isAsked || !isLimited(body)) return refusal(400);
	const Customers = [...customers].flatMap(([id, one]) => (CustomerIds.includes(id) ? [one] : []));
	return { body: { Customers, Documents: null, Cursor: CustomerIds.at(-1) } };
}
