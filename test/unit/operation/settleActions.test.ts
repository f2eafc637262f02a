import type { ActionAttempt, WireObject } from '../../../nodes/DeviceAccess/wire/records';
import type { AcceptedAction } from '../../../nodes/DeviceAccess/operation/attemptResult';
import { readRunSettings } from '../../../nodes/DeviceAccess/operation/readParameters';
import { settleActions } from '../../../nodes/DeviceAccess/operation/settleActions';
import { type AnsweringSend, answeringSend, refusal } from '../answeringSend';
import { steppingClock } from '../steppingClock';

const CONVERTED = 'access_code.unmanaged.converted_to_managed';
const CONVERSION = {
	succeeded: CONVERTED,
	failed: 'access_code.unmanaged.failed_to_convert_to_managed',
	succeededWhenListedBy: '/access_codes/list',
} as const;
const DELETION = { succeeded: 'access_code.unmanaged.removed', succeededWhenUnknownTo: '/access_codes/unmanaged/get' } as const;

const ACCEPTED_AT_MS = Date.parse('2030-01-31T10:00:00Z');
const TEN_SECONDS = readRunSettings({ waitTimeout: 10 });

const attempt = (id: string, status: ActionAttempt['status'] = 'pending'): ActionAttempt => ({
	action_attempt_id: id,
	action_type: 'CONVERT_ACCESS_CODE_TO_MANAGED',
	status,
	result: null,
	error: null,
});
const withAttempt = (id: string, status?: ActionAttempt['status']): AcceptedAction => ({
	idField: 'access_code_id',
	id: `code-${id}`,
	acceptedAtMs: ACCEPTED_AT_MS,
	attempt: attempt(id, status),
});
const withoutAttempt = (id: string): AcceptedAction => ({ idField: 'access_code_id', id, acceptedAtMs: ACCEPTED_AT_MS });

const event = (accessCodeId: string): WireObject => ({
	event_id: `event-${accessCodeId}`,
	event_type: CONVERTED,
	created_at: '2030-01-31T10:00:05Z',
	access_code_id: accessCodeId,
});

const endpointsOf = ({ requests }: AnsweringSend) => requests.map(({ endpoint }) => endpoint);

async function settle({ send }: AnsweringSend, actions: AcceptedAction[], events: typeof CONVERSION | typeof DELETION = CONVERSION, signal?: AbortSignal) {
	const clock = steppingClock();
	await settleActions(send, actions, events, TEN_SECONDS, signal, clock);
	return clock;
}

