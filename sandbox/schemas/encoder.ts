import { Type, type Static } from 'typebox';
import { ErrorIssue } from './issue';
import { DateTime, Text, Uuid } from './primitives';

/** A card encoder of an access control system, with the publicly documented members. */
export type Encoder = Static<typeof Encoder>;
export const Encoder = Type.Object({
	acs_encoder_id: Uuid,
	acs_system_id: Uuid,
	connected_account_id: Uuid,
	workspace_id: Uuid,
	display_name: Text,
	created_at: DateTime,
	errors: Type.Array(ErrorIssue),
});
