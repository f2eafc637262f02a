import { randomUUID } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import type { IDataObject } from 'n8n-workflow';
import { ManualClock } from '../clock/manualClock';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/createSandbox';
import type { Event } from '../../../sandbox/schemas/event';
import type { Webhook } from '../../../sandbox/schemas/webhook';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';
import type { SentDelivery } from './sendDelivery';
import type { CredentialData } from '../../../host/engine/suppliedCredentials';

export const CONVERTED = 'access_code.unmanaged.converted_to_managed';
export const FAILED = 'access_code.unmanaged.failed_to_convert_to_managed';

export interface TriggerSandbox {
	sandbox: Sandbox;
	/** Stands still until a test advances it. */
	clock: ManualClock;
	credentials: CredentialData;
	credentialsWith: (webhookSigningSecret: string) => CredentialData;
	webhooks: () => Webhook[];
	events: () => Event[];
	/** Creates an event at the current time, as the service delivers it, but sends nothing. */
	newEvent: (event?: Partial<Event>) => Event;
	/** Converts a code outside n8n and waits until the conversion ends, so that its event is listed and delivered. */
	convert: (accessCodeId: string) => Promise<void>;
	stop: () => Promise<void>;
}

/** Starts a sandbox with a manual clock, and helpers for the tests of triggers. `startMs`: the clock's start time. */
export async function startTriggerSandbox({
	startMs,
	...options
}: SandboxOptions & { startMs?: number } = {}): Promise<TriggerSandbox> {
	const clock = new ManualClock(startMs);
	const sandbox = await createSandbox({ clock, ...options });
	const credential = { baseUrl: sandbox.url, apiKey: sandbox.apiKey };
	const workspace = () => {
		const state = sandbox.state.workspaces.get(workspaceIds.main);
		if (state === undefined) throw new Error('The sandbox has lost its main workspace');
		return state;
	};
	return {
		sandbox,
		clock,
		credentials: { deviceAccessApi: credential },
		credentialsWith: (webhookSigningSecret) => ({
			deviceAccessApi: { ...credential, webhookSigningSecret },
		}),
		webhooks: () => [...workspace().webhooks.values()],
		events: () => workspace().events,
		newEvent(event) {
			const now = new Date(clock.now()).toISOString();
			return {
				event_id: randomUUID(),
				event_type: CONVERTED,
				created_at: now,
				occurred_at: now,
				workspace_id: workspaceIds.main,
				access_code_id: hotel.unmanagedCodes.convertible,
				device_id: hotel.devices.room101,
				...event,
			};
		},
		async convert(accessCodeId) {
			const response = await fetch(`${sandbox.url}/access_codes/unmanaged/convert_to_managed`, {
				method: 'POST',
				headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
				body: JSON.stringify({ access_code_id: accessCodeId }),
			});
			if (!response.ok)
				throw new Error(`The sandbox did not accept the conversion: HTTP ${response.status}`);
			await clock.advanceBy(sandbox.settings.attemptDurationMs);
		},
		stop: async () => await sandbox.stop(),
	};
}

export interface Signing {
	/** The ID of the delivery; a retry keeps it. */
	messageId?: string;
	sentAt?: Date;
	prefix?: 'svix' | 'webhook';
}

/** Signs a delivery as the service does; `event` can also be the exact text of the body. */
export function signDelivery(
	secret: string,
	event: Event | string,
	{ messageId = `msg_${randomUUID()}`, sentAt = new Date(), prefix = 'svix' }: Signing = {},
): SentDelivery & { headers: Record<string, string> } {
	const rawBody = typeof event === 'string' ? event : JSON.stringify(event);
	return {
		rawBody,
		headers: {
			[`${prefix}-id`]: messageId,
			[`${prefix}-timestamp`]: String(Math.floor(sentAt.getTime() / 1000)),
			[`${prefix}-signature`]: new Signer(secret).sign(messageId, sentAt, rawBody),
		},
	};
}

export function keptSecret(staticData: IDataObject): string {
	const { registration } = staticData as { registration?: { secret?: string } };
	return registration?.secret ?? '';
}
