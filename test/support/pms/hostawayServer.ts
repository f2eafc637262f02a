import { startHttpServer, type Answer, type ReceivedRequest } from '../httpServer';

/** Source: Hostaway's documentation of its API, source/includes: _authentication, _reservation_retrieveReservationsList, _reservation_updateReservation. */
const PAGE_SIZE = 100;
const ACCOUNT_ID = '61148';
const API_KEY = 'sandbox-hostaway-api-key';

interface Reservation {
	id: number;
	departureDate: string;
	doorCode: string | null;
}

export interface HostawayServer {
	url: string;
	/** What a host enters in n8n's OAuth2 credential. */
	credential: Record<string, string>;
	/** The account's reservations, in the order of its list. Change them freely. */
	reservations: object[];
	settings: {
		/** How long after its issue a token is accepted. */
		tokenDelayMs: number;
		/** The status that the list, or an update, is refused with. */
		listStatus?: number;
		updateStatus?: number;
	};
	/** The queries of the list, in order of arrival. */
	listed: Array<Record<string, string>>;
	/** The door codes that came in, in order of arrival. */
	doorCodes: Array<{ id: string; doorCode: unknown }>;
	stop: () => Promise<void>;
}

/** A server on 127.0.0.1 that issues tokens, lists reservations page by page, and takes door codes, as Hostaway documents it. */
export async function startHostawayServer(): Promise<HostawayServer> {
	/** Each token, and from when on it is accepted. */
	const tokens = new Map<string, number>();
	const settings: HostawayServer['settings'] = { tokenDelayMs: 0 };
	const listed: HostawayServer['listed'] = [];
	const doorCodes: HostawayServer['doorCodes'] = [];
	const hostaway = { reservations: [] as object[] };
	const all = () => hostaway.reservations as Reservation[];

	const server = await startHttpServer((request) => {
		if (request.method === 'POST' && request.path === '/v1/accessTokens')
			return issueToken(request, tokens, settings.tokenDelayMs);
		const token = String(request.headers.authorization).replace('Bearer ', '');
		if (!((tokens.get(token) ?? Infinity) <= Date.now())) return failure(401);
		const [, id] = /^\/v1\/reservations(?:\/(\d+))?$/.exec(request.path) ?? [request.path];
		if (request.method === 'GET' && request.path === '/v1/reservations') {
			listed.push(request.query);
			return settings.listStatus ? failure(settings.listStatus) : page(all(), request.query);
		}
		if (request.method !== 'PUT' || id === undefined) return failure(404);
		const { doorCode } = JSON.parse(request.body) as { doorCode: string };
		doorCodes.push({ id, doorCode });
		const reservation = all().find((candidate) => String(candidate.id) === id);
		if (settings.updateStatus) return failure(settings.updateStatus);
		if (reservation === undefined) return failure(404);
		reservation.doorCode = doorCode;
		return success(reservation);
	});
	return Object.assign(hostaway, {
		url: server.url,
		credential: {
			grantType: 'clientCredentials',
			accessTokenUrl: `${server.url}/v1/accessTokens`,
			clientId: ACCOUNT_ID,
			clientSecret: API_KEY,
			scope: 'general',
			authentication: 'body',
		},
		settings,
		listed,
		doorCodes,
		stop: server.stop,
	});
}

function issueToken(
	{ body }: ReceivedRequest,
	tokens: Map<string, number>,
	delayMs: number,
): Answer {
	const form = Object.fromEntries(new URLSearchParams(body));
	const expected = {
		grant_type: 'client_credentials',
		client_id: ACCOUNT_ID,
		client_secret: API_KEY,
		scope: 'general',
	};
	if (Object.entries(expected).some(([name, value]) => form[name] !== value)) return failure(401);
	const token = `sandbox-token-${tokens.size + 1}`;
	tokens.set(token, Date.now() + delayMs);
	return { body: { token_type: 'Bearer', expires_in: 15_897_600, access_token: token } };
}

/** The reservations after `afterId`. An `afterId` that is not in the list is a mistake of the caller. */
function page(all: Reservation[], { afterId = '', departureStartDate = '', limit }: Query): Answer {
	const wanted = all.filter(({ departureDate }) => departureDate >= departureStartDate);
	const last = wanted.findIndex(({ id }) => String(id) === afterId);
	if (afterId !== '' && last === -1) return failure(400);
	const size = Math.min(Number(limit ?? PAGE_SIZE), PAGE_SIZE);
	return success(wanted.slice(last + 1, last + 1 + size));
}
type Query = Record<string, string | undefined>;

const success = (result: unknown): Answer => ({ body: { status: 'success', result } });
const failure = (status: number): Answer => ({
	status,
	body: { status: 'fail', message: 'The request was refused' },
});
