import { Type, type Static } from 'typebox';
import { AccountErrorIssue, WarningIssue } from './issue';
import { DateTime, Text, TimeOfDay, Uuid, optional } from './primitives';

/** An account at a lock maker or booking system, through which the service reaches devices. */
export type ConnectedAccount = Static<typeof ConnectedAccount>;
export const ConnectedAccount = Type.Object({
	connected_account_id: Uuid,
	display_name: Text,
	account_type: Text,
	account_type_display_name: Text,
	automatically_manage_new_devices: Type.Boolean(),
	/** The customer of the workspace who owns the account. */
	customer_key: Type.Optional(Text),
	accepted_capabilities: Type.Array(
		Type.Enum(['lock', 'thermostat', 'noise_sensor', 'access_control', 'camera']),
	),
	...optional({
		/** This and the next two members are only on accounts of booking systems. */
		default_checkin_time: TimeOfDay,
		default_checkout_time: TimeOfDay,
		time_zone: Text,
		image_url: Text,
	}),
	custom_metadata: Type.Record(Text, Type.Union([Text, Type.Boolean()])),
	errors: Type.Array(AccountErrorIssue),
	warnings: Type.Array(WarningIssue),
	created_at: DateTime,
});
