import type { ActionAttempt } from '../../../nodes/DeviceAccess/wire/actionAttempts';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import type { Progress } from '../../../nodes/DeviceAccess/waiting/progress';
import {
	type AcceptedAction,
	awaitActions,
} from '../../../nodes/DeviceAccess/waiting/awaitActions';
import { type AnsweringSend, answeringSend, refusal } from '../answeringSend';
import type { OutcomeEvents } from '../../../nodes/DeviceAccess/waiting/lookUpOutcomeEvents';
import { steppingClock } from '../steppingClock';
import { waitUpTo } from '../waitUpTo';

const CONVERTED = 'access_code.unmanaged.converted_to_managed';
const CONVERSION = {
	succeeded: CONVERTED,
	failed: 'access_code.unmanaged.failed_to_convert_to_managed',
	succeededWhenListedBy: '/access_codes/list',
} as const;
const DELETION = {
	succeeded: 'access_code.unmanaged.removed',
	succeededWhenUnknownTo: '/access_codes/unmanaged/get',
} as const;

const ACCEPTED_AT_MS = Date.parse('2030-01-31T10:00:00Z');
const TEN_SECONDS = waitUpTo(10_000);

const attempt = (id: string, status: ActionAttempt['status'] = 'pending'): ActionAttempt => ({
	action_attempt_id: id,
	action_type: 'CONVERT_ACCESS_CODE_TO_MANAGED',
	status,
	result: null,
	error: null,
});
const withAttempt = (id: string, status?: ActionAttempt['status']): AcceptedAction => ({
	id: `code-${id}`,
	acceptedAt: { acceptedAtMs: ACCEPTED_AT_MS },
	attempt: attempt(id, status),
});
const withoutAttempt = (id: string): AcceptedAction => ({
	id,
	acceptedAt: { acceptedAtMs: ACCEPTED_AT_MS },
});

const pending = (rest: Partial<Progress> = {}): Progress => ({
	is: 'pending',
	...rest,
});

const event = (accessCodeId: string): WireObject => ({
	event_id: `event-${accessCodeId}`,
	event_type: CONVERTED,
	created_at: '2030-01-31T10:00:05Z',
	access_code_id: accessCodeId,
});

const endpointsOf = ({ requests }: AnsweringSend) => requests.map(({ endpoint }) => endpoint);

async function settle(
	{ send }: AnsweringSend,
	actions: AcceptedAction[],
	events: OutcomeEvents | undefined = CONVERSION,
	signal?: AbortSignal,
) {
	const clock = steppingClock();
	const progresses = await awaitActions(send, actions, events, TEN_SECONDS, { signal, clock });
	return { progresses, clock };
}

