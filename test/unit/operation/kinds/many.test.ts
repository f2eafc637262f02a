import type { IDataObject } from 'n8n-workflow';
import { executionHints } from '../../../../nodes/DeviceAccess/operation/output/outputItems';
import { many } from '../../../../nodes/DeviceAccess/operation/kinds/many';
import type { ItemState, PreparedItem } from '../../../../nodes/DeviceAccess/operation/types';
import { type AnsweringSend, answeringSend, refusal } from '../../answeringSend';
import { runItem } from '../itemRun';

it.each([0, 'many'])('a list refuses the limit %p before any request', async (limit) => {
	const service = answeringSend(() => ({ devices: [] }));
	const values = { returnAll: false, limit, filters: {} };
	expect(await runItem('device', 'getAll', { service, values })).toMatchObject({
		is: 'failed',
		error: { message: "'Limit' must be 1 or more" },
	});
	expect(service.requests).toEqual([]);
});

describe('a list with one call per device', () => {
	const DEVICE_IDS = [1, 2, 3, 4].map((number) => `de51ce00-0000-4000-8000-00000000000${number}`);

	/** Each device has two codes; the later devices answer first. */
	const codesService = () =>
		answeringSend(async ({ endpoint, body }) => {
			if (endpoint === '/devices/list')
				return {
					devices: DEVICE_IDS.map((id) => ({ device_id: id, display_name: `Lock ${id.at(-1)}` })),
				};
			const turns = 10 - DEVICE_IDS.indexOf(String(body.device_id));
			for (let turn = 0; turn < turns; turn++) await Promise.resolve();
			return { access_codes: ['a', 'b'].map((name) => ({ name, device_id: body.device_id })) };
		});
	const codesOf = (ids: string[]) =>
		ids.flatMap((id) =>
			['a', 'b'].map((name) => ({ name, device_id: id, device_name: `Lock ${id.at(-1)}` })),
		);
	const paths = ({ requests }: AnsweringSend) => requests.map(({ endpoint }) => endpoint);

	it('asks all devices of the workspace, with bounded requests in flight, and names them', async () => {
		const service = codesService();
		const values = { devices: 'all', returnAll: true };
		expect(
			await runItem('unmanagedAccessCode', 'getAll', {
				service,
				values,
				settings: { requestsInFlight: 2 },
			}),
		).toEqual({ is: 'finished', records: codesOf(DEVICE_IDS) });
		expect(service.mostInFlight()).toBe(2);
	});

	it.each([
		{ limit: 2, asked: 1, hasMore: true },
		{ limit: 3, asked: 2, hasMore: true },
		{ limit: 8, asked: 4 },
	])(
		'asks $asked devices for $limit codes, and returns the first ones',
		async ({ limit, asked, hasMore }) => {
			const service = codesService();
			const values = { devices: 'all', returnAll: false, limit };
			expect(
				await runItem('unmanagedAccessCode', 'getAll', {
					service,
					values,
					settings: { requestsInFlight: 1 },
				}),
			).toEqual({ is: 'finished', records: codesOf(DEVICE_IDS).slice(0, limit), hasMore });
			expect(paths(service).filter((path) => path === '/access_codes/unmanaged/list')).toHaveLength(
				asked,
			);
		},
	);

	it('returns each code once, for its own lock, if the service ignores the device', async () => {
		const codes = DEVICE_IDS.map((device_id) => ({ device_id }));
		const state = await runItem('unmanagedAccessCode', 'getAll', {
			service: answeringSend(() => ({ access_codes: codes })),
			values: { devices: 'several', deviceIds: DEVICE_IDS.slice(2), returnAll: true },
		});
		expect(state).toEqual({ is: 'finished', records: codes.slice(2) });
	});

	it.each([
		{ type: 'device_not_found', devices: 'all', is: 'finished' },
		{ type: 'device_type_not_supported', devices: 'all', is: 'finished' },
		{ type: 'device_type_not_supported', devices: 'several', is: 'failed' },
		{ type: 'invalid_input', devices: 'all', is: 'failed' },
	])('is $is if the service answers $type for one of $devices', async ({ type, devices, is }) => {
		const { send } = codesService();
		const service = answeringSend(async (request) => {
			if (request.body.device_id === DEVICE_IDS[1]) throw refusal(request.endpoint, 400, type);
			return (await send(request as Parameters<typeof send>[0])).body;
		});
		const values = { devices, deviceIds: DEVICE_IDS, returnAll: true };
		const state = await runItem('unmanagedAccessCode', 'getAll', { service, values });
		expect(state?.is).toBe(is);
		if (state?.is === 'finished')
			expect(state.records).toEqual(codesOf(DEVICE_IDS.filter((id) => id !== DEVICE_IDS[1])));
	});

	it('keeps the codes of a lock for which the service has no advice, and says so', async () => {
		const { send } = codesService();
		const service = answeringSend(async (request) => {
			if (request.endpoint === '/access_codes/list')
				throw refusal(request.endpoint, 400, 'device_type_not_supported');
			if (request.endpoint === '/devices/get') return { device: request.body };
			return (await send(request as Parameters<typeof send>[0])).body;
		});
		const state = await runItem('unmanagedAccessCode', 'getAll', {
			service,
			values: { devices: 'all', returnAll: true },
			options: { addMigrationAdvice: true },
		});
		expect(state).toEqual({
			is: 'finished',
			records: codesOf(DEVICE_IDS).map((code) => ({
				...code,
				migration: { advice: 'keep', reason: expect.any(String) },
			})),
		});
	});
});

