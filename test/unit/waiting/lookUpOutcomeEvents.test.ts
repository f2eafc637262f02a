import type { AcceptedAt } from '../../../nodes/DeviceAccess/waiting/progress';
import { LOOK_UP_BATCH_SIZE } from '../../../nodes/DeviceAccess/transport/limits';
import {
	type AcceptanceTimes,
	checkCodes,
	lookUpOutcomeEvents as createLookUp,
	type OutcomeEvents,
} from '../../../nodes/DeviceAccess/waiting/lookUpOutcomeEvents';
import type { SendRequest } from '../../../nodes/DeviceAccess/transport/request';
import type { ServiceEvent } from '../../../nodes/DeviceAccess/wire/events';
import { answeringSend, refusal } from '../answeringSend';

const CONVERTED = 'access_code.unmanaged.converted_to_managed';
const NOT_CONVERTED = 'access_code.unmanaged.failed_to_convert_to_managed';
const CONVERSION: OutcomeEvents = {
	succeeded: CONVERTED,
	failed: NOT_CONVERTED,
	succeededWhenListedBy: '/access_codes/list',
};
const DELETION: OutcomeEvents = {
	succeeded: 'access_code.unmanaged.removed',
	succeededWhenUnknownTo: '/access_codes/unmanaged/get',
};

const ACCEPTED_AT_MS = Date.parse('2030-01-31T10:00:00.000Z');

function event(accessCodeId: string, type: string, secondsAfterAcceptance: number): ServiceEvent {
	return {
		event_id: `${accessCodeId}-${type}-${secondsAfterAcceptance}`,
		event_type: type,
		access_code_id: accessCodeId,
		created_at: new Date(ACCEPTED_AT_MS + secondsAfterAcceptance * 1000).toISOString(),
	};
}

const acceptedAt = (...ids: string[]) =>
	new Map(ids.map((id) => [id, { acceptedAtMs: ACCEPTED_AT_MS }]));
const lookUpOutcomeEvents = (
	send: SendRequest,
	events: OutcomeEvents,
	times: AcceptanceTimes,
	failures = new Map<string, unknown>(),
) => createLookUp(send, events, times, failures);
const ids = (count: number) => Array.from({ length: count }, (_, index) => `code-${index}`);

