import { ServiceError, UnexpectedAnswerError } from '../../../nodes/DeviceAccess/errors/errors';
import { readResponse, takeList, takeObject } from '../../../nodes/DeviceAccess/transport/httpCall';

const answered = { endpoint: '/devices/get', effect: 'read', body: {} } as const;

describe('readResponse', () => {
	const retryAfterMs = (headers: Record<string, string | undefined>) => {
		const outcome = readResponse(answered, {
			statusCode: 429,
			headers,
			body: { ok: false, error: { type: 'too_many_requests', message: 'Too many' } },
		});
		return 'failed' in outcome && outcome.failed instanceof ServiceError
			? outcome.failed.answer.retryAfterMs
			: 'no refusal';
	};

	it.each([
		['years ahead', 'Thu, 31 Jan 2030 12:00:00 GMT', 'Thu, 31 Jan 2030 12:00:10 GMT', 10_000],
		['the same in seconds', 'Thu, 31 Jan 2030 12:00:00 GMT', '10', 10_000],
		[
			'a date that has passed there',
			'Thu, 31 Jan 2030 12:00:00 GMT',
			'Thu, 31 Jan 2030 11:59:50 GMT',
			undefined,
		],
	])(
		"measures the wait by the clock of the service (%s), as the answer's Date header gives it",
		(_title, date, retryAfter, expected) => {
			expect(retryAfterMs({ date, 'retry-after': retryAfter })).toBe(expected);
		},
	);

	it.each([
		[
			'under `error`',
			{ ok: false, error: { type: 'invalid_input', message: 'No.', request_id: 'r1' } },
			{ type: 'invalid_input', serviceMessage: 'No.', requestId: 'r1' },
		],
		[
			'under `error`, with a label and a title',
			{ error: { label: 'CONFLICT', title: 'Other doors', message: 'No.' } },
			{ type: 'CONFLICT', serviceMessage: 'Other doors: No.' },
		],
		[
			'in the body itself',
			{ label: 'VALIDATION_ERROR', title: 'No capable entrance', message: 'No.' },
			{ type: 'VALIDATION_ERROR', serviceMessage: 'No capable entrance: No.' },
		],
		['in a text', 'Bad request', { type: '', serviceMessage: '' }],
	])('reads what the service says %s', (_where, body, answer) => {
		const outcome = readResponse(
			{ ...answered, body: { device_id: 'one' } },
			{ statusCode: 400, headers: {}, body },
		);
		expect(
			'failed' in outcome && outcome.failed instanceof ServiceError && outcome.failed.answer,
		).toMatchObject({ ...answer, status: 400, sent: ['device_id'] });
	});

	it.each([
		[301, false],
		[302, true],
		[307, false],
	])('a write that is redirected with %d may have acted: %p', (statusCode, mayHaveActed) => {
		const outcome = readResponse({ ...answered, effect: 'write' }, { statusCode, headers: {} });
		expect('failed' in outcome && outcome.failed.mayHaveActed).toBe(mayHaveActed);
	});

	it('removes the secrets of the request from everything that a failed call says', () => {
		const secrets = ['seam_test1_abcdefgh', '739182'];
		const chatty = `seam_test1_abcdefgh, PIN739182`;
		const error = {
			type: chatty,
			message: chatty,
			data: { device_id: chatty },
			request_id: chatty,
			validation_errors: { code: { _errors: [chatty] } },
		};
		for (const [headers, statusCode] of [
			[{}, 400],
			[{ 'seam-request-id': chatty }, 400],
			[{ 'seam-request-id': chatty }, 302],
		] as const) {
			const told = JSON.stringify(
				readResponse(answered, { statusCode, headers, body: { ok: false, error } }, secrets),
			);
			expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
		}
	});

	it.each([{}, { date: 'noon' }])(
		"measures the wait by this machine's clock if the answer gives no time (%p)",
		(headers) => {
			const inTenMinutes = new Date(Date.now() + 600_000).toUTCString();
			expect(retryAfterMs({ ...headers, 'retry-after': inTenMinutes })).toBeGreaterThan(590_000);
			expect(retryAfterMs({ ...headers, 'retry-after': inTenMinutes })).toBeLessThanOrEqual(
				600_000,
			);
		},
	);
});

describe('takeObject', () => {
	it('returns the member that has the result', () => {
		expect(
			takeObject({ ...answered, body: { device: { device_id: 'd1' }, ok: true } }, 'device'),
		).toEqual({ device_id: 'd1' });
	});

	it.each([{}, { device: [] }])('refuses %p, which has none', (body) => {
		expect(() => takeObject({ ...answered, body }, 'device')).toThrow(
			new UnexpectedAnswerError(answered, "The service's answer has no 'device'"),
		);
	});
});

describe('takeObject and takeList', () => {
	it.each([
		() => takeObject({ ...answered, body: {}, requestId: 'req-1' }, 'device'),
		() => takeList({ ...answered, body: {}, requestId: 'req-1' }, 'devices'),
		() => takeList({ ...answered, body: { devices: [null] }, requestId: 'req-1' }, 'devices'),
	])('name the request for the support of the service (%#)', async (take) => {
		await expect((async () => take())()).rejects.toMatchObject({
			requestId: 'req-1',
		});
	});
});

describe('takeList', () => {
	it('returns the list under the member', () => {
		expect(takeList({ ...answered, body: { devices: [{ device_id: 'd1' }] } }, 'devices')).toEqual([
			{ device_id: 'd1' },
		]);
		expect(takeList({ ...answered, body: { devices: [] } }, 'devices')).toEqual([]);
	});

	it.each([{}, { devices: {} }])('refuses %p, which has no list', (body) => {
		expect(() => takeList({ ...answered, body }, 'devices')).toThrow(
			new UnexpectedAnswerError(answered, "The service's answer has no 'devices' list"),
		);
	});

	it.each([{ devices: [{}, null] }])(
		'refuses %p, which contains something that is not a record',
		(body) => {
			expect(() => takeList({ ...answered, body }, 'devices')).toThrow(
				new UnexpectedAnswerError(
					answered,
					"The service's answer has an entry in 'devices' that is not a record",
				),
			);
		},
	);
});
