import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CUT, isProcessed, replacementOf, type RawAnswer } from '../faults/applyFault';
import type { Fault } from '../faults/faults';
import type { LoggedRequest } from '../faults/requestLog';
import type { SandboxService } from './sandboxService';
import { notFound, ServiceError } from '../domain/serviceError';
import { PERSONAL_ACCESS_TOKEN } from '../fixtures/workspaces';
import type { WorkspaceState } from '../state/state';

export interface Call {
	readonly path: string;
	readonly requestId: string;
	readonly logged: LoggedRequest;
	fault?: Fault;
	caller?: Caller;
}

export interface Caller {
	/** The workspace of the key, or the one that a request with a token names, or the first if it names none. */
	readonly workspace: WorkspaceState;
	readonly workspaces: readonly WorkspaceState[];
	readonly isToken: boolean;
}

declare module 'fastify' {
	interface FastifyRequest {
		call: Call;
	}
}

/** Sends an answer that is not the service's own JSON. A text body keeps the content type in `headers`. */
function sendRaw(reply: FastifyReply, { status, headers, body }: RawAnswer): FastifyReply {
	void reply.code(status).headers(headers ?? {});
	return body === undefined || body === '' ? reply.send() : reply.send(body);
}

function cutConnection(request: FastifyRequest, reply: FastifyReply): FastifyReply {
	void reply.hijack();
	request.raw.socket.destroy();
	return reply;
}

const DRIP_INTERVAL_MS = 100;

/** Starts an answer that never ends. It consists of whitespace, which may precede JSON. */
export function dripAnswer(reply: FastifyReply): FastifyReply {
	return reply.type('application/json; charset=utf-8').send(Readable.from(drops()));
}

async function* drops(): AsyncGenerator<string> {
	for (;;) {
		yield ' ';
		await delay(DRIP_INTERVAL_MS);
	}
}

/**
 * Sends plain text without a request ID, as the service does for unknown paths and malformed JSON
 * (docs/service.md#calls-6).
 */
export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
	void reply.removeHeader('seam-request-id');
	return reply.code(status).type('text/plain').send(text);
}

/** Takes the scripted fault of this request. If the fault replaces the service, answers and returns the reply. */
export async function answerWithFault(
	service: SandboxService,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply | undefined> {
	const fault = service.faults.take(request.call.path, request.body);
	if (!fault) return undefined;
	request.call.fault = fault;
	if ('delayMs' in fault && !isProcessed(fault)) await delay(fault.delayMs);
	return isProcessed(fault) ? undefined : replace(fault, request, reply);
}

/** Sends the fault's answer. Undefined if the fault does not replace the service's answer. */
export function replace(
	fault: Fault,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply | undefined {
	const replacement = replacementOf(fault);
	if (replacement === undefined) return undefined;
	return replacement === CUT ? cutConnection(request, reply) : sendRaw(reply, replacement);
}

/**
 * Finds the caller of a request. Throws 401 `unauthorized` for a missing or unknown key, or if the request names a workspace
 * other than the key's. For a token, throws what `ownerOfToken` throws.
 */
export function authenticate(
	service: SandboxService,
	request: FastifyRequest,
	takesNoWorkspace = false,
): Caller {
	const [, bearer = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
	const named = textOf(request.headers['seam-workspace']);
	if (bearer === PERSONAL_ACCESS_TOKEN) return ownerOfToken(service, named, takesNoWorkspace);
	const workspace = service.state.workspaceOfKey(bearer);
	// Assumes that the service refuses a key with another workspace in the header.
	if (!workspace || (named !== undefined && named !== workspace.record.workspace_id))
		throw new ServiceError(401, 'unauthorized', 'Unauthorized');
	return { workspace, workspaces: [workspace], isToken: false };
}

/** Throws 400 if the request needs a workspace but names none, 404 (the status is assumed) for one that does not exist. */
function ownerOfToken(
	{ state }: SandboxService,
	workspaceId: string | undefined,
	takesNoWorkspace: boolean,
): Caller {
	const workspaces = [...state.workspaces.values()];
	if (workspaceId === undefined && !takesNoWorkspace) throw missingWorkspace();
	const workspace = workspaceId === undefined ? workspaces[0] : state.workspaces.get(workspaceId);
	if (!workspace) throw notFound('workspace', { workspace_id: workspaceId });
	return { workspace, workspaces, isToken: true };
}

const missingWorkspace = () =>
	new ServiceError(400, 'missing_workspace_id', 'The request names no workspace.');

/** Undefined for a header that is missing or empty. */
const textOf = (header: string | string[] | undefined): string | undefined =>
	[header].flat().join(', ') || undefined;

/**
 * Throws 400 `invalid_content_type` unless the content type is JSON. Even empty bodies need it
 * (docs/service.md#calls-12).
 */
export function requireJson(request: FastifyRequest): void {
	if (request.headers['content-type']?.startsWith('application/json')) return;
	throw new ServiceError(400, 'invalid_content_type', 'The content type must be application/json.');
}
