import {
	describeError,
	type ErrorReport,
	listValidation,
} from '../../../nodes/DeviceAccess/errors/describeError';
import { adviceForAction } from '../../../nodes/DeviceAccess/errors/hints';
import {
	ActionFailedError,
	ConnectionError,
	InvalidParameterError,
	PageLoopError,
	ServiceError,
	UnexpectedAnswerError,
} from '../../../nodes/DeviceAccess/errors/errors';
import { refusal } from '../answeringSend';

const CODE_ID = '5c0de000-0000-4000-8000-000000000001';
const ATTEMPT_ID = 'a77e0000-0000-4000-8000-000000000001';

describe('describeError for a failed call', () => {
	it('says what happened, what to do, what the service says, and how to find the call again', () => {
		const error = new ServiceError({
			effect: 'read',
			endpoint: '/devices/get',
			status: 404,
			type: 'device_not_found',
			serviceMessage: 'Device not found.',
			requestId: 'f00d0000-0000-4000-8000-000000000001',
		});
		expect(describeError(error)).toEqual<ErrorReport>({
			message: 'There is no such device in this workspace',
			description:
				'Choose the device from the list, or check its ID or name. Each workspace has its own devices. ' +
				'The service says: Device not found. Call: /devices/get, HTTP 404, device_not_found. ' +
				'Request ID: f00d0000-0000-4000-8000-000000000001',
			isApiError: true,
			httpCode: '404',
			failure: undefined,
			details: {
				http_status: 404,
				type: 'device_not_found',
				request_id: 'f00d0000-0000-4000-8000-000000000001',
			},
		});
	});

	it('says what the rules add to the message', () => {
		const says = 'The code must have 6 digits';
		const { answer } = refusal('/devices/list', 400, 'invalid_input', says);
		const validationErrors = {
			_errors: ['The code must have 6 digits.', 'Give one device'],
			code: { _errors: ['Too short'] },
		};
		expect(describeError(new ServiceError({ ...answer, validationErrors })).description).toBe(
			'Check the fields named below. The service says: The code must have 6 digits. Give one device. Fields: code: Too short. Call: /devices/list, HTTP 400, invalid_input',
		);
	});

	it('says how long the service asks you to wait, and tells n8n in milliseconds', () => {
		const { answer } = refusal('/access_codes/unmanaged/delete', 429, 'too_many_requests');
		expect(
			describeError(new ServiceError({ ...answer, retryAfterMs: 2_500 })),
		).toEqual<ErrorReport>({
			message: 'The service received too many requests',
			description:
				'Try again later. If you change many codes on one device, send fewer of them at a time. ' +
				'The service asks you to wait 3 seconds. Call: /access_codes/unmanaged/delete, HTTP 429, too_many_requests',
			isApiError: true,
			httpCode: '429',
			failure: { cause: 'rate-limited', retryAfterMs: 2_500 },
			details: { http_status: 429, type: 'too_many_requests' },
		});
	});

	it.each([
		{ status: 401, type: 'unauthorized', failure: { cause: 'credential-invalid' } },
		{ status: 400, type: 'missing_workspace_id', failure: { cause: 'credential-invalid' } },
		{ status: 429, type: '', failure: { cause: 'rate-limited' } },
		{ status: 503, type: '', failure: { cause: 'temporarily-unavailable' } },
		{ status: 404, type: 'device_not_found', failure: undefined },
		{ status: 500, type: 'internal_server_error', failure: undefined },
	])('declares to n8n what HTTP $status $type proves, and no more', ({ status, type, failure }) => {
		expect(describeError(refusal('/devices/list', status, type)).failure).toEqual(failure);
	});
});

