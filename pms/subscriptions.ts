import type { CredentialData } from '../host/engine/suppliedCredentials';
import { startHttpServer, type Answer, type ReceivedRequest } from '../host/process/httpServer';

export interface Subscription {
	address: string;
	events: string[];
}

/** How a system takes subscriptions, and lists them. */
interface SubscriptionApi {
	address: string;
	/** The header that authenticates a request, without a token. */
	header?: [name: string, value: string];
	listPath: string;
	/** Why it does not show the list; undefined if it does. */
	refuses?: (request: ReceivedRequest) => string | undefined;
	list: (known: Subscription[]) => Answer;
	path: string;
	type: 'application/json' | 'application/x-www-form-urlencoded';
	/** Undefined if something is missing in the request. */
	read: (fields: Record<string, unknown>) => Subscription | undefined;
	/** What it answers to a subscription that it took. */
	taken: (subscription: Subscription) => Answer;
	refusal: (message: string) => Answer;
}

const AGENCY = 'agency-4711';
const TOKEN = 'sandbox-subscription-token';
const API = {
	json: 'application/json',
	form: 'application/x-www-form-urlencoded',
} as const;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const textsOf = (value: unknown) => (Array.isArray(value) ? value.filter(isText) : []);
const one = (address: unknown, events: unknown[]): Subscription | undefined =>
	isText(address) && events.length > 0 && events.every(isText) ? { address, events } : undefined;
const badRequest = (message: string): Answer => ({ status: 400, body: { message } });
const each = (known: Subscription[]) =>
	known.map(({ address, events }, index) => ({ id: `${index + 1}`, address, events }));

export const SUBSCRIPTION_APIS: Record<string, SubscriptionApi> = {
	/** Source: apaleo's guides to subscriptions (apaleo.dev). That nothing subscribed is 204: code of a third party. */
	apaleo: {
		address: 'https://webhook.apaleo.com',
		listPath: '/v1/subscriptions',
		list: (known) =>
			known.length === 0
				? { status: 204 }
				: {
						body: each(known).map(({ id, address, events }) => ({
							id,
							events,
							endpointUrl: address,
							created: '2031-01-20T11:37:16.712Z',
						})),
					},
		path: '/v1/subscriptions',
		type: API.json,
		read: ({ endpointUrl, events }) => one(endpointUrl, textsOf(events)),
		taken: () => ({ status: 201, body: { id: 'dd193d24' } }),
		refusal: (message) => ({ status: 422, body: { messages: [message] } }),
	},
	/** Source: Cloudbeds' OpenAPI of its API, version 1.3: getWebhooks, postWebhook. */
	Cloudbeds: {
		address: 'https://api.cloudbeds.com',
		header: ['x-api-key', 'sandbox-cloudbeds-api-key'],
		listPath: '/api/v1.3/getWebhooks',
		list: (known) => ({
			body: {
				success: true,
				data: each(known).map(({ id, address, events: [action] }) => ({
					id,
					key: { type: 'property', id: '1' },
					event: { entity: 'reservation', action },
					owner: { type: 'user', id: '2' },
					subscriptionType: 'webhook',
					subscriptionData: { endpoint: address },
				})),
			},
		}),
		path: '/api/v1.3/postWebhook',
		type: API.form,
		read: ({ object, action, endpointUrl }) =>
			object === 'reservation' ? one(endpointUrl, [action]) : undefined,
		taken: () => ({ body: { success: true, data: { subscriptionID: '7' } } }),
		refusal: (message) => ({ body: { success: false, message } }),
	},
	/** Source: Guesty's reference of `POST /webhooks`, and live clients of third parties. */
	Guesty: {
		address: 'https://open-api.guesty.com',
		listPath: '/v1/webhooks',
		list: (known) => ({
			body: {
				results: each(known).map(({ id, address, events }) => ({ _id: id, url: address, events })),
			},
		}),
		path: '/v1/webhooks',
		type: API.json,
		read: ({ url, events }) => one(url, textsOf(events)),
		taken: ({ address, events }) => ({ body: { _id: '7', url: address, events } }),
		refusal: badRequest,
	},
	/** Source: a copy of Hostfully's OpenAPI of its webhooks, version 3.3. It does not show the records of the list: they are as the request. */
	Hostfully: {
		address: 'https://api.hostfully.com',
		header: ['x-hostfully-apikey', 'sandbox-hostfully-api-key'],
		listPath: '/api/v3.3/webhooks',
		refuses: ({ query }) => (query.agencyUid === AGENCY ? undefined : 'No agency'),
		list: (known) => ({
			body: {
				webhooks: each(known).map(({ id, address, events: [eventType] }) => ({
					uid: id,
					agencyUid: AGENCY,
					objectUid: AGENCY,
					webhookType: 'POST_JSON',
					eventType,
					callbackUrl: address,
				})),
			},
		}),
		path: '/api/v3.3/webhooks',
		type: API.json,
		read: ({ agencyUid, objectUid, webhookType, eventType, callbackUrl }) =>
			agencyUid === AGENCY && objectUid === AGENCY && webhookType === 'POST_JSON'
				? one(callbackUrl, [eventType])
				: undefined,
		taken: () => ({ status: 201, body: { webhook: { uid: '7' } } }),
		refusal: badRequest,
	},
	/** Source: live clients of third parties. Each address can be subscribed once. */
	Lodgify: {
		address: 'https://api.lodgify.com',
		header: ['x-apikey', 'sandbox-lodgify-api-key'],
		listPath: '/webhooks/v1/list',
		list: (known) => ({
			body: each(known).map(({ id, address, events: [event] }) => ({ id, event, url: address })),
		}),
		path: '/webhooks/v1/subscribe',
		type: API.json,
		read: ({ event, target_url: address }) => one(address, [event]),
		taken: ({ events: [event] }) => ({
			status: 201,
			body: { id: '7', secret: `sandbox-secret-${event}` },
		}),
		refusal: (message) => ({ status: 409, body: { message } }),
	},
	/** Source: live clients of third parties. */
	Uplisting: {
		address: 'https://connect.uplisting.io',
		header: ['authorization', `Basic ${Buffer.from('sandbox-uplisting-key').toString('base64')}`],
		listPath: '/hooks',
		list: (known) => ({
			body: {
				data: each(known).map(({ id, address, events: [event] }) => ({
					id,
					attributes: { target_url: address, event },
				})),
			},
		}),
		path: '/hooks',
		type: API.json,
		read: ({ event, target_url: address }) => one(address, [event]),
		taken: () => ({ status: 201, body: { data: { id: '7' } } }),
		refusal: badRequest,
	},
};

