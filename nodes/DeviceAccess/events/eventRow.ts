/** A group of event types in the list. */
export interface EventGroup {
	name: string;
	types: readonly EventRow[];
}

/**
 * One event type. `value`: the service's own value, which workflows store. `title`: the words after
 * the group in the list. `description`: what happened, and what the event adds to the fields of all
 * events. `action`: the sentence in the node panel, if the one built from group and title would
 * read badly.
 */
export interface EventRow {
	value: string;
	title: string;
	description: string;
	action?: string;
}

/** Makes an event type. */
export const row = (
	value: string,
	title: string,
	description: string,
	action?: string,
): EventRow => ({
	value,
	title,
	description,
	action,
});

/**
 * The fields in which an event about a delay or a failure gives its reason; all may be empty
 * (docs/service.md#events-5).
 */
export const REASONS =
	"See 'access_code_errors', 'device_errors' and 'connected_account_errors' for the reason.";
