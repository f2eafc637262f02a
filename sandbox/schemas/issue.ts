import { Type } from 'typebox';
import type { Static } from 'typebox';
import { DateTime, Text } from './primitives';

export type ErrorIssue = Static<typeof ErrorIssue>;
export const ErrorIssue = Type.Object({
	error_code: Text,
	message: Text,
	created_at: DateTime,
});

/** An error of an account also says whether it comes from the account or its bridge. */
export const AccountErrorIssue = Type.Object({
	...ErrorIssue.properties,
	is_connected_account_error: Type.Optional(Type.Boolean()),
	is_bridge_error: Type.Optional(Type.Boolean()),
});

/** An error of a device may come from its account. */
export type DeviceErrorIssue = Static<typeof DeviceErrorIssue>;
export const DeviceErrorIssue = Type.Object({
	...AccountErrorIssue.properties,
	is_device_error: Type.Optional(Type.Boolean()),
});

/** An entry of `warnings` (docs/service.md#codes-8). */
export type WarningIssue = Static<typeof WarningIssue>;
export const WarningIssue = Type.Object({
	warning_code: Text,
	message: Text,
	created_at: DateTime,
});
