import { isWireObject, type WireObject } from './records';

export interface ActionAttempt {
	action_attempt_id: string;
	action_type: string;
	status: 'pending' | 'success' | 'error';
	result: WireObject | null;
	error: { type: string; message: string } | null;
}

/** Undefined without an ID. An unknown status counts as pending (docs/service.md#attempts-2). */
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
