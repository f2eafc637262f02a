import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { nowIso } from '../../domain/clock';
import { notFound } from '../../domain/serviceError';
import { AcceptedProvider, ConnectWebview } from '../../schemas/connectWebview';
import { ConnectedAccount } from '../../schemas/connectedAccount';
import { MetadataChanges } from '../../schemas/device';
import { Pagination } from '../../schemas/pagination';
import { NonEmptyText, PageParameters, Text, Uuid } from '../../schemas/primitives';
import type { WorkspaceState } from '../../state/state';
import { paginate } from '../pagination';
import { defineRoute } from './defineRoute';

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
		methods: [],
		parameters: Type.Object({
			accepted_providers: Type.Optional(Type.Array(AcceptedProvider)),
			excluded_providers: Type.Optional(Type.Array(Text)),
			provider_category: Type.Optional(Type.Enum([...CATEGORIES])),
			accepted_capabilities: Type.Optional(Capabilities),
			automatically_manage_new_devices: Type.Optional(Type.Boolean()),
			wait_for_device_creation: Type.Optional(Type.Boolean()),
			custom_redirect_url: Type.Optional(Url),
			custom_redirect_failure_url: Type.Optional(Url),
			custom_metadata: Type.Optional(MetadataChanges),
			customer_key: Type.Optional(NonEmptyText),
		}),
		response: Type.Object({ connect_webview: ConnectWebview }),
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

	defineRoute({
		path: '/connect_webviews/get',
		methods: ['GET'],
		parameters: Type.Object({ connect_webview_id: Uuid }),
		response: Type.Object({ connect_webview: ConnectWebview }),
		answer: (_service, { workspace, parameters }) => ({
			connect_webview: findWebview(workspace, parameters.connect_webview_id),
		}),
	}),

	defineRoute({
		path: '/connect_webviews/list',
		methods: ['GET'],
		parameters: Type.Object({
			search: Type.Optional(NonEmptyText),
			customer_key: Type.Optional(Text),
			custom_metadata_has: Type.Optional(Type.Record(Text, Type.Union([Text, Type.Boolean()]))),
			// A valid parameter for records that no fixture has, so nothing matches.
			user_identifier_key: Type.Optional(Text),
			...PageParameters,
		}),
		response: Type.Object({ connect_webviews: Type.Array(ConnectWebview), pagination: Pagination }),
		answer(_service, request) {
			const {
				customer_key: customer,
				custom_metadata_has: wanted = {},
				user_identifier_key: userKey,
			} = request.parameters;
			const search = request.parameters.search?.toLowerCase() ?? '';
			const { entries, pagination } = paginate(request.workspace.connectWebviews.entries, request, {
				matches: ({ record }) =>
					userKey === undefined &&
					(customer === undefined || record.customer_key === customer) &&
					Object.entries(wanted).every(([key, value]) => record.custom_metadata[key] === value) &&
					[
						record.connect_webview_id,
						record.status,
						record.customer_key,
						...record.accepted_providers,
					].some((text) => text?.toLowerCase().includes(search)),
			});
			return { connect_webviews: entries.map(({ record }) => record), pagination };
		},
	}),

	defineRoute({
		path: '/connect_webviews/delete',
		methods: ['DELETE'],
		parameters: Type.Object({ connect_webview_id: Uuid }),
		response: Type.Object({}),
		answer(_service, { workspace, parameters: { connect_webview_id: id } }) {
			findWebview(workspace, id);
			workspace.connectWebviews.remove(id);
			return {};
		},
	}),
];

function findWebview({ connectWebviews }: WorkspaceState, id: string): ConnectWebview {
	const webview = connectWebviews.get(id);
	if (!webview) throw notFound('connect_webview', { connect_webview_id: id });
	return webview;
}

/** Removes entries whose value is null. */
export function withoutNull(
	metadata: Record<string, string | boolean | null> = {},
): Record<string, string | boolean> {
	return Object.fromEntries(
		Object.entries(metadata).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
	);
}
