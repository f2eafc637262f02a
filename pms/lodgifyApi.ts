import type { Answer } from '../host/process/httpServer';
import type { PmsApi } from './pmsServer';

/** Source: code of third parties: GET /v2/reservations/bookings and /{id}, at most 50 a page, the key in X-ApiKey; Lodgify's OpenAPI and code of third parties: PUT …/{id}/keyCodes. */
const LARGEST_PAGE = 50;
const API_KEY = 'sandbox-lodgify-api-key';

interface Booking {
	id: number;
	rooms: Array<{ room_type_id: number; key_code: string }>;
	/** By room type. Calls have none of them. */
	keyCodes?: Record<number, string>;
}

const idIn = (path: string) => /^\/v2\/reservations\/bookings\/(\d+)\/keyCodes$/.exec(path)?.[1];
const codesIn = (body: string) => (JSON.parse(body) as Pick<Booking, 'rooms'>).rooms;

const withCodes = ({ keyCodes, ...booking }: Booking): Booking => ({
	...booking,
	rooms: booking.rooms.map((room) => ({
		...room,
		key_code: keyCodes?.[room.room_type_id] ?? '',
	})),
});

export const lodgifyApi: PmsApi = {
	credentials: () => ({ httpHeaderAuth: { name: 'X-ApiKey', value: API_KEY } }),
	isAllowed: ({ headers }) => headers['x-apikey'] === API_KEY,
	listPath: '/v2/reservations/bookings',
	list: (bookings, { query }) => page((bookings as Booking[]).map(withCodes), query),
	read: (bookings, { method, path }) => {
		const found = (bookings as Booking[]).find(
			({ id }) => path === `/v2/reservations/bookings/${id}`,
		);
		return method === 'GET' && found ? { body: withCodes(found) } : undefined;
	},
	pinBack: {
		pinsIn: ({ method, path, body }) => {
			const id = idIn(path);
			if (method !== 'PUT' || id === undefined) return undefined;
			return [{ id, pin: codesIn(body).map(({ key_code: code }) => code)[0] }];
		},
		update: (bookings, { path, body }) => {
			const booking = (bookings as Booking[]).find(({ id }) => String(id) === idIn(path));
			const rooms = codesIn(body);
			const isRoom = (roomType: number) =>
				booking?.rooms.some(({ room_type_id: id }) => id === roomType);
			if (!booking || rooms.length === 0 || !rooms.every(({ room_type_id: id }) => isRoom(id)))
				return { status: 400, body: { message: 'Room type is not part of the booking' } };
			for (const { room_type_id: id, key_code: code } of rooms)
				booking.keyCodes = { ...booking.keyCodes, [id]: code };
			return { body: { rooms } };
		},
		pinOf: (booking) => {
			const codes = withCodes(booking as Booking).rooms.map(({ key_code: code }) => code);
			return codes.every((code) => code === codes[0]) ? codes[0] : codes;
		},
		pinFields: (booking) => ({ keyCodes: (booking as Booking).keyCodes }),
	},
	refusal: (status) => ({ status, body: { message: 'The request was refused' } }),
};

/** Only `All` has all stays: other filters leave out some. */
function page(
	all: object[],
	{
		page: number = '1',
		size = '50',
		stayFilter,
		includeExternal,
	}: Record<string, string | undefined>,
): Answer {
	const length = Math.min(Number(size), LARGEST_PAGE);
	const start = (Number(number) - 1) * length;
	const items =
		stayFilter === 'All' && includeExternal === 'true' ? all.slice(start, start + length) : [];
	return { body: { count: null, items } };
}
