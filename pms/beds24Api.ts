import type { Answer } from '../host/process/httpServer';
import type { PmsApi } from './pmsServer';

/** Source: Beds24's contract of its API, version 2: /authentication/token, GET and POST /bookings. It does not say how long a page is. */
const PAGE_SIZE = 100;
const REFRESH_TOKEN = 'sandbox-beds24-refresh-token';
const CODE = 'ACCESS_CODE';

interface InfoItem {
	id?: number;
	code: string;
	text: string;
}
interface Booking {
	id: number;
	status: string;
	departure: string;
	infoItems?: InfoItem[];
}
type Update = Pick<Booking, 'id'> & { infoItems: InfoItem[] };

const updatesIn = (body: string) => JSON.parse(body) as Update[];

export const beds24Api: PmsApi = {
	credentials: () => ({
		httpCustomAuth: { json: JSON.stringify({ headers: { refreshToken: REFRESH_TOKEN } }) },
	}),
	tokens: {
		mayHave: ({ path, headers }) =>
			path === '/api/v2/authentication/token' ? headers.refreshtoken === REFRESH_TOKEN : undefined,
		answer: (token) => ({ body: { token, expiresIn: 86_400 } }),
	},
	isAllowed: ({ headers }, isIssued) => isIssued(headers.token),
	listPath: '/api/v2/bookings',
	list: (bookings, { query }) => page(bookings as Booking[], query),
	pinBack: {
		pinsIn: ({ method, path, body }) =>
			method === 'POST' && path === '/api/v2/bookings'
				? updatesIn(body).map(({ id, infoItems }) => ({ id: String(id), pin: textOf(infoItems) }))
				: undefined,
		update: (bookings, { body }) => ({
			status: 201,
			body: updatesIn(body).map((one) => updateOne(bookings as Booking[], one)),
		}),
		pinOf: (booking) => textOf((booking as Booking).infoItems ?? []),
		pinFields: (booking) => ({ infoItems: (booking as Booking).infoItems ?? [] }),
	},
	besideBooking: (booking) => ({ infoItems: (booking as Booking).infoItems ?? [] }),
	refusal: (status) => ({
		status,
		body: { success: false, type: 'error', code: status, error: 'The request was refused' },
	}),
};

/** Several items with the code would be several texts. */
const textOf = (items: InfoItem[]) =>
	items.flatMap(({ code, text }) => (code === CODE ? [text] : [])).join(' and ');

/** The bookings that end after `departureFrom`. Without `status`, canceled ones are left out; without `includeInfoItems`, their info items. */
function page(
	all: Booking[],
	{ departureFrom = '', includeInfoItems, page: number = '1' }: Record<string, string | undefined>,
): Answer {
	const wanted = all.filter(
		({ departure, status }) => departure > departureFrom && status !== 'cancelled',
	);
	const end = Number(number) * PAGE_SIZE;
	const data = wanted
		.slice(end - PAGE_SIZE, end)
		.map(({ infoItems = [], ...booking }) =>
			includeInfoItems === 'true' ? { ...booking, infoItems } : booking,
		);
	const pages = { nextPageExists: wanted.length > end };
	return { body: { success: true, type: 'booking', count: data.length, pages, data } };
}

/** An info item with an ID changes that item, one without is added. Each booking of a request succeeds or fails by itself. */
function updateOne(bookings: Booking[], { id, infoItems }: Update): object {
	const booking = bookings.find((candidate) => candidate.id === id);
	if (booking === undefined)
		return {
			success: false,
			errors: [{ action: 'modify booking', field: 'id', message: 'invalid' }],
		};
	const items = (booking.infoItems ??= []);
	for (const item of infoItems) {
		const known = items.find((candidate) => candidate.id === item.id);
		if (known) Object.assign(known, item);
		else items.push({ ...item, id: id * 10 + items.length });
	}
	return { success: true, modified: { id, infoItems } };
}
