import type { Sandbox } from '../../sandbox/createSandbox';
import { byId } from '../support/service/byId';
import { aLink, anyText, type Dossiers, having, make, theRecord } from './dossier';

/** Makes a link for an owner. Returns its ID. */
export const newWebview = async (sandbox: Sandbox): Promise<string> =>
	await make(
		sandbox,
		'/connect_webviews/create',
		{ customer_key: 'owner-7' },
		'connect_webview_id',
	);

export const connectWebview: Dossiers = {
	create: {
		'makes a link for an owner with the settings of the account': {
			parameters: {
				additionalFields: {
					acceptedProviders: ['august', 'yale'],
					automaticallyManageNewDevices: false,
					customerKey: 'owner-7',
					customRedirectUrl: 'https://example.com/thanks',
					customMetadata: { entries: [{ key: 'owner', value: 'Owner 7' }] },
				},
			},
			sends: {
				accepted_providers: ['august', 'yale'],
				automatically_manage_new_devices: false,
				custom_metadata: { owner: 'Owner 7' },
				custom_redirect_url: 'https://example.com/thanks',
				customer_key: 'owner-7',
			},
			items: [having({ connect_webview_id: anyText, url: aLink, customer_key: 'owner-7' })],
		},
	},
	get: {
		'gets a link': async (sandbox) => {
			const id = await newWebview(sandbox);
			return {
				parameters: { connectWebviewId: byId(id) },
				sends: { connect_webview_id: id },
				items: [
					{
						connect_webview_id: id,
						url: aLink,
						status: 'pending',
						login_successful: false,
						connected_account_id: null,
						selected_provider: null,
						customer_key: 'owner-7',
						authorized_at: null,
						created_at: anyText,
					},
				],
			};
		},
	},
	getAll: {
		'lists the links of a customer': async (sandbox) => {
			const id = await newWebview(sandbox);
			return {
				parameters: { filters: { customerKey: 'owner-7' }, output: 'raw' },
				sends: { customer_key: 'owner-7' },
				items: theRecord({ connect_webview_id: id }),
			};
		},
		'finds links by every other filter': {
			parameters: {
				filters: {
					customMetadata: { entries: [{ key: 'region', value: 'north' }] },
					search: 'august',
					userIdentifierKey: 'user-7',
				},
			},
			sends: {
				custom_metadata_has: { region: 'north' },
				search: 'august',
				user_identifier_key: 'user-7',
			},
			items: [],
		},
	},
	delete: {
		'ends a link': async (sandbox) => {
			const id = await newWebview(sandbox);
			return {
				parameters: { connectWebviewId: byId(id) },
				sends: { connect_webview_id: id },
				items: [{ connect_webview_id: id, deleted: true }],
			};
		},
	},
};
