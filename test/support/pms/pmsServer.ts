import type { CredentialData } from '../../../host/engine/suppliedCredentials';
import { startHttpServer, type Answer, type ReceivedRequest } from '../httpServer';

/** A PIN for a booking, as a request to the system has it. */
export interface WrittenPin {
	id: string;
	pin: unknown;
}

/** What one system's API adds to the server: its requests, answers and records. */
export interface PmsApi {
	/** What a host enters in n8n, by credential type. */
	credentials: (url: string) => CredentialData;
	/** Whether a request for a token may have one; undefined for any other request. */
	mayHaveToken: (request: ReceivedRequest) => boolean | undefined;
	tokenAnswer: (token: string) => Answer;
	/** The token that a request carries. */
	tokenOf: (request: ReceivedRequest) => unknown;
	listPath: string;
	/** One page of the list. */
	list: (bookings: object[], query: Record<string, string>) => Answer;
	/** The PINs that an update brings; undefined for any other request. */
	pinsIn: (request: ReceivedRequest) => WrittenPin[] | undefined;
	/** Changes the bookings as the update says. */
	update: (bookings: object[], request: ReceivedRequest) => Answer;
	/** The PIN that a booking has in the system. */
	pinOf: (booking: object) => unknown;
	/** The fields of a booking that have its PIN. */
	pinFields: (booking: object) => object;
	/** What a webhook sends beside the booking, from the booking as the account has it. */
	besideBooking?: (booking: object) => object;
	refusal: (status: number) => Answer;
}

export interface PmsServer {
	url: string;
	/** What a host enters in n8n, by credential type. */
	credentials: CredentialData;
	/** The account's bookings, in the order of its list. Change them freely. */
	bookings: object[];
	settings: {
		/** How long after its issue a token is accepted. */
		tokenDelayMs: number;
		/** The status that tokens, the list, or an update are refused with. */
		tokenStatus?: number;
		listStatus?: number;
		updateStatus?: number;
	};
	/** The queries of the list, in order of arrival. */
	listed: Array<Record<string, string>>;
	/** The PINs that came in, in order of arrival. */
	pins: WrittenPin[];
	stop: () => Promise<void>;
}

/** A server on 127.0.0.1 that issues tokens, lists bookings page by page, and takes PINs, as `api` says. */
export async function startPmsServer(api: PmsApi): Promise<PmsServer> {
	/** Each token, and from when on it is accepted. */
	const tokens = new Map<unknown, number>();
	const account: Pick<PmsServer, 'bookings' | 'settings' | 'listed' | 'pins'> = {
		bookings: [],
		settings: { tokenDelayMs: 0 },
		listed: [],
		pins: [],
	};
	const issueToken = () => {
		const token = `sandbox-token-${tokens.size + 1}`;
		tokens.set(token, Date.now() + account.settings.tokenDelayMs);
		return api.tokenAnswer(token);
	};
	const { url, stop } = await startHttpServer((request) => {
		const mayHaveToken = api.mayHaveToken(request);
		if (mayHaveToken !== undefined) {
			const status = mayHaveToken ? account.settings.tokenStatus : 401;
			return status ? api.refusal(status) : issueToken();
		}
		if (!((tokens.get(api.tokenOf(request)) ?? Infinity) <= Date.now())) return api.refusal(401);
		const { listStatus, updateStatus } = account.settings;
		if (request.method === 'GET' && request.path === api.listPath) {
			account.listed.push(request.query);
			return listStatus ? api.refusal(listStatus) : api.list(account.bookings, request.query);
		}
		const pins = api.pinsIn(request);
		if (pins === undefined) return api.refusal(404);
		account.pins.push(...pins);
		return updateStatus ? api.refusal(updateStatus) : api.update(account.bookings, request);
	});
	return Object.assign(account, { url, credentials: api.credentials(url), stop });
}
