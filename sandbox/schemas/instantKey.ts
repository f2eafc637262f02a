import { Type, type Static } from 'typebox';
import { DateTime, Text, Uuid } from './primitives';

/** A link that puts a person's mobile keys on a phone. */
export type InstantKey = Static<typeof InstantKey>;
export const InstantKey = Type.Object({
	instant_key_id: Uuid,
	instant_key_url: Type.String({ format: 'uri' }),
	user_identity_id: Uuid,
	client_session_id: Uuid,
	workspace_id: Uuid,
	created_at: DateTime,
	expires_at: DateTime,
	customization_profile_id: Type.Optional(Uuid),
	customization: Type.Optional(
		Type.Object({ logo_url: Text, primary_color: Text, secondary_color: Text }),
	),
});
