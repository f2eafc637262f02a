import type { INodeParameters } from 'n8n-workflow';
import { ManualClock } from '../../sandbox/domain/clock';
import type { Fault } from '../../sandbox/faults/faults';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';

const GET_DEVICE = '/devices/get';
const CONVERT = '/access_codes/unmanaged/convert_to_managed';
const { convertible } = hotel.unmanagedCodes;
/** The first pause of the node is 500 ms, varied by a quarter. */
const LEAST_PAUSE_MS = 375;

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

const read = async (options: INodeParameters = {}) =>
	await service.run('device.get', { deviceId: byId(hotel.devices.room101), options: { maxRetries: 1, ...options } });

const write = async (options: INodeParameters = {}) =>
	await service.run('unmanagedAccessCode.convertToManaged', {
		accessCodeId: byId(convertible), options: { ...QUICK_CHECKS, maxRetries: 1, ...options },
	});

/** Milliseconds between the end of the first try and the start of the second, as the service saw them. */
function pauseMs(path: string): number {
	const [first, second] = service.sandbox.requests.of(path);
	return (second?.startedAtMs ?? 0) - (first?.endedAtMs ?? 0);
}

describe('a read', () => {
	it.each<[string, Fault]>([
		['429', { kind: 'tooManyRequests' }],
		['500', { kind: 'internalError' }],
		['502', { kind: 'badGateway' }],
		['503', { kind: 'outage' }],
		['504', { kind: 'badGateway', status: 504 }],
		['a cut connection', { kind: 'cut' }],
	])('is tried again after %s, a moment later', async (_title, fault) => {
		service.sandbox.faults.next(GET_DEVICE, fault);
		const { items, status } = await read();
		expect({ status, id: items[0]?.json.device_id }).toEqual({ status: 'success', id: hotel.devices.room101 });
		expect(service.sandbox.requests.count()).toBe(2);
		expect(pauseMs(GET_DEVICE)).toBeGreaterThanOrEqual(LEAST_PAUSE_MS - 10);
	});

	it('is tried again when it takes too long', async () => {
		service.sandbox.faults.next(GET_DEVICE, { kind: 'slow', delayMs: 5_000 });
		const { status } = await read({ timeout: 2 });
		expect({ status, calls: service.sandbox.requests.count() }).toEqual({ status: 'success', calls: 2 });
	});

	it('waits as many seconds as Retry-After asks for', async () => {
		service.sandbox.faults.next(GET_DEVICE, { kind: 'tooManyRequests', retryAfter: 1 });
		const { status } = await read();
		expect(status).toBe('success');
		expect(pauseMs(GET_DEVICE)).toBeGreaterThanOrEqual(990);
	});

	it('waits until the date of Retry-After', async () => {
		const dateMs = Math.ceil(Date.now() / 1_000) * 1_000 + 1_000;
		service.sandbox.faults.next(GET_DEVICE, { kind: 'status', status: 503, headers: { 'retry-after': new Date(dateMs).toUTCString() } });
		const { status } = await read();
		expect(status).toBe('success');
		expect(service.sandbox.requests.of(GET_DEVICE)[1]?.startedAtMs).toBeGreaterThanOrEqual(dateMs - 10);
	});

	it('waits as long as the date of Retry-After is ahead by the clock of the service, whatever the clock of n8n says', async () => {
		await service.stop();
		const aYearAheadMs = Math.ceil(Date.now() / 1_000) * 1_000 + 365 * 24 * 60 * 60 * 1_000;
		service = await startHotelSandbox({ clock: new ManualClock(aYearAheadMs) });
		service.sandbox.faults.next(GET_DEVICE, { kind: 'tooManyRequests', retryAfter: new Date(aYearAheadMs + 1_000).toUTCString() });
		const { status } = await read();
		expect({ status, calls: service.sandbox.requests.count() }).toEqual({ status: 'success', calls: 2 });
	});

	it('does not wait when Retry-After is nought', async () => {
		service.sandbox.faults.always(GET_DEVICE, { kind: 'tooManyRequests', retryAfter: 0 });
		// Growing pauses between eleven tries would take minutes, longer than jest allows.
		const { status } = await read({ maxRetries: 10 });
		expect({ status, calls: service.sandbox.requests.count() }).toEqual({ status: 'error', calls: 17 });
	});

	it('gives up at once when Retry-After asks for more than anybody would wait, and says how long', async () => {
		service.sandbox.faults.next(GET_DEVICE, { kind: 'tooManyRequests', retryAfter: 86_400 });
		const { error } = await read({ maxRetries: 3 });
		expect(error).toMatchObject({ httpCode: '429', failure: { cause: 'rate-limited', retryAfterMs: 86_400_000 } });
		expect(error?.description).toContain('The service asks to wait 24 hours');
		expect(service.sandbox.requests.count()).toBe(1);
	});

	it('is tried as often as Maximum Retries says and not more', async () => {
		service.sandbox.faults.always(GET_DEVICE, { kind: 'outage' });
		const { error } = await read({ maxRetries: 2 });
		expect({ code: (error as { httpCode?: string }).httpCode, calls: service.sandbox.requests.count() }).toEqual({ code: '503', calls: 3 });
	});

	it.each([[4, 11], [0, 1]])('that the service refuses for its rate limit is waited out six times more, unless there shall be no retries (%s)', async (maxRetries, calls) => {
		service.sandbox.faults.always(GET_DEVICE, { kind: 'tooManyRequests', retryAfter: 0 });
		const { error } = await read({ maxRetries });
		expect({ code: (error as { httpCode?: string }).httpCode, calls: service.sandbox.requests.count() }).toEqual({ code: '429', calls });
	});

	it('is tried three times more unless set', async () => {
		service.sandbox.faults.always(GET_DEVICE, { kind: 'tooManyRequests', retryAfter: 0 });
		await service.run('device.get', { deviceId: byId(hotel.devices.room101) });
		expect(service.sandbox.requests.count()).toBe(3 + 6 + 1);
	});

	it.each<[string, Fault]>([
		['400', { kind: 'status', status: 400, body: { error: { type: 'invalid_input', message: 'No.' }, ok: false } }],
		['401', { kind: 'unauthorized' }],
		['403', { kind: 'status', status: 403 }],
		['409', { kind: 'status', status: 409 }],
		['broken JSON', { kind: 'malformedJson' }],
		['a redirect', { kind: 'redirect', location: 'http://elsewhere.invalid/' }],
	])('is not tried again after %s', async (_title, fault) => {
		service.sandbox.faults.next(GET_DEVICE, fault);
		const { status } = await read();
		expect({ status, calls: service.sandbox.requests.count() }).toEqual({ status: 'error', calls: 1 });
	});

	it('of many pages is tried again page by page', async () => {
		await service.stop();
		service = await startHotelSandbox({ fixture: 'portfolio', devices: 1_203, codesPerDevice: 0 });
		service.sandbox.faults.next('/devices/list', { kind: 'tooManyRequests', retryAfter: 0 }, { after: 1 });
		const { items } = await service.run('device.getAll', { returnAll: true });
		expect({ count: items.length, calls: service.sandbox.requests.count() }).toEqual({ count: 1_203, calls: 4 });
	});
});

