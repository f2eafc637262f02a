import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { nowIso } from '../../domain/clock';
import { AcceptedProvider } from '../../schemas/connectWebview';
import { ConnectedAccount } from '../../schemas/connectedAccount';
import { MetadataChanges } from '../../schemas/device';
import { NonEmptyText, Text, optional } from '../../schemas/primitives';
import { defineRoute } from './defineRoute';
import {
	actRoute,
	byMetadata,
	bySearch,
	getRoute,
	listRoute,
	matchesNothing,
} from './recordRoutes';
import { connectWebviews } from './recordKinds';

const { accepted_capabilities: Capabilities } = ConnectedAccount.properties;
const Url = Type.String({ format: 'uri' });

/**
 * The providers that a webview offers by default: those of the category `stable`. Here, three of
 * the providers in the fixtures.
 */
const STABLE_PROVIDERS = ['august', 'schlage', 'yale'];

const CATEGORIES = [
	'stable',
	'consumer_smartlocks',
	'beta',
	'thermostats',
	'noise_sensors',
	'access_control_systems',
	'cameras',
	'connectors',
	'internal_beta',
] as const;

/** Pages on which owners log in; `/_sandbox/connect_webviews/login` does it for them. */
export const connectWebviewRoutes = [
	defineRoute({
		path: '/connect_webviews/create',
		parameters: {
			...optional({
				accepted_providers: Type.Array(AcceptedProvider),
				excluded_providers: Type.Array(Text),
				provider_category: Type.Enum([...CATEGORIES]),
				accepted_capabilities: Capabilities,
				automatically_manage_new_devices: Type.Boolean(),
				wait_for_device_creation: Type.Boolean(),
				custom_redirect_url: Url,
				custom_redirect_failure_url: Url,
				custom_metadata: MetadataChanges,
				customer_key: NonEmptyText,
			}),
		},
		answer(service, { workspace, parameters }) {
			const {
				accepted_providers: providers,
				excluded_providers: excluded = [],
				customer_key,
			} = parameters;
			const connect_webview_id = randomUUID();
			const webview = workspace.connectWebviews.add({
				connect_webview_id,
				workspace_id: workspace.record.workspace_id,
				url: `https://connect.example.com/connect_webviews/view?connect_webview_id=${connect_webview_id}`,
				status: 'pending',
				login_successful: false,
				authorized_at: null,
				connected_account_id: null,
				selected_provider: null,
				accepted_providers: (providers ?? STABLE_PROVIDERS).filter(
					(name) => !excluded.includes(name),
				),
				accepted_capabilities: parameters.accepted_capabilities ?? ['lock', 'access_control'],
				any_provider_allowed: providers === undefined,
				automatically_manage_new_devices: parameters.automatically_manage_new_devices ?? true,
				wait_for_device_creation: parameters.wait_for_device_creation ?? false,
				device_selection_mode: 'none',
				custom_metadata: withoutNull(parameters.custom_metadata),
				custom_redirect_url: parameters.custom_redirect_url ?? null,
				custom_redirect_failure_url: parameters.custom_redirect_failure_url ?? null,
				...(customer_key === undefined ? {} : { customer_key }),
				accepted_devices: [],
				any_device_allowed: false,
				created_at: nowIso(service),
			});
			return { connect_webview: webview };
		},
	}),

	getRoute('/connect_webviews/get', connectWebviews),

	listRoute('/connect_webviews/list', connectWebviews, {
		search: bySearch((webview) => [
			webview.connect_webview_id,
			webview.status,
			webview.customer_key,
			...webview.accepted_providers,
		]),
		customer_key: Text,
		custom_metadata_has: byMetadata,
		user_identifier_key: matchesNothing,
	}),

	actRoute('/connect_webviews/delete', connectWebviews, (_service, workspace, webview) =>
		workspace.connectWebviews.remove(webview.connect_webview_id),
	),
];

export function withoutNull(
	metadata: Record<string, string | boolean | null> = {},
): Record<string, string | boolean> {
	return Object.fromEntries(
		Object.entries(metadata).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
	);
}
