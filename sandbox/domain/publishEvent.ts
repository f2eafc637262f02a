import { randomUUID } from 'node:crypto';
import type { ActionAttempt } from '../schemas/actionAttempt';
import type { Event } from '../schemas/event';
import { nowIso } from './clock';
import type { Here } from './service';

/** The draft of an event. Missing members are filled in. */
export type EventDraft = { event_type: string } & Partial<Event>;

/** Creates an event from the draft, adds it to the list, and starts its deliveries. */
export function publishEvent(here: Here, draft: EventDraft): Event {
	const { workspace } = here;
	const now = nowIso(here);
	const device = draft.device_id ? workspace.devicesById.get(draft.device_id) : undefined;
	const event: Event = {
		event_id: randomUUID(),
		created_at: now,
		occurred_at: now,
		workspace_id: workspace.record.workspace_id,
		...(device ? { connected_account_id: device.record.connected_account_id } : {}),
		...draft,
	};
	here.state.addEvent(workspace, event);
	here.deliverer.deliver(event, workspace.webhooks.values());
	return event;
}

export const publishEnd =
	(here: Here, members: Partial<Event>) =>
	({ action_attempt_id, action_type, status }: ActionAttempt): void => {
		const end = status === 'success' ? 'succeeded' : 'failed';
		publishEvent(here, {
			event_type: `action_attempt.${action_type.toLowerCase()}.${end}`,
			action_attempt_id,
			action_type,
			status,
			...members,
		});
	};
