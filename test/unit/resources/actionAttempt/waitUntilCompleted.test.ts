import { awaitRecords } from '../../../../nodes/DeviceAccess/operation/run/waits';
import { waitUntilCompleted } from '../../../../nodes/DeviceAccess/resources/actionAttempt/waitUntilCompleted';
import { answeringSend } from '../../answeringSend';
import { steppingClock } from '../../steppingClock';
import { waitUpTo } from '../../waitUpTo';

it('an action attempt that the service has forgotten is not waited for until the deadline', async () => {
	const { send } = answeringSend(() => ({ action_attempts: [] }));
	const clock = steppingClock();
	const record = { action_attempt: { action_attempt_id: 'a', status: 'pending' } };
	const awaited = await awaitRecords(
		send,
		[{ id: 'a', record }],
		waitUntilCompleted,
		waitUpTo(600_000),
		{ clock },
	);
	expect(awaited).toEqual(
		new Map([
			[
				'a',
				{
					is: 'pending',
					record,
					unreadable: 'The service no longer has a record of this action attempt',
				},
			],
		]),
	);
	expect(clock.sleptMs).toHaveLength(3);
});
