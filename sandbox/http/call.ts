import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CUT, isProcessed, replacementOf, type RawAnswer } from '../faults/applyFault';
import type { Fault } from '../faults/faults';
import type { LoggedRequest } from '../faults/requestLog';
import type { SandboxService } from './sandboxService';
import { ServiceError } from '../domain/serviceError';
import type { WorkspaceState } from '../state/state';

/** What the server keeps about one request to the imitated interface while it is answered. */
export interface Call {
	readonly path: string;
	readonly requestId: string;
	readonly logged: LoggedRequest;
	fault?: Fault;
	workspace?: WorkspaceState;
}

declare module 'fastify' {
	interface FastifyRequest {
		call: Call;
	}
}

/** Sends an answer that is not the service's own JSON. Texts keep the content type they are given. */
export function sendRaw(reply: FastifyReply, { status, headers, body }: RawAnswer): FastifyReply {
	void reply.code(status).headers(headers ?? {});
	return body === undefined || body === '' ? reply.send() : reply.send(body);
}

/** Closes the connection without an answer. */
export function cutConnection(request: FastifyRequest, reply: FastifyReply): FastifyReply {
	void reply.hijack();
	request.raw.socket.destroy();
	return reply;
}

/** Time between two bytes of an answer that drips, milliseconds. */
const DRIP_INTERVAL_MS = 100;

/** Begins an answer that never ends; what comes is white space, with which JSON may begin. */
export function dripAnswer(reply: FastifyReply): FastifyReply {
	return reply.type('application/json; charset=utf-8').send(Readable.from(drops()));
}

async function* drops(): AsyncGenerator<string> {
	for (;;) {
		yield ' ';
		await delay(DRIP_INTERVAL_MS);
	}
}

/** The service's text answers for what never reached it; they have no request id (facts 1). */
export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
	void reply.removeHeader('seam-request-id');
	return reply.code(status).type('text/plain').send(text);
}

/** Takes the scripted fault of this request. Answers, and returns the reply, when it comes instead of the service. */
export async function answerWithFault(service: SandboxService, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
	const fault = service.faults.take(request.call.path, request.body);
	if (!fault) return undefined;
	request.call.fault = fault;
	if (fault.kind === 'slow' && !isProcessed(fault)) await delay(fault.delayMs);
	return isProcessed(fault) ? undefined : replace(fault, request, reply);
}

/** Answers what the fault answers instead of the service, if it does. */
export function replace(fault: Fault, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
	const replacement = replacementOf(fault);
	if (replacement === undefined) return undefined;
	return replacement === CUT ? cutConnection(request, reply) : sendRaw(reply, replacement);
}

/** The workspace of the key. Throws 401 `unauthorized` for a missing or unknown one, 400 for one that a reset took away. */
export function authenticate(service: SandboxService, request: FastifyRequest): WorkspaceState {
	const [, apiKey] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
	const workspace = apiKey === undefined ? undefined : service.state.workspaceOfKey(apiKey);
	if (!workspace) throw new ServiceError(401, 'unauthorized', 'Unauthorized');
	if (service.state.isRevoked(workspace)) throw new ServiceError(400, 'missing_workspace_id', 'The request names no workspace.');
	return workspace;
}

/** Bodies must say that they are JSON, also empty ones (facts 1). */
export function requireJson(request: FastifyRequest): void {
	if (request.headers['content-type']?.startsWith('application/json')) return;
	throw new ServiceError(400, 'invalid_content_type', 'The content type must be application/json.');
}
