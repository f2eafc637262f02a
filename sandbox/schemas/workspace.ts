import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Nullable, Text, Uuid } from './primitives';

/** How a connect webview looks. */
const Customization = Type.Object({
	logo_shape: Type.Optional(Nullable(Type.Enum(['circle', 'square']))),
	primary_button_color: Type.Optional(Nullable(Text)),
	primary_button_text_color: Type.Optional(Nullable(Text)),
	success_message: Type.Optional(Nullable(Text)),
});

/** Parameters of `/workspaces/create`. The last five are former names: checked, but without effect. */
export type NewWorkspace = Static<typeof NewWorkspace>;
export const NewWorkspace = Type.Object({
	name: Text,
	company_name: Type.Optional(Text),
	connect_webview_customization: Type.Optional(Customization),
	is_sandbox: Type.Optional(Type.Boolean()),
	organization_id: Type.Optional(Uuid),
	connect_partner_name: Type.Optional(Nullable(Text)),
	webview_logo_shape: Type.Optional(Type.Enum(['circle', 'square'])),
	webview_primary_button_color: Type.Optional(Text),
	webview_primary_button_text_color: Type.Optional(Text),
	webview_success_message: Type.Optional(Text),
});

/** Parameters of `/workspaces/update`. The last three are checked, but have no effect. */
export const WorkspaceChanges = Type.Object({
	name: Type.Optional(Text),
	connect_partner_name: Type.Optional(Text),
	connect_webview_customization: Type.Optional(Customization),
	is_publishable_key_auth_enabled: Type.Optional(Type.Boolean()),
	is_suspended: Type.Optional(Type.Boolean()),
	organization_id: Type.Optional(Uuid),
});

/** What one API key opens. */
export type Workspace = Static<typeof Workspace>;
export const Workspace = Type.Object({
	workspace_id: Uuid,
	name: Text,
	company_name: Text,
	connect_partner_name: Nullable(Text),
	is_sandbox: Type.Boolean(),
	is_suspended: Type.Boolean(),
	connect_webview_customization: Type.Object({
		inviter_logo_url: Type.Optional(Text),
		...Customization.properties,
	}),
	is_publishable_key_auth_enabled: Type.Boolean(),
	publishable_key: Type.Optional(Text),
	organization_id: Nullable(Uuid),
});
