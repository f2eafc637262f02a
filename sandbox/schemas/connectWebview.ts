import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ConnectedAccount } from './connectedAccount';
import { DateTime, NonEmptyText, Nullable, Text, Uuid } from './primitives';

/** The makers and systems that a webview can offer to an owner (facts 2, A-enums). */
export const AcceptedProvider = Type.Enum([
	'acuity_scheduling', 'akiles', 'akuvox', 'assa_abloy_credential_service', 'assa_abloy_vostio', 'assa_abloy_vostio_credential_service', 'august',
	'avigilon_alta', 'brivo', 'butterflymx', 'controlbyweb', 'doorking', 'dormakaba_ambiance', 'dormakaba_community', 'dormakaba_oracode', 'dusaw',
	'ecobee', 'first_alert', 'four_suites', 'genie', 'google_nest', 'guesty', 'hid_cm', 'honeywell_resideo', 'hostaway', 'hotek', 'ical', 'igloo',
	'igloohome', 'keyincode', 'keynest', 'kisi', 'korelock', 'kwikset', 'latch', 'legic_connect', 'linear', 'lockly', 'lodgify', 'minut', 'my_2n',
	'nest', 'noiseaware', 'nuki', 'omnitec', 'pti', 'ring', 'salto', 'salto_ks', 'salto_ks_accept', 'salto_space', 'schlage', 'seam_passport', 'sensi',
	'sifely', 'slack', 'smartthings', 'tado', 'tedee', 'thirty_three_lock', 'ttlock', 'ultraloq', 'visionline', 'wyze', 'yale', 'yale_access',
]);

const Url = Type.String({ format: 'uri' });

/** A page on which an owner logs in to a lock maker: facts 2, B2. */
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
