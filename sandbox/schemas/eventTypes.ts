import openapi from './openapi.json';
import type { Source } from './source';

/** The event types of the OpenAPI, the same in records and filters. */
export const EVENT_TYPES: ReadonlySet<string> = new Set(
	openapi['/events/list'].parameters.properties.event_type.enum,
);

/** Event types that only the SDKs have, in their filters of `/events/list` (docs/service.md#events-3). */
const SDK_EVENT_TYPES: ReadonlySet<string> = new Set(
	'issued delay_in_issuing failed_to_issue failed_to_update failed_to_remove failed_to_delete'
		.split(' ')
		.map((type) => `access_code.${type}`),
);

/** Whether the service has events of this type, according to the source. */
export const isEventType = (type: string, source: Source): boolean =>
	EVENT_TYPES.has(type) || (source === 'sdk' && SDK_EVENT_TYPES.has(type));
