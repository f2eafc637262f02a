import { lookUpActionAttempts as createLookUp } from '../../../nodes/DeviceAccess/waiting/lookUpRecords';
import type { SendRequest } from '../../../nodes/DeviceAccess/transport/request';
import type { ActionAttempt } from '../../../nodes/DeviceAccess/wire/actionAttempts';
import { answeringSend, refusal } from '../answeringSend';

const LIST = '/action_attempts/list';

const attempt = (id: string, status: ActionAttempt['status']): ActionAttempt => ({
	action_attempt_id: id,
	action_type: 'DELETE_ACCESS_CODE',
	status,
	result: status === 'success' ? {} : null,
	error:
		status === 'error' ? { type: 'uncategorized_error', message: 'The lock did not answer' } : null,
});

const lookUpActionAttempts = (send: SendRequest) => {
	const failures = new Map<string, unknown>();
	return { ...createLookUp(send, failures), failures };
};

describe('lookUpActionAttempts', () => {
	it('asks for all attempts at once and returns those that are no longer pending', async () => {
		const { send, requests } = answeringSend(() => ({
			action_attempts: [attempt('a', 'success'), attempt('b', 'pending'), attempt('c', 'error')],
		}));
		expect(await lookUpActionAttempts(send).lookUp(['a', 'b', 'c'])).toEqual(
			new Map([
				['a', attempt('a', 'success')],
				['c', attempt('c', 'error')],
			]),
		);
		expect(requests).toEqual([
			{
				endpoint: LIST,
				body: { action_attempt_ids: ['a', 'b', 'c'], limit: 3 },
				effect: 'read',
				maxRetries: 0,
			},
		]);
	});

	it('returns nothing when the service knows none of the attempts, and keeps to the list', async () => {
		const { send, requests } = answeringSend(({ endpoint }) => {
			throw refusal(endpoint, 404, 'action_attempts_not_found');
		});
		const { lookUp } = lookUpActionAttempts(send);
		expect(await lookUp(['a'])).toEqual(new Map());
		expect(await lookUp(['a'])).toEqual(new Map());
		expect(requests.map(({ endpoint }) => endpoint)).toEqual([LIST, LIST]);
	});
});

describe('lookUpActionAttempts for an attempt that the service does not know', () => {
	const lists = (answers: string[][]) => {
		let time = 0;
		return answeringSend(() => ({
			action_attempts: (answers[time++] ?? []).map((id) => attempt(id, 'pending')),
		}));
	};

	it('counts as forgotten once it was missing three times in a row', async () => {
		const { lookUp, isForgotten } = lookUpActionAttempts(lists([['b'], ['b'], ['b']]).send);
		const seen = [];
		for (let time = 0; time < 3; time++) {
			await lookUp(['a', 'b']);
			seen.push([isForgotten('a'), isForgotten('b')]);
		}
		expect(seen).toEqual([
			[false, false],
			[false, false],
			[true, false],
		]);
	});

	it('counts from the start if it is seen in between', async () => {
		const { lookUp, isForgotten } = lookUpActionAttempts(lists([[], [], ['a'], [], []]).send);
		for (let time = 0; time < 5; time++) await lookUp(['a']);
		expect(isForgotten('a')).toBe(false);
	});

	it('does not count a lookup that failed', async () => {
		const { lookUp, isForgotten } = lookUpActionAttempts(
			answeringSend(({ endpoint }) => {
				throw refusal(endpoint, 503);
			}).send,
		);
		for (let time = 0; time < 5; time++) await lookUp(['a']);
		expect(isForgotten('a')).toBe(false);
	});
});
