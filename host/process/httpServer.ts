import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
	method: string;
	path: string;
	/** The query as it came, with its question mark; empty if there is none. */
	search: string;
	query: Record<string, string>;
	headers: IncomingHttpHeaders;
	body: string;
}

export interface Answer {
	status?: number;
	headers?: Record<string, string>;
	/** The body: an object is sent as JSON, a string unchanged. */
	body?: unknown;
}

/** Answers a request; `'hang'` leaves it open, `'cut'` breaks the connection. */
export type Handler = (
	request: ReceivedRequest,
) => Answer | 'hang' | 'cut' | Promise<Answer | 'hang' | 'cut'>;

export interface HttpServer {
	url: string;
	requests: ReceivedRequest[];
	stop: () => Promise<void>;
}

/** Starts a plain server on any free port, which records the requests that it receives. */
export async function startHttpServer(handler: Handler): Promise<HttpServer> {
	const requests: ReceivedRequest[] = [];
	const server = createServer((request, response) => {
		void receive(request).then(async (received) => {
			requests.push(received);
			send(response, await handler(received));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	server.unref(); // otherwise a test that fails before it stops the server keeps jest alive
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const url = new URL(request.url ?? '/', 'http://server.invalid');
	return {
		method: request.method ?? '',
		path: url.pathname,
		search: url.search,
		query: Object.fromEntries(url.searchParams),
		headers: request.headers,
		body: Buffer.concat(chunks).toString(),
	};
}

function send(response: ServerResponse, answer: Answer | 'hang' | 'cut') {
	if (answer === 'hang') return;
	if (answer === 'cut') {
		response.destroy();
		return;
	}
	const { status = 200, headers = {}, body = {} } = answer;
	const isText = typeof body === 'string';
	response.writeHead(status, {
		'content-type': isText ? 'text/plain' : 'application/json',
		...headers,
	});
	response.end(isText ? body : JSON.stringify(body));
}
