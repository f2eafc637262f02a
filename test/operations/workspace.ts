import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { anyText, type Dossiers, ended, theRecord } from './dossier';

export const workspace: Dossiers = {
	get: {
		'gets the workspace of the key': {
			sends: {},
			items: theRecord({ workspace_id: workspaceIds.main, name: 'Hotel' }),
		},
	},
	getAll: {
		'lists the one workspace of a key': {
			parameters: { returnAll: true },
			sends: {},
			items: theRecord({ workspace_id: workspaceIds.main, name: 'Hotel' }),
		},
	},
	create: {
		'creates a sandbox workspace': {
			withToken: true,
			parameters: {
				name: 'Trial',
				additionalFields: {
					companyName: 'Grand',
					logoShape: 'circle',
					organizationId: workspaceIds.other,
					successMessage: 'Thank you',
				},
			},
			sends: {
				name: 'Trial',
				is_sandbox: true,
				company_name: 'Grand',
				organization_id: workspaceIds.other,
				connect_webview_customization: { logo_shape: 'circle', success_message: 'Thank you' },
			},
			items: theRecord(),
		},
	},
	update: {
		'changes the name and what owners see': {
			parameters: {
				updateFields: {
					name: 'Grand Hotel',
					partnerName: 'Grand',
					logoShape: 'circle',
					buttonColor: '#112233',
					successMessage: 'Thank you',
				},
			},
			sends: {
				name: 'Grand Hotel',
				connect_partner_name: 'Grand',
				connect_webview_customization: {
					logo_shape: 'circle',
					primary_button_color: '#112233',
					success_message: 'Thank you',
				},
			},
			items: theRecord({ workspace_id: workspaceIds.main }),
		},
		'says that a workspace was changed that cannot be read afterwards': async (sandbox) => {
			sandbox.faults.always('/workspaces/get', { kind: 'unauthorized' });
			return {
				parameters: { updateFields: { name: 'Grand Hotel' } },
				sends: { name: 'Grand Hotel' },
				items: [{ updated: true, outcome: 'updated', message: anyText }],
			};
		},
	},
	resetSandbox: {
		'resets the workspace whose name was typed': {
			parameters: { workspaceName: ' Hotel ' },
			sends: {},
			items: [ended('reset', { workspace_id: workspaceIds.main })],
		},
	},
};
