import type { EventGroup, EventRow } from './eventRow';
import { accessGrantEvents, accessMethodEvents, accessSystemEvents } from './groups/access';
import { accessCodeEvents, unmanagedAccessCodeEvents } from './groups/accessCodes';
import { connectedAccountEvents, deviceEvents, lockEvents } from './groups/devices';
import { actionAttemptEvents, otherEvents } from './groups/others';

/** `value` is the service's own name, which workflows store. */
export interface EventType {
	value: string;
	/** Such as "Access Code: Set on Device". */
	name: string;
	action: string;
	description: string;
}

/** Means all event types, in requests too. */
export const ALL_EVENTS = '*';

/**
 * Chooses the events after which a guest may not get in. Has no dot, unlike the service's types.
 */
export const ACCESS_AT_RISK = 'access_at_risk';

export const EVENTS_OF_ACCESS_AT_RISK: readonly string[] = [
	'access_grant.could_not_create_requested_access_methods',
	'access_method.delay_in_issuing',
	'access_method.failed_to_issue',
	'device.disconnected',
];

export const DEFAULT_EVENT_TYPES = [
	'access_code.unmanaged.converted_to_managed',
	'access_code.unmanaged.failed_to_convert_to_managed',
];

/**
 * In display order. The node panel and 'Trigger On' offer them, 'More Events' offers all others.
 */
export const MAIN_EVENT_TYPES: readonly string[] = [
	...DEFAULT_EVENT_TYPES,
	ACCESS_AT_RISK,
	'access_method.issued',
	'access_method.reissued',
	'access_code.set_on_device',
	'access_code.code_changed',
	'access_code.failed_to_set_on_device',
	'access_code.removed_from_device',
	'access_code.unmanaged.created',
	'lock.unlocked',
	'lock.access_denied',
	'device.disconnected',
	'device.connected',
	'device.low_battery',
	'connected_account.disconnected',
	ALL_EVENTS,
];

/**
 * Those of the OpenAPI, except thermostats, noise sensors, cameras, phones and enrollment
 * automations. People can enter other types (docs/service.md#events-3).
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

export const EVENT_TYPES: readonly EventType[] = EVENT_GROUPS.flatMap((group) =>
	group.types.map((type) => toEventType(group, type)).sort((a, b) => a.name.localeCompare(b.name)),
);

function toEventType(
	{ name: group }: EventGroup,
	{ value, title, description, action }: EventRow,
): EventType {
	return {
		value,
		name: `${group}: ${title}`,
		action: action ?? `On ${`${group} ${title}`.toLowerCase()}`,
		description,
	};
}
