import { fixtureId } from './fixtureId';
import type { Workspace } from './schemas/workspace';

/** A workspace record; its company has its name. */
export function seedWorkspace(number: number, name: string, isSandbox: boolean): Workspace {
	return {
		workspace_id: fixtureId('workspace', number),
		name,
		company_name: name,
		connect_partner_name: null,
		is_sandbox: isSandbox,
		is_suspended: false,
		connect_webview_customization: {},
		is_publishable_key_auth_enabled: false,
		organization_id: fixtureId('organization', number),
	};
}
