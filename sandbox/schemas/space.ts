import { Type } from 'typebox';
import type { Static } from 'typebox';
import { DateTime, Text, Uuid } from './primitives';

/** Facts 4, "Spaces, user identities, connected accounts". */
export type Space = Static<typeof Space>;
export const Space = Type.Object({
	space_id: Uuid,
	workspace_id: Uuid,
	name: Text,
	display_name: Text,
	space_key: Type.Optional(Text),
	customer_key: Type.Optional(Text),
	device_count: Type.Integer({ minimum: 0 }),
	acs_entrance_count: Type.Integer({ minimum: 0 }),
	created_at: DateTime,
});
