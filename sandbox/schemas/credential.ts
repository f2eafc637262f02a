import { Type } from 'typebox';
import type { Static } from 'typebox';
import { AccessMode } from './accessMethod';
import { ErrorIssue, WarningIssue } from './issue';
import { DateTime, Nullable, Text, Uuid } from './primitives';

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

/** A credential of an access control system. */
export type Credential = Static<typeof Credential>;
export const Credential = Type.Object({
	acs_credential_id: Uuid,
	display_name: Text,
	access_method: AccessMode,
	card_number: Type.Optional(Nullable(Text)),
	code: Type.Optional(Nullable(Text)),
	acs_user_id: Type.Optional(Uuid),
	acs_system_id: Uuid,
	is_issued: Type.Optional(Type.Boolean()),
	starts_at: Type.Optional(Text),
	ends_at: Type.Optional(Text),
	user_identity_id: Type.Optional(Uuid),
	workspace_id: Uuid,
	connected_account_id: Uuid,
	issued_at: Type.Optional(Nullable(DateTime)),
	is_one_time_use: Type.Optional(Type.Boolean()),
	is_multi_phone_sync_credential: Type.Optional(Type.Boolean()),
	is_latest_desired_state_synced_with_provider: Type.Optional(Nullable(Type.Boolean())),
	latest_desired_state_synced_with_provider_at: Type.Optional(Nullable(DateTime)),
	parent_acs_credential_id: Type.Optional(Uuid),
	acs_credential_pool_id: Type.Optional(Uuid),
	external_type: Type.Optional(Text),
	external_type_display_name: Type.Optional(Text),
	visionline_metadata: Type.Optional(VisionlineMetadata),
	assa_abloy_vostio_metadata: Type.Optional(VostioMetadata),
	is_managed: Type.Literal(true),
	created_at: DateTime,
	errors: Type.Array(ErrorIssue),
	warnings: Type.Array(WarningIssue),
});

const Digits = Type.String({ pattern: '^\\d+$' });
const Switch = Type.Optional(Type.Boolean());

/**
 * Parameters of `/acs/credentials/create`. Those of a single maker are checked, but have no effect.
 */
export const NewCredential = Type.Object({
	access_method: AccessMode,
	acs_user_id: Type.Optional(Uuid),
	user_identity_id: Type.Optional(Uuid),
	acs_system_id: Type.Optional(Uuid),
	allowed_acs_entrance_ids: Type.Optional(Type.Array(Uuid)),
	code: Type.Optional(Digits),
	starts_at: Type.Optional(DateTime),
	ends_at: Type.Optional(DateTime),
	credential_manager_acs_system_id: Type.Optional(Uuid),
	is_multi_phone_sync_credential: Switch,
	salto_space_metadata: Type.Optional(
		Type.Object({ assign_new_key: Switch, update_current_key: Switch }),
	),
	visionline_metadata: Type.Optional(
		Type.Object({
			assa_abloy_credential_service_mobile_endpoint_id: Type.Optional(Uuid),
			auto_join: Switch,
			card_format: Type.Optional(Type.Enum(['TLCode', 'rfid48'])),
			card_function_type: Type.Optional(Type.Enum(['guest', 'staff'])),
			is_override_key: Switch,
			joiner_acs_credential_ids: Type.Optional(Type.Array(Uuid)),
			override: Switch,
		}),
	),
	assa_abloy_vostio_metadata: Type.Optional(
		Type.Object({
			auto_join: Switch,
			join_all_guest_acs_entrances: Switch,
			override_all_guest_acs_entrances: Switch,
			override_guest_acs_entrance_ids: Type.Optional(Type.Array(Uuid)),
		}),
	),
});

/** What `/acs/credentials/update` changes. */
export const CredentialChanges = Type.Object({
	code: Type.Optional(Digits),
	ends_at: Type.Optional(DateTime),
});
