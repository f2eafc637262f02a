import { parse } from 'node:querystring';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseIncomingMessage } from '@n8n/backend-network';
import { type IDataObject, type IWebhookResponseData, UnexpectedError } from 'n8n-workflow';

/** The request as n8n gives it to a node: Node's own, plus the fields that Express and n8n add. */
export interface WebhookRequest extends IncomingMessage {
	/** Missing, despite n8n's types, if n8n has read a form with files from the connection. */
	rawBody: Buffer;
	readRawBody: () => Promise<void>;
	body: IDataObject | string;
	contentType?: string;
	encoding: BufferEncoding;
	path: string;
	query: IDataObject;
	params: IDataObject;
}

/** The response as n8n gives it to a node: Node's own, plus Express's status(), json() and send(). */
export interface WebhookResponse extends ServerResponse {
	status(code: number): WebhookResponse;
	json(body: unknown): WebhookResponse;
	send(body: unknown): WebhookResponse;
}

export interface WebhookServer {
	url: string;
	stop: () => Promise<void>;
}

/**
 * The webhook server of n8n's cli package (webhook-request-handler.js, webhook-helpers.js, body-parser.js): reads the raw
 * body, parses it by its content type, lets `run` call the node, and answers the sender as n8n does. Express itself is
 * not among our packages, so its few response methods are added to Node's own response. For forms with files, it
 * imitates only one thing: the bytes are gone once n8n has read them.
 */
export async function startWebhookServer(
	run: (
		request: WebhookRequest,
		response: WebhookResponse,
	) => Promise<IWebhookResponseData | 'unknown'>,
): Promise<WebhookServer> {
	const server = createServer((incoming, outgoing) => {
		const response = withExpressMethods(outgoing);
		void prepare(incoming)
			.then(async (request) => answer(response, await run(request, response)))
			.catch((error: Error) => {
				const isUnreadable = error instanceof UnreadableBodyError;
				if (!response.headersSent) {
					response.status(isUnreadable ? 422 : 500).json({
						code: isUnreadable ? 422 : 0,
						message: isUnreadable
							? error.message
							: 'Workflow Webhook Error: Workflow could not be started!',
					});
				}
			});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	server.unref(); // otherwise a test that fails before it stops the server keeps jest alive
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

class UnreadableBodyError extends Error {}

async function prepare(incoming: IncomingMessage): Promise<WebhookRequest> {
	parseIncomingMessage(incoming);
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(chunk as Buffer);
	const url = new URL(incoming.url ?? '/', 'http://n8n.invalid');
	const isForm = (incoming as WebhookRequest).contentType === 'multipart/form-data';
	const request = Object.assign(incoming, {
		...(isForm ? {} : { rawBody: Buffer.concat(chunks) }),
		readRawBody: async () => {
			if (isForm) throw new UnexpectedError('Request body stream was aborted or is not readable');
		},
		path: url.pathname,
		query: Object.fromEntries(url.searchParams),
		params: {},
		body: {},
	}) as WebhookRequest;
	if (!isForm) request.body = parseBody(request);
	return request;
}

function parseBody({ rawBody, contentType, encoding }: WebhookRequest): IDataObject | string {
	const text = rawBody.toString(encoding);
	if (text === '') return {};
	if (contentType === 'application/x-www-form-urlencoded') return { ...parse(text) };
	if (contentType === 'text/plain') return text;
	if (contentType !== 'application/json') return {};
	try {
		return JSON.parse(text) as IDataObject;
	} catch {
		throw new UnreadableBodyError('Failed to parse request body');
	}
}

function withExpressMethods(outgoing: ServerResponse): WebhookResponse {
	const send = (body: unknown, contentType: string) => {
		if (!response.hasHeader('content-type')) response.setHeader('content-type', contentType);
		response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
		return response;
	};
	const response: WebhookResponse = Object.assign(outgoing, {
		status: (code: number) => {
			response.statusCode = code;
			return response;
		},
		json: (body: unknown) => send(JSON.stringify(body), 'application/json; charset=utf-8'),
		send: (body: unknown) =>
			send(
				body,
				typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
			),
	});
	return response;
}

function answer(response: WebhookResponse, result: IWebhookResponseData | 'unknown') {
	if (result === 'unknown') {
		response.status(404).json({ code: 404, message: 'The requested webhook is not registered.' });
		return;
	}
	if (result.noWebhookResponse === true || response.headersSent) return;
	const isStarted = result.workflowData !== undefined;
	response.status(200).json(
		result.webhookResponse ?? {
			message: isStarted ? 'Workflow was started' : 'Webhook call received',
		},
	);
}
