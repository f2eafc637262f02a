import { inspect } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox/faults/faults';
import { hotel } from '../../sandbox/fixtures/hotel';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import {
	byId,
	QUICK_CHECKS,
	useHotelSandbox,
	type HotelSandbox,
	type OperationName,
} from '../support/service/hotelSandbox';
import { startHttpServer } from '../../host/process/httpServer';
import { runWorkflow } from '../../host/engine/runWorkflow';

const service = useHotelSandbox();

describe('which items fail', () => {
	const CONVERT = '/access_codes/unmanaged/convert_to_managed';
	const { convertible, anotherConvertible, failsToConvert } = hotel.unmanagedCodes;
	const { room104 } = hotel.devices;
	const UNKNOWN_ID = '40000000-0000-4000-8000-00000000ffff';
	const NOT_FOUND = `No unmanaged access code has the ID '${UNKNOWN_ID}'`;
	const CODE_OF_ITEM = byId('={{ $json.id }}');

	const convertAll = async (
		ids: string[],
		options: INodeParameters = {},
		onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput' = 'stopWorkflow',
	) =>
		await service.run(
			'unmanagedAccessCode.convertToManaged',
			{ accessCodeId: CODE_OF_ITEM, options: { ...QUICK_CHECKS, ...options } },
			{ input: ids.map((id, index) => ({ id, guest: `Guest ${index}` })), onError },
		);

	const notFoundDetails = {
		description: expect.stringMatching(/Request ID: [0-9a-f-]{36}$/),
		http_status: 404,
		type: 'access_code_not_found',
		request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
	};

	describe('continue on fail', () => {
		it('gives each failed item an error and its details in its place, paired, and the rest their results', async () => {
			const { items, outputs, status } = await convertAll(
				[convertible, UNKNOWN_ID, anotherConvertible, failsToConvert],
				{},
				'continueRegularOutput',
			);
			expect(status).toBe('success');
			expect(items).toEqual([
				{
					json: expect.objectContaining({ access_code_id: convertible, outcome: 'converted' }),
					pairedItem: { item: 0 },
				},
				{
					json: {
						outcome: 'failed',
						name: null,
						device_name: null,
						message: NOT_FOUND,
						access_code_id: UNKNOWN_ID,
						error: NOT_FOUND,
						details: notFoundDetails,
					},
					pairedItem: { item: 1 },
				},
				{
					json: expect.objectContaining({
						access_code_id: anotherConvertible,
						outcome: 'converted',
					}),
					pairedItem: { item: 2 },
				},
				{
					json: {
						outcome: 'failed',
						name: 'Guest 104',
						device_name: 'Room 104',
						message: expect.any(String),
						device_id: room104,
						access_code_id: failsToConvert,
						error: expect.stringContaining(
							'The device already has a managed access code with the same PIN.',
						),
						details: {
							device_name: 'Room 104',
							description: expect.stringContaining('Type: duplicate_code_on_device'),
							access_code_id: failsToConvert,
							outcome: 'failed',
							type: 'duplicate_code_on_device',
							action_attempt_id: expect.any(String),
							errors: ['The device already has a managed access code with the same PIN.'],
						},
					},
					pairedItem: { item: 3 },
				},
			]);
			expect(outputs(1)).toEqual([]);
		});

		it('fails only one item if an expression in Options fails for the first item', async () => {
			const { items } = await service.run(
				'unmanagedAccessCode.get',
				{
					accessCodeId: CODE_OF_ITEM,
					options: { timeout: "={{ $itemIndex === 0 ? $('Nowhere').first().json.seconds : 30 }}" },
				},
				{
					input: [{ id: anotherConvertible }, { id: convertible }],
					onError: 'continueRegularOutput',
				},
			);
			expect(items).toEqual([
				{
					json: {
						outcome: 'failed',
						access_code_id: anotherConvertible,
						error: "Referenced node doesn't exist",
						details: expect.any(Object),
					},
					pairedItem: { item: 0 },
				},
				{ json: expect.objectContaining({ access_code_id: convertible }), pairedItem: { item: 1 } },
			]);
		});

		it('sends failed items to the error output, with their input and the details', async () => {
			const { outputs } = await convertAll([convertible, UNKNOWN_ID], {}, 'continueErrorOutput');
			expect(outputs(0)).toEqual([
				{
					json: expect.objectContaining({ access_code_id: convertible, outcome: 'converted' }),
					pairedItem: { item: 0 },
				},
			]);
			expect(outputs(1)).toEqual([
				{
					json: {
						id: UNKNOWN_ID,
						guest: 'Guest 1',
						outcome: 'failed',
						message: NOT_FOUND,
						access_code_id: UNKNOWN_ID,
						error: NOT_FOUND,
						details: notFoundDetails,
					},
					pairedItem: { item: 1 },
				},
			]);
		});

		it('keeps the details even if only this node is executed, without an input to merge with', async () => {
			const parameters = {
				resource: 'unmanagedAccessCode',
				operation: 'get',
				accessCodeId: byId(UNKNOWN_ID),
				options: {},
			};
			const { items } = await runWorkflow(
				{
					nodes: [
						{ name: 'Alone', type: 'deviceAccess', onError: 'continueErrorOutput', parameters },
					],
				},
				{ credentials: service.credentials, startNode: 'Alone' },
			);
			expect([items('Alone'), items('Alone', 1)]).toEqual([
				[],
				[{ json: { error: NOT_FOUND, details: notFoundDetails }, pairedItem: { item: 0 } }],
			]);
		});
	});

	describe('an expression that fails for one item', () => {
		const FAILING = byId('={{ $json.codes[0].id }}');
		const input = [
			{ codes: [{ id: convertible }] },
			{ other: true },
			{ codes: [{ id: anotherConvertible }] },
		];
		const parameters = { accessCodeId: FAILING, options: QUICK_CHECKS };

		it('fails only that item with continue on fail', async () => {
			const { items } = await service.run('unmanagedAccessCode.convertToManaged', parameters, {
				input,
				onError: 'continueRegularOutput',
			});
			expect(items.map(({ json, pairedItem }) => [json.outcome, pairedItem])).toEqual([
				['converted', { item: 0 }],
				['failed', { item: 1 }],
				['converted', { item: 2 }],
			]);
			expect(service.sandbox.requests.count(CONVERT)).toBe(2);
		});

		it('stops the node at that item otherwise', async () => {
			const { error, items } = await service.run(
				'unmanagedAccessCode.convertToManaged',
				{ ...parameters, options: { ...QUICK_CHECKS, requestsInFlight: 1 } },
				{ input },
			);
			expect({
				items,
				index: error?.context.itemIndex,
				calls: service.sandbox.requests.count(),
			}).toEqual({ items: [], index: 1, calls: 0 });
		});
	});

	describe('without continue on fail', () => {
		it('the node stops with the error of the first failed item, whichever answer came first', async () => {
			// The second item fails immediately, the first one later.
			service.sandbox.faults.next(CONVERT, { kind: 'slow', delayMs: 80 });
			const { error, items } = await convertAll(
				[UNKNOWN_ID, failsToConvert, hotel.managedCodes.frontDesk],
				{},
				'stopWorkflow',
			);
			expect({ items, message: error?.message, index: error?.context.itemIndex }).toEqual({
				items: [],
				message: NOT_FOUND,
				index: 0,
			});
		});

		it('nothing more is sent after a failure, nothing is waited for, and the error says how many had been accepted', async () => {
			await service.restart({ fixture: 'portfolio', devices: 20, codesPerDevice: 1 });
			const ids = Array.from({ length: 20 }, (_, index) => portfolio.unmanagedCodeId(index, 0));
			const body = { error: { type: 'invalid_input', message: 'No.' }, ok: false };
			service.sandbox.faults.next(CONVERT, { kind: 'status', status: 400, body }, { after: 3 });
			const { error, items } = await convertAll(ids, { requestsInFlight: 1 });
			expect(items).toEqual([]);
			expect(service.sandbox.requests.count(CONVERT)).toBe(4);
			expect(service.paths().filter((path) => /^.(action_attempts|events)/.test(path))).toEqual([]);
			expect(error?.description).toMatch(/accepted 3 of 20 items/);
		});

		it('nothing more is sent after an action that failed in the answer already', async () => {
			const failed = {
				action_attempt_id: UNKNOWN_ID,
				action_type: 'X',
				status: 'error',
				result: null,
				error: { type: 'uncategorized_error', message: 'The lock did not answer.' },
			};
			const body = { ok: true, action_attempt: failed };
			service.sandbox.faults.always(CONVERT, { kind: 'status', status: 200, body });
			const ids = [convertible, anotherConvertible, failsToConvert];
			const { error, items } = await convertAll(ids, { requestsInFlight: 1 });
			expect({ items, index: error?.context.itemIndex }).toEqual({ items: [], index: 0 });
			expect(service.sandbox.requests.count(CONVERT)).toBe(1);
		});

		it('what was left as it was does not count as accepted', async () => {
			const { frontDesk } = hotel.managedCodes;
			const one = { requestsInFlight: 1 };
			const { error } = await convertAll([frontDesk, UNKNOWN_ID], one, 'stopWorkflow');
			expect(error?.description).toContain('accepted none of the 2 items');
			const unsupported = await convertAll(
				[hotel.unmanagedCodes.cannotBeManaged, UNKNOWN_ID],
				one,
				'stopWorkflow',
			);
			expect(unsupported.error?.description).toContain('accepted none of the 2 items');
		});

		it('what is in flight at a failure may finish, and is counted', async () => {
			service.sandbox.faults.next(CONVERT, { kind: 'slow', delayMs: 80 }, { holding: convertible });
			const { error } = await convertAll([UNKNOWN_ID, convertible], { requestsInFlight: 2 });
			expect(error?.description).toContain('accepted 1 of 2 items');
			expect(
				service.sandbox.requests
					.of(CONVERT)
					.map(({ status }) => status)
					.sort(),
			).toEqual([200, 404]);
		});

		it('says that the outcome of unanswered requests in flight is unknown', async () => {
			// The failure comes first: a request that is cut before it would stop the node.
			const cut = { kind: 'cut', delayMs: 500 } as const;
			for (const holding of [convertible, anotherConvertible])
				service.sandbox.faults.next(CONVERT, cut, { holding });
			const { error } = await convertAll([UNKNOWN_ID, convertible, anotherConvertible], {
				requestsInFlight: 3,
			});
			expect(error).toMatchObject({ message: NOT_FOUND });
			expect(error?.description).toMatch(
				/As far as the node knows, the service accepted none of the 3 items\. For 2 of the other items, it is unknown whether the service carried out the action\. To continue despite failed items, set 'On Error' to 'Continue' in the node's settings$/,
			);
		});

		it('a read says nothing about accepted items', async () => {
			const { error } = await service.run(
				'unmanagedAccessCode.get',
				{ accessCodeId: CODE_OF_ITEM },
				{ input: [{ id: convertible }, { id: UNKNOWN_ID }] },
			);
			expect(error).toMatchObject({ message: NOT_FOUND, context: { itemIndex: 1 } });
			expect(error?.description).not.toContain('accepted');
		});

		it('an action that fails later stops the node after the wait, and says how many had been accepted', async () => {
			const { error, items } = await convertAll([convertible, failsToConvert, anotherConvertible]);
			expect({ items, index: error?.context.itemIndex }).toEqual({ items: [], index: 1 });
			expect(error?.description).toContain('accepted 3 of 3 items');
			expect(
				[convertible, anotherConvertible].map(
					(id) => service.sandbox.state.accessCodes.get(id)?.isManaged,
				),
			).toEqual([true, true]);
		});
	});

	describe('no input items', () => {
		it('cause no requests and no items', async () => {
			const { items, status } = await service.run(
				'unmanagedAccessCode.convertToManaged',
				{ accessCodeId: CODE_OF_ITEM },
				{ input: [] },
			);
			expect({ items, status, calls: service.sandbox.requests.count() }).toEqual({
				items: [],
				status: 'success',
				calls: 0,
			});
		});
	});
});

