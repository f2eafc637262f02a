export interface EventGroup {
	name: string;
	types: readonly EventRow[];
}

/**
 * One event type. `value`: the service's own value, which workflows store. `title`: the words after
 * the group in the list. `description`: what happened, and what the event adds to the fields of all
 * events. `action`: the sentence in the node panel, for one of the most used types.
 */
export interface EventRow {
	value: string;
	title: string;
	description: string;
	action?: string;
}

/** Makes an event type. Its title follows from the value, such as `Set on Device`. */
export const row = (
	value: string,
	description: string,
	{ title = titleOf(value), action }: { title?: string; action?: string } = {},
): EventRow => ({ value, title, description, action });

const titleOf = (value: string): string =>
	(value.split('.').at(-1) ?? value)
		.split('_')
		.map((word) =>
			['from', 'in', 'of', 'on', 'to'].includes(word)
				? word
				: word.charAt(0).toUpperCase() + word.slice(1),
		)
		.join(' ');

/**
 * The fields in which an event about a delay or a failure gives its reason; all may be empty
 * (docs/service.md#events-5).
 */
export const REASONS =
	"See 'access_code_errors', 'device_errors' and 'connected_account_errors' for the reason.";
