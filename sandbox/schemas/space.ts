import { Type, type Static } from 'typebox';
import { DateTime, NonEmptyText, Nullable, Text, TimeOfDay, Uuid, optional } from './primitives';

/**
 * Details of a space for guests and booking systems, the same in requests and records
 * (docs/service.md#systems-4).
 */
export type CustomerData = Static<typeof CustomerData>;
export const CustomerData = Type.Object({
	...optional({
		address: Nullable(Text),
		default_checkin_time: Nullable(TimeOfDay),
		default_checkout_time: Nullable(TimeOfDay),
		/** A name from the IANA database. The schema does not check it. */
		time_zone: Nullable(NonEmptyText),
	}),
});

export type Space = Static<typeof Space>;
export const Space = Type.Object({
	space_id: Uuid,
	workspace_id: Uuid,
	name: Text,
	display_name: Text,
	...optional({
		space_key: Text,
		customer_key: Text,
		customer_data: CustomerData,
		geolocation: Nullable(Type.Object({ latitude: Type.Number(), longitude: Type.Number() })),
	}),
	device_count: Type.Integer({ minimum: 0 }),
	acs_entrance_count: Type.Integer({ minimum: 0 }),
	created_at: DateTime,
});
