import { runAttempt } from '../../domain/attempts';
import { createWorkspace } from '../../domain/createWorkspace';
import { requireSandbox } from '../../domain/lookup';
import { ServiceError } from '../../domain/serviceError';
import { defineRoute } from './defineRoute';

export const workspaceRoutes = [
	defineRoute({
		path: '/workspaces/get',
		answer: (_service, { workspace }) => ({ workspace: workspace.record }),
	}),

	defineRoute({
		path: '/workspaces/list',
		takesNoWorkspace: true,
		answer: (_service, { workspaces }) => ({ workspaces: workspaces.map(({ record }) => record) }),
	}),

	// Refuses API keys. The form of the refusal is assumed (docs/service.md#keys-2).
	defineRoute({
		path: '/workspaces/create',
		takesNoWorkspace: true,
		answer(service, { isToken, parameters }) {
			if (!isToken)
				throw new ServiceError(
					401,
					'unauthorized',
					'A workspace is created with a personal access token.',
				);
			return { workspace: createWorkspace(service, parameters) };
		},
	}),

	// Assumes that the members of `connect_webview_customization` change one by one. Ignores undocumented parameters.
	defineRoute({
		path: '/workspaces/update',
		answer(
			service,
			{
				workspace,
				parameters: { name, connect_partner_name, connect_webview_customization: look },
			},
		) {
			const { record } = workspace;
			service.state.updateWorkspace(workspace, {
				name: name ?? record.name,
				connect_partner_name: connect_partner_name ?? record.connect_partner_name,
				connect_webview_customization: { ...record.connect_webview_customization, ...look },
			});
		},
	}),

	defineRoute({
		path: '/workspaces/reset_sandbox',
		takesAnyBody: true,
		answer(service, { workspace, fault }) {
			requireSandbox(workspace, 'be reset');
			const restored = service.restoreWorkspace(workspace.record.workspace_id);
			const finish = () => ({ result: {} });
			return {
				action_attempt: runAttempt(service, restored, {
					actionType: 'RESET_SANDBOX_WORKSPACE',
					fault,
					finish,
				}),
			};
		},
	}),
];
