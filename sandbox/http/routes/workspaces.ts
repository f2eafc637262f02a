import { Type } from 'typebox';
import { ActionAttempt } from '../../schemas/actionAttempt';
import { Workspace } from '../../schemas/workspace';
import { ServiceError } from '../../domain/serviceError';
import { defineRoute } from './defineRoute';

export const workspaceRoutes = [
	defineRoute({
		path: '/workspaces/get',
		methods: ['GET'],
		parameters: Type.Object({}),
		response: Type.Object({ workspace: Workspace }),
		answer: (_service, { workspace }) => ({ workspace: workspace.record }),
	}),

	defineRoute({
		path: '/workspaces/list',
		methods: ['GET'],
		parameters: Type.Object({}),
		response: Type.Object({ workspaces: Type.Array(Workspace) }),
		answer: (_service, { workspace }) => ({ workspaces: [workspace.record] }),
	}),

	defineRoute({
		path: '/workspaces/reset_sandbox',
		methods: [],
		parameters: Type.Object({}),
		response: Type.Object({ action_attempt: ActionAttempt }),
		answer(service, { workspace }) {
			if (!workspace.record.is_sandbox) {
				throw new ServiceError(400, 'workspace_not_sandbox', 'Only a sandbox workspace can be reset.');
			}
			const workspaceId = workspace.record.workspace_id;
			return {
				action_attempt: service.lifecycle.reset(workspaceId, () => service.restoreWorkspace(workspaceId)),
			};
		},
	}),
];
