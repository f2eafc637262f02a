import {
	readRunSettings,
	waitLimits,
} from '../../../../nodes/DeviceAccess/operation/run/runSettings';
import { awaitRecords } from '../../../../nodes/DeviceAccess/operation/run/awaitRecords';
import type { WaitCondition } from '../../../../nodes/DeviceAccess/operation/waitCondition';
import { waitUntilSet } from '../../../../nodes/DeviceAccess/resources/accessCode/waitUntilSet';
import { waitUntilIssued } from '../../../../nodes/DeviceAccess/resources/accessGrant/waitUntilIssued';
import { waitUntilCompleted } from '../../../../nodes/DeviceAccess/resources/actionAttempt/waitUntilCompleted';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { type AnsweringSend, answeringSend, refusal } from '../../answeringSend';
import { steppingClock } from '../../steppingClock';

const TEN_SECONDS = waitLimits(readRunSettings({ waitTimeout: 10 }));

/** Waits ten seconds. Resolves with the states of the records and the lengths of the pauses, in milliseconds. */
async function awaitStates(
	{ send }: AnsweringSend,
	records: Array<{ id: string; record?: WireObject }>,
	condition: WaitCondition,
) {
	const clock = steppingClock();
	const awaited = await awaitRecords(send, records, condition, TEN_SECONDS, { clock });
	return { awaited, pausesMs: clock.sleptMs };
}

describe('grants that are waited for together', () => {
	it('do not affect each other if the methods of one cannot be read', async () => {
		const grant = (id: unknown): WireObject => ({
			access_grant_id: id,
			requested_access_methods: [{ mode: 'code' }],
		});
		const service = answeringSend(({ endpoint, body }) => {
			if (endpoint === '/access_grants/list')
				return { access_grants: (body.access_grant_ids as string[]).map(grant) };
			if (body.access_grant_id === 'g1') throw refusal(endpoint, 500);
			return { access_methods: [{ is_issued: true }] };
		});
		const { awaited } = await awaitStates(service, [{ id: 'g1' }, { id: 'g2' }], waitUntilIssued);
		expect(awaited).toEqual(
			new Map([
				['g1', { unreadable: 'The service could not process the request' }],
				[
					'g2',
					{
						state: {
							is: 'reached',
							record: { ...grant('g2'), access_methods: [{ is_issued: true }] },
						},
					},
				],
			]),
		);
	});
});

describe('codes that are waited for', () => {
	const LIST = '/access_codes/list';
	const twoCodes = [{ id: 'c1' }, { id: 'c2' }];
	const failed = (status: number) => {
		throw refusal(LIST, status);
	};

	it('are no longer waited for if the key is refused', async () => {
		const { awaited, pausesMs } = await awaitStates(
			answeringSend(() => failed(401)),
			twoCodes,
			waitUntilSet,
		);
		expect(pausesMs).toHaveLength(1);
		expect([...awaited.values()].map(({ unreadable }) => unreadable)).toEqual([
			'The API key was not accepted',
			'The API key was not accepted',
		]);
	});

	it('are tried a little longer if the last lookup before the deadline failed', async () => {
		let lookUps = 0;
		const service = answeringSend(() =>
			++lookUps <= 5
				? failed(500)
				: {
						access_codes: [
							{ access_code_id: 'c1', status: 'set' },
							{ access_code_id: 'c2', status: 'set' },
						],
					},
		);
		const { awaited, pausesMs } = await awaitStates(service, twoCodes, waitUntilSet);
		expect([...awaited.values()].map(({ state, unreadable }) => [state?.is, unreadable])).toEqual([
			['reached', undefined],
			['reached', undefined],
		]);
		expect(pausesMs).toEqual([1_000, 1_500, 2_250, 3_375, 1_875, 1_000]);
	});

	it('keep the state last read when the deadline is over', async () => {
		const code = { access_code_id: 'c1', status: 'setting' };
		const { awaited, pausesMs } = await awaitStates(
			answeringSend(() => ({ access_codes: [code] })),
			[{ id: 'c1' }],
			waitUntilSet,
		);
		expect(awaited).toEqual(new Map([['c1', { state: { is: 'pending', record: code } }]]));
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
		expect(awaited).toEqual(
			new Map([['a1', { state: { is: 'reached', record: { action_attempt: attempt } } }]]),
		);
		expect([service.requests, pausesMs]).toEqual([[], []]);
	});
});
