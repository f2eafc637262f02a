import { randomUUID } from 'node:crypto';
import type { Clock } from './clock';
import type { Deliverer } from './deliverWebhooks';
import type { Event } from '../schemas/event';
import type { State, WorkspaceState } from '../state/state';

/** An event as a caller describes it; what is missing is filled in. */
export type EventDraft = { event_type: string } & Partial<Event>;

/** Makes an event of the draft, lists it, and starts its deliveries. */
export function publishEvent(
	{ state, clock, deliverer }: { state: State; clock: Clock; deliverer: Deliverer },
	workspace: WorkspaceState,
	draft: EventDraft,
): Event {
	const now = new Date(clock.now()).toISOString();
	const device = draft.device_id ? workspace.devicesById.get(draft.device_id) : undefined;
	const event: Event = {
		event_id: randomUUID(),
		created_at: now,
		occurred_at: now,
		workspace_id: workspace.record.workspace_id,
		...(device ? { connected_account_id: device.record.connected_account_id } : {}),
		...draft,
	};
	state.addEvent(workspace, event);
	deliverer.deliver(event, workspace.webhooks.values());
	return event;
}
