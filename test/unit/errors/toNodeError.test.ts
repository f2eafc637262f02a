import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ERROR_HINTS } from '../../../nodes/DeviceAccess/errors/errorHints';
import { NETWORK_SENTENCES } from '../../../nodes/DeviceAccess/errors/hints';
import {
	ConnectionError,
	InvalidParameterError,
	ServiceError,
} from '../../../nodes/DeviceAccess/errors/errors';
import { toNodeError } from '../../../nodes/DeviceAccess/errors/toNodeError';

const node: INode = {
	id: '1',
	name: 'Device Access',
	type: 'n8n-nodes-device-access.deviceAccess',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const serviceError = (status: number, type = '') =>
	new ServiceError({
		effect: 'read',
		endpoint: '/devices/list',
		status,
		type,
		serviceMessage: 'Code 1001',
		requestId: 'req-1',
		retryAfterMs: 5_000,
	});

describe('toNodeError', () => {
	it('returns a failed call as a NodeApiError with the message, the item and what n8n may act on', () => {
		const error = toNodeError(node, serviceError(429), {
			itemIndex: 3,
			addition: '2 of 5 items had been accepted',
		});
		expect(error).toBeInstanceOf(NodeApiError);
		expect({
			message: error.message,
			description: error.description,
			itemIndex: error.context.itemIndex,
			httpCode: (error as NodeApiError).httpCode,
		}).toEqual({
			message: 'The service received too many requests',
			description: expect.stringMatching(
				/: Code \*{4}\. .*: req-1\. 2 of 5 items had been accepted$/,
			),
			itemIndex: 3,
			httpCode: '429',
		});
		expect(error).toMatchObject({ failure: { cause: 'rate-limited', retryAfterMs: 5_000 } });
	});

	it('returns a wrong input as a NodeOperationError', () => {
		const error = toNodeError(node, new InvalidParameterError("'Device' is empty", 'Choose one.'), {
			itemIndex: 0,
		});
		expect(error).toBeInstanceOf(NodeOperationError);
		expect({
			message: error.message,
			description: error.description,
			itemIndex: error.context.itemIndex,
		}).toEqual({
			message: "'Device' is empty",
			description: 'Choose one',
			itemIndex: 0,
		});
	});

	it.each([...ERROR_HINTS.map(({ status = 400 }) => status), 502, 503, 504])(
		'keeps our message for HTTP %d, for which n8n has its own',
		(status) => {
			const sentences = [
				...ERROR_HINTS.map(({ message }) => message),
				'The service is not available right now',
				'The service did not accept the request',
			];
			expect(sentences).toContain(toNodeError(node, serviceError(status)).message);
		},
	);

	it.each(Object.entries(NETWORK_SENTENCES))(
		'keeps our message after %s',
		(networkCode, sentence) => {
			expect(
				toNodeError(node, new ConnectionError('/devices/list', networkCode, 'read')).message,
			).toBe(sentence);
		},
	);
});