describe('a write', () => {
	it('is tried again after 429, which the service has not acted on', async () => {
		service.sandbox.faults.next(CONVERT, { kind: 'tooManyRequests', retryAfter: 0 });
		const { items } = await write();
		expect(items[0]?.json).toMatchObject({ outcome: 'converted' });
		expect(service.sandbox.requests.count(CONVERT)).toBe(2);
	});

	it.each<[string, Fault, string]>([
		['500', { kind: 'internalError' }, 'The service could not process the request'],
		['502 although the service has acted', { kind: 'badGateway', isProcessed: true }, 'The service is not available right now'],
		['503', { kind: 'outage' }, 'The service is not available right now'],
		['504 although the service has acted', { kind: 'badGateway', status: 504, isProcessed: true }, 'The service is not available right now'],
		['a connection cut before the service has acted', { kind: 'cut' }, 'The connection was cut before the answer came'],
		['a connection cut after the service has acted', { kind: 'cut', isProcessed: true }, 'The connection was cut before the answer came'],
	])('is never sent twice after %s', async (_title, fault, message) => {
		service.sandbox.faults.next(CONVERT, fault);
		const { error } = await write({ maxRetries: 3 });
		expect(error).toMatchObject({ name: 'NodeApiError', message, context: { itemIndex: 0 } });
		expect(service.paths()).toEqual([CONVERT]);
	});

	it('is never sent twice when it takes too long', async () => {
		service.sandbox.faults.next(CONVERT, { kind: 'slow', delayMs: 5_000 });
		const { error } = await write({ timeout: 2, maxRetries: 3 });
		expect(error).toMatchObject({ name: 'NodeApiError', message: 'The service took too long to answer' });
		expect(service.paths()).toEqual([CONVERT]);
	});

	it.each<[string, Fault]>([
		['the connection is cut', { kind: 'cut', isProcessed: true }],
		['a gateway answers in place of the service', { kind: 'badGateway', isProcessed: true }],
		['the service has an internal error', { kind: 'internalError' }],
		['the answer is broken', { kind: 'malformedJson' }],
	])('says that it may have been carried out all the same when %s', async (_title, fault) => {
		service.sandbox.faults.next(CONVERT, fault);
		const { error } = await write();
		expect(error?.description).toContain('The service may have carried out the action all the same: look at the access code before you repeat it');
	});

	it('says nothing of the kind when it was refused', async () => {
		service.sandbox.faults.next(CONVERT, { kind: 'unauthorized' });
		const { error } = await write();
		expect(error?.description).not.toContain('may have');
	});

	it.each(['workspace.get', 'unmanagedAccessCode.delete'] as const)('or a read is tried again when nothing answers at the address (%s)', async (operation) => {
		await service.stop(); // the port is free now, and refuses
		const startedAtMs = Date.now();
		const { error } = await service.run(operation, { accessCodeId: byId(convertible), options: { maxRetries: 1 } });
		expect(error).toMatchObject({ name: 'NodeApiError', message: 'Nothing answers at the address of the service' });
		expect(error?.description).not.toContain('may have carried out');
		// A pause lay between the two tries.
		expect(Date.now() - startedAtMs).toBeGreaterThanOrEqual(LEAST_PAUSE_MS);
	});
});
