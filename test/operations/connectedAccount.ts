import { hotel } from '../../sandbox/fixtures/hotel';
import type { Sandbox } from '../../sandbox/createSandbox';
import { byId } from '../support/service/byId';
import { logInOnWebview } from '../support/service/logInOnWebview';
import { newWebview } from './connectWebview';
import { anyText, done, type Dossiers, make, theRecord, theRecords } from './dossier';

/** Connects an account with one lock. Returns its ID. */
const newAccount = async (sandbox: Sandbox) =>
	await logInOnWebview(sandbox, await newWebview(sandbox));

export const connectedAccount: Dossiers = {
	get: {
		'gets an account by its email address': {
			parameters: { findBy: 'email', email: 'august@example.com' },
			sends: { email: 'august@example.com' },
			items: [
				{
					connected_account_id: anyText,
					display_name: 'August account',
					account_type: 'august',
					account_type_display_name: 'August',
					automatically_manage_new_devices: true,
					created_at: '2026-01-15T10:00:00.000Z',
				},
			],
		},
		'gets an account by its ID': async (sandbox) => {
			const id = await newAccount(sandbox);
			return {
				parameters: { connectedAccountId: byId(id), output: 'raw' },
				sends: { connected_account_id: id },
				items: theRecord({ display_name: 'August account' }),
			};
		},
	},
	getAll: {
		'lists all accounts': {
			parameters: { returnAll: true, output: 'raw' },
			sends: {},
			items: theRecords(),
		},
		'sends every filter under its name on the wire': {
			parameters: {
				filters: {
					customMetadata: { entries: [{ key: 'region', value: 'north' }] },
					customerKey: 'owner-7',
					search: 'august',
					spaceId: hotel.spaces.suite,
					userIdentifierKey: 'user-7',
				},
			},
			sends: {
				custom_metadata_has: { region: 'north' },
				customer_key: 'owner-7',
				search: 'august',
				space_id: hotel.spaces.suite,
				user_identifier_key: 'user-7',
			},
			items: [],
		},
	},
	update: {
		'changes only the given fields': async (sandbox) => {
			const id = await newAccount(sandbox);
			return {
				parameters: {
					connectedAccountId: byId(id),
					updateFields: {
						name: 'Owner 7',
						customerKey: 'owner-7',
						automaticallyManageNewDevices: false,
						customMetadata: { entries: [{ key: 'region', value: 'north' }] },
					},
				},
				sends: {
					connected_account_id: id,
					automatically_manage_new_devices: false,
					custom_metadata: { region: 'north' },
					customer_key: 'owner-7',
					display_name: 'Owner 7',
				},
				items: theRecord(),
			};
		},
	},
	sync: {
		'has the service read an account again': async (sandbox) => {
			const id = await newAccount(sandbox);
			return {
				parameters: { connectedAccountId: byId(id) },
				sends: { connected_account_id: id },
				items: [done('requested', { connected_account_id: id })],
			};
		},
	},
	simulateDisconnect: {
		'takes an account offline': async (sandbox) => {
			const id = await make(
				sandbox,
				'/connected_accounts/list',
				{ search: 'august' },
				'connected_account_id',
			);
			return {
				parameters: { connectedAccountId: byId(id) },
				sends: { connected_account_id: id },
				items: [done('simulated', { connected_account_id: id })],
			};
		},
	},
	delete: {
		'removes an account': async (sandbox) => {
			const id = await newAccount(sandbox);
			return {
				parameters: { connectedAccountId: byId(id) },
				sends: { connected_account_id: id },
				items: [{ connected_account_id: id, deleted: true }],
			};
		},
	},
};
