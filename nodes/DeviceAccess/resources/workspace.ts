import { defineOperation, one, type Resource } from '../operation/defineOperation';

export const workspace: Resource = {
	value: 'workspace',
	name: 'Workspace',
	operations: [
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get workspace',
			description: 'Get the workspace that the API key belongs to, and whether it is a sandbox',
			endpoint: '/workspaces/get',
			effect: 'read',
			returns: one('workspace'),
			fields: {},
			request: () => ({}),
		}),
	],
};
