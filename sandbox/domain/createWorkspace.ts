import { randomUUID } from 'node:crypto';
import type { Parameters } from '../schemas/parameters';
import type { Workspace } from '../schemas/workspace';
import type { Service } from './service';

/** Creates an empty workspace with an API key of its own, which is not returned. */
export function createWorkspace(
	{ state }: Service,
	draft: Parameters<'/workspaces/create'>,
): Workspace {
	const {
		name,
		company_name = name,
		connect_webview_customization = {},
		is_sandbox = false,
		organization_id = null,
	} = draft;
	const workspace: Workspace = {
		workspace_id: randomUUID(),
		name,
		company_name,
		connect_partner_name: null,
		is_sandbox,
		is_suspended: false,
		connect_webview_customization,
		is_publishable_key_auth_enabled: false,
		organization_id,
	};
	state.load({ apiKey: `sandbox-key-${workspace.workspace_id}`, workspace });
	return workspace;
}
