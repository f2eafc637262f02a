import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { loadSorted } from './devices';

const MAX_LOADED_ACCOUNTS = 1_000;

/** The accounts of lock makers that the workspace is connected to, sorted by name. */
export async function getConnectedAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const query = {
		endpoint: '/connected_accounts/list',
		member: 'connected_accounts',
		parameters: {},
		wanted: MAX_LOADED_ACCOUNTS,
	};
	return await loadSorted(this, query, (account) => ({
		name: String(account.display_name ?? account.connected_account_id),
		value: String(account.connected_account_id),
	}));
}
