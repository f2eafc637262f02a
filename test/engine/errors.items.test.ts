import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { byId, QUICK_CHECKS, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';
import { runWorkflow } from '../support/runWorkflow';

const CONVERT = '/access_codes/unmanaged/convert_to_managed';
const { convertible, anotherConvertible, failsToConvert } = hotel.unmanagedCodes;
const UNKNOWN_ID = '40000000-0000-4000-8000-00000000ffff';
const NOT_FOUND = 'There is no such unmanaged access code';
const CODE_OF_ITEM = byId('={{ $json.id }}');

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

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
	description: expect.stringMatching(/^Run 'Unmanaged Access Code: Get Many' again.*Request ID: [0-9a-f-]{36}$/),
	http_code: '404', http_status: 404, type: 'access_code_not_found', request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
};

describe('continue on fail', () => {
	it('gives each failed item an error and its details in its place, paired, and the rest their results', async () => {
		const { items, outputs, status } = await convertAll([convertible, UNKNOWN_ID, anotherConvertible, failsToConvert], {}, 'continueRegularOutput');
		expect(status).toBe('success');
		expect(items).toEqual([
			{ json: expect.objectContaining({ access_code_id: convertible, outcome: 'converted' }), pairedItem: { item: 0 } },
			{ json: { error: NOT_FOUND, details: notFoundDetails }, pairedItem: { item: 1 } },
			{ json: expect.objectContaining({ access_code_id: anotherConvertible, outcome: 'converted' }), pairedItem: { item: 2 } },
			{
				json: {
					error: 'The access code was not converted and stays unmanaged: The device already has a managed access code with the same PIN.',
					details: {
						description: expect.stringContaining('Type: duplicate_code_on_device'),
						access_code_id: failsToConvert, outcome: 'failed', action_attempt_id: expect.any(String),
						errors: ['The device already has a managed access code with the same PIN.'],
					},
				},
				pairedItem: { item: 3 },
			},
		]);
		expect(outputs(1)).toEqual([]);
	});

	it('is one item alone when an expression in Options fails for the first item', async () => {
		const { items } = await service.run(
			'unmanagedAccessCode.get',
			{ accessCodeId: CODE_OF_ITEM, options: { timeout: "={{ $itemIndex === 0 ? $('Nowhere').first().json.seconds : 30 }}" } },
			{ input: [{ id: anotherConvertible }, { id: convertible }], onError: 'continueRegularOutput' },
		);
		expect(items).toEqual([
			{ json: { error: "Referenced node doesn't exist", details: expect.any(Object) }, pairedItem: { item: 0 } },
			{ json: expect.objectContaining({ access_code_id: convertible }), pairedItem: { item: 1 } },
		]);
	});

	it('sends failed items to the error output, with what came in and with the details', async () => {
		const { outputs } = await convertAll([convertible, UNKNOWN_ID], {}, 'continueErrorOutput');
		expect(outputs(0)).toEqual([
			{ json: expect.objectContaining({ access_code_id: convertible, outcome: 'converted' }), pairedItem: { item: 0 } },
		]);
		expect(outputs(1)).toEqual([
			{ json: { id: UNKNOWN_ID, guest: 'Guest 1', error: NOT_FOUND, details: notFoundDetails }, pairedItem: { item: 1 } },
		]);
	});

	it('keeps the details also where the node is executed alone, without an input to merge with', async () => {
		const parameters = { resource: 'unmanagedAccessCode', operation: 'get', accessCodeId: byId(UNKNOWN_ID), options: {} };
		const { items } = await runWorkflow(
			{ nodes: [{ name: 'Alone', type: 'deviceAccess', onError: 'continueErrorOutput', parameters }] },
			{ credentials: service.credentials, startNode: 'Alone' },
		);
		expect([items('Alone'), items('Alone', 1)]).toEqual([[], [{ json: { error: NOT_FOUND, details: notFoundDetails }, pairedItem: { item: 0 } }]]);
	});

	it('waits for what was accepted although another item has failed', async () => {
		const { items } = await convertAll([UNKNOWN_ID, convertible], {}, 'continueRegularOutput');
		expect(items.map(({ json }) => json.outcome)).toEqual([undefined, 'converted']);
	});

	it('takes an item whose list fails as one failed item', async () => {
		service.sandbox.faults.next('/access_codes/unmanaged/list', { kind: 'missingCursor' });
		const { items } = await service.run(
			'unmanagedAccessCode.getAll',
			{ deviceId: CODE_OF_ITEM, options: { requestsInFlight: 1 } },
			{ input: [{ id: hotel.devices.room101 }, { id: hotel.devices.room202 }], onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json, pairedItem }) => [json.error ?? json.name, pairedItem])).toEqual([
			['The service says that the list goes on, but not how to get the rest', { item: 0 }],
			['Guest 202', { item: 1 }],
			['Cleaning 202', { item: 1 }],
		]);
	});
});

