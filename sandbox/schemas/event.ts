import { Type } from 'typebox';
import type { Static } from 'typebox';
import { DateTime, Text, Uuid } from './primitives';

/**
 * The members that every event has, and the IDs that filters search for. Other members depend on
 * the type.
 */
export type Event = Static<typeof Event> & Record<string, unknown>;
export const Event = Type.Object({
	event_id: Uuid,
	event_type: Text,
	created_at: DateTime,
	occurred_at: DateTime,
	workspace_id: Uuid,
	device_id: Type.Optional(Uuid),
	access_code_id: Type.Optional(Uuid),
	connected_account_id: Type.Optional(Uuid),
	action_attempt_id: Type.Optional(Uuid),
	access_grant_id: Type.Optional(Uuid),
	/** Only on events about access methods, because a method may belong to several grants. */
	access_grant_ids: Type.Optional(Type.Array(Uuid)),
	access_method_id: Type.Optional(Uuid),
	acs_system_id: Type.Optional(Uuid),
	acs_user_id: Type.Optional(Uuid),
	acs_credential_id: Type.Optional(Uuid),
	acs_entrance_id: Type.Optional(Uuid),
	acs_encoder_id: Type.Optional(Uuid),
	acs_access_group_id: Type.Optional(Uuid),
	space_id: Type.Optional(Uuid),
	user_identity_id: Type.Optional(Uuid),
});
