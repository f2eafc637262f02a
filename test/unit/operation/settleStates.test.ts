import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import type { AcceptedAction } from '../../../nodes/DeviceAccess/operation/attemptResult';
import type { Until } from '../../../nodes/DeviceAccess/operation/defineOperation';
import { readRunSettings } from '../../../nodes/DeviceAccess/operation/readParameters';
import { settleStates } from '../../../nodes/DeviceAccess/operation/settleStates';
import { untilIssued } from '../../../nodes/DeviceAccess/resources/accessGrant/waitUntilIssued';
import { untilSet } from '../../../nodes/DeviceAccess/resources/accessCode/waitUntilSet';
import { type AnsweringSend, answeringSend, refusal } from '../answeringSend';
import { steppingClock } from '../steppingClock';

const ACCEPTED_AT_MS = Date.parse('2030-01-31T10:00:00Z');
const TEN_SECONDS = readRunSettings({ waitTimeout: 10 });

const doneAction = (idField: string, id: string, until: Until): AcceptedAction => ({ idField, id, acceptedAtMs: ACCEPTED_AT_MS, isDone: true, until });

/** Waits ten seconds; resolves with how long the pauses were, milliseconds. */
async function settle({ send }: AnsweringSend, actions: AcceptedAction[], until: Until): Promise<number[]> {
	const clock = steppingClock(ACCEPTED_AT_MS);
	await settleStates(send, actions, until, TEN_SECONDS, undefined, clock);
	return clock.sleptMs;
}

describe('grants that are waited for together', () => {
	it('take nothing from each other where the methods of one cannot be read', async () => {
		const grant = (id: unknown): WireObject => ({ access_grant_id: id, requested_access_methods: [{ mode: 'code' }] });
		const service = answeringSend(({ endpoint, body }) => {
			if (endpoint === '/access_grants/list') return { access_grants: (body.access_grant_ids as string[]).map(grant) };
			if (body.access_grant_id === 'g1') throw refusal(endpoint, 500);
			return { access_methods: [{ is_issued: true }] };
		});
		const actions = ['g1', 'g2'].map((id) => doneAction('access_grant_id', id, untilIssued));
		await settle(service, actions, untilIssued);
		expect(actions).toEqual([
			{ ...doneAction('access_grant_id', 'g1', untilIssued), unreadable: 'The service could not process the request' },
			{
				...doneAction('access_grant_id', 'g2', untilIssued),
				state: { hasReached: true, record: { ...grant('g2'), access_methods: [{ is_issued: true }] } },
			},
		]);
	});
});

describe('codes that are waited for', () => {
	const LIST = '/access_codes/list';
	const twoCodes = () => ['c1', 'c2'].map((id) => doneAction('access_code_id', id, untilSet));
	const failed = (status: number) => {
		throw refusal(LIST, status);
	};

	it('are not waited for any longer where the key is refused', async () => {
		const service = answeringSend(() => failed(401));
		const actions = twoCodes();
		expect(await settle(service, actions, untilSet)).toHaveLength(1);
		expect(actions.map(({ unreadable }) => unreadable)).toEqual(['The API key was not accepted', 'The API key was not accepted']);
	});

	it('are tried a little longer where the last look-up before the deadline failed', async () => {
		let lookUps = 0;
		const service = answeringSend(() => (++lookUps <= 5 ? failed(500) : { access_codes: [{ access_code_id: 'c1', status: 'set' }, { access_code_id: 'c2', status: 'set' }] }));
		const actions = twoCodes();
		const pausesMs = await settle(service, actions, untilSet);
		expect(actions.map(({ state, unreadable }) => [state?.hasReached, unreadable])).toEqual([[true, undefined], [true, undefined]]);
		expect(pausesMs).toEqual([1_000, 1_500, 2_250, 3_375, 1_875, 1_000]);
	});

	it('are tried no longer than three seconds past the deadline', async () => {
		const pausesMs = await settle(answeringSend(() => failed(500)), twoCodes(), untilSet);
		expect(pausesMs.reduce((sumMs, pauseMs) => sumMs + pauseMs, 0)).toBe(13_000);
	});
});
