import {
	awaitRecords,
	type WaitCondition,
} from '../../../../nodes/DeviceAccess/operation/run/waits';
import { waitUntilSet } from '../../../../nodes/DeviceAccess/resources/accessCode/waitUntilSet';
import { waitUntilCompleted } from '../../../../nodes/DeviceAccess/resources/actionAttempt/waitUntilCompleted';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { type AnsweringSend, answeringSend } from '../../answeringSend';
import { steppingClock } from '../../steppingClock';
import { waitUpTo } from '../../waitUpTo';

const TEN_SECONDS = waitUpTo(10_000);

async function awaitStates(
	{ send }: AnsweringSend,
	records: Array<{ id: string; record?: WireObject }>,
	condition: WaitCondition,
) {
	const clock = steppingClock();
	const awaited = await awaitRecords(send, records, condition, TEN_SECONDS, { clock });
	return { awaited, pausesMs: clock.sleptMs };
}

describe('codes that are waited for', () => {
	it('keep the state last read when the deadline is over', async () => {
		const code = { access_code_id: 'c1', status: 'setting' };
		const { awaited, pausesMs } = await awaitStates(
			answeringSend(() => ({ access_codes: [code] })),
			[{ id: 'c1' }],
			waitUntilSet,
		);
		expect(awaited).toEqual(new Map([['c1', { is: 'pending', record: code }]]));
		expect(pausesMs.reduce((sumMs, pauseMs) => sumMs + pauseMs, 0)).toBe(10_000);
	});
});

describe('a record that has reached the state with its answer', () => {
	it('is neither waited for nor looked up', async () => {
		const attempt = {
			action_attempt_id: 'a1',
			action_type: 'LOCK_DOOR',
			status: 'success',
			result: {},
			error: null,
		};
		const service = answeringSend(() => ({}));
		const { awaited, pausesMs } = await awaitStates(
			service,
			[{ id: 'a1', record: { action_attempt: attempt } }],
			waitUntilCompleted,
		);
		expect(awaited).toEqual(new Map([['a1', { is: 'done', record: { action_attempt: attempt } }]]));
		expect([service.requests, pausesMs]).toEqual([[], []]);
	});
});
