import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Text, Uuid } from './primitives';

const identity = { action_attempt_id: Uuid, action_type: Text };

/**
 * An action attempt: `result` is null unless it succeeded, and `error` is null unless it failed
 * (docs/service.md#attempts-1).
 */
export type ActionAttempt = Static<typeof ActionAttempt>;
export const ActionAttempt = Type.Union([
	Type.Object({
		...identity,
		status: Type.Literal('pending'),
		result: Type.Null(),
		error: Type.Null(),
	}),
	Type.Object({
		...identity,
		status: Type.Literal('success'),
		result: Type.Object({}),
		error: Type.Null(),
	}),
	Type.Object({
		...identity,
		status: Type.Literal('error'),
		result: Type.Null(),
		error: Type.Object({ type: Text, message: Text }),
	}),
]);
