import { Type } from 'typebox';
import { tableOf } from './field';
import { closed, nullable, text, uuid } from './types';

const field = tableOf('action_attempt');
const STATUSES = ['pending', 'success', 'error'];

/** Specification, "action_attempt"; the status `error` and the error object are those of facts 2. */
export const actionAttemptFields = [
	field('action_attempt_id', 'uuid', uuid, { isRequired: true }),
	field('action_type', 'string', text, {
		isRequired: true,
		values: [
			'CONVERT_ACCESS_CODE_TO_MANAGED',
			'DELETE_UNMANAGED_ACCESS_CODE',
			'CREATE_ACCESS_CODE',
			'UPDATE_ACCESS_CODE',
			'DELETE_ACCESS_CODE',
			'LOCK_DOOR',
			'UNLOCK_DOOR',
		],
	}),
	field('status', 'string, pending, success and error', Type.Enum(STATUSES), {
		isRequired: true,
		values: STATUSES,
	}),
	field('result', 'object or null', nullable(Type.Object({})), {
		isRequired: true,
		isNullable: true,
	}),
	field(
		'error',
		'object with type and message, or null',
		nullable(closed({ type: text, message: text })),
		{
			isRequired: true,
			isNullable: true,
		},
	),
];

/** Specification, "action_attempt.status", and facts 2: which members go with which status. */
export const actionAttemptStates = {
	'pending: result and error are null': [
		'pending',
		closed({
			action_attempt_id: uuid,
			action_type: text,
			status: text,
			result: Type.Null(),
			error: Type.Null(),
		}),
	],
	'success: result is an object, error is null': [
		'success',
		closed({
			action_attempt_id: uuid,
			action_type: text,
			status: text,
			result: Type.Object({}),
			error: Type.Null(),
		}),
	],
	'error: result is null, error has type and message': [
		'error',
		closed({
			action_attempt_id: uuid,
			action_type: text,
			status: text,
			result: Type.Null(),
			error: closed({ type: text, message: text }),
		}),
	],
} as const;
