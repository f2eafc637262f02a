import { randomBytes, randomUUID } from 'node:crypto';
import { isEventType } from '../../schemas/eventTypes';
import { type Webhook } from '../../schemas/webhook';
import type { SandboxSettings } from '../../faults/settings';
import { ServiceError, notFound } from '../../domain/serviceError';
import { defineRoute } from './defineRoute';

const SECRET_BYTES = 24;

export const webhookRoutes = [
	defineRoute({
		path: '/webhooks/create',
		answer(here, { parameters }) {
			const eventTypes = parameters.event_types ?? ['*'];
			requireKnownTypes(eventTypes, here.settings);
			const webhook: Webhook = {
				webhook_id: randomUUID(),
				url: parameters.url,
				event_types: eventTypes,
				secret: `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`,
			};
			here.state.setWebhook(here.workspace, webhook);
			return { webhook };
		},
	}),

	defineRoute({
		path: '/webhooks/list',
		answer: ({ settings, workspace }) => ({
			webhooks: [...workspace.webhooks.values()].map((webhook) => toRecord(webhook, settings)),
		}),
	}),

	defineRoute({
		path: '/webhooks/delete',
		answer({ state, deliverer, workspace }, { parameters }) {
			const { webhook_id: id } = parameters;
			if (!workspace.webhooks.has(id)) throw notFound('webhook', parameters);
			state.removeWebhook(workspace, id);
			deliverer.forget(id);
		},
	}),
];

/** Accepts exact types, or only `*` (docs/service.md#events-10). */
function requireKnownTypes(eventTypes: string[], { source }: SandboxSettings): void {
	const unknownTypes = eventTypes.filter((type) => type !== '*' && !isEventType(type, source));
	if (unknownTypes.length === 0 && (eventTypes.length === 1 || !eventTypes.includes('*'))) return;
	throw new ServiceError(
		400,
		'invalid_event_types',
		unknownTypes.length > 0
			? `Unknown event types: ${unknownTypes.join(', ')}`
			: '"*" cannot be combined with other event types',
	);
}

function toRecord({ secret, ...rest }: Webhook, settings: SandboxSettings): Webhook {
	return settings.webhookSecretRepeated ? { ...rest, secret } : rest;
}
