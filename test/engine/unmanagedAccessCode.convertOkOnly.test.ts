import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { byId, QUICK_CHECKS, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';

// The service may answer a conversion with `ok` alone; the outcome is then learned from its events or from the code.

const CONVERT = '/access_codes/unmanaged/convert_to_managed';
const EVENTS = '/events/list';
const MANAGED_CODES = '/access_codes/list';
const CONVERTED = 'access_code.unmanaged.converted_to_managed';
const FAILED = 'access_code.unmanaged.failed_to_convert_to_managed';
const { convertible, anotherConvertible, failsToConvert, onIgloohome, onOfflineDevice, heldByOtherWorkspace } = hotel.unmanagedCodes;
const DUPLICATE = 'The device already has a managed access code with the same PIN.';
const PENDING = 'The service accepted the conversion and has not finished it yet';

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox({ settings: { convertAnswer: 'okOnly' } });
});
afterEach(async () => await service.stop());

const convert = async (id: string, options: INodeParameters = {}, parameters: INodeParameters = {}) =>
	await service.run('unmanagedAccessCode.convertToManaged', {
		accessCodeId: byId(id), ...parameters, options: { ...QUICK_CHECKS, ...options },
	});

const convertAll = async (ids: string[], options: INodeParameters = {}) =>
	await service.run(
		'unmanagedAccessCode.convertToManaged',
		{ accessCodeId: byId('={{ $json.id }}'), options: { ...QUICK_CHECKS, ...options } },
		{ input: ids.map((id) => ({ id })) },
	);

const eventsNotOffered = () => service.sandbox.faults.always(EVENTS, { kind: 'status', status: 404, body: '404' });
/** As if the events came late: the list works and is empty. */
const eventsMissing = () => service.sandbox.faults.always(EVENTS, { kind: 'status', status: 200, body: { events: [], ok: true } });

describe('the outcome of a conversion without an attempt', () => {
	it('is converted, with the device that the event names', async () => {
		const { items } = await convert(convertible);
		expect(items).toEqual([{
			json: { access_code_id: convertible, device_id: hotel.devices.room101, outcome: 'converted', message: 'The access code is managed now' },
			pairedItem: { item: 0 },
		}]);
		expect(service.bodies(CONVERT)).toEqual([{ access_code_id: convertible }]);
	});

	it.each([
		['the code', failsToConvert, hotel.devices.room104, DUPLICATE],
		['the device', onOfflineDevice, hotel.devices.garage, 'The device is offline.'],
	])('is failed, with what the event says about %s', async (_title, id, deviceId, reason) => {
		const { items } = await convert(id, { onFailedAction: 'returnItem' });
		expect(items.map(({ json }) => json)).toEqual([{
			access_code_id: id, device_id: deviceId, outcome: 'failed',
			message: `The access code was not converted and stays unmanaged: ${reason}`, errors: [reason],
		}]);
	});

	it('is failed also when the service has failed and told so a second before it answers', async () => {
		service.sandbox.settings.attemptDurationMs = 0;
		service.sandbox.faults.next(CONVERT, { kind: 'slow', delayMs: 1_100, isProcessed: true });
		const { items } = await convert(failsToConvert, { onFailedAction: 'returnItem', waitTimeout: 2 });
		expect(items.map(({ json }) => [json.outcome, json.errors])).toEqual([['failed', [DUPLICATE]]]);
	});

	it('is converted at the first look also when the service has done it a second before it answers', async () => {
		service.sandbox.settings.attemptDurationMs = 0;
		service.sandbox.faults.next(CONVERT, { kind: 'slow', delayMs: 1_100, isProcessed: true });
		const { items } = await convert(convertible, { waitTimeout: 2 });
		expect(items.map(({ json }) => json.outcome)).toEqual(['converted']);
		expect(service.sandbox.requests.count(EVENTS)).toBe(1);
	});

	it('is failed also when the event gives no reason', async () => {
		service.sandbox.settings.attemptDurationMs = 60_000;
		const running = convert(convertible, { onFailedAction: 'returnItem' });
		service.sandbox.emitEvent({
			event_type: FAILED, access_code_id: convertible, device_id: hotel.devices.room101,
			access_code_errors: [], access_code_warnings: [], device_errors: [], device_warnings: [],
			connected_account_errors: [], connected_account_warnings: [], created_at: new Date(Date.now() + 1_000).toISOString(),
		});
		const { items } = await running;
		expect(items.map(({ json }) => json)).toEqual([{
			access_code_id: convertible, device_id: hotel.devices.room101, outcome: 'failed',
			message: 'The access code was not converted and stays unmanaged: the service gives no reason',
		}]);
	});

	it('is a failed item with the reason where failed actions fail', async () => {
		const { items, error } = await convert(failsToConvert);
		expect({ items, message: error?.message, description: error?.description }).toEqual({
			items: [], message: `The access code was not converted and stays unmanaged: ${DUPLICATE}`, description: `Access code: ${failsToConvert}`,
		});
	});

	it('is unsupported where the lock does not convert codes', async () => {
		const { items } = await convert(onIgloohome);
		expect(items.map(({ json }) => json.outcome)).toEqual(['unsupported']);
		expect(service.sandbox.requests.count(EVENTS)).toBe(0);
	});

	it.each<[string, INodeParameters, INodeParameters]>([
		['nobody waits', {}, { waitForCompletion: false }],
		['the Wait Timeout passes', { waitTimeout: 0.1 }, {}],
	])('is pending, with how to check later, when %s', async (_title, options, parameters) => {
		service.sandbox.settings.attemptDurationMs = 60_000;
		const { items, status } = await convert(convertible, options, parameters);
		expect({ status, items }).toEqual({
			status: 'success',
			items: [{
				json: {
					access_code_id: convertible, outcome: 'pending',
					message: `${PENDING}. Check it later by listing the codes of the device`,
				},
				pairedItem: { item: 0 },
			}],
		});
	});
});

