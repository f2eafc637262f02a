import { Type, type Static } from 'typebox';
import { Nullable, Text, Uuid, optional } from './primitives';

const Customization = Type.Object({
	...optional({
		logo_shape: Nullable(Type.Enum(['circle', 'square'])),
		primary_button_color: Nullable(Text),
		primary_button_text_color: Nullable(Text),
		success_message: Nullable(Text),
	}),
});

/** Parameters of `/workspaces/create`. The last is a former name: checked, but without effect. */
export type NewWorkspace = Static<typeof NewWorkspace>;
export const NewWorkspace = Type.Object({
	name: Text,
	...optional({
		company_name: Text,
		connect_webview_customization: Customization,
		is_sandbox: Type.Boolean(),
		organization_id: Uuid,
		connect_partner_name: Nullable(Text),
	}),
});

/** Parameters of `/workspaces/update`. The last three are checked, but have no effect. */
export const WorkspaceChanges = Type.Object({
	...optional({
		name: Text,
		connect_partner_name: Text,
		connect_webview_customization: Customization,
		is_publishable_key_auth_enabled: Type.Boolean(),
		is_suspended: Type.Boolean(),
		organization_id: Uuid,
	}),
});

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
