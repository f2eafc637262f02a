import { runAttempt } from '../../domain/attempts';
import { createWorkspace } from '../../domain/createWorkspace';
import { requireSandbox } from '../../domain/lookup';
import { inWorkspace } from '../../domain/service';
import { ServiceError } from '../../domain/serviceError';
import { defineRoute } from './defineRoute';

export const workspaceRoutes = [
	defineRoute({
		path: '/workspaces/get',
		answer: ({ workspace }) => ({ workspace: workspace.record }),
	}),

	defineRoute({
		path: '/workspaces/list',
		takesNoWorkspace: true,
		answer: (_here, { workspaces }) => ({ workspaces: workspaces.map(({ record }) => record) }),
	}),

	// Refuses API keys. The form of the refusal is assumed (docs/service.md#keys-2).
	defineRoute({
		path: '/workspaces/create',
		takesNoWorkspace: true,
		answer(here, { isToken, parameters }) {
			if (!isToken)
				throw new ServiceError(
					401,
					'unauthorized',
					'A workspace is created with a personal access token.',
				);
			return { workspace: createWorkspace(here, parameters) };
		},
	}),

	// Assumes that the members of `connect_webview_customization` change one by one. Ignores undocumented parameters.
	defineRoute({
		path: '/workspaces/update',
		answer(
			here,
			{ parameters: { name, connect_partner_name, connect_webview_customization: look } },
		) {
			const { workspace } = here;
			const { record } = workspace;
			here.state.updateWorkspace(workspace, {
				name: name ?? record.name,
				connect_partner_name: connect_partner_name ?? record.connect_partner_name,
				connect_webview_customization: { ...record.connect_webview_customization, ...look },
			});
		},
	}),

	defineRoute({
		path: '/workspaces/reset_sandbox',
		takesAnyBody: true,
		answer(here, { fault }) {
			requireSandbox(here, 'be reset');
			const restored = here.restoreWorkspace(here.workspace.record.workspace_id);
			const finish = () => ({ result: {} });
			return {
				action_attempt: runAttempt(inWorkspace(here, restored), {
					actionType: 'RESET_SANDBOX_WORKSPACE',
					fault,
					finish,
				}),
			};
		},
	}),
];
