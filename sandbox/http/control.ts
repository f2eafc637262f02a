import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { conversionsOf } from '../faults/conversions';
import { FAULT_KINDS, type Fault } from '../faults/faults';
import { setOnline } from '../domain/devices/connection';
import { toDeviceRecord } from '../domain/devices/records';
import { publishEvent, type EventDraft } from '../domain/publishEvent';
import { inWorkspace } from '../domain/service';
import { NonEmptyText, Uuid } from '../schemas/primitives';
import { loginOnWebview } from './loginOnWebview';
import type { SandboxService } from './sandboxService';
import { SandboxSettings } from '../faults/settings';
import type { WorkspaceState } from '../state/state';

const FaultScript = Type.Object({
	path: NonEmptyText,
	fault: Type.Object({ kind: Type.Enum([...FAULT_KINDS]) }),
	times: Type.Optional(Type.Integer({ minimum: 1 })),
	after: Type.Optional(Type.Integer({ minimum: 0 })),
	holding: Type.Optional(Type.String()),
	/** Hits every request until cleared, instead of the next `times`. */
	always: Type.Optional(Type.Boolean()),
});

/** `/_sandbox/*`: reads and controls the running sandbox. Needs no key, because the sandbox listens only on loopback. */
export function controlRoutes(service: SandboxService): FastifyPluginAsyncTypebox {
	return async (server) => {
		server.get('/_sandbox/state', () => ({ workspaces: workspaces(service).map(summaryOf) }));

		server.get('/_sandbox/requests', () => ({ requests: service.requests.entries }));

		server.get('/_sandbox/requests/summary', () => service.requests.summary());

		server.post('/_sandbox/requests/clear', () => {
			service.requests.clear();
			return { ok: true };
		});

		server.get('/_sandbox/conversions', () => conversionsOf(service));

		server.get('/_sandbox/webhooks', () => ({
			webhooks: workspaces(service).flatMap((workspace) =>
				[...workspace.webhooks.values()].map(({ webhook_id, url, event_types }) => ({
					webhook_id,
					url,
					event_types,
					workspace_id: workspace.record.workspace_id,
				})),
			),
		}));

		server.get('/_sandbox/deliveries', () => ({ deliveries: service.deliverer.attempts }));

		server.post('/_sandbox/deliveries/retry', async () => {
			service.deliverer.retryNow();
			await service.deliverer.settle();
			return { deliveries: service.deliverer.attempts };
		});

		server.post('/_sandbox/faults', { schema: { body: FaultScript } }, (request) => {
			const { path, fault, times, after, holding, always } = request.body;
			if (always) service.faults.always(path, fault as Fault, { after, holding });
			else service.faults.next(path, fault as Fault, { times, after, holding });
			return { ok: true };
		});

		server.post('/_sandbox/faults/clear', () => {
			service.faults.clear();
			return { ok: true };
		});

		server.post(
			'/_sandbox/settings',
			{ schema: { body: Type.Partial(SandboxSettings, { additionalProperties: false }) } },
			(request) => {
				Object.assign(service.settings, request.body);
				return { settings: service.settings };
			},
		);

		server.post(
			'/_sandbox/events',
			{
				schema: {
					body: Type.Object({ event_type: NonEmptyText, workspace_id: Type.Optional(Uuid) }),
				},
			},
			async (request, reply) => {
				const [main] = workspaces(service);
				const workspace = service.state.workspaces.get(request.body.workspace_id ?? '') ?? main;
				if (!workspace) return await reply.code(404).send({ message: 'There is no workspace.' });
				return { event: publishEvent(inWorkspace(service, workspace), request.body as EventDraft) };
			},
		);

		for (const [path, isOnline] of [
			['connect', true],
			['disconnect', false],
		] as const) {
			server.post(
				`/_sandbox/devices/${path}`,
				{ schema: { body: Type.Object({ device_id: Uuid }) } },
				async (request, reply) => {
					const found = findAnywhere(service, request.body.device_id);
					if (!found) return await reply.code(404).send({ message: 'There is no such device.' });
					const { workspace, device } = found;
					const here = inWorkspace(service, workspace);
					if (device.record.properties.online !== isOnline) setOnline(here, device, isOnline);
					return { device: toDeviceRecord(here, device) };
				},
			);
		}

		server.post(
			'/_sandbox/connect_webviews/login',
			{ schema: { body: Type.Object({ connect_webview_id: Uuid }) } },
			async (request, reply) => {
				for (const workspace of workspaces(service)) {
					const webview = workspace.connectWebviews.get(request.body.connect_webview_id);
					if (webview)
						return { connect_webview: loginOnWebview(inWorkspace(service, workspace), webview) };
				}
				return await reply.code(404).send({ message: 'There is no such connect webview.' });
			},
		);

		server.post('/_sandbox/reset', async () => {
			await service.reset();
			return { ok: true };
		});
	};
}

const workspaces = (service: SandboxService): WorkspaceState[] => [
	...service.state.workspaces.values(),
];

function findAnywhere(service: SandboxService, deviceId: string) {
	for (const workspace of workspaces(service)) {
		const device = workspace.devicesById.get(deviceId);
		if (device) return { workspace, device };
	}
	return undefined;
}

function summaryOf(workspace: WorkspaceState) {
	const codes = [...workspace.accessCodesByDevice.values()].flat();
	return {
		workspace_id: workspace.record.workspace_id,
		name: workspace.record.name,
		devices: workspace.devices.length,
		unmanaged_access_codes: codes.filter(({ isManaged }) => !isManaged).length,
		managed_access_codes: codes.filter(({ isManaged }) => isManaged).length,
		pending_action_attempts: workspace.actionAttempts.filter(
			({ record }) => record.status === 'pending',
		).length,
		events: workspace.events.length,
		webhooks: workspace.webhooks.size,
	};
}
