import { Type, type Static } from 'typebox';
import { ConnectedAccount } from './connectedAccount';
import { DateTime, NonEmptyText, Nullable, Text, Uuid } from './primitives';

const Url = Type.String({ format: 'uri' });

/** A page on which an owner logs in to a lock maker. */
export type ConnectWebview = Static<typeof ConnectWebview>;
export const ConnectWebview = Type.Object({
	connect_webview_id: Uuid,
	workspace_id: Uuid,
	url: Url,
	status: Type.Enum(['pending', 'failed', 'authorized']),
	login_successful: Type.Boolean(),
	authorized_at: Nullable(DateTime),
	connected_account_id: Nullable(Uuid),
	selected_provider: Nullable(Text),
	accepted_providers: Type.Array(Text),
	accepted_capabilities: ConnectedAccount.properties.accepted_capabilities,
	any_provider_allowed: Type.Boolean(),
	automatically_manage_new_devices: Type.Boolean(),
	wait_for_device_creation: Type.Boolean(),
	device_selection_mode: Type.Enum(['none', 'single', 'multiple']),
	custom_metadata: ConnectedAccount.properties.custom_metadata,
	custom_redirect_url: Nullable(Url),
	custom_redirect_failure_url: Nullable(Url),
	customer_key: Type.Optional(NonEmptyText),
	/** Unused, but required. */
	accepted_devices: Type.Array(Text),
	any_device_allowed: Type.Boolean(),
	created_at: DateTime,
});
