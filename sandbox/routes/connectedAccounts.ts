import { Type } from 'typebox';
import { notFound } from '../serviceError';
import { paginate } from '../pagination';
import { ConnectedAccount } from '../schemas/connectedAccount';
import { Pagination } from '../schemas/pagination';
import { NonEmptyText, PageParameters, Uuid } from '../schemas/primitives';
import { defineRoute } from './defineRoute';

export const connectedAccountRoutes = [
	defineRoute({
		path: '/connected_accounts/get',
		methods: ['GET'],
		parameters: Type.Object({ connected_account_id: Uuid }),
		response: Type.Object({ connected_account: ConnectedAccount }),
		answer(_service, { workspace, parameters }) {
			const account = workspace.connectedAccounts.find(
				({ record }) => record.connected_account_id === parameters.connected_account_id,
			);
			if (!account) throw notFound('connected_account', parameters);
			return { connected_account: account.record };
		},
	}),

	defineRoute({
		path: '/connected_accounts/list',
		methods: ['GET'],
		parameters: Type.Object({ ...PageParameters, search: Type.Optional(NonEmptyText) }),
		response: Type.Object({ connected_accounts: Type.Array(ConnectedAccount), pagination: Pagination }),
		answer(service, request) {
			const search = request.parameters.search?.toLowerCase() ?? '';
			const { entries, pagination } = paginate(request.workspace.connectedAccounts, request, {
				origin: service.origin(),
				defaultLimit: 11_000,
				matches: ({ record }) =>
					[record.connected_account_id, record.account_type, record.display_name].some((text) =>
						text.toLowerCase().includes(search),
					),
			});
			return { connected_accounts: entries.map(({ record }) => record), pagination };
		},
	}),
];