describe('the hint above the output of a list', () => {
	const hintsOf = (
		rest: Parameters<typeof many>[1],
		output: IDataObject[],
		states: ItemState[],
		items: PreparedItem[] = [],
	) =>
		executionHints(
			many('devices', rest),
			output.map((json) => ({ json })),
			states,
			items,
		);
	const empty: ItemState = { is: 'finished', records: [] };

	it('says that an empty list is not a failure', () => {
		expect(hintsOf({}, [], [empty])).toEqual([
			{ message: expect.stringMatching(/^No results\./), location: 'outputPane' },
		]);
	});

	it('is what the operation says about its empty list if a filter is set', () => {
		const bodyOf = (search?: string): PreparedItem => ({
			itemIndex: 0,
			input: {},
			values: { options: {} },
			body: { search },
		});
		const messages = [bodyOf(), bodyOf('door')].map(
			(item) =>
				hintsOf(
					{ nothingFound: 'No locks here.', nothingFits: 'No lock fits.' },
					[],
					[empty],
					[item],
				)[0]?.message,
		);
		expect(messages).toEqual(['No locks here.', 'No lock fits.']);
	});

	it('says that the list goes on beyond Limit', () => {
		const records = [{ device_id: '1' }, { device_id: '2' }];
		expect(hintsOf({}, records, [{ is: 'finished', records, hasMore: true }])).toEqual([
			{ message: expect.stringMatching(/first 2 .*Return All/), location: 'outputPane' },
		]);
	});

	it('says how many of several lists go on beyond Limit', () => {
		const records = [{ device_id: '1' }];
		const states: ItemState[] = [
			{ is: 'finished', records, hasMore: true },
			{ is: 'finished', records, hasMore: false },
			{ is: 'failed', error: new Error('refused') },
			undefined,
		];
		expect(hintsOf({}, [...records, ...records], states)).toEqual([
			{
				message: expect.stringMatching(/ 1 of 4 .*Return All/),
				location: 'outputPane',
			},
		]);
	});

	it('is missing if the list has records', () => {
		const records = [{ device_id: '1' }];
		expect(hintsOf({}, records, [{ is: 'finished', records }])).toEqual([]);
	});
});
