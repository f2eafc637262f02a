import { hotel } from '../../../../sandbox/fixtures/hotel';
import { type OperationCase, paired, QUICKLY, type Stage } from './operationCase';

const { anotherConvertible, failsToConvert } = hotel.unmanagedCodes;

/** Starts a conversion outside the node; with `sync`, the sandbox answers after the conversion has ended. */
const convertElsewhere = async ({ ask }: Stage, accessCodeId: string, sync: boolean) =>
	await ask('/access_codes/unmanaged/convert_to_managed', 'action_attempt', {
		access_code_id: accessCodeId,
		sync,
	});

export const actionAttemptCases: readonly OperationCase[] = [
	{
		operation: 'actionAttempt.get',
		title: 'gets what became of an action, nested in the item',
		play: async (stage) => {
			const attempt = await convertElsewhere(stage, anotherConvertible, true);

			expect(attempt.status).toBe('success');
			expect(await stage.run({ actionAttemptId: attempt.action_attempt_id })).toEqual([
				paired({ action_attempt: attempt }),
			]);
		},
	},
	{
		operation: 'actionAttempt.waitForCompletion',
		title: 'waits for an action that was started elsewhere, and is told why it failed',
		play: async (stage) => {
			const { action_attempt_id: id } = await convertElsewhere(stage, failsToConvert, false);

			const items = await stage.run({
				actionAttemptId: id,
				options: { ...QUICKLY, onFailedAction: 'returnItem' },
			});

			const attempt = await stage.ask('/action_attempts/get', 'action_attempt', {
				action_attempt_id: id,
			});
			expect(attempt).toMatchObject({
				status: 'error',
				error: { type: 'duplicate_code_on_device' },
			});
			expect(items).toEqual([
				paired(
					expect.objectContaining({
						action_attempt_id: id,
						outcome: 'failed',
						message: expect.any(String),
						action_attempt: attempt,
					}),
				),
			]);
		},
	},
	{
		operation: 'actionAttempt.getAll',
		title: 'lists what became of the actions at one device',
		play: async ({ run, ask }) => {
			const body = { device_id: hotel.devices.room104 };
			const attempts = await ask<unknown[]>('/action_attempts/list', 'action_attempts', body);

			expect(attempts).toHaveLength(1);
			expect(await run({ returnAll: true, filters: { deviceId: body.device_id } })).toEqual(
				attempts.map((attempt) => paired({ action_attempt: attempt })),
			);
		},
	},
];