describe('settleActions', () => {
	it('waits for all attempts together and writes into each what became of it', async () => {
		const service = answeringSend(() => ({ action_attempts: [attempt('a', 'success'), attempt('b', 'error')] }));
		const actions = [withAttempt('a'), withAttempt('b')];
		await settle(service, actions);
		expect(actions).toEqual([withAttempt('a', 'success'), withAttempt('b', 'error')]);
		expect(endpointsOf(service)).toEqual(['/action_attempts/list']);
	});

	it('waits for all codes without an attempt together in the event list', async () => {
		const service = answeringSend(() => ({ events: [event('x'), event('y')] }));
		const actions = [withoutAttempt('x'), withoutAttempt('y')];
		await settle(service, actions);
		expect(actions).toEqual([
			{ ...withoutAttempt('x'), event: { hasSucceeded: true, event: event('x') } },
			{ ...withoutAttempt('y'), event: { hasSucceeded: true, event: event('y') } },
		]);
		expect(endpointsOf(service)).toEqual(['/events/list']);
	});

	it('handles both kinds in one run, each with its own look-up', async () => {
		const service = answeringSend(({ endpoint }) =>
			endpoint === '/events/list' ? { events: [event('x')] } : { action_attempts: [attempt('a', 'success')] },
		);
		const actions = [withAttempt('a'), withoutAttempt('x')];
		await settle(service, actions);
		expect(actions.map(({ attempt: known, event: told }) => known?.status ?? told?.hasSucceeded)).toEqual(['success', true]);
		expect(endpointsOf(service).sort()).toEqual(['/action_attempts/list', '/events/list']);
	});

	it('neither waits nor asks when everything is settled, or nothing was accepted', async () => {
		const service = answeringSend(() => ({}));
		const clock = await settle(service, [withAttempt('a', 'success'), withAttempt('b', 'error')]);
		await settle(service, []);
		expect(endpointsOf(service)).toEqual([]);
		expect(clock.sleptMs).toEqual([]);
	});

	it('settles every item when one code was given in several', async () => {
		const service = answeringSend(() => ({ events: [event('x')] }));
		const actions = [withoutAttempt('x'), withoutAttempt('x')];
		await settle(service, actions);
		expect(actions.map((action) => action.event?.hasSucceeded)).toEqual([true, true]);
		expect(service.requests[0]?.body.access_code_ids).toEqual(['x']);
	});

	it('leaves what is not done at the deadline pending', async () => {
		const service = answeringSend(() => ({ action_attempts: [attempt('a'), attempt('b', 'success')] }));
		const actions = [withAttempt('a'), withAttempt('b')];
		const clock = await settle(service, actions);
		expect(actions).toEqual([{ ...withAttempt('a'), unreadable: undefined }, withAttempt('b', 'success')]);
		expect(clock.sleptMs.reduce((sum, durationMs) => sum + durationMs, 0)).toBe(10_000);
	});

	it('reads the managed codes at the deadline, for the event of a conversion may never come', async () => {
		const service = answeringSend(({ endpoint }) =>
			endpoint === '/events/list' ? { events: [event('y')] } : { access_codes: [{ access_code_id: 'x', device_id: 'd1', is_managed: true }] },
		);
		const actions = [withoutAttempt('x'), withoutAttempt('y')];
		await settle(service, actions);
		expect(actions[0]?.event).toEqual({ hasSucceeded: true, record: { access_code_id: 'x', device_id: 'd1', is_managed: true } });
		expect(service.requests.at(-1)).toMatchObject({ endpoint: '/access_codes/list', body: { access_code_ids: ['x'] } });
	});

	it('asks for the code itself at the deadline, for the event of a deletion may never come', async () => {
		const service = answeringSend(({ endpoint }) => {
			if (endpoint === '/events/list') return { events: [] };
			throw refusal(endpoint, 404, 'access_code_not_found');
		});
		const actions = [withoutAttempt('x')];
		await settle(service, actions, DELETION);
		expect(actions[0]?.event).toEqual({ hasSucceeded: true });
		expect(endpointsOf(service).filter((endpoint) => endpoint === '/access_codes/unmanaged/get')).toHaveLength(1);
	});

	it('asks again at the next tick after a look-up without an answer', async () => {
		let calls = 0;
		const service = answeringSend(({ endpoint }) => {
			if (++calls < 3) throw refusal(endpoint, 503);
			return { action_attempts: [attempt('a', 'success')] };
		});
		const actions = [withAttempt('a')];
		await settle(service, actions);
		expect(actions).toEqual([withAttempt('a', 'success')]);
	});

	it('says why the outcome is unknown when no look-up was ever answered', async () => {
		const service = answeringSend(({ endpoint }) => {
			throw refusal(endpoint, 503);
		});
		const actions = [withAttempt('a'), withoutAttempt('x')];
		await settle(service, actions);
		const unreadable = 'The service is not available right now';
		expect(actions).toEqual([{ ...withAttempt('a'), unreadable }, { ...withoutAttempt('x'), unreadable }]);
	});

	it('gives no reason when the last look-up was answered again', async () => {
		let calls = 0;
		const service = answeringSend(({ endpoint }) => {
			if (++calls === 1) throw refusal(endpoint, 503);
			return { action_attempts: [attempt('a')] };
		});
		const actions = [withAttempt('a')];
		await settle(service, actions);
		expect(actions[0]?.unreadable).toBeUndefined();
	});

	it('says why when the last reading of the codes was not answered', async () => {
		const service = answeringSend(({ endpoint }) => {
			if (endpoint === '/events/list') return { events: [] };
			throw refusal(endpoint, 503);
		});
		const actions = [withoutAttempt('x')];
		await settle(service, actions);
		expect(actions[0]?.unreadable).toBe('The service is not available right now');
	});

	it.each([
		{ status: 401, unreadable: 'The API key was not accepted' },
		{ status: 403, unreadable: 'This API key is not allowed to do that' },
	])('stops waiting at once when the key is refused with HTTP $status, and says so', async ({ status, unreadable }) => {
		const service = answeringSend(({ endpoint }) => {
			throw refusal(endpoint, status);
		});
		const actions = [withAttempt('a'), withoutAttempt('x')];
		const clock = await settle(service, actions);
		expect(actions).toEqual([{ ...withAttempt('a'), unreadable }, { ...withoutAttempt('x'), unreadable }]);
		expect(Math.max(...clock.sleptMs)).toBe(1_000);
	});

	it('leaves everything pending and asks nothing more when the workflow is cancelled', async () => {
		const service = answeringSend(() => ({ events: [], action_attempts: [] }));
		const actions = [withAttempt('a'), withoutAttempt('x')];
		await settle(service, actions, CONVERSION, AbortSignal.abort());
		expect(endpointsOf(service)).toEqual([]);
		expect(actions).toEqual([{ ...withAttempt('a'), unreadable: undefined }, { ...withoutAttempt('x'), unreadable: undefined }]);
	});

	it('needs few requests for many actions', async () => {
		const service = answeringSend(({ body }) => ({
			action_attempts: (body.action_attempt_ids as string[]).map((id) => attempt(id, 'success')),
		}));
		const actions = Array.from({ length: 1_000 }, (_, index) => withAttempt(`a${index}`));
		await settle(service, actions);
		expect(service.requests).toHaveLength(10);
		expect(actions.every((action) => action.attempt?.status === 'success')).toBe(true);
	});
});
