import { Type } from 'typebox';
import type { Static } from 'typebox';
import { DateTime, Text } from './primitives';

/** An entry of `errors`. Further members say where the issue comes from or what it is about. */
export type ErrorIssue = Static<typeof ErrorIssue>;
export const ErrorIssue = Type.Object({
	error_code: Text,
	message: Text,
	created_at: DateTime,
	is_access_code_error: Type.Optional(Type.Literal(true)),
	is_device_error: Type.Optional(Type.Boolean()),
	is_connected_account_error: Type.Optional(Type.Boolean()),
});

/** An entry of `warnings` (docs/service.md#codes-8). */
export type WarningIssue = Static<typeof WarningIssue>;
export const WarningIssue = Type.Object({
	warning_code: Text,
	message: Text,
	created_at: DateTime,
});