describe('lookUpOutcomeEvents', () => {
	it('requests the events of all codes together, from just before the first was accepted', async () => {
		const converted = event('a', CONVERTED, 5);
		const failed = event('b', NOT_CONVERTED, 6);
		const { send, requests } = answeringSend(() => ({ events: [failed, converted] }));
		const times = new Map(
			[
				['a', ACCEPTED_AT_MS + 1_000],
				['b', ACCEPTED_AT_MS + 300],
				['c', ACCEPTED_AT_MS + 9_000],
			].map(([id, acceptedAtMs]) => [id, { acceptedAtMs }] as [string, AcceptedAt]),
		);
		expect(await lookUpOutcomeEvents(send, CONVERSION, times)(['a', 'b', 'c'])).toEqual(
			new Map([
				['a', { is: 'done', shownBy: converted }],
				['b', { is: 'failed', shownBy: failed }],
			]),
		);
		expect(requests).toEqual([
			{
				endpoint: '/events/list',
				body: {
					since: '2030-01-31T09:59:59.999Z',
					event_types: [CONVERTED, NOT_CONVERTED],
					access_code_ids: ['a', 'b', 'c'],
					limit: 15,
				},
				effect: 'read',
				maxRetries: 0,
			},
		]);
	});

	it('lets a failure from the second of acceptance count only if it stays the newest event, because it may be an older one', async () => {
		let events = [
			event('a', NOT_CONVERTED, 0.5),
			event('b', NOT_CONVERTED, 0.5),
			event('c', NOT_CONVERTED, 1),
		];
		const { send } = answeringSend(() => ({ events }));
		const lookUp = lookUpOutcomeEvents(send, CONVERSION, acceptedAt('a', 'b', 'c'));
		expect([...(await lookUp(['a', 'b', 'c'])).keys()]).toEqual(['c']);
		events = [...events, event('a', CONVERTED, 3)];
		expect((await lookUp(['a', 'b'])).get('a')?.is).toBe('done');
		expect((await lookUp(['b'])).get('b')?.is).toBe('failed');
	});

	it('judges each event by the acceptance of its own code', async () => {
		const { send } = answeringSend(() => ({
			events: [event('a', CONVERTED, 10), event('b', CONVERTED, 10)],
		}));
		const times = new Map([
			['a', { acceptedAtMs: ACCEPTED_AT_MS + 60_000 }],
			['b', { acceptedAtMs: ACCEPTED_AT_MS }],
		]);
		expect([...(await lookUpOutcomeEvents(send, CONVERSION, times)(['a', 'b'])).keys()]).toEqual([
			'b',
		]);
	});

	it.each(['newest first', 'oldest first'])(
		'lets the newest event since acceptance decide when the service lists the %s',
		async (order) => {
			const events = [
				event('a', NOT_CONVERTED, -100),
				event('a', NOT_CONVERTED, 3),
				event('a', CONVERTED, 7),
			];
			const { send } = answeringSend(() => ({
				events: order === 'newest first' ? [...events].reverse() : events,
			}));
			expect(await lookUpOutcomeEvents(send, CONVERSION, acceptedAt('a'))(['a'])).toEqual(
				new Map([['a', { is: 'done', shownBy: events[2] }]]),
			);
		},
	);

	it('ignores other events, those of other codes, and entries that are not events', async () => {
		const { send } = answeringSend(() => ({
			events: [
				event('a', 'access_code.set_on_device', 5),
				event('other', CONVERTED, 5),
				{ ...event('a', CONVERTED, 5), created_at: 'soon' },
				{ ...event('a', CONVERTED, 5), access_code_id: undefined },
			],
		}));
		expect(await lookUpOutcomeEvents(send, CONVERSION, acceptedAt('a'))(['a'])).toEqual(new Map());
	});

	it('reads the managed codes if the service offers no event list, and asks for events again the next time', async () => {
		const record = { access_code_id: 'a', device_id: 'd1', is_managed: true };
		const { send, requests } = answeringSend(({ endpoint }) => {
			if (endpoint === '/events/list') throw refusal(endpoint, 404);
			return { access_codes: [record] };
		});
		const lookUp = lookUpOutcomeEvents(send, CONVERSION, acceptedAt('a', 'b'));
		expect(await lookUp(['a', 'b'])).toEqual(new Map([['a', { is: 'done', shownBy: record }]]));
		await lookUp(['b']);
		const looks = ['/events/list', '/access_codes/list'];
		expect(requests.map(({ endpoint }) => endpoint)).toEqual([...looks, ...looks]);
	});

	it('records another failure, which says nothing about the event list itself', async () => {
		const { send } = answeringSend(({ endpoint }) => {
			if (endpoint === '/events/list') throw refusal(endpoint, 503);
			return { access_codes: [] };
		});
		const failures = new Map<string, unknown>();
		expect(await lookUpOutcomeEvents(send, CONVERSION, acceptedAt('a'), failures)(['a'])).toEqual(
			new Map(),
		);
		expect(failures).toEqual(new Map([['a', refusal('/events/list', 503)]]));
	});
});

