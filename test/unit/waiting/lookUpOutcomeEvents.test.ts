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

	it.each([
		{ secondsAfter: -60, counts: false },
		{ secondsAfter: -0.001, counts: false },
		{ secondsAfter: 0, counts: true },
		{ secondsAfter: 60, counts: true },
	])(
		'lets an event count ($counts) that happened $secondsAfter seconds after acceptance',
		async ({ secondsAfter, counts }) => {
			const { send } = answeringSend(() => ({ events: [event('a', CONVERTED, secondsAfter)] }));
			expect((await lookUpOutcomeEvents(send, CONVERSION, acceptedAt('a'))(['a'])).has('a')).toBe(
				counts,
			);
		},
	);

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

	describe('of actions whose answer took 400 ms and gives the next second', () => {
		const answered = { acceptedAtMs: ACCEPTED_AT_MS + 600, answeredAtMs: ACCEPTED_AT_MS + 1_000 };
		const lookUpOf = (...events: ServiceEvent[]) => {
			const { send, requests } = answeringSend(() => ({ events }));
			return {
				lookUp: lookUpOutcomeEvents(
					send,
					CONVERSION,
					new Map([
						['a', answered],
						['b', answered],
					]),
				),
				requests,
			};
		};

		it('lets a success from 300 ms before the answer count immediately', async () => {
			const { lookUp } = lookUpOf(event('a', CONVERTED, 0.7));
			expect(await lookUp(['a'])).toEqual(
				new Map([['a', { is: 'done', shownBy: event('a', CONVERTED, 0.7) }]]),
			);
		});

		it('lets a failure from before the answer count if it stays the newest event', async () => {
			const { lookUp } = lookUpOf(event('a', NOT_CONVERTED, 0.7), event('b', NOT_CONVERTED, 1.999));
			expect([await lookUp(['a', 'b']), await lookUp(['a', 'b'])]).toEqual([new Map(), new Map()]);
			expect([...(await lookUp(['a', 'b']))].map(([id, { is }]) => [id, is])).toEqual([
				['a', 'failed'],
				['b', 'failed'],
			]);
		});

		it('never treats a failure from before the request as that of this action', async () => {
			const { lookUp } = lookUpOf(event('a', NOT_CONVERTED, 0.599), event('b', NOT_CONVERTED, -1));
			for (let tick = 0; tick < 5; tick++) expect(await lookUp(['a', 'b'])).toEqual(new Map());
		});
	});

	it('judges each event by the acceptance of its own code', async () => {
		const { send } = answeringSend(() => ({
			events: [event('a', NOT_CONVERTED, 10), event('b', CONVERTED, 10)],
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

	it('ignores other events of a code, and does not take them for a failure', async () => {
		const { send } = answeringSend(() => ({
			events: [event('a', 'access_code.set_on_device', 5), event('b', 'access_code.changed', 5)],
		}));
		expect(await lookUpOutcomeEvents(send, CONVERSION, acceptedAt('a', 'b'))(['a', 'b'])).toEqual(
			new Map(),
		);
	});

	it('ignores events of other codes and entries that are not events', async () => {
		const { send } = answeringSend(() => ({
			events: [
				event('other', CONVERTED, 5),
				{ ...event('a', CONVERTED, 5), created_at: 'soon' },
				{ ...event('a', CONVERTED, 5), access_code_id: undefined },
			],
		}));
		expect(await lookUpOutcomeEvents(send, CONVERSION, acceptedAt('a'))(['a'])).toEqual(new Map());
	});

	it.each([400, 403, 404, 405, 501])(
		'reads the managed codes if the event list is answered with HTTP %d, and asks for events again the next time',
		async (status) => {
			const { send, requests } = answeringSend(({ endpoint }) => {
				if (endpoint === '/events/list') throw refusal(endpoint, status);
				return { access_codes: [{ access_code_id: 'a', device_id: 'd1', is_managed: true }] };
			});
			const lookUp = lookUpOutcomeEvents(send, CONVERSION, acceptedAt('a', 'b'));
			const record = { access_code_id: 'a', device_id: 'd1', is_managed: true };
			expect(await lookUp(['a', 'b'])).toEqual(new Map([['a', { is: 'done', shownBy: record }]]));
			await lookUp(['b']);
			expect(requests.map(({ endpoint }) => endpoint)).toEqual([
				'/events/list',
				'/access_codes/list',
				'/events/list',
				'/access_codes/list',
			]);
		},
	);

	it.each([401, 429, 500, 503])(
		'records HTTP %d, which says nothing about the event list itself',
		async (status) => {
			const { send } = answeringSend(({ endpoint }) => {
				if (endpoint === '/events/list') throw refusal(endpoint, status);
				return { access_codes: [] };
			});
			const failures = new Map<string, unknown>();
			expect(await lookUpOutcomeEvents(send, CONVERSION, acceptedAt('a'), failures)(['a'])).toEqual(
				new Map(),
			);
			expect(failures).toEqual(new Map([['a', refusal('/events/list', status)]]));
		},
	);
});

describe('checkCodes', () => {
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
		const conversion: OutcomeEvents = {
			...CONVERSION,
			goneWhenUnknownTo: '/access_codes/unmanaged/get',
		};
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
		const conversion: OutcomeEvents = {
			...CONVERSION,
			goneWhenUnknownTo: '/access_codes/unmanaged/get',
		};
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

		it('does not treat a code as deleted that is managed now', async () => {
			const { send } = answeringSend(({ endpoint, body }) => {
				if (endpoint === '/access_codes/get' && body.access_code_id === 'converted')
					return { access_code: { access_code_id: 'converted' } };
				throw refusal(endpoint, 404, 'access_code_not_found');
			});
			expect(await checkCodes(send, deletion, ['converted', 'deleted'], new Map())).toEqual(
				new Map([
					['converted', { is: 'failed', found: 'overtaken' }],
					['deleted', { is: 'done' }],
				]),
			);
		});

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
		{ status: 404, type: '' },
		{ status: 404, type: 'device_not_found' },
		{ status: 401, type: 'unauthorized' },
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