describe('awaitActions', () => {
	it('neither waits nor asks if everything has ended, or nothing was accepted', async () => {
		const service = answeringSend(() => ({}));
		const { progresses, clock } = await settle(service, [
			withAttempt('a', 'success'),
			withAttempt('b', 'error'),
		]);
		expect(progresses).toEqual([
			{ is: 'done', attempt: attempt('a', 'success') },
			{ is: 'failed', attempt: attempt('b', 'error') },
		]);
		expect((await settle(service, [])).progresses).toEqual([]);
		expect(endpointsOf(service)).toEqual([]);
		expect(clock.sleptMs).toEqual([]);
	});

	it('lets an event since the first acceptance count when one code was given in several', async () => {
		const service = answeringSend(({ endpoint }) =>
			endpoint === '/events/list' ? { events: [event('x')] } : { access_codes: [] },
		);
		const later = { ...withoutAttempt('x'), acceptedAt: { acceptedAtMs: ACCEPTED_AT_MS + 8_000 } };
		const { progresses } = await settle(service, [withoutAttempt('x'), later]);
		expect(progresses.map(({ is }) => is)).toEqual(['done', 'done']);
	});

	it.each([
		['managed now', { is: 'failed', found: 'overtaken' }],
		['nowhere', { is: 'done' }],
		['nowhere, and one request fails', { is: 'done' }],
		['unreadable', pending({ unreadable: 'The service is not available right now' })],
		['still there', pending()],
	])(
		'finds out, if the attempt says that the code to delete is unknown, that it is %s',
		async (where, end) => {
			const unknown: ActionAttempt = {
				...attempt('a', 'error'),
				error: { type: 'access_code_not_found', message: '' },
			};
			const service = answeringSend(({ endpoint }) => {
				if (endpoint === '/action_attempts/list') return { action_attempts: [unknown] };
				if (where.endsWith('one request fails') && service.requests.length === 2)
					throw refusal(endpoint, 503);
				if (endpoint === '/access_codes/get' && where === 'managed now') return { access_code: {} };
				if (where === 'unreadable') throw refusal(endpoint, 503);
				if (where === 'still there') return { access_code: { access_code_id: 'code-a' } };
				throw refusal(endpoint, 404, 'access_code_not_found');
			});
			const { progresses } = await settle(service, [withAttempt('a')], {
				...DELETION,
				overtakenWhenKnownTo: '/access_codes/get',
			});
			const judged = end.is === 'pending' ? attempt('a') : unknown;
			expect(progresses).toEqual([{ ...end, attempt: judged }]);
		},
	);

	it('asks where the code is, too, if already the first answer says that it is gone', async () => {
		const error = { type: 'access_code_not_found', message: '' };
		const gone = { ...withAttempt('a'), attempt: { ...attempt('a', 'error'), error } };
		const service = answeringSend(({ endpoint }) => {
			if (endpoint === '/action_attempts/list') return { action_attempts: [gone.attempt] };
			if (endpoint === '/access_codes/get') return { access_code: {} };
			throw refusal(endpoint, 404, 'access_code_not_found');
		});
		const { progresses } = await settle(service, [gone], {
			...DELETION,
			overtakenWhenKnownTo: '/access_codes/get',
		});
		expect(progresses).toEqual([{ is: 'failed', found: 'overtaken', attempt: gone.attempt }]);
	});

	it('reads the codes in the end, because an event can be missing', async () => {
		const service = answeringSend(({ endpoint }) =>
			endpoint === '/events/list' ? { events: [] } : { access_codes: [{ access_code_id: 'x' }] },
		);
		const { progresses } = await settle(service, [withoutAttempt('x')]);
		expect(progresses).toEqual([{ is: 'done', shownBy: { access_code_id: 'x' } }]);
	});

	it('asks for the events if the key may not read attempts', async () => {
		const service = answeringSend(({ endpoint }) => {
			if (endpoint.startsWith('/action_attempts/')) throw refusal(endpoint, 403);
			return endpoint === '/events/list' ? { events: [event('code-a')] } : { access_codes: [] };
		});
		const { progresses } = await settle(service, [withAttempt('a')]);
		expect(progresses.map(({ is }) => is)).toEqual(['done']);
	});

	it('does not wait for an attempt that the service has forgotten if nothing else can tell its outcome', async () => {
		const { send } = answeringSend(() => ({ action_attempts: [] }));
		const clock = steppingClock();
		expect(
			await awaitActions(send, [withAttempt('a')], undefined, waitUpTo(600_000), { clock }),
		).toEqual([{ is: 'unknown', attempt: attempt('a') }]);
		expect(clock.sleptMs).toHaveLength(3);
	});

	it('says why the outcome is unknown when no lookup was ever answered', async () => {
		const service = answeringSend(({ endpoint }) => {
			throw refusal(endpoint, 503);
		});
		const { progresses } = await settle(service, [withAttempt('a'), withoutAttempt('x')]);
		const unreadable = 'The service is not available right now';
		expect(progresses).toEqual([
			pending({ attempt: attempt('a'), unreadable }),
			pending({ unreadable }),
		]);
	});

	it('returns no reason when the last lookup was answered again', async () => {
		let calls = 0;
		const service = answeringSend(({ endpoint }) => {
			if (++calls === 1) throw refusal(endpoint, 503);
			return { action_attempts: [attempt('a')] };
		});
		const { progresses } = await settle(service, [withAttempt('a')]);
		expect(progresses).toEqual([pending({ attempt: attempt('a') })]);
	});

	it.each([
		{ status: 400, type: 'missing_workspace_id', unreadable: 'The API key was not accepted' },
		{ status: 403, type: '', unreadable: 'The API key does not have permission for this' },
	])(
		'stops waiting when the key is refused twice with HTTP $status $type, and says so',
		async ({ status, type, unreadable }) => {
			const service = answeringSend(({ endpoint }) => {
				throw refusal(endpoint, status, type);
			});
			const { progresses, clock } = await settle(service, [withAttempt('a'), withoutAttempt('x')]);
			expect(progresses).toEqual([
				pending({ attempt: attempt('a'), unreadable }),
				pending({ unreadable }),
			]);
			expect(clock.sleptMs).toEqual([1_000, 1_500]);
			const times = (endpoint: string) => endpointsOf(service).filter((one) => one === endpoint);
			expect(Math.max(...endpointsOf(service).map((one) => times(one).length))).toBe(2);
		},
	);

	it('leaves everything pending and asks nothing more when the workflow is canceled', async () => {
		const service = answeringSend(() => ({ events: [], action_attempts: [] }));
		const { progresses } = await settle(
			service,
			[withAttempt('a'), withoutAttempt('x')],
			CONVERSION,
			AbortSignal.abort(),
		);
		expect(endpointsOf(service)).toEqual([]);
		expect(progresses).toEqual([pending({ attempt: attempt('a') }), pending()]);
	});
});
