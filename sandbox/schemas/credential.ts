import { Type, type Static } from 'typebox';
import { AccessMode } from './accessMethod';
import { ErrorIssue, WarningIssue } from './issue';
import { DateTime, Nullable, Text, Uuid, optional } from './primitives';

const VisionlineMetadata = Type.Object({
	card_function_type: Text,
	is_valid: Type.Boolean(),
	auto_join: Type.Boolean(),
	card_id: Text,
	credential_id: Text,
	guest_acs_entrance_ids: Type.Array(Uuid),
	common_acs_entrance_ids: Type.Array(Uuid),
	joiner_acs_credential_ids: Type.Array(Uuid),
});

const VostioMetadata = Type.Object({
	auto_join: Type.Boolean(),
	door_names: Type.Array(Text),
	endpoint_id: Text,
	key_id: Text,
	key_issuing_request_id: Text,
	override_guest_acs_entrance_ids: Type.Array(Uuid),
});

export type Credential = Static<typeof Credential>;
export const Credential = Type.Object({
	acs_credential_id: Uuid,
	display_name: Text,
	access_method: AccessMode,
	...optional({
		card_number: Nullable(Text),
		code: Nullable(Text),
		acs_user_id: Uuid,
	}),
	acs_system_id: Uuid,
	...optional({
		is_issued: Type.Boolean(),
		starts_at: Text,
		ends_at: Text,
		user_identity_id: Uuid,
	}),
	workspace_id: Uuid,
	connected_account_id: Uuid,
	...optional({
		issued_at: Nullable(DateTime),
		is_one_time_use: Type.Boolean(),
		is_multi_phone_sync_credential: Type.Boolean(),
		is_latest_desired_state_synced_with_provider: Nullable(Type.Boolean()),
		latest_desired_state_synced_with_provider_at: Nullable(DateTime),
		parent_acs_credential_id: Uuid,
		acs_credential_pool_id: Uuid,
		external_type: Text,
		external_type_display_name: Text,
		visionline_metadata: VisionlineMetadata,
		assa_abloy_vostio_metadata: VostioMetadata,
	}),
	is_managed: Type.Literal(true),
	created_at: DateTime,
	errors: Type.Array(ErrorIssue),
	warnings: Type.Array(WarningIssue),
});
