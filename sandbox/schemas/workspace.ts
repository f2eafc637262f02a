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