describe('describeError for a call without an answer', () => {
	it('says that nothing answers, and where to look', () => {
		expect(
			describeError(new ConnectionError('/devices/list', 'ECONNREFUSED', 'read')),
		).toEqual<ErrorReport>({
			message: 'No server answers at the address of the service',
			description:
				"Check the 'Base URL' of the credential and the network of the n8n server, then try again. Call: /devices/list, ECONNREFUSED",
			isApiError: true,
			failure: { cause: 'temporarily-unavailable' },
			details: { type: 'ECONNREFUSED' },
		});
	});

	it.each(['ECONNRESET', 'UNKNOWN'])(
		'warns after %s that a write may have been carried out anyway',
		(networkCode) => {
			const report = describeError(
				new ConnectionError('/access_codes/unmanaged/delete', networkCode, 'write'),
			);
			expect(report.details).toEqual({ type: networkCode, may_have_acted: true });
			expect(report.description).toContain('The service may have carried out the action anyway');
		},
	);

	it.each([
		{ networkCode: 'ECONNREFUSED', effect: 'write' as const },
		{ networkCode: 'EAI_AGAIN', effect: 'write' as const },
		{ networkCode: 'ECONNRESET', effect: 'read' as const },
	])('has no such warning for a $effect after $networkCode', ({ networkCode, effect }) => {
		const report = describeError(
			new ConnectionError('/access_codes/unmanaged/delete', networkCode, effect),
		);
		expect(report.details).toEqual({ type: networkCode });
		expect(report.description).not.toContain('may have carried out');
	});

	it.each(['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
		'mentions the certificate after %s, and does not call the fault temporary',
		(networkCode) => {
			const report = describeError(new ConnectionError('/devices/list', networkCode, 'read'));
			expect(report.failure).toBeUndefined();
			expect(report.message).toContain('certificate');
			expect(report.description).toContain('valid certificate');
		},
	);
});

describe('describeError for other errors', () => {
	it('says what is wrong with an answer that the API does not allow', () => {
		expect(
			describeError(
				new UnexpectedAnswerError(
					{ endpoint: '/devices/list', effect: 'read', requestId: 'req-1' },
					'The answer of the service was not JSON',
				),
			),
		).toEqual<ErrorReport>({
			message: 'The answer of the service was not JSON',
			description:
				"Try again. If it keeps failing, check the 'Base URL' of the credential. It must be the address of the lock service (such as Seam). " +
				'Call: /devices/list. Request ID: req-1',
			isApiError: true,
			details: { type: 'unexpected_answer', request_id: 'req-1' },
		});
	});

	it.each<[PageLoopError['reason'], boolean]>([
		['repeatedCursor', true],
		['tooManyPages', false],
	])('reports %s as a fault of the service: %s', (reason, isApiError) => {
		expect(describeError(new PageLoopError('/devices/list', reason, 7))).toMatchObject({
			isApiError,
			details: { type: reason },
			description: expect.stringMatching(/ Call: \/devices\/list$/),
		});
	});

	it('returns the IDs of a failed action and keeps its details', () => {
		const attempt = {
			action_attempt_id: ATTEMPT_ID,
			action_type: 'CONVERT_ACCESS_CODE_TO_MANAGED',
			status: 'error' as const,
			result: null,
			error: { type: 'uncategorized_error', message: 'The lock did not answer' },
		};
		const details = { access_code_id: CODE_ID, outcome: 'failed' };
		expect(
			describeError(new ActionFailedError('The access code was not converted', details, attempt)),
		).toEqual<ErrorReport>({
			message: 'The access code was not converted',
			description: `Action attempt: ${ATTEMPT_ID}. Type: uncategorized_error. Access code: ${CODE_ID}`,
			isApiError: false,
			details,
		});
	});

	it('advises by the type that only an event tells', () => {
		const { description } = describeError(
			new ActionFailedError('The access code was not converted', { type: 'device_offline' }),
		);
		expect(description).toBe(adviceForAction('device_offline'));
	});

	it('has the code of what is wrong, if it has one', () => {
		const detailsOf = (type?: string) =>
			describeError(new InvalidParameterError('No space has the key', undefined, type)).details;
		expect([detailsOf('unknown_room'), detailsOf()]).toEqual([{ type: 'unknown_room' }, {}]);
	});

	it('passes on what is wrong with an input, and the advice', () => {
		expect(
			describeError(new InvalidParameterError("'Device' is empty", 'Choose one.')),
		).toEqual<ErrorReport>({
			message: "'Device' is empty",
			description: 'Choose one.',
			isApiError: false,
			details: {},
		});
	});

	it("keeps the words of n8n's own errors, without secrets", () => {
		const error = Object.assign(new Error('Bad expression with 1001'), {
			description: 'Key sandbox-key-hotel',
			context: { body: 'x' },
		});
		expect(describeError(error, ['sandbox-key-hotel'])).toEqual<ErrorReport>({
			message: 'Bad expression with ****',
			description: 'Key ****',
			isApiError: false,
			details: {},
		});
	});
});

describe('listValidation', () => {
	it('flattens nested fields to paths, and leaves rules over the whole body without one', () => {
		const errors = {
			_errors: ['Give since or between'],
			device_id: { _errors: ['Required'] },
			between: { _errors: [], 0: { _errors: ['No date', 'Too old'] } },
		};
		expect(listValidation(errors)).toEqual([
			{ text: 'Give since or between' },
			{ field: 'device_id', text: 'Required' },
			{ field: 'between.0', text: 'No date' },
			{ field: 'between.0', text: 'Too old' },
		]);
	});

	it.each([undefined, 'text', { device_id: 'Required' }])(
		'returns nothing for %p, which is not such a record',
		(errors) => {
			expect(listValidation(errors)).toEqual([]);
		},
	);
});