describe('an expression that fails for one item', () => {
	const FAILING = byId('={{ $json.codes[0].id }}');
	const input = [{ codes: [{ id: convertible }] }, { other: true }, { codes: [{ id: anotherConvertible }] }];
	const parameters = { accessCodeId: FAILING, options: QUICK_CHECKS };

	it('fails that item alone with continue on fail', async () => {
		const { items } = await service.run('unmanagedAccessCode.convertToManaged', parameters, { input, onError: 'continueRegularOutput' });
		expect(items.map(({ json, pairedItem }) => [json.outcome ?? typeof json.error, pairedItem])).toEqual([
			['converted', { item: 0 }],
			['string', { item: 1 }],
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
		expect({ items, index: error?.context.itemIndex, calls: service.sandbox.requests.count() }).toEqual({ items: [], index: 1, calls: 1 });
	});
});

describe('without continue on fail', () => {
	it('the node stops with the error of the first failed item, whichever answer came first', async () => {
		// The second item fails at once, the first one later.
		service.sandbox.faults.next(CONVERT, { kind: 'slow', delayMs: 80 });
		const { error, items } = await convertAll([UNKNOWN_ID, failsToConvert, hotel.managedCodes.frontDesk], {}, 'stopWorkflow');
		expect({ items, message: error?.message, index: error?.context.itemIndex }).toEqual({ items: [], message: NOT_FOUND, index: 0 });
	});

	it('nothing more is sent after a failure, nothing is waited for, and the error says how many had been accepted', async () => {
		await service.stop();
		service = await startHotelSandbox({ fixture: 'portfolio', devices: 20, codesPerDevice: 1 });
		const ids = Array.from({ length: 20 }, (_, index) => portfolio.unmanagedCodeId(index, 0));
		ids[3] = UNKNOWN_ID;
		const { error, items } = await convertAll(ids, { requestsInFlight: 1 });
		expect(items).toEqual([]);
		expect(service.paths()).toEqual([CONVERT, CONVERT, CONVERT, CONVERT]);
		expect(error?.description).toMatch(/\. The service had accepted 3 of 20 items; what it has carried out is not undone$/);
	});

	it('what is in flight at a failure is let finish and counted', async () => {
		service.sandbox.faults.next(CONVERT, { kind: 'slow', delayMs: 80 }, { after: 1 });
		const { error } = await convertAll([UNKNOWN_ID, convertible], { requestsInFlight: 2 });
		expect(error?.description).toContain('The service had accepted 1 of 2 items; what it has carried out is not undone');
		expect(service.sandbox.requests.of(CONVERT).map(({ status }) => status).sort()).toEqual([200, 404]);
	});

	it('says of what is in flight and not answered that it is not known', async () => {
		service.sandbox.faults.next(CONVERT, { kind: 'cut', isProcessed: true }, { after: 1, times: 2 });
		const { error } = await convertAll([UNKNOWN_ID, convertible, anotherConvertible], { requestsInFlight: 3 });
		expect(error).toMatchObject({ message: NOT_FOUND });
		expect(error?.description).toMatch(
			/\. None of the 3 items is known to have been accepted by the service\. Of 2 more it is not known whether the service has carried out what was asked$/,
		);
	});

	it('does not say that nothing was accepted where the item itself may have been', async () => {
		service.sandbox.faults.next(CONVERT, { kind: 'cut', isProcessed: true });
		const { error } = await convertAll([convertible, anotherConvertible], { requestsInFlight: 1 });
		expect(error?.description).toMatch(/None of the 2 items is known to have been accepted by the service$/);
	});

	it('a read says nothing about accepted items', async () => {
		const { error } = await service.run('unmanagedAccessCode.get', { accessCodeId: CODE_OF_ITEM }, { input: [{ id: convertible }, { id: UNKNOWN_ID }] });
		expect(error).toMatchObject({ message: NOT_FOUND, context: { itemIndex: 1 } });
		expect(error?.description).not.toContain('accepted');
	});

	it('an action that fails later stops the node after the wait, and says how many had been accepted', async () => {
		const { error, items } = await convertAll([convertible, failsToConvert, anotherConvertible]);
		expect({ items, index: error?.context.itemIndex }).toEqual({ items: [], index: 1 });
		expect(error?.description).toContain('The service had accepted 3 of 3 items; what it has carried out is not undone');
		expect([convertible, anotherConvertible].map((id) => service.sandbox.state.accessCodes.get(id)?.isManaged)).toEqual([true, true]);
	});
});

describe('no input items', () => {
	it('are no requests and no items', async () => {
		const { items, status } = await service.run('unmanagedAccessCode.convertToManaged', { accessCodeId: CODE_OF_ITEM }, { input: [] });
		expect({ items, status, calls: service.sandbox.requests.count() }).toEqual({ items: [], status: 'success', calls: 0 });
	});
});

describe('Requests in Flight', () => {
	it.each([
		['is ten unless set', {}, 10],
		['is kept to', { requestsInFlight: 3 }, 3],
		['may be one', { requestsInFlight: 1 }, 1],
		['is one at least, whatever an expression gives', { requestsInFlight: '={{ 0 }}' }, 1],
	])('%s', async (_title, options, expected) => {
		service.sandbox.settings.answerTimeMs = 15;
		const input = Array.from({ length: 24 }, () => ({ id: hotel.devices.room101 }));
		const { items } = await service.run('device.get', { deviceId: CODE_OF_ITEM, options }, { input });
		expect({ count: items.length, inFlight: service.sandbox.requests.maxInFlight() }).toEqual({ count: 24, inFlight: expected });
	});

	it('holds for the lists of several items together', async () => {
		service.sandbox.settings.answerTimeMs = 10;
		await service.run(
			'unmanagedAccessCode.getAll',
			{ devices: 'all', returnAll: true, options: { requestsInFlight: 4 } },
			{ input: [{}, {}, {}, {}, {}] },
		);
		expect(service.sandbox.requests.maxInFlight()).toBe(4);
	});

	it('holds for the look-ups while waiting', async () => {
		service.sandbox.settings.answerTimeMs = 10;
		service.sandbox.faults.always('/action_attempts/list', { kind: 'status', status: 404, body: '404' });
		const ids = [1001, 1002, 1003, 1004, 1031, 1032, 1033].map((number) => `40000000-0000-4000-8000-00000000${number}`);
		const { items } = await convertAll(ids, { requestsInFlight: 2 });
		expect(items.map(({ json }) => json.outcome)).toEqual(ids.map(() => 'converted'));
		expect(service.sandbox.requests.maxInFlight()).toBe(2);
	});
});

describe('a list of all devices that fails at one of them', () => {
	it('names the device, asks no further ones, and has nothing under way when the node ends', async () => {
		await service.stop();
		service = await startHotelSandbox({ fixture: 'portfolio', devices: 300, codesPerDevice: 1, answerTimeMs: 5 });
		service.sandbox.faults.next('/access_codes/unmanaged/list', {
			kind: 'status', status: 400, body: { error: { type: 'invalid_input', message: 'No.' }, ok: false },
		}, { after: 1 });
		const { error } = await service.run('unmanagedAccessCode.getAll', { devices: 'all', returnAll: true, options: { requestsInFlight: 3 } });
		expect(error?.description).toMatch(/Device: [0-9a-f-]{36}\. Call: /);
		const { entries } = service.sandbox.requests;
		const sentAtTheEnd = entries.length;
		expect(sentAtTheEnd).toBeLessThan(12);
		await new Promise((resolve) => setImmediate(resolve));
		expect(service.sandbox.requests.entries).toHaveLength(sentAtTheEnd);
	});
});

describe('a server that answers 200 without ok', () => {
	it('is not taken for a service that accepted the action', async () => {
		service.sandbox.faults.next(CONVERT, { kind: 'status', status: 200, body: { status: 'up' } });
		const { error } = await convertAll([convertible]);
		expect(error?.message).toBe("The answer of the service does not say 'ok'");
		expect(error?.description).toContain('may have carried out the action all the same');
	});
});
