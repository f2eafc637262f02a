import { type AddressInfo, createServer, type Server } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';
import {
	startHttpServer,
	type Answer,
	type HttpServer,
	type ReceivedRequest,
} from '../../host/process/httpServer';
import { runNode } from '../../host/engine/runNode';
import { inRows } from '../support/service/inRows';
import { skipPauses } from '../support/clock/skipPauses';

// The table of faults tests which faults the node retries, and that it sends no write twice.

describe('a request that is tried again', () => {
	const service = useHotelSandbox();

	it('because a gateway refused every key for a moment does not end the run', async () => {
		const pausesMs = skipPauses();
		service.sandbox.faults.next('/devices/get', { kind: 'unauthorized' }, { times: 3 });
		const { items } = await service.run(
			'device.get',
			{ deviceId: byId(hotel.devices.room101), options: { requestsInFlight: 1 } },
			{ input: [{}, {}, {}, {}], onError: 'continueRegularOutput' },
		);
		jest.restoreAllMocks();
		expect(items.map(({ json }) => 'error' in json)).toEqual([true, true, false, false]);
		expect(pausesMs).toEqual([2_000]);
	});
});

describe('an answer that is cut off in the middle', () => {
	let server: Server;
	let requests: number;
	beforeEach(async () => {
		skipPauses();
		requests = 0;
		const whole = JSON.stringify({ ok: true, device: { device_id: hotel.devices.room101 } });
		server = createServer((socket) => {
			socket.on('error', () => {});
			socket.once('data', () => {
				const sent = ++requests === 1 ? whole.slice(0, 12) : whole;
				socket.end(
					`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${whole.length}\r\n\r\n${sent}`,
				);
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	afterEach(() => {
		server.close();
		jest.restoreAllMocks();
	});

	const ask = async (operation: string) =>
		await runNode('deviceAccess', {
			parameters: { resource: 'device', operation, deviceId: byId(hotel.devices.room101) },
			credentials: {
				deviceAccessApi: {
					baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
					apiKey: 'key',
				},
			},
		});

	it('is read again', async () => {
		const { items } = await ask('get');
		expect([requests, items[0]?.json]).toEqual([
			2,
			expect.objectContaining({ device_id: hotel.devices.room101 }),
		]);
	});

	it('fails an action, which is not sent again', async () => {
		const { error } = await ask('unlock');
		expect([requests, error?.message, error?.description]).toEqual([
			1,
			expect.stringContaining('The connection closed in the middle of the answer'),
			expect.stringContaining('may have carried out the action anyway'),
		]);
	});
});

describe('Stop', () => {
	/** Longer than jest's time limit: a test ends only if the node aborts the wait. */
	const WAIT_SECONDS = 1_000;
	const codeId = (index: number) => `40000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

	let server: HttpServer;
	let stop: AbortController;
	let answer: (request: ReceivedRequest) => Answer | 'hang';
	beforeEach(async () => {
		stop = new AbortController();
		server = await startHttpServer((request) => answer(request));
	});
	afterEach(async () => await server.stop());

	/** Runs an operation until it is stopped. Returns the paths of its requests. */
	async function runAndStop(
		operation: string,
		count: number,
		options: INodeParameters = {},
		onError?: 'continueRegularOutput',
	): Promise<string[]> {
		const [resource = '', name = ''] = operation.split('.');
		const { status } = await runNode('deviceAccess', {
			parameters: {
				resource,
				operation: name,
				accessCodeId: byId('={{ $json.id }}'),
				returnAll: true,
				options: { ...QUICK_CHECKS, ...options },
			},
			input: Array.from({ length: count }, (_, index) => ({ id: codeId(index) })),
			credentials: { deviceAccessApi: { baseUrl: server.url, apiKey: 'sandbox-key-hotel' } },
			cancelSignal: stop.signal,
			onError,
		});
		expect(status).toBe('canceled');
		return server.requests.map(({ path }) => path);
	}

	const INTERRUPTED = {
		error: 'The execution was canceled',
		details: { may_have_acted: true },
	};
	/** Stop is pressed while the third item has its request in flight. */
	it.each<[string, string, string, INodeParameters, object, object[]]>([
		[
			'one',
			'device.get',
			'/devices/get',
			{ deviceId: byId('={{ $json.id }}') },
			{ device: { name: 'Lock' } },
			[],
		],
		['many', 'device.getAll', '/devices/list', {}, { devices: [{ name: 'Lock' }] }, []],
		[
			'several',
			'accessCode.createMultiple',
			'/access_codes/create_multiple',
			{ deviceIds: inRows('device', '={{ $json.id }}') },
			{ access_codes: [{ name: 'Guest' }] },
			[INTERRUPTED],
		],
		[
			'done',
			'space.delete',
			'/spaces/delete',
			{ spaceId: byId('={{ $json.id }}') },
			{},
			[INTERRUPTED],
		],
		[
			'desiredState',
			'space.upsert',
			'/spaces/create',
			{ spaceKey: '={{ $json.id }}' },
			{ spaces: [], space: { name: 'Room' } },
			[{ outcome: 'created' }],
		],
	])(
		'returns what the kind %s has finished, what it may have changed, and nothing for the items that it did not start',
		async (_kind, operation, path, parameters, answered, ofThird) => {
			const sent = () => server.requests.filter((request) => request.path === path).length;
			answer = () => {
				if (sent() === 3) stop.abort();
				return { body: { ok: true, ...answered } };
			};
			const [resource = '', name = ''] = operation.split('.');
			const { status, items } = await runNode('deviceAccess', {
				parameters: {
					resource,
					operation: name,
					returnAll: true,
					...parameters,
					options: { requestsInFlight: 1 },
				},
				input: Array.from({ length: 10 }, (_, index) => ({ id: codeId(index) })),
				credentials: { deviceAccessApi: { baseUrl: server.url, apiKey: 'sandbox-key-hotel' } },
				cancelSignal: stop.signal,
				onError: 'continueRegularOutput',
			});
			expect([status, sent()]).toEqual(['canceled', 3]);
			expect(items).toMatchObject([
				...[0, 1].map((item) => ({ pairedItem: { item } })),
				...ofThird.map((json) => ({ json, pairedItem: { item: 2 } })),
			]);
			expect(items.slice(0, 2).filter(({ json }) => 'error' in json)).toEqual([]);
		},
	);

	it.each<[string, Answer | 'hang']>([
		[
			'the pause before a retry',
			{
				status: 429,
				headers: { 'retry-after': String(WAIT_SECONDS) },
				body: { error: { type: 'too_many_requests', message: 'Slow down.' }, ok: false },
			},
		],
		['a request that is not answered', 'hang'],
	])('ends %s', async (_what, answered) => {
		answer = () => {
			setTimeout(() => stop.abort(), 50);
			return answered;
		};
		expect(
			await runAndStop('unmanagedAccessCode.get', 1, {
				timeout: WAIT_SECONDS,
				maxRateLimitWait: WAIT_SECONDS,
			}),
		).toHaveLength(1);
	});
});