describe('what an error says', () => {
	const { convertible } = hotel.unmanagedCodes;

	const failure = (status: number, type: string, message: string, more: object = {}): Fault => ({
		kind: 'status',
		status,
		body: { error: { type, message, ...more }, ok: false },
	});

	describe('nothing secret', () => {
		/** The sandbox's keys and PINs that could leak in these tests. */
		const SECRET = /sandbox-key-hotel|\b(?:1011|1041|987654)\b/;
		/** Made at random, so that one can have the digits of a PIN. */
		const IDS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
		/** The message of a service that repeats the secrets of the request, and more. */
		const CHATTY = 'Bearer sandbox-key-hotel asked for code 1011 or 987654 on this lock';

		/** Everything in a run that n8n stores or shows: its JSON, and the inspected error. */
		function everythingOf(run: Awaited<ReturnType<HotelSandbox['run']>>): string {
			const { error } = run;
			return [
				JSON.stringify(error),
				JSON.stringify(run.items),
				JSON.stringify(run.outputs(1)),
				JSON.stringify(run.run),
				inspect(error, { depth: null, showHidden: true, getters: true }),
				error?.stack ?? '',
			]
				.join('\n')
				.replaceAll(IDS, 'an ID');
		}

		const CASES: Array<[OperationName, INodeParameters, string]> = [
			[
				'unmanagedAccessCode.get',
				{ accessCodeId: byId(convertible) },
				'/access_codes/unmanaged/get',
			],
			[
				'unmanagedAccessCode.getAll',
				{ deviceId: byId(hotel.devices.room101) },
				'/access_codes/unmanaged/list',
			],
			[
				'unmanagedAccessCode.convertToManaged',
				{ accessCodeId: byId(convertible), waitForCompletion: false },
				'/access_codes/unmanaged/convert_to_managed',
			],
			[
				'unmanagedAccessCode.delete',
				{ accessCodeId: byId(convertible) },
				'/access_codes/unmanaged/delete',
			],
			['device.getAll', {}, '/devices/list'],
			['workspace.get', {}, '/workspaces/get'],
		];
		const FAULTS: Array<[string, Fault]> = [
			[
				'a message of the service',
				failure(400, 'invalid_input', CHATTY, {
					validation_errors: { _errors: [CHATTY] },
					data: { code: '1011', authorization: 'Bearer sandbox-key-hotel' },
				}),
			],
			[
				'a type, a request ID and a device of the service',
				{
					kind: 'status',
					status: 400,
					headers: { 'seam-request-id': CHATTY },
					body: { error: { type: CHATTY, message: 'No.', data: { device_id: CHATTY } }, ok: false },
				},
			],
			['an unsupported device', failure(400, 'unsupported_device', CHATTY)],
			[
				'a gateway page',
				{
					kind: 'status',
					status: 502,
					headers: { 'content-type': 'text/html' },
					body: `<p>${CHATTY}</p>`,
				},
			],
			[
				'a text in place of JSON',
				{ kind: 'status', status: 200, headers: { 'content-type': 'text/plain' }, body: CHATTY },
			],
			['a cut connection', { kind: 'cut' }],
		];

		// Every operation with one refusal of the service, and one operation with every fault.
		it.each(
			CASES.flatMap(([operation, parameters, path]) =>
				FAULTS.filter(
					(_fault, index) => index === 0 || operation === 'unmanagedAccessCode.convertToManaged',
				).map(([title, fault]) => [operation, title, parameters, path, fault] as const),
			),
		)(
			'is in the error or the failed item of %s after %s',
			async (operation, _title, parameters, path, fault) => {
				for (const onError of [
					'stopWorkflow',
					'continueRegularOutput',
					'continueErrorOutput',
				] as const) {
					service.sandbox.faults.clear();
					service.sandbox.faults.always(path, fault);
					const run = await service.run(
						operation,
						{
							...parameters,
							options: {
								maxRetries: 0,
								...(operation.endsWith('convertToManaged') && { onUnsupportedCode: 'failItem' }),
							},
						},
						{ onError },
					);
					expect(service.sandbox.requests.count(path)).toBeGreaterThan(0);
					expect(everythingOf(run)).not.toMatch(SECRET);
				}
			},
		);

		it('such as an alphanumeric PIN is in the error when the input item is the record of the code', async () => {
			service.sandbox.faults.always(
				'/access_codes/unmanaged/delete',
				failure(409, 'access_code_busy', 'The code KX7Q is in use.'),
			);
			const input = [
				{ access_code_id: convertible, device_id: hotel.devices.room101, code: 'KX7Q' },
			];
			const { error } = await service.run(
				'unmanagedAccessCode.delete',
				{ accessCodeId: byId('={{ $json.access_code_id }}') },
				{ input },
			);
			expect(error?.description).toContain('The service says: The code **** is in use');
		});
	});

	describe('a redirect', () => {
		it.each([301, 302, 307, 308])(
			'to another host is not followed, so the key does not travel (%i)',
			async (status) => {
				const elsewhere = await startHttpServer(() => ({ body: { workspace: {}, ok: true } }));
				const here = await startHttpServer(() => ({
					status,
					headers: { location: `${elsewhere.url}/workspaces/get` },
				}));
				const { error, items } = await service.run(
					'workspace.get',
					{ options: { maxRetries: 0 } },
					{
						credentials: { deviceAccessApi: { baseUrl: here.url, apiKey: 'sandbox-key-hotel' } },
					},
				);
				await Promise.all([elsewhere.stop(), here.stop()]);
				expect({ items, message: error?.message }).toEqual({
					items: [],
					message: expect.any(String),
				});
				expect(here.requests).toHaveLength(1);
				expect(elsewhere.requests).toEqual([]);
			},
		);
	});
});
