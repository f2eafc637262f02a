import { HIDDEN } from '../../../../nodes/DeviceAccess/errors/maskPins';
import { answeringSend } from '../../answeringSend';
import { runItem } from '../itemRun';

const CODE_ID = '5c0de000-0000-4000-8000-000000000001';
const DEVICE_ID = 'de51ce00-0000-4000-8000-000000000001';
const ATTEMPT_ID = 'a77e0000-0000-4000-8000-000000000001';

describe('one record', () => {
	it('is requested with the call of the operation, and returned', async () => {
		const workspace = { workspace_id: 'w1', name: 'Hotel', is_sandbox: true };
		const service = answeringSend(() => ({ workspace, ok: true }));
		expect(await runItem('workspace', 'get', { service })).toEqual({
			is: 'finished',
			records: [workspace],
		});
		expect(service.requests).toEqual([{ endpoint: '/workspaces/get', body: {}, effect: 'read' }]);
	});

	it("is nested if it is an action attempt, because n8n would treat the attempt's own error as a failed item", async () => {
		const attempt = {
			action_attempt_id: ATTEMPT_ID,
			status: 'error',
			error: { type: 'x', message: 'y' },
		};
		const service = answeringSend(() => ({ action_attempt: attempt, ok: true }));
		expect(
			await runItem('actionAttempt', 'get', { service, values: { actionAttemptId: ATTEMPT_ID } }),
		).toEqual({ is: 'finished', records: [{ action_attempt: attempt }] });
		expect(service.requests).toEqual([
			{ endpoint: '/action_attempts/get', body: { action_attempt_id: ATTEMPT_ID }, effect: 'read' },
		]);
	});

	it('has the chosen output form, and is masked if that is chosen', async () => {
		const service = answeringSend(({ endpoint }) =>
			endpoint === '/devices/get'
				? {
						device: {
							device_id: DEVICE_ID,
							display_name: 'Front Door',
							properties: { online: true },
						},
					}
				: { access_code: { access_code_id: CODE_ID, code: '1001' } },
		);
		const selected = {
			deviceId: DEVICE_ID,
			output: 'selectedFields',
			outputFieldNames: ['properties.online'],
		};
		expect(await runItem('device', 'get', { service, values: selected })).toEqual({
			is: 'finished',
			records: [{ device_id: DEVICE_ID, online: true }],
		});
		expect(
			await runItem('unmanagedAccessCode', 'get', {
				service,
				values: { accessCodeId: CODE_ID },
				options: { maskPinCodes: true },
			}),
		).toEqual({
			is: 'finished',
			records: [{ access_code_id: CODE_ID, code: HIDDEN }],
		});
	});

	it('fails if the answer does not contain it', async () => {
		const service = answeringSend(() => ({ ok: true }));
		expect(await runItem('workspace', 'get', { service })).toMatchObject({
			is: 'failed',
			error: { code: 'UNEXPECTED_ANSWER', sentence: "The service's answer has no 'workspace'" },
		});
	});
});
