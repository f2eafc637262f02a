import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ErrorIssue, WarningIssue } from './issue';
import { DateTime, Text, Uuid } from './primitives';

/** An entrance of an access control system, with the publicly documented members. */
export type Entrance = Static<typeof Entrance>;
export const Entrance = Type.Object({
	acs_entrance_id: Uuid,
	acs_system_id: Uuid,
	connected_account_id: Uuid,
	display_name: Text,
	space_ids: Type.Array(Uuid),
	/** Whether the entrance takes part in reservations (docs/service.md#grants-13). */
	can_belong_to_reservation: Type.Optional(Type.Boolean()),
	created_at: DateTime,
	errors: Type.Array(ErrorIssue),
	warnings: Type.Array(WarningIssue),
});
