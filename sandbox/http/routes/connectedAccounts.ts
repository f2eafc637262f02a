import { Type } from 'typebox';
import { findSpace } from '../../domain/access/lookup';
import { disconnectAccount } from '../../domain/devices/connection';
import { deleteAccount } from '../../domain/devices/deleteAccount';
import { requireSandbox } from '../../domain/lookup';
import { invalidInput, notFound } from '../../domain/serviceError';
import { paginate } from '../pagination';
import { ConnectedAccount } from '../../schemas/connectedAccount';
import { MetadataChanges } from '../../schemas/device';
import { Pagination } from '../../schemas/pagination';
import { NonEmptyText, PageParameters, Text, Uuid } from '../../schemas/primitives';
import type { SpaceData } from '../../state/accessState';
import type { WorkspaceState } from '../../state/state';
import { withoutNull } from './connectWebviews';
import { defineRoute } from './defineRoute';

export const connectedAccountRoutes = [
	defineRoute({
		path: '/connected_accounts/get',
		methods: ['GET'],
		parameters: Type.Object({
			connected_account_id: Type.Optional(Uuid),
			email: Type.Optional(Type.String({ format: 'email' })),
		}),
		response: Type.Object({ connected_account: ConnectedAccount }),
		answer(_service, { workspace, parameters }) {
			const { connected_account_id: id, email } = parameters;
			if (!id && !email) throw invalidInput('One of connected_account_id, email is required');
			const account = workspace.connectedAccounts.find(({ record }) =>
				id ? record.connected_account_id === id : emailOf(record) === email,
			);
			if (!account) throw notFound('connected_account', parameters);
			return { connected_account: account.record };
		},
	}),

	defineRoute({
		path: '/connected_accounts/simulate/disconnect',
		methods: [],
		parameters: Type.Object({ connected_account_id: Uuid }),
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			requireSandbox(workspace, 'simulate accounts');
			disconnectAccount(
				service,
				workspace,
				findAccount(workspace, parameters.connected_account_id),
			);
			return {};
		},
	}),

	defineRoute({
		path: '/connected_accounts/update',
		methods: ['PATCH'],
		parameters: Type.Object({
			connected_account_id: Uuid,
			display_name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
			automatically_manage_new_devices: Type.Optional(Type.Boolean()),
			accepted_capabilities: Type.Optional(ConnectedAccount.properties.accepted_capabilities),
			custom_metadata: Type.Optional(MetadataChanges),
			customer_key: Type.Optional(NonEmptyText),
		}),
		response: Type.Object({ connected_account: ConnectedAccount }),
		answer(
			service,
			{
				workspace,
				parameters: { connected_account_id: id, custom_metadata: metadata, ...changes },
			},
		) {
			const account = findAccount(workspace, id);
			const { customer_key: customer = changes.customer_key } = account.record;
			if (changes.customer_key !== customer && changes.customer_key !== undefined)
				throw invalidInput('The account belongs to another customer');
			const named = Object.entries(changes).filter(
				([name, value]) => Object.hasOwn(ConnectedAccount.properties, name) && value !== undefined,
			);
			service.state.setConnectedAccount(account, {
				...account.record,
				...Object.fromEntries(named),
				// Replaces all metadata (docs/service.md#devices-6).
				...(metadata === undefined ? {} : { custom_metadata: withoutNull(metadata) }),
			});
			return { connected_account: account.record };
		},
	}),

	// Changes nothing, because the sandbox has no lock makers to sync with.
	defineRoute({
		path: '/connected_accounts/sync',
		methods: [],
		parameters: Type.Object({ connected_account_id: Uuid }),
		response: Type.Object({}),
		answer(_service, { workspace, parameters }) {
			findAccount(workspace, parameters.connected_account_id);
			return {};
		},
	}),

	defineRoute({
		path: '/connected_accounts/delete',
		methods: ['DELETE'],
		parameters: Type.Object({ connected_account_id: Uuid }),
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			deleteAccount(service, workspace, findAccount(workspace, parameters.connected_account_id));
			return {};
		},
	}),

	defineRoute({
		path: '/connected_accounts/list',
		methods: ['GET'],
		parameters: Type.Object({
			search: Type.Optional(NonEmptyText),
			space_id: Type.Optional(Uuid),
			custom_metadata_has: Type.Optional(Type.Record(Text, Type.Union([Text, Type.Boolean()]))),
			customer_key: Type.Optional(NonEmptyText),
			// A valid parameter for records that no fixture has, so nothing matches.
			user_identifier_key: Type.Optional(NonEmptyText),
			...PageParameters,
		}),
		response: Type.Object({
			connected_accounts: Type.Array(ConnectedAccount),
			pagination: Pagination,
		}),
		answer(_service, request) {
			const { workspace, parameters } = request;
			const search = parameters.search?.toLowerCase() ?? '';
			const accountsOfSpace =
				parameters.space_id && accountIdsOf(workspace, findSpace(workspace, parameters.space_id));
			const wantedMetadata = Object.entries(parameters.custom_metadata_has ?? {});
			const { entries, pagination } = paginate(workspace.connectedAccounts, request, {
				defaultLimit: 11_000,
				matches: ({ record }) =>
					parameters.user_identifier_key === undefined &&
					(parameters.customer_key === undefined ||
						record.customer_key === parameters.customer_key) &&
					(!accountsOfSpace || accountsOfSpace.includes(record.connected_account_id)) &&
					wantedMetadata.every(([key, value]) => record.custom_metadata[key] === value) &&
					[
						record.connected_account_id,
						record.account_type,
						record.display_name,
						emailOf(record),
					].some((text) => text.toLowerCase().includes(search)),
			});
			return { connected_accounts: entries.map(({ record }) => record), pagination };
		},
	}),
];

function findAccount({ connectedAccounts }: WorkspaceState, id: string) {
	const account = connectedAccounts.find(({ record }) => record.connected_account_id === id);
	if (!account) throw notFound('connected_account', { connected_account_id: id });
	return account;
}

/** The accounts of a space: those named at its creation, and those of its devices. */
function accountIdsOf(
	{ devicesById }: WorkspaceState,
	{ connected_account_ids: ids, device_ids: deviceIds }: SpaceData,
): string[] {
	return [
		...ids,
		...deviceIds.flatMap((id) => devicesById.get(id)?.record.connected_account_id ?? []),
	];
}

/** The records have no email address. In the sandbox, the address of an account comes from its provider. */
function emailOf({ account_type: provider }: ConnectedAccount): string {
	return `${provider}@example.com`;
}
