import type { EventGroup } from './eventRow';
import { accessGrantEvents, accessMethodEvents, accessSystemEvents } from './groups/access';
import { accessCodeEvents, unmanagedAccessCodeEvents } from './groups/accessCodes';
import { connectedAccountEvents, deviceEvents, lockEvents } from './groups/devices';
import { actionAttemptEvents, otherEvents } from './groups/others';

/**
 * Every event type of the OpenAPI. The set is open: people can enter other types
 * (docs/service.md#events-3).
 */
export const EVENT_GROUPS: readonly EventGroup[] = [
	accessCodeEvents,
	unmanagedAccessCodeEvents,
	accessGrantEvents,
	accessMethodEvents,
	accessSystemEvents,
	actionAttemptEvents,
	connectedAccountEvents,
	deviceEvents,
	lockEvents,
	otherEvents,
];
