import {
	CancelledError,
	InvalidParameterError,
	NotStartedError,
	ServiceError,
} from '../../../../nodes/DeviceAccess/errors/errors';
import { desiredState } from '../../../../nodes/DeviceAccess/operation/kinds/desiredState';
import { many } from '../../../../nodes/DeviceAccess/operation/kinds/many';
import { action } from '../../../../nodes/DeviceAccess/operation/kinds/one';
import { records } from '../../../../nodes/DeviceAccess/operation/kinds/records';
import { sendItem } from '../../../../nodes/DeviceAccess/operation/run/sendItems';
import { takeList } from '../../../../nodes/DeviceAccess/transport/httpCall';
import { readRunSettings } from '../../../../nodes/DeviceAccess/operation/form/options';
import type { ItemRun, Kind } from '../../../../nodes/DeviceAccess/operation/types';
import type { ApiRequest } from '../../../../nodes/DeviceAccess/transport/request';
import { answeringSend, refusal } from '../../answeringSend';
import { itemRun, itemWork, operationOf } from '../itemRun';

const WRITE = '/devices/update';
const write = (id: unknown, effect: 'read' | 'write' = 'write'): ApiRequest => ({
	endpoint: WRITE,
	body: { device_id: id },
	effect,
});

/** One operation of each kind. Each item sends a request with its ID to WRITE; some kinds send others before. */
const KINDS: Readonly<Record<string, Kind>> = {
	many: many('records'),
	records: records(
		'records',
		(run) => async (work) => takeList(await sendItem(run, work), 'records'),
	),
	action: action({
		idField: 'device_id',
		says: {
			done: { outcome: 'done', sentence: 'Done' },
			acceptedSentence: 'Accepted',
			failedSentence: 'Failed',
		},
	}),
	desiredState: desiredState<unknown, undefined>({
		options: {},
		read: ({ id }) => id,
		groupOf: String,
		prepare: (_, orders) => ({ shared: undefined, orders }),
		reconcile: async ({ uncancellable }, id) => {
			await uncancellable(write(id));
			return { toRecord: () => ({ device_id: id }) };
		},
	}),
};
const kinds = Object.entries(KINDS);

/** Runs three items, one after another, of which the one with this ID fails with the error. */
async function run(kind: Kind, failing: string, error: Error, rest: Partial<ItemRun> = {}) {
	const service = answeringSend(({ endpoint, body = {} }) => {
		if (endpoint === WRITE && body.device_id === failing) throw error;
		const record = { device_id: body.device_id };
		return { record, records: [record], ok: true };
	});
	const operation = { ...operationOf('device', 'get'), endpoint: WRITE, kind } as const;
	const wholeRun = itemRun(operation, {
		send: service.send,
		settings: { ...readRunSettings({}), requestsInFlight: 1 },
		// One item is finished before the next one starts.
		awaitRoom: async () => await new Promise((resolve) => setImmediate(resolve)),
		...rest,
	});
	const items = ['a', 'b', 'c'].map((id, itemIndex) => ({
		...itemWork({ device_id: id }, itemIndex),
		values: { options: {}, returnAll: true, id },
	}));
	const states = await kind.run(wholeRun, items);
	return {
		states: states.map((state) => state?.is),
		error: states[1]?.is === 'failed' ? states[1].error : undefined,
		sent: service.requests
			.filter(({ endpoint }) => endpoint === WRITE)
			.map(({ body }) => body?.device_id),
	};
}

describe.each(kinds)('an item of the kind %s', (_name, kind) => {
	const failure = refusal(WRITE, 400, 'invalid_input');

	it('fails alone if the run continues on failures', async () => {
		expect(await run(kind, 'b', failure)).toEqual({
			states: ['finished', 'failed', 'finished'],
			error: failure,
			sent: ['a', 'b', 'c'],
		});
	});

	it('stops the run with its failure: nothing more starts', async () => {
		expect(await run(kind, 'b', failure, { continueOnFail: false })).toEqual({
			states: ['finished', 'failed', undefined],
			error: failure,
			sent: ['a', 'b'],
		});
	});

	it.each([
		['the workflow was canceled', new CancelledError()],
		['another item failed', new NotStartedError()],
	])('has no state if its request was not sent because %s', async (_why, error) => {
		for (const continueOnFail of [true, false]) {
			const { states } = await run(kind, 'b', error, { continueOnFail });
			expect(states).toEqual(['finished', undefined, 'finished']);
		}
	});

	it('fails if the workflow was canceled while its write was on the way', async () => {
		const error = new CancelledError(true);
		expect(await run(kind, 'b', error)).toMatchObject({
			states: ['finished', 'failed', 'finished'],
			error,
		});
	});

	it('does not start once the run has stopped', async () => {
		const stop = new AbortController();
		stop.abort();
		expect(await run(kind, 'b', failure, { stop })).toEqual({
			states: [undefined, undefined, undefined],
			error: undefined,
			sent: [],
		});
	});
});

describe('an item of a desired state', () => {
	/** An item that sends a request, and then fails with the error, if any, before or after it is reconciled. */
	async function change(
		error: Error | undefined,
		{ effect = 'write' as 'read' | 'write', late = false } = {},
	) {
		const kind = desiredState<unknown, undefined>({
			options: {},
			read: ({ id }) => id,
			groupOf: String,
			prepare: (_, orders) => ({ shared: undefined, orders }),
			reconcile: async ({ uncancellable }) => {
				await uncancellable(write('a', effect));
				if (error && !late) throw error;
				return {
					toRecord: () => {
						if (error) throw error;
						return {};
					},
				};
			},
		});
		const { send } = answeringSend(() => ({ ok: true }));
		const operation = { ...operationOf('space', 'upsert'), kind };
		return await kind.run(itemRun(operation, { send }), [itemWork({})]);
	}

	it.each([false, true])(
		'fails, and is counted as accepted, if anything ends it after a change (after it was reconciled: %s)',
		async (late) => {
			for (const error of [new CancelledError(), new NotStartedError(), new Error('failed')]) {
				expect(await change(error, { late })).toEqual([{ is: 'failed', error, wasAccepted: true }]);
			}
		},
	);

	it.each(['read', 'write'] as const)(
		'is not counted as accepted if it ends well without a change (%s)',
		async (effect) => {
			const [state] = await change(undefined, { effect });
			expect(state).toEqual({
				is: 'finished',
				records: [{}],
				...(effect === 'read' && { isUnchanged: true }),
			});
		},
	);

	it('has changed nothing if it only read', async () => {
		const error = new Error('failed');
		expect(await change(error, { effect: 'read' })).toEqual([{ is: 'failed', error }]);
		expect(await change(new CancelledError(), { effect: 'read' })).toEqual([undefined]);
	});

	it.each([
		[new ServiceError(refusal('/list', 500).answer), ['failed', 'failed']],
		[new InvalidParameterError('The items differ'), ['failed', 'failed']],
		[new CancelledError(), [undefined, undefined]],
	])('shares the failure of what all items need: %#', async (error, expected) => {
		const kind = desiredState<unknown, undefined>({
			options: {},
			read: () => 'desired',
			groupOf: String,
			prepare: async () => {
				throw error;
			},
			reconcile: async () => {
				throw new Error('Nothing is reconciled');
			},
		});
		const run = itemRun({ ...operationOf('space', 'upsert'), kind });
		const states = await kind.run(run, [itemWork({}, 0), itemWork({}, 1)]);
		expect(states.map((state) => state?.is)).toEqual(expected);
	});
});
