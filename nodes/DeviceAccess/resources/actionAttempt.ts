import { requireUuid } from '../operation/checkValues';
import { defineOperation, one, type Resource } from '../operation/defineOperation';

export const actionAttempt: Resource = {
	value: 'actionAttempt',
	name: 'Action Attempt',
	operations: [
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get action attempt',
			description: 'Get what became of an action that the service finishes in the background',
			endpoint: '/action_attempts/get',
			effect: 'read',
			// Nested, for a record with `error` at the top is a failed item to n8n (engine facts 5).
			returns: { ...one('action_attempt'), nestUnder: 'action_attempt' },
			fields: {
				actionAttemptId: {
					displayName: 'Action Attempt ID',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. 6a3f1c52-0f5e-4d0a-9a53-2f8f6f0e7b11',
					description: "The ID in the 'action_attempt' of an earlier node's output",
				},
			},
			request: ({ actionAttemptId }) => ({ action_attempt_id: requireUuid('Action Attempt ID', actionAttemptId) }),
		}),
	],
};
