import { defineOperation, many, one, type Resource, stringField } from '../../operation';
import { byDevice, filtersField, idFilter } from '../fields/filters';
import { waitUntilCompleted } from './waitUntilCompleted';

const actionAttemptIdField = stringField(
	'Action Attempt ID',
	"The ID from the 'action_attempt' in the output of an earlier node",
	{ required: true, placeholder: 'e.g. 6a3f1c52-0f5e-4d0a-9a53-2f8f6f0e7b11' },
);

/** Items nest the attempt, because n8n treats an item with `error` at the top level as failed. */
export const actionAttempt: Resource = {
	value: 'actionAttempt',
	name: 'Action Attempt',
	description: 'A slow action, such as converting a code, and how it ended',
	operations: [
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get action attempt',
			description: 'Get one slow action, and how it ended',
			endpoint: '/action_attempts/get',
			effect: 'read',
			kind: one('action_attempt', { nestUnder: 'action_attempt' }),
			fields: { actionAttemptId: actionAttemptIdField },
		}),
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many action attempts',
			description: 'Retrieve a list of slow actions, and how they ended',
			endpoint: '/action_attempts/list',
			effect: 'read',
			kind: many('action_attempts', { nestUnder: 'action_attempt' }),
			fields: {
				filters: filtersField(
					idFilter(
						'Action Attempt IDs',
						'actionAttemptIds',
						'Only the actions with these IDs, separated by commas',
					),
					byDevice,
				),
			},
		}),
		defineOperation({
			value: 'waitForCompletion',
			name: 'Wait for Completion',
			action: 'Wait for completion of action attempt',
			description: 'Wait for an action started by an earlier node to finish',
			endpoint: '/action_attempts/get',
			effect: 'read',
			kind: one('action_attempt', {
				nestUnder: 'action_attempt',
				waitCondition: waitUntilCompleted,
			}),
			fields: { actionAttemptId: actionAttemptIdField },
		}),
	],
};