describe('the look-up of conversions without an attempt', () => {
	it('is one for all of them, by code and by event type, since they were accepted', async () => {
		await service.stop();
		service = await startHotelSandbox({
			fixture: 'portfolio', devices: 60, codesPerDevice: 1, settings: { convertAnswer: 'okOnly', attemptDurationMs: 60_000 },
		});
		const ids = Array.from({ length: 60 }, (_, index) => portfolio.unmanagedCodeId(index, 0));
		const startedAtMs = Date.now();
		const { items } = await convertAll(ids, { waitTimeout: 0 });
		expect(items.map(({ json, pairedItem }) => [json.access_code_id, json.outcome, pairedItem])).toEqual(
			ids.map((id, index) => [id, 'pending', { item: index }]),
		);
		expect(service.bodies(EVENTS)).toEqual([
			{ since: expect.any(String), event_types: [CONVERTED, FAILED], access_code_ids: ids, limit: expect.any(Number) },
		]);
		const [{ since }] = service.bodies(EVENTS) as [{ since: string }];
		// The time of the service counts in whole seconds, and a little tolerance is left.
		expect(startedAtMs - Date.parse(since)).toBeLessThan(5_000);
		// What is still open at the deadline is looked for among the managed codes, again all at once.
		expect(service.bodies(MANAGED_CODES)).toEqual([{ access_code_ids: ids, limit: 60 }]);
	});

	it('tells the codes apart', async () => {
		const { items } = await convertAll([failsToConvert, convertible, anotherConvertible], { onFailedAction: 'returnItem' });
		expect(items.map(({ json, pairedItem }) => [json.access_code_id, json.outcome, pairedItem])).toEqual([
			[failsToConvert, 'failed', { item: 0 }],
			[convertible, 'converted', { item: 1 }],
			[anotherConvertible, 'converted', { item: 2 }],
		]);
	});

	it.each(['newestFirst', 'oldestFirst'] as const)('does not count an event of an earlier conversion (%s)', async (eventOrder) => {
		service.sandbox.settings.eventOrder = eventOrder;
		service.sandbox.emitEvent({
			event_type: FAILED, access_code_id: convertible, device_id: hotel.devices.room101, created_at: new Date(Date.now() - 60_000).toISOString(),
		});
		const { items } = await convert(convertible);
		expect(items[0]?.json).toMatchObject({ outcome: 'converted' });
	});

	it('does not count the failure of a conversion a moment ago', async () => {
		const refused = await convert(heldByOtherWorkspace, { onFailedAction: 'returnItem' });
		const forced = await convert(heldByOtherWorkspace, { onFailedAction: 'returnItem', force: true });
		expect([refused, forced].map(({ items }) => items[0]?.json.outcome)).toEqual(['failed', 'converted']);
	});

	it('does not count that failure either when the next answer takes long', async () => {
		const refused = await convert(heldByOtherWorkspace, { onFailedAction: 'returnItem' });
		service.sandbox.faults.next(CONVERT, { kind: 'slow', delayMs: 1_100, isProcessed: true });
		const forced = await convert(heldByOtherWorkspace, { onFailedAction: 'returnItem', force: true, waitTimeout: 2 });
		expect([refused, forced].map(({ items }) => items[0]?.json.outcome)).toEqual(['failed', 'converted']);
	});

	it('reads the codes themselves where the service has no event list', async () => {
		eventsNotOffered();
		const { items } = await convertAll([convertible, anotherConvertible]);
		expect(items.map(({ json }) => [json.outcome, json.device_id])).toEqual([1, 2].map(() => ['converted', hotel.devices.room101]));
		expect(service.sandbox.requests.count(EVENTS)).toBe(1);
		expect(service.bodies(MANAGED_CODES)[0]).toEqual({ access_code_ids: [convertible, anotherConvertible], limit: 2 });
	});

	it('reads the codes themselves at the deadline when no event has come', async () => {
		eventsMissing();
		const { items } = await convertAll([convertible, failsToConvert], { waitTimeout: 0.2 });
		expect(items.map(({ json }) => json.outcome)).toEqual(['converted', 'pending']);
		expect(service.sandbox.requests.count(MANAGED_CODES)).toBe(1);
	});

	it('goes on when a look-up fails', async () => {
		service.sandbox.faults.next(EVENTS, { kind: 'outage' }, { times: 2 });
		const { items } = await convert(convertible, { maxRetries: 0 });
		expect(items[0]?.json).toMatchObject({ outcome: 'converted' });
	});

	it('ends at once as pending, and says why, when the key is refused meanwhile', async () => {
		service.sandbox.faults.always(EVENTS, { kind: 'unauthorized' });
		const { items, status } = await convertAll([convertible, anotherConvertible], { waitTimeout: 50 });
		expect(status).toBe('success');
		expect(items.map(({ json }) => [json.outcome, json.message])).toEqual([1, 2].map(() => [
			'pending', "The service accepted the conversion, but its outcome could not be read: The API key was not accepted. Check it later by listing the codes of the device",
		]));
		expect(service.sandbox.requests.count(EVENTS)).toBe(1);
	});
});