describe('checkCodes', () => {
	const conversion: OutcomeEvents = {
		...CONVERSION,
		goneWhenUnknownTo: '/access_codes/unmanaged/get',
	};

	it('treats a code as converted that is among the managed ones, in one request for many', async () => {
		const { send, requests } = answeringSend(() => ({
			access_codes: [
				{ access_code_id: 'a', is_managed: true },
				{ access_code_id: 'b' },
				{ access_code_id: 'c', is_managed: false },
				{ access_code_id: 'stranger', is_managed: true },
			],
		}));
		expect(await checkCodes(send, CONVERSION, ['a', 'b', 'c', 'd'], new Map())).toEqual(
			new Map([
				['a', { is: 'done', shownBy: { access_code_id: 'a', is_managed: true } }],
				['b', { is: 'done', shownBy: { access_code_id: 'b' } }],
			]),
		);
		expect(requests).toEqual([
			{
				endpoint: '/access_codes/list',
				body: { access_code_ids: ['a', 'b', 'c', 'd'], limit: 4 },
				effect: 'read',
				maxRetries: 0,
			},
		]);
	});

	it('treats a code as gone that is no longer in any list, but not one that was converted in the meantime', async () => {
		const { send, requests } = answeringSend(({ endpoint, body }) => {
			if (endpoint === '/access_codes/list')
				return { access_codes: [{ access_code_id: 'converted' }] };
			if (body.access_code_id !== 'still there')
				throw refusal(endpoint, 404, 'access_code_not_found');
			return { access_code: { access_code_id: 'still there' } };
		});
		expect(
			await checkCodes(send, conversion, ['converted', 'gone', 'still there'], new Map()),
		).toEqual(
			new Map([
				['converted', { is: 'done', shownBy: { access_code_id: 'converted' } }],
				['gone', { is: 'failed', found: 'gone' }],
			]),
		);
		expect(requests.at(-1)?.endpoint).toBe('/access_codes/list');
	});

	it('does not ask code by code if hundreds are open', async () => {
		const { send, requests } = answeringSend(() => ({ access_codes: [] }));
		expect(await checkCodes(send, conversion, ids(LOOK_UP_BATCH_SIZE + 1), new Map())).toEqual(
			new Map(),
		);
		expect(requests.map(({ endpoint }) => endpoint)).toEqual([
			'/access_codes/list',
			'/access_codes/list',
		]);
	});

	it('treats an unknown code as deleted', async () => {
		const { send } = answeringSend(({ endpoint, body }) => {
			if (body.access_code_id !== 'code-3') throw refusal(endpoint, 404, 'access_code_not_found');
			return { access_code: { access_code_id: 'code-3' } };
		});
		const outcomes = await checkCodes(send, DELETION, ids(9), new Map());
		const unknown = ids(9).filter((id) => id !== 'code-3');
		expect(outcomes).toEqual(new Map(unknown.map((id) => [id, { is: 'done' }])));
	});

	describe('of a deletion that a conversion can overtake', () => {
		const deletion: OutcomeEvents = {
			...DELETION,
			overtaken: CONVERTED,
			overtakenWhenKnownTo: '/access_codes/get',
		};

		it('says nothing if it cannot be read whether the code is managed', async () => {
			const { send } = answeringSend(({ endpoint }) => {
				throw endpoint === '/access_codes/get'
					? refusal(endpoint, 503)
					: refusal(endpoint, 404, 'access_code_not_found');
			});
			const failures = new Map<string, unknown>();
			expect(await checkCodes(send, deletion, ['a'], failures)).toEqual(new Map());
			expect(failures).toEqual(new Map([['a', refusal('/access_codes/get', 503)]]));
		});

		it('learns of the conversion from its event', async () => {
			const { send, requests } = answeringSend(() => ({ events: [event('a', CONVERTED, 5)] }));
			expect(await lookUpOutcomeEvents(send, deletion, acceptedAt('a'))(['a'])).toEqual(
				new Map([['a', { is: 'failed', found: 'overtaken', shownBy: event('a', CONVERTED, 5) }]]),
			);
			expect(requests[0]?.body.event_types).toEqual([DELETION.succeeded, CONVERTED]);
		});
	});

	it.each([
		{ status: 404, type: 'device_not_found' },
		{ status: 503, type: '' },
	])('does not treat HTTP $status $type as a deletion', async ({ status, type }) => {
		const { send } = answeringSend(({ endpoint }) => {
			throw refusal(endpoint, status, type);
		});
		const failures = new Map<string, unknown>();
		expect(await checkCodes(send, DELETION, ['a'], failures)).toEqual(new Map());
		expect(failures).toEqual(
			new Map([['a', refusal('/access_codes/unmanaged/get', status, type)]]),
		);
	});
});
