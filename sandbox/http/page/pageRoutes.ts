import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { enterPin, setLocked } from '../../domain/devices/bolt';
import { setOnline } from '../../domain/devices/connection';
import { findDevice } from '../../domain/lookup';
import { NonEmptyText, Uuid } from '../../schemas/primitives';
import type { WorkspaceState } from '../../state/state';
import type { SandboxService } from '../sandboxService';
import { readEvents } from './readEvents';
import { readHouse } from './readHouse';
import { PAGE_PATH, renderNow, renderOutcome, renderPage, type PageView } from './renderPage';

const DAY_MS = 86_400_000;
/** A guest who has opened a door closes it, and the lock locks itself. */
const AUTO_LOCK_MS = 5_000;
const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Allows only the page's own scripts, even if a name on the page contains one. */
const POLICY =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/`: the house of the first workspace and its events, to look at and play with. */
export function pageRoutes(service: SandboxService): FastifyPluginAsyncTypebox {
	return async (server) => {
		server.addHook('onRequest', requireOwnPage);
		server.addContentTypeParser(
			'application/x-www-form-urlencoded',
			{ parseAs: 'string' },
			(_request, body, done) => {
				done(null, Object.fromEntries(new URLSearchParams(String(body))));
			},
		);
		const page = { querystring: Type.Object({ device_id: Uuid }) };

		server.get('/', (_request, reply) => {
			const workspace = houseOf(service);
			return sendHtml(
				reply,
				renderPage(viewOf(service, workspace), { url: service.origin(), apiKey: workspace.apiKey }),
			);
		});

		server.get(`${PAGE_PATH}/style.css`, (_request, reply) =>
			reply.type('text/css; charset=utf-8').send(readFileSync(join(__dirname, 'style.css'))),
		);
		server.get(`${PAGE_PATH}/htmx.js`, (_request, reply) =>
			reply.type('text/javascript; charset=utf-8').send(readFileSync(HTMX_FILE)),
		);

		server.get(
			`${PAGE_PATH}/now`,
			{ schema: { querystring: Type.Object({ seen: Type.Optional(Type.String()) }) } },
			(request, reply) => {
				const view = viewOf(service, houseOf(service));
				return view.revision === request.query.seen
					? reply.code(204).send()
					: sendHtml(reply, renderNow(view).toString());
			},
		);

		for (const [path, isOnline] of [
			['online', true],
			['offline', false],
		] as const) {
			server.post(`${PAGE_PATH}/${path}`, { schema: page }, (request, reply) => {
				const workspace = houseOf(service);
				setOnline(service, workspace, findDevice(workspace, request.query.device_id), isOnline);
				return sendHtml(reply, renderNow(viewOf(service, workspace)).toString());
			});
		}

		server.post(
			`${PAGE_PATH}/pin`,
			{ schema: { body: Type.Object({ device_id: Uuid, code: NonEmptyText }) } },
			(request, reply) => {
				const workspace = houseOf(service);
				const device = findDevice(workspace, request.body.device_id);
				const opened = enterPin(service, workspace, device, request.body.code);
				if (opened)
					service.scheduler.after(
						workspace,
						`autoLock ${request.body.device_id}`,
						AUTO_LOCK_MS,
						() => setLocked(service, workspace, device, true, { method: 'automatic' }),
					);
				const name = device.record.display_name;
				return sendHtml(
					reply,
					renderOutcome(
						opened ? `${name} opens (${opened.name ?? 'no name'}).` : `${name} refuses the PIN.`,
					).toString(),
				);
			},
		);

		server.post(`${PAGE_PATH}/day`, async (_request, reply) => {
			await service.clock.advanceBy(DAY_MS);
			return sendHtml(reply, renderNow(viewOf(service, houseOf(service))).toString());
		});

		server.post(`${PAGE_PATH}/restart`, async (_request, reply) => {
			await service.clock.returnToRealTime();
			service.restoreWorkspace(houseOf(service).record.workspace_id);
			// The whole page loads again: nothing stays of what a person typed, or of the answer to it.
			return reply.header('hx-refresh', 'true').send('');
		});
	};
}

export const HTMX_FILE = createRequire(__filename).resolve('htmx.org/dist/htmx.min.js');

/** Refuses other sites: requests to any host that is not in `LOOPBACK_HOSTS`, and POST requests from other pages. */
export async function requireOwnPage(
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply | undefined> {
	if (!LOOPBACK_HOSTS.has(request.hostname))
		return await reply.code(403).send({ message: 'This page is for this machine only.' });
	// A browser asks the sandbox before it lets another site send this header, and the sandbox refuses.
	if (request.method === 'POST' && request.headers['hx-request'] === undefined)
		return await reply.code(403).send({ message: 'This request did not come from the page.' });
	return undefined;
}

function houseOf({ state }: SandboxService): WorkspaceState {
	const [workspace] = state.workspaces.values();
	if (!workspace) throw new Error('The sandbox has no workspace');
	return workspace;
}

function viewOf(service: SandboxService, workspace: WorkspaceState): PageView {
	const view = {
		house: readHouse(service, workspace),
		events: readEvents(service.state, workspace),
		clock: {
			now: `${new Date(service.clock.now()).toISOString().slice(0, 16)}Z`,
			daysAhead: Math.round(service.clock.aheadMs / DAY_MS),
		},
	};
	return {
		...view,
		revision: createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, 16),
	};
}

export function sendHtml(reply: FastifyReply, text: string): FastifyReply {
	return reply
		.type('text/html; charset=utf-8')
		.headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store' })
		.send(text);
}
