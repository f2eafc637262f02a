import { randomUUID } from 'node:crypto';
import { nowIso } from '../../domain/clock';
import { defineRoute } from './defineRoute';
import { actRoute, bySearch, getRoute, listRoute } from './recordRoutes';
import { connectWebviews } from './recordKinds';
import { given } from '../../domain/without';

/**
 * The providers that a webview offers by default: those of the category `stable`. Here, three of
 * the providers in the fixtures.
 */
const STABLE_PROVIDERS = ['august', 'schlage', 'yale'];

/** Pages on which owners log in; `/_sandbox/connect_webviews/login` does it for them. */
export const connectWebviewRoutes = [
	defineRoute({
		path: '/connect_webviews/create',
		answer(here, { parameters }) {
			const { workspace } = here;
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
				...given({ customer_key }),
				accepted_devices: [],
				any_device_allowed: false,
				created_at: nowIso(here),
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
	}),

	actRoute('/connect_webviews/delete', connectWebviews, ({ workspace }, webview) =>
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
