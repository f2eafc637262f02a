import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { enterPin, setLocked } from '../../domain/devices/bolt';
import { setOnline } from '../../domain/devices/connection';
import { nowIso } from '../../domain/clock';
import { findDevice } from '../../domain/lookup';
import { type Here, inWorkspace } from '../../domain/service';
import { NonEmptyText, Uuid } from '../../schemas/primitives';
import type { SandboxService } from '../sandboxService';
import { readEvents } from './readEvents';
import { readHouse } from './readHouse';
import { sendHtml, serveOwnPage } from './ownPage';
import { PAGE_PATH, renderNow, renderOutcome, renderPage, type PageView } from './renderPage';

const DAY_MS = 86_400_000;
/** A guest who has opened a door closes it, and the lock locks itself. */
const AUTO_LOCK_MS = 5_000;

/** `/`: the house of the first workspace and its events, to look at and play with. */
export function pageRoutes(service: SandboxService): FastifyPluginAsyncTypebox {
	return async (server) => {
		serveOwnPage(server, PAGE_PATH);
		server.addContentTypeParser(
			'application/x-www-form-urlencoded',
			{ parseAs: 'string' },
			(_request, body, done) => {
				done(null, Object.fromEntries(new URLSearchParams(String(body))));
			},
		);
		const page = { querystring: Type.Object({ device_id: Uuid }) };

		server.get('/', (_request, reply) => {
			const here = houseOf(service);
			const { apiKey } = here.workspace;
			return sendHtml(reply, renderPage(viewOf(here), { url: service.origin(), apiKey }));
		});

		server.get(
			`${PAGE_PATH}/now`,
			{ schema: { querystring: Type.Object({ seen: Type.Optional(Type.String()) }) } },
			(request, reply) => {
				const view = viewOf(houseOf(service));
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
				const here = houseOf(service);
				setOnline(here, findDevice(here, request.query.device_id), isOnline);
				return sendHtml(reply, renderNow(viewOf(here)).toString());
			});
		}

		server.post(
			`${PAGE_PATH}/pin`,
			{ schema: { body: Type.Object({ device_id: Uuid, code: NonEmptyText }) } },
			(request, reply) => {
				const here = houseOf(service);
				const device = findDevice(here, request.body.device_id);
				const opened = enterPin(here, device, request.body.code);
				if (opened)
					service.scheduler.after(here, `autoLock ${request.body.device_id}`, AUTO_LOCK_MS, () =>
						setLocked(here, device, true, { method: 'automatic' }),
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
			return sendHtml(reply, renderNow(viewOf(houseOf(service))).toString());
		});

		server.post(`${PAGE_PATH}/restart`, async (_request, reply) => {
			await service.clock.returnToRealTime();
			service.restoreWorkspace(houseOf(service).workspace.record.workspace_id);
			// The whole page loads again: nothing stays of what a person typed, or of the answer to it.
			return reply.header('hx-refresh', 'true').send('');
		});
	};
}

function houseOf(service: SandboxService): Here {
	const [workspace] = service.state.workspaces.values();
	if (!workspace) throw new Error('The sandbox has no workspace');
	return inWorkspace(service, workspace);
}

function viewOf(here: Here): PageView {
	const view = {
		house: readHouse(here),
		events: readEvents(here),
		clock: {
			now: `${nowIso(here).slice(0, 16)}Z`,
			daysAhead: Math.round(here.clock.aheadMs / DAY_MS),
		},
	};
	return {
		...view,
		revision: createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, 16),
	};
}
