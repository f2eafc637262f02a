import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Nullable, Text, Uuid } from './primitives';

/** Specification "workspace" and facts 4. */
export type Workspace = Static<typeof Workspace>;
export const Workspace = Type.Object({
	workspace_id: Uuid,
	name: Text,
	company_name: Text,
	connect_partner_name: Nullable(Text),
	is_sandbox: Type.Boolean(),
	is_suspended: Type.Boolean(),
	connect_webview_customization: Type.Object({}),
	is_publishable_key_auth_enabled: Type.Boolean(),
	organization_id: Nullable(Uuid),
});
