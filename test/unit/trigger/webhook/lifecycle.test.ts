import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ServiceError } from '../../../../nodes/DeviceAccess/errors/errors';
import { toLifecycleError } from '../../../../nodes/DeviceAccess/trigger/webhook/lifecycle';
import { refusal } from '../../answeringSend';

const node: INode = {
	id: '1',
	name: 'Device Access Trigger',
	type: 'n8n-nodes-device-access.deviceAccessTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

describe('toLifecycleError', () => {
	it.each([403, 404, 405])(
		'says how to register by hand if the service answers HTTP %d to webhooks',
		(status) => {
			const error = toLifecycleError(node, refusal('/webhooks/create', status));
			expect(error).toBeInstanceOf(NodeOperationError);
			expect([error.message, error.description]).toEqual([
				'The service does not let this credential register webhooks',
				expect.stringContaining("'Manual'"),
			]);
		},
	);

	it('says when a token does not open the workspace, which registering by hand would not change', () => {
		const answer = {
			endpoint: '/webhooks/list',
			effect: 'read' as const,
			status: 404,
			type: 'workspace_not_found',
			serviceMessage: '',
			isToken: true,
		};
		expect(toLifecycleError(node, new ServiceError(answer)).message).toBe(
			'The personal access token does not open this workspace',
		);
	});

	it.each([
		{
			endpoint: '/webhooks/create',
			status: 503,
			message: 'The service is not available right now',
		},
		{
			endpoint: '/access_codes/get',
			status: 403,
			message: 'The API key does not have permission for this',
		},
	])(
		'says "$message" for HTTP $status at $endpoint, if that would not help',
		({ endpoint, status, message }) => {
			const error = toLifecycleError(node, refusal(endpoint, status));
			expect(error).toBeInstanceOf(NodeApiError);
			expect(error.message).toBe(message);
		},
	);
});
