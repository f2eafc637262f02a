export interface EventGroup {
	name: string;
	types: readonly EventRow[];
}

/**
 * `value` is the service's own, which workflows store. `description` also says what the event adds
 * to the fields of all events. The most used types have an `action` for the node panel.
 */
export interface EventRow {
	value: string;
	title: string;
	description: string;
	action?: string;
}

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

/** docs/service.md#events-5 */
export const REASONS =
	"See 'access_code_errors', 'device_errors' and 'connected_account_errors' for the reason.";
