import { Type } from 'typebox';
import { findSpace } from '../../domain/access/lookup';
import { disconnectAccount } from '../../domain/devices/changeDevice';
import { requireSandbox } from '../../domain/lookup';
import { invalidInput, notFound } from '../../domain/serviceError';
import { paginate } from '../pagination';
import { ConnectedAccount } from '../../schemas/connectedAccount';
import { Pagination } from '../../schemas/pagination';
import { NonEmptyText, PageParameters, Text, Uuid } from '../../schemas/primitives';
import type { SpaceData } from '../../state/accessState';
import type { WorkspaceState } from '../../state/state';
import { defineRoute } from './defineRoute';

export const connectedAccountRoutes = [
	defineRoute({
		path: '/connected_accounts/get',
		methods: ['GET'],
		parameters: Type.Object({ connected_account_id: Type.Optional(Uuid), email: Type.Optional(Type.String({ format: 'email' })) }),
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
			const account = workspace.connectedAccounts.find(
				({ record }) => record.connected_account_id === parameters.connected_account_id,
			);
			if (!account) throw notFound('connected_account', parameters);
			disconnectAccount(service, workspace, account);
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
			// Known parameters of things that no fixture has: nothing matches them.
			customer_key: Type.Optional(NonEmptyText),
			user_identifier_key: Type.Optional(NonEmptyText),
			...PageParameters,
		}),
		response: Type.Object({ connected_accounts: Type.Array(ConnectedAccount), pagination: Pagination }),
		answer(_service, request) {
			const { workspace, parameters } = request;
			const search = parameters.search?.toLowerCase() ?? '';
			const accountsOfSpace = parameters.space_id && accountIdsOf(workspace, findSpace(workspace, parameters.space_id));
			const wantedMetadata = Object.entries(parameters.custom_metadata_has ?? {});
			const { entries, pagination } = paginate(workspace.connectedAccounts, request, {
				defaultLimit: 11_000,
				matches: ({ record }) =>
					(parameters.customer_key ?? parameters.user_identifier_key) === undefined &&
					(!accountsOfSpace || accountsOfSpace.includes(record.connected_account_id)) &&
					wantedMetadata.every(([key, value]) => record.custom_metadata[key] === value) &&
					[record.connected_account_id, record.account_type, record.display_name, emailOf(record)].some((text) =>
						text.toLowerCase().includes(search),
					),
			});
			return { connected_accounts: entries.map(({ record }) => record), pagination };
		},
	}),
];

/** The accounts of a space: those named for it, and those of its devices. */
function accountIdsOf({ devicesById }: WorkspaceState, { connected_account_ids: ids, device_ids: deviceIds }: SpaceData): string[] {
	return [...ids, ...deviceIds.flatMap((id) => devicesById.get(id)?.record.connected_account_id ?? [])];
}

/** The records name no address; in the sandbox each account has logged in with that of its provider. */
function emailOf({ account_type: provider }: ConnectedAccount): string {
	return `${provider}@example.com`;
}
