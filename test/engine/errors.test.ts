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
} from '../support/service/hotelSandbox';
import { runWorkflow } from '../../host/engine/runWorkflow';

const service = useHotelSandbox();

const CONVERT = '/access_codes/unmanaged/convert_to_managed';
const { convertible, anotherConvertible, failsToConvert } = hotel.unmanagedCodes;

describe('which items fail', () => {
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

	it('an expression that fails for one item stops the node at that item, before anything is sent', async () => {
		const { error, items } = await service.run(
			'unmanagedAccessCode.convertToManaged',
			{
				accessCodeId: byId('={{ $json.codes[0].id }}'),
				options: { ...QUICK_CHECKS, requestsInFlight: 1 },
			},
			{ input: [{ codes: [{ id: convertible }] }, { other: true }] },
		);
		expect({
			items,
			index: error?.context.itemIndex,
			calls: service.sandbox.requests.count(),
		}).toEqual({ items: [], index: 1, calls: 0 });
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

		it('nothing more is sent after an action whose answer already says that it failed', async () => {
			const error = { type: 'uncategorized_error', message: 'The lock did not answer.' };
			const failed = { action_attempt_id: UNKNOWN_ID, action_type: 'X', status: 'error', error };
			const body = { ok: true, action_attempt: { ...failed, result: null } };
			service.sandbox.faults.always(CONVERT, { kind: 'status', status: 200, body });
			const run = await convertAll([convertible, anotherConvertible], { requestsInFlight: 1 });
			expect([run.items, run.error?.context.itemIndex]).toEqual([[], 0]);
			expect(service.sandbox.requests.count(CONVERT)).toBe(1);
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
	});

	it('no input items cause no requests and no items', async () => {
		const { items, status } = await convertAll([]);
		expect({ items, status, calls: service.sandbox.requests.count() }).toEqual({
			items: [],
			status: 'success',
			calls: 0,
		});
	});
});

describe('what an error says', () => {
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

		const FAULTS: Fault[] = [
			failure(400, 'invalid_input', CHATTY, {
				validation_errors: { _errors: [CHATTY] },
				data: { code: '1011', authorization: 'Bearer sandbox-key-hotel' },
			}),
			{
				kind: 'status',
				status: 400,
				headers: { 'seam-request-id': CHATTY },
				body: { error: { type: CHATTY, message: 'No.', data: { device_id: CHATTY } }, ok: false },
			},
			failure(400, 'unsupported_device', CHATTY),
			{
				kind: 'status',
				status: 502,
				headers: { 'content-type': 'text/html' },
				body: `<p>${CHATTY}</p>`,
			},
		];

		it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
			'is in the error or the failed item, with On Error %s',
			async (onError) => {
				for (const fault of FAULTS) {
					service.sandbox.faults.clear();
					service.sandbox.faults.always(CONVERT, fault);
					const run = await service.run(
						'unmanagedAccessCode.convertToManaged',
						{
							accessCodeId: byId(convertible),
							waitForCompletion: false,
							options: { maxRetries: 0, onUnsupportedCode: 'failItem' },
						},
						{ onError },
					);
					expect(service.sandbox.requests.count(CONVERT)).toBeGreaterThan(0);
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
});
