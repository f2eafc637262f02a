/** A JSON object of the service, with the wire's snake_case names. */
export type WireObject = Record<string, unknown>;

/** `pagination` of a list answer; the cursor is null on the last page. */
export interface Pagination {
	next_page_cursor: string | null;
	has_next_page: boolean;
}

/** An action that the service finishes in the background. */
export interface ActionAttempt {
	action_attempt_id: string;
	action_type: string;
	status: 'pending' | 'success' | 'error';
	result: WireObject | null;
	error: { type: string; message: string } | null;
}

/**
 * An event as the service lists and delivers it. More fields depend on its type. One that is null is
 * absent.
 */
export interface ServiceEvent extends WireObject {
	event_id: string;
	event_type: string;
	created_at: string;
	device_id?: string | null;
	access_code_id?: string | null;
}

/**
 * A registered webhook. The service may leave out the secret, except when it creates the webhook
 * (docs/service.md#events-8).
 */
export interface Webhook {
	webhook_id: string;
	url: string;
	event_types?: string[];
	secret?: string;
}

/** True for a JSON object: not null, not an array. */
export function isWireObject(value: unknown): value is WireObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON objects in a list; none if the value is not a list. */
export const wireObjectsIn = (value: unknown): WireObject[] =>
	Array.isArray(value) ? value.filter(isWireObject) : [];

/** The action attempt in an answer, or undefined if it has none (docs/service.md#attempts-2). */
export function readActionAttempt(value: unknown): ActionAttempt | undefined {
	if (!isWireObject(value) || typeof value.action_attempt_id !== 'string') return undefined;
	const { status, result, error } = value;
	return {
		...value,
		action_attempt_id: value.action_attempt_id,
		action_type: typeof value.action_type === 'string' ? value.action_type : '',
		status: status === 'success' || status === 'error' ? status : 'pending',
		result: isWireObject(result) ? result : null,
		error: isWireObject(error)
			? { ...error, type: String(error.type ?? ''), message: String(error.message ?? '') }
			: null,
	};
}

/**
 * The events in a list. Entries without an ID, a type or a time are left out, because they cannot
 * be told apart.
 */
export function readEvents(values: WireObject[]): ServiceEvent[] {
	return values.filter(
		(value): value is ServiceEvent =>
			typeof value.event_id === 'string' &&
			typeof value.event_type === 'string' &&
			typeof value.created_at === 'string' &&
			!Number.isNaN(Date.parse(value.created_at)),
	);
}
