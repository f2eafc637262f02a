import type { Here } from '../../domain/service';
import { findAccount, findSpace } from '../../domain/access/lookup';
import { disconnectAccount } from '../../domain/devices/connection';
import { deleteAccount } from '../../domain/devices/deleteAccount';
import { requireSandbox } from '../../domain/lookup';
import { invalidInput } from '../../domain/serviceError';
import { ConnectedAccount } from '../../schemas/connectedAccount';
import type { SpaceData } from '../../state/accessState';
import { withoutNull } from './connectWebviews';
import { defineRoute } from './defineRoute';
import { actRoute, bySearch, getRoute, listRoute } from './recordRoutes';
import { connectedAccounts } from './recordKinds';

export const connectedAccountRoutes = [
	getRoute('/connected_accounts/get', connectedAccounts, {
		email: (email) => (account) => emailOf(account) === email,
	}),

	actRoute('/connected_accounts/simulate/disconnect', connectedAccounts, (here, account) => {
		requireSandbox(here, 'simulate accounts');
		disconnectAccount(here, account);
	}),

	defineRoute({
		path: '/connected_accounts/update',
		answer(
			here,
			{ parameters: { connected_account_id: id, custom_metadata: metadata, ...changes } },
		) {
			const account = findAccount(here, id);
			const { customer_key: customer = changes.customer_key } = account;
			if (changes.customer_key !== customer && changes.customer_key !== undefined)
				throw invalidInput('The account belongs to another customer');
			const named = Object.entries(changes).filter(
				([name, value]) => Object.hasOwn(ConnectedAccount.properties, name) && value !== undefined,
			);
			const connected_account = here.workspace.connectedAccounts.update(id, {
				...Object.fromEntries(named),
				// Replaces all metadata (docs/service.md#devices-6).
				...(metadata === undefined ? {} : { custom_metadata: withoutNull(metadata) }),
			});
			return { connected_account };
		},
	}),

	// Changes nothing, because the sandbox has no lock makers to sync with.
	actRoute('/connected_accounts/sync', connectedAccounts, () => {}),

	actRoute('/connected_accounts/delete', connectedAccounts, deleteAccount),

	listRoute(
		'/connected_accounts/list',
		connectedAccounts,
		{
			search: bySearch((account) => [
				account.connected_account_id,
				account.account_type,
				account.display_name,
				emailOf(account),
			]),
			space_id: (id, here) => {
				const ids = accountIdsOf(here, findSpace(here, id));
				return (account) => ids.includes(account.connected_account_id);
			},
		},
		{ defaultLimit: 11_000 },
	),
];

function accountIdsOf(
	{ workspace: { devicesById } }: Here,
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