export interface SubscriptionServer {
	url: string;
	credentials: CredentialData;
	/** The type of credential that a host selects. */
	credentialType: 'httpHeaderAuth' | 'oAuth2Api';
	/** What the system calls. Change it freely. */
	subscriptions: Subscription[];
	/** How it refuses requests: those for the list, and those for an event. */
	settings: { listStatus?: number; listBody?: unknown; refusedEvent?: string };
	requests: () => string[];
	stop: () => Promise<void>;
}

/** A server on 127.0.0.1 that takes subscriptions as the system does, and lists them. It refuses one that it has. */
export async function startSubscriptionServer(name: string): Promise<SubscriptionServer> {
	const api = SUBSCRIPTION_APIS[name];
	if (!api) throw new Error(`There is no system '${name}'`);
	const [header, value] = api.header ?? ['authorization', `Bearer ${TOKEN}`];
	const subscriptions: Subscription[] = [];
	const settings: SubscriptionServer['settings'] = {};
	const { url, requests, stop } = await startHttpServer((request) => {
		const { method, path, headers, body } = request;
		if (path === '/token') return { body: { access_token: TOKEN, token_type: 'Bearer' } };
		if (headers[header] !== value) return { status: 401, body: { message: 'Not signed in' } };
		if (method === 'GET' && path === api.listPath) {
			const { listStatus, listBody } = settings;
			if (listStatus || listBody) return { status: listStatus, body: listBody };
			const reason = api.refuses?.(request);
			return reason ? api.refusal(reason) : api.list(subscriptions);
		}
		if (method !== 'POST' || path !== api.path || headers['content-type'] !== api.type)
			return { status: 404, body: { message: 'Unknown request' } };
		const fields =
			api.type === API.form
				? Object.fromEntries(new URLSearchParams(body))
				: (JSON.parse(body) as Record<string, unknown>);
		const subscription = api.read(fields);
		if (!subscription) return api.refusal('Something is missing');
		const { address, events } = subscription;
		const isKnown = subscriptions.some(
			(other) =>
				other.address === address && (name === 'Lodgify' || other.events.join() === events.join()),
		);
		if (isKnown || events.some((event) => event === settings.refusedEvent))
			return api.refusal(isKnown ? 'Subscribed before' : 'Unknown event');
		subscriptions.push(subscription);
		return api.taken(subscription);
	});
	return {
		url,
		credentials: api.header
			? { httpHeaderAuth: { name: header, value } }
			: {
					oAuth2Api: {
						grantType: 'clientCredentials',
						accessTokenUrl: `${url}/token`,
						clientId: 'EXMP',
						clientSecret: 'sandbox-client-secret',
						scope: '',
						authentication: 'body',
					},
				},
		credentialType: api.header ? 'httpHeaderAuth' : 'oAuth2Api',
		subscriptions,
		settings,
		requests: () =>
			requests.flatMap(({ method, path }) => (path === '/token' ? [] : [`${method} ${path}`])),
		stop,
	};
}
