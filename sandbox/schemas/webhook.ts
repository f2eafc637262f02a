import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Text, Uuid } from './primitives';

/** A registered webhook. The secret is `whsec_`, followed by base64 (docs/service.md#events-7). */
export type Webhook = Static<typeof Webhook>;
export const Webhook = Type.Object({
	webhook_id: Uuid,
	url: Type.String({ format: 'uri' }),
	event_types: Type.Array(Text),
	secret: Type.Optional(Text),
});
