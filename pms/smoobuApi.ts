import { createHash, createHmac } from 'node:crypto';
import type { Answer, ReceivedRequest } from '../host/process/httpServer';
import type { PmsApi } from './pmsServer';

/**
 * Source: code of third parties that quotes Smoobu's page on signed requests (September 2026): the four headers, the text that is
 * signed, 5 minutes, a nonce that is never used again. The list and /api/reservations/{id}: tool descriptions and code of third parties.
 */
const LARGEST_PAGE = 100;
const API_KEY = 'sandbox-smoobu-api-key';
const API_SECRET = 'sandbox-smoobu-api-secret';
const VALID_MS = 300_000;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

interface Reservation {
	id: number;
	arrival: string;
	departure: string;
	type: string;
}

/** The answer to a nonce that was used before is the same as to a wrong signature. */
const usedNonces = new Set<unknown>();

export const smoobuApi: PmsApi = {
	credentials: () => ({ crypto: { hmacSecret: API_SECRET } }),
	entered: [{ node: 'Request to Smoobu', field: 'api_key', value: API_KEY }],
	isAllowed,
	listPath: '/api/reservations',
	list: (bookings, { query }) => page(bookings as Reservation[], query),
	read: (bookings, { method, path }) => {
		const found = (bookings as Reservation[]).find(({ id }) => path === `/api/reservations/${id}`);
		return method === 'GET' && found ? { body: found } : undefined;
	},
	refusal: (status) => ({ status, body: { status, title: 'The request was refused' } }),
};

function isAllowed({ method, path, search, headers, body }: ReceivedRequest): boolean {
	const nonce = String(headers['x-nonce']);
	const timestamp = String(headers['x-timestamp']);
	if (usedNonces.has(nonce) || !UUID.test(nonce) || !/:\d\dZ$/.test(timestamp)) return false;
	usedNonces.add(nonce);
	const query = [...new URLSearchParams(search)]
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map((pair) => pair.map(encodeURIComponent).join('='))
		.join('&');
	const hash = createHash('sha256').update(body).digest('hex');
	const text = [method, path, query, timestamp, nonce, hash, API_KEY].join('\n');
	return (
		headers['x-api-key'] === API_KEY &&
		Math.abs(Date.parse(timestamp) - Date.now()) < VALID_MS &&
		headers['x-signature'] === createHmac('sha256', API_SECRET).update(text).digest('base64')
	);
}

/** The bookings that end at `departureFrom` or later, without canceled ones unless `showCancellation` asks for them. */
function page(
	all: Reservation[],
	{
		arrivalTo = '9999',
		departureFrom = '',
		page: number = '1',
		pageSize = '25',
		showCancellation,
	}: Query,
): Answer {
	const wanted = all.filter(
		({ arrival, departure, type }) =>
			departure >= departureFrom &&
			arrival <= arrivalTo &&
			(showCancellation === 'true' || type !== 'cancellation'),
	);
	const size = Math.min(Number(pageSize), LARGEST_PAGE);
	const start = (Number(number) - 1) * size;
	return {
		body: {
			page_count: Math.ceil(wanted.length / size),
			page_size: size,
			total_items: wanted.length,
			page: Number(number),
			bookings: wanted.slice(start, start + size),
		},
	};
}
type Query = Record<string, string | undefined>;
