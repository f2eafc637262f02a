import type { CredentialData } from '../host/engine/suppliedCredentials';
import { startHttpServer, type Answer, type ReceivedRequest } from '../host/process/httpServer';

/** A PIN for a booking, as a request to the system has it. */
export interface WrittenPin {
	id: string;
	pin: unknown;
}

/** What one system's API adds to the server: its requests, answers and records. */
export interface PmsApi {
	/** What a host enters in n8n, by credential type. */
	credentials: (url: string) => CredentialData;
	/** What a host types into *Edit Fields* nodes. */
	entered?: Array<{ node: string; field: string; value: string }>;
	/** For a system that issues tokens. */
	tokens?: {
		/** Whether a request for a token may have one; undefined for any other request. */
		mayHave: (request: ReceivedRequest) => boolean | undefined;
		answer: (token: string) => Answer;
	};
	/** The status that a token is refused with which is not accepted, or no longer. Default: 401. */
	expiredStatus?: number;
	/** Whether a request shows who it is from. `isIssued`: whether a token is one of the server. */
	isAllowed: (request: ReceivedRequest, isIssued: (token: unknown) => boolean) => boolean;
	listPath: string;
	/** What a request for the list asks for; undefined for any other request. Default: the query of a GET of `listPath`. */
	listQuery?: (request: ReceivedRequest) => Record<string, string> | undefined;
	/** One page of the list. */
	list: (bookings: object[], request: ReceivedRequest) => Answer | Promise<Answer>;
	/** The answer to other requests that read; undefined if there is no such request. */
	read?: (bookings: object[], request: ReceivedRequest) => Answer | undefined;
	/** One page of its rooms; undefined for any other request. */
	rooms?: (rooms: RoomOfSystem[], request: ReceivedRequest) => Answer | undefined;
	/** For a system that takes PINs. */
	pinBack?: {
		/** The PINs that an update brings; undefined for any other request. */
		pinsIn: (request: ReceivedRequest) => WrittenPin[] | undefined;
		/** Changes the bookings as the update says. */
		update: (bookings: object[], request: ReceivedRequest) => Answer;
		/** The PIN that a booking has in the system. */
		pinOf: (booking: object) => unknown;
		/** The fields of a booking that have its PIN. */
		pinFields: (booking: object) => object;
	};
	/** What a webhook sends beside the booking, from the booking as the account has it. */
	besideBooking?: (booking: object) => object;
	refusal: (status: number) => Answer;
}

/** A room, listing or property, as the account has it. */
export interface RoomOfSystem {
	id: string;
	name: string;
}

/** An account of a system: what it has, and its answers to requests. */
export interface PmsAccount {
	/** The account's bookings, in the order of its list. Change them freely. */
	bookings: object[];
	/** The bookings are these now. Those that it had keep their PINs. */
	change: (bookings: readonly object[]) => void;
	/** The account's rooms. */
	rooms: RoomOfSystem[];
	settings: {
		/** How long after its issue a token is accepted. */
		tokenDelayMs: number;
		/** The status that tokens (or, without tokens, all requests), the list, and writes are refused with. */
		tokenStatus?: number;
		listStatus?: number;
		/** Which requests for the list `listStatus` is for. Default: all. */
		isListRefused?: (request: ReceivedRequest) => boolean;
		updateStatus?: number;
		/** The requests about a record that the account no longer has. */
		isMissing?: (request: ReceivedRequest) => boolean;
	};
	/** The queries of the list, in order of arrival. */
	listed: Array<Record<string, string>>;
	/** The PINs that came in, in order of arrival. */
	pins: WrittenPin[];
	/** Ends all tokens that were issued. */
	expireTokens: () => void;
	answer: (request: ReceivedRequest) => Answer | Promise<Answer>;
}

export interface PmsServer extends PmsAccount {
	url: string;
	/** What a host enters in n8n, by credential type. */
	credentials: CredentialData;
	stop: () => Promise<void>;
}

/** A server on 127.0.0.1 with an account. */
export async function startPmsServer(api: PmsApi): Promise<PmsServer> {
	const account = createPmsAccount(api);
	const { url, stop } = await startHttpServer(account.answer);
	return Object.assign(account, { url, credentials: api.credentials(url), stop });
}

const idOf = (booking: object) => {
	const {
		id,
		_id,
		Id,
		stay_code: code,
	} = booking as { id?: unknown; _id?: unknown; Id?: unknown; stay_code?: unknown };
	return id ?? _id ?? Id ?? code;
};

/** An account that lists bookings page by page, and takes PINs, as `api` says. */
export function createPmsAccount(api: PmsApi): PmsAccount {
	/** Each token, and from when on it is accepted. */
	const tokens = new Map<unknown, number>();
	let issued = 0;
	const account: PmsAccount = {
		bookings: [],
		change: (bookings) => {
			account.bookings = bookings.map((one) => {
				const known = account.bookings.find((other) => idOf(other) === idOf(one));
				return { ...one, ...(known && api.pinBack?.pinFields(known)) };
			});
		},
		rooms: [],
		settings: { tokenDelayMs: 0 },
		listed: [],
		pins: [],
		expireTokens: () => tokens.clear(),
		answer: answerOf,
	};
	const issueToken = ({ answer }: NonNullable<PmsApi['tokens']>) => {
		const token = `sandbox-token-${++issued}`;
		tokens.set(token, Date.now() + account.settings.tokenDelayMs);
		return answer(token);
	};
	const isIssued = (token: unknown) => (tokens.get(token) ?? Infinity) <= Date.now();
	const write = (status: number | undefined, answer: () => Answer) =>
		status ? api.refusal(status) : answer();

	function answerOf(request: ReceivedRequest): Answer | Promise<Answer> {
		const { settings, bookings } = account;
		const mayHaveToken = api.tokens?.mayHave(request);
		if (api.tokens && mayHaveToken !== undefined) {
			const status = mayHaveToken ? settings.tokenStatus : 401;
			return status ? api.refusal(status) : issueToken(api.tokens);
		}
		if (!api.tokens && settings.tokenStatus) return api.refusal(settings.tokenStatus);
		if (!api.isAllowed(request, isIssued)) return api.refusal(api.expiredStatus ?? 401);
		if (settings.isMissing?.(request)) return api.refusal(404);
		const rooms = account.rooms.length > 0 ? api.rooms?.(account.rooms, request) : undefined;
		if (rooms) return rooms;
		const isGet = request.method === 'GET' && request.path === api.listPath;
		const listQuery = api.listQuery ? api.listQuery(request) : isGet && request.query;
		if (listQuery) {
			account.listed.push(listQuery);
			const { listStatus, isListRefused = () => true } = settings;
			return listStatus && isListRefused(request)
				? api.refusal(listStatus)
				: api.list(bookings, request);
		}
		const { pinBack } = api;
		const pins = pinBack?.pinsIn(request);
		if (pinBack && pins) {
			account.pins.push(...pins);
			return write(settings.updateStatus, () => pinBack.update(bookings, request));
		}
		return api.read?.(bookings, request) ?? api.refusal(404);
	}
	return account;
}
