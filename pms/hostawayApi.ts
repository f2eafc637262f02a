import type { Answer } from '../host/process/httpServer';
import { clientCredentials } from './clientCredentials';
import type { PmsApi } from './pmsServer';

/** Source: Hostaway's documentation of its API, source/includes: _authentication, _reservation_retrieveReservationsList, _reservation_retrieveReservation, _reservation_updateReservation, _listing_retrieveListingsList. */
const PAGE_SIZE = 100;
/** The status for a token that has expired (index.html.md, "Working with authorization token"). */
const EXPIRED_STATUS = 403;
const LOGIN = {
	client_id: '61148',
	client_secret: 'sandbox-hostaway-api-key',
	scope: 'general',
};

interface Reservation {
	id: number;
	arrivalDate?: string;
	departureDate: string;
	doorCode: string | null;
}

export const hostawayApi: PmsApi = {
	...clientCredentials('/v1/accessTokens', LOGIN, {
		expiresInS: 15_897_600,
		expiredStatus: EXPIRED_STATUS,
	}),
	isAllowed: ({ headers }, isIssued) => isIssued(headers.authorization?.replace('Bearer ', '')),
	listPath: '/v1/reservations',
	list: (bookings, { query }) => page(bookings as Reservation[], query),
	read: (bookings, { method, path, query }) => {
		if (method !== 'GET') return undefined;
		const found = (bookings as Reservation[]).find(({ id }) => String(id) === idIn(path));
		return found && success(withResources([found], query)[0]);
	},
	rooms: (rooms, { method, path, query: { limit = '100', offset = '0' } }) =>
		method === 'GET' && path === '/v1/listings'
			? success(
					rooms.slice(Number(offset), Number(offset) + Number(limit)).map(({ id, name }) => ({
						id: Number(id),
						name: 'A cozy place',
						internalListingName: name,
					})),
				)
			: undefined,
	pinBack: {
		pinsIn: ({ method, path, body }) => {
			const id = idIn(path);
			if (method !== 'PUT' || id === undefined) return undefined;
			return [{ id, pin: (JSON.parse(body) as Reservation).doorCode }];
		},
		update: (bookings, { path, body }) => {
			const reservation = (bookings as Reservation[]).find(({ id }) => String(id) === idIn(path));
			if (reservation === undefined) return refusal(404);
			reservation.doorCode = (JSON.parse(body) as Reservation).doorCode;
			return success(reservation);
		},
		pinOf: (booking) => (booking as Reservation).doorCode,
		pinFields: (booking) => ({ doorCode: (booking as Reservation).doorCode }),
	},
	refusal,
};

const idIn = (path: string) => /^\/v1\/reservations\/(\d+)$/.exec(path)?.[1];

/**
 * The reservations after `afterId`, with their units only if the request asks for resources. An `afterId` that is not in
 * the list is a mistake of the caller.
 */
function page(
	all: Reservation[],
	{
		afterId = '',
		departureStartDate = '',
		arrivalEndDate = '9999',
		limit,
		includeResources,
	}: Query,
): Answer {
	const wanted = all.filter(
		({ arrivalDate = '', departureDate }) =>
			departureDate >= departureStartDate && arrivalDate <= arrivalEndDate,
	);
	const last = wanted.findIndex(({ id }) => String(id) === afterId);
	if (afterId !== '' && last === -1) return refusal(400);
	const size = Math.min(Number(limit ?? PAGE_SIZE), PAGE_SIZE);
	const some = wanted.slice(last + 1, last + 1 + size);
	return success(withResources(some, { includeResources }));
}

const withResources = (some: Reservation[], { includeResources }: Query) =>
	includeResources === '1' ? some : some.map((one) => ({ ...one, reservationUnit: [] }));

type Query = Record<string, string | undefined>;

const success = (result: unknown): Answer => ({ body: { status: 'success', result } });
function refusal(status: number): Answer {
	return { status, body: { status: 'fail', message: 'The request was refused' } };
}
