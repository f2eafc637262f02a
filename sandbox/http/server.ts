import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify from 'fastify';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isFaultCursor, isProcessed, spoilBody } from '../faults/applyFault';
import { authenticate, answerWithFault, dripAnswer, replace, requireJson, sendText } from './call';
import { readQuery } from './queryParameters';
import { answerOf, compileOnce, routesByPath } from './answerOf';
import { controlRoutes } from './control';
import { pageRoutes } from './page/pageRoutes';
import type { Route } from './routes/defineRoute';
import type { SandboxService } from './sandboxService';
import { ServiceError, type ServiceErrorDetails } from '../domain/serviceError';

const BODY_LIMIT_BYTES = 20 * 1024 * 1024;

class InvalidJsonError extends Error {}

export function createServer(service: SandboxService): FastifyInstance {
	const server = Fastify({
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		bodyLimit: BODY_LIMIT_BYTES,
	}).withTypeProvider<TypeBoxTypeProvider>();
	server.setValidatorCompiler(compileOnce);
	void server.register(named('control', controlRoutes(service)));
	void server.register(named('page', pageRoutes(service)));
	void server.register(named('service', async (imitated) => imitate(imitated, service)));
	return server;
}

/** Names a plugin; Fastify looks for one without a name among all loaded modules, which is slow in jest. */
const named = (name: string, plugin: FastifyPluginAsync): FastifyPluginAsync =>
	Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name });

function imitate(server: FastifyInstance, service: SandboxService): void {
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
		parseJson(String(body), done);
	});
	server.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) =>
		done(null, undefined),
	);
	server.addHook('onRequest', async (request, reply) => beginCall(service, request, reply));
	server.addHook('preValidation', async (request, reply) => prepareCall(service, request, reply));
	server.addHook('onSend', async (request, reply) => finishCall(service, request, reply));
	server.setErrorHandler((error, request, reply) => answerError(error, request, reply));
	// One route for all paths, because registering hundreds is most of the time that a sandbox takes to start.
	server.all('*', (request, reply) => {
		const route = routeOf(request);
		return route ? answerCall(service, route, request, reply) : answerUnknown(request, reply);
	});
}

/** The route of a request; `undefined` if its path is unknown or takes another method. */
function routeOf({ call, method }: FastifyRequest): Route | undefined {
	const route = routesByPath.get(call.path);
	const methods: readonly string[] = ['POST', ...(route?.methods ?? [])];
	return methods.includes(method) ? route : undefined;
}

async function beginCall(
	service: SandboxService,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	const requestId = randomUUID();
	const path = request.url.split('?', 1)[0] ?? '';
	const hasAuthorization = request.headers.authorization !== undefined;
	const logged = service.requests.start({ method: request.method, path, hasAuthorization });
	request.call = { path, requestId, logged };
	void reply.header('seam-request-id', requestId);
	reply.raw.once('finish', () => service.requests.end(logged, reply.raw.statusCode));
	reply.raw.once('close', () => service.requests.end(logged, null));
	if (service.settings.answerTimeMs > 0) await delay(service.settings.answerTimeMs);
}

async function prepareCall(
	service: SandboxService,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply | undefined> {
	const { call } = request;
	call.logged.body = request.body ?? request.query;
	const route = routeOf(request);
	if (!route) return undefined;
	if (call.path.startsWith('/webhooks/') && !service.settings.webhooksOffered)
		return sendText(reply, 404, '404');

	const answered = await answerWithFault(service, request, reply);
	if (answered) return answered;
	call.caller = authenticate(service, request, route.takesNoWorkspace);
	readParameters(route, request);
	return undefined;
}

/** Sets the Date header to the time when the answer is written, as Node.js and nginx do: after the service has acted. */
async function finishCall(
	service: SandboxService,
	{ call }: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	const { fault } = call;
	if (fault?.kind === 'slow' && isProcessed(fault)) await delay(fault.delayMs);
	// All times come from one clock, because a client that uses the service's time must not see two.
	if (!reply.hasHeader('date'))
		void reply.header('date', new Date(service.clock.now()).toUTCString());
}

/** GET has its parameters in the query, DELETE in either place, everything else in the body. */
function readParameters(route: Route, request: FastifyRequest): void {
	const query = readQuery(request.query as Record<string, unknown>, route.parameters.properties);
	if (request.method === 'GET') request.query = query;
	else if (request.method === 'DELETE')
		request.body = { ...query, ...(request.body as object | undefined) };
	else if (route.takesAnyBody) request.body = {};
	else requireJson(request);
	const parameters = parametersOf(request);
	request.call.logged.body = { ...parameters };
	if (request.call.fault && isFaultCursor(parameters.page_cursor)) delete parameters.page_cursor;
}

function parametersOf(request: FastifyRequest): Record<string, unknown> {
	return (request.method === 'GET' ? request.query : request.body) as Record<string, unknown>;
}

function answerCall(
	service: SandboxService,
	route: Route,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply {
	const { call } = request;
	const { fault } = call;
	const { workspace, workspaces, isToken } =
		call.caller ?? authenticate(service, request, route.takesNoWorkspace);
	const parameters = parametersOf(request);
	const body = answerOf(service, route, { workspace, workspaces, isToken, parameters, fault });
	if (!fault) return reply.send(body);
	if (isProcessed(fault)) return replace(fault, request, reply) ?? reply.send(body);
	if (fault.kind === 'drip') return dripAnswer(reply);
	return reply.type('application/json; charset=utf-8').send(spoilBody(fault, body));
}

function parseJson(text: string, done: (error: Error | null, body?: unknown) => void): void {
	try {
		done(null, text.trim() === '' ? {} : JSON.parse(text));
	} catch {
		done(new InvalidJsonError());
	}
}

/**
 * Answers an unknown path in plain text, and a wrong method for a known path with the service's
 * usual error format (docs/service.md#calls-6).
 */
function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
	if (!routesByPath.has(request.call.path)) return sendText(reply, 404, '404');
	const error = new ServiceError(
		405,
		'method_not_allowed',
		`${request.method} is not allowed here.`,
	);
	return sendError(error, request, reply);
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	if (error instanceof InvalidJsonError) return sendText(reply, 400, 'Invalid JSON');
	if (error instanceof ServiceError) return sendError(error, request, reply);
	process.stderr.write(
		`The sandbox failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
	);
	return sendError(
		new ServiceError(500, 'internal_server_error', 'Something went wrong.'),
		request,
		reply,
	);
}

function sendError(
	error: ServiceError,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply {
	const {
		data,
		validationErrors,
		headers = {},
		labelAndTitle,
	}: ServiceErrorDetails = error.details;
	return reply
		.code(error.status)
		.headers(headers)
		.send({
			error: {
				...(labelAndTitle ?? { type: error.type }),
				message: error.message,
				...(data ? { data } : {}),
				...(validationErrors ? { validation_errors: validationErrors } : {}),
				request_id: request.call.requestId,
			},
			ok: false,
		});
}
