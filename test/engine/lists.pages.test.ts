import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox/faults/faults';
import { hotel } from '../../sandbox/fixtures/hotel';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { byId, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';

const DEVICES = '/devices/list';
const CODES = '/access_codes/unmanaged/list';
const ID_ONLY: INodeParameters = { output: 'selectedFields', outputFieldNames: [] };

let service: HotelSandbox;
afterEach(async () => await service.stop());

const startPortfolio = async (devices: number, codesPerDevice = 0) => {
	service = await startHotelSandbox({ fixture: 'portfolio', devices, codesPerDevice });
};

/** The items of a list of devices that holds nothing but their IDs. */
const deviceItems = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { device_id: portfolio.deviceId(index) }, pairedItem: { item: 0 } }));

const codeItems = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		json: expect.objectContaining({ access_code_id: portfolio.unmanagedCodeId(0, index) }),
		pairedItem: { item: 0 },
	}));

describe('a long list', () => {
	it('comes whole and in order with Return All, each page asked for with the same parameters and the last cursor', async () => {
		await startPortfolio(1_203);
		const { items } = await service.run('device.getAll', {
			...ID_ONLY, returnAll: true, filters: { search: 'building', createdBefore: '2030-01-01T00:00:00Z' },
		});

		expect(items).toEqual(deviceItems(1_203));
		const parameters = { search: 'building', created_before: '2030-01-01T00:00:00.000Z', limit: 500 };
		expect(service.bodies(DEVICES)).toEqual([
			parameters,
			{ ...parameters, page_cursor: expect.any(String) },
			{ ...parameters, page_cursor: expect.any(String) },
		]);
		// The sandbox refuses a cursor with other parameters; two pages with one cursor would hold the same devices.
		expect(service.sandbox.requests.of(DEVICES).map(({ status }) => status)).toEqual([200, 200, 200]);
	});

	it.each([
		['smaller than a page is one request for just as many', 7, [7]],
		['of exactly one page is one request', 500, [500]],
		['larger than a page is cut where it ends', 1_100, [500, 500, 500]],
	])('with a limit %s', async (_title, limit, pageSizes) => {
		await startPortfolio(1_203);
		const { items } = await service.run('device.getAll', { ...ID_ONLY, limit });
		expect(items).toEqual(deviceItems(limit));
		expect(service.bodies(DEVICES)).toEqual(pageSizes.map((size): unknown => expect.objectContaining({ limit: size })));
	});

	it('ends at 50 records when nothing else is set', async () => {
		await startPortfolio(60);
		const { items } = await service.run('device.getAll', ID_ONLY);
		expect(items).toEqual(deviceItems(50));
	});

	it('gives what there is when the limit is larger than the list', async () => {
		await startPortfolio(3);
		const { items } = await service.run('device.getAll', { ...ID_ONLY, limit: 1_000 });
		expect(items).toEqual(deviceItems(3));
		expect(service.sandbox.requests.count()).toBe(1);
	});
});

describe('a list without records', () => {
	it.each<[string, INodeParameters]>([
		['device.getAll', { returnAll: true }],
		['unmanagedAccessCode.getAll', { devices: 'all' }],
	])('gives no items and is no failure (%s)', async (operation, parameters) => {
		service = await startHotelSandbox({ fixture: 'empty' });
		const { items, status, error } = await service.run(operation as 'device.getAll', parameters);
		expect({ items, status, error }).toEqual({ items: [], status: 'success', error: undefined });
	});

	it('gives no items for a lock without unmanaged codes', async () => {
		service = await startHotelSandbox();
		const { items, status } = await service.run('unmanagedAccessCode.getAll', { deviceId: byId(hotel.devices.storeRoom) });
		expect({ items, status }).toEqual({ items: [], status: 'success' });
	});
});

describe('the list of unmanaged codes', () => {
	it('is paged where the service pages it', async () => {
		await startPortfolio(1, 1_000);
		const { items } = await service.run('unmanagedAccessCode.getAll', { deviceId: byId(portfolio.deviceId(0)), returnAll: true });
		expect(items).toEqual(codeItems(1_000));
		const parameters = { device_id: portfolio.deviceId(0), limit: 500 };
		expect(service.bodies(CODES)).toEqual([parameters, { ...parameters, page_cursor: expect.any(String) }]);
	});

	it('is whole in one answer where the service does not page it', async () => {
		await startPortfolio(1, 1_000);
		service.sandbox.settings.unmanagedListPagination = false;
		const { items } = await service.run('unmanagedAccessCode.getAll', { deviceId: byId(portfolio.deviceId(0)), returnAll: true });
		expect(items).toEqual(codeItems(1_000));
		expect(service.sandbox.requests.count()).toBe(1);
	});

	it('is cut at the limit where the service does not page it', async () => {
		await startPortfolio(1, 1_000);
		service.sandbox.settings.unmanagedListPagination = false;
		const { items } = await service.run('unmanagedAccessCode.getAll', { deviceId: byId(portfolio.deviceId(0)), limit: 7 });
		expect(items).toEqual(codeItems(7));
	});
});

describe('a list that cannot be walked to its end', () => {
	beforeEach(async () => {
		service = await startHotelSandbox();
	});

	const runWith = async (fault: Fault, options: INodeParameters = {}) => {
		service.sandbox.faults.always(DEVICES, fault);
		const { items, error } = await service.run('device.getAll', { returnAll: true, options: { maxRetries: 0, ...options } });
		return { items, name: error?.name, message: error?.message, requests: service.sandbox.requests.count() };
	};

	it('fails when a cursor comes twice', async () => {
		expect(await runWith({ kind: 'repeatedCursor' })).toEqual({
			items: [], name: 'NodeApiError', requests: 2,
			message: 'The service points back to a page that was read already, so the list would never end',
		});
	});

	it('fails when more pages are promised without a cursor', async () => {
		expect(await runWith({ kind: 'missingCursor' })).toEqual({
			items: [], name: 'NodeApiError', requests: 1,
			message: 'The service says that the list goes on, but not how to get the rest',
		});
	});

	it('does not fail for a missing cursor when the Limit is reached already', async () => {
		service.sandbox.faults.always(DEVICES, { kind: 'missingCursor' });
		const { items, error } = await service.run('device.getAll', { limit: 5 });
		expect({ count: items.length, error }).toEqual({ count: 5, error: undefined });
	});

	it('fails past Maximum Pages', async () => {
		expect(await runWith({ kind: 'endlessPages' }, { maxPages: 3 })).toEqual({
			items: [], name: 'NodeOperationError', requests: 3, message: 'The list has more than 3 pages',
		});
	});

	it('comes whole when it has just as many pages as Maximum Pages allows', async () => {
		await service.stop();
		await startPortfolio(1_000);
		const { items } = await service.run('device.getAll', { ...ID_ONLY, returnAll: true, options: { maxPages: 2 } });
		expect(items).toHaveLength(1_000);
	});

	it('fails when the answer has no list', async () => {
		expect(await runWith({ kind: 'missingMember' })).toEqual({
			items: [], name: 'NodeApiError', requests: 1, message: "The answer of the service has no 'devices' list",
		});
	});

	it.each<[string, Fault]>([
		['broken JSON', { kind: 'malformedJson' }],
		['HTML', { kind: 'status', status: 200, headers: { 'content-type': 'text/html' }, body: '<html><body>Hello</body></html>' }],
		['nothing', { kind: 'status', status: 200 }],
		['a JSON list', { kind: 'status', status: 200, body: [] }],
	])('fails when the answer is %s', async (_title, fault) => {
		expect(await runWith(fault)).toEqual({
			items: [], name: 'NodeApiError', requests: 1, message: 'The answer of the service was incomplete or not in the expected form',
		});
	});

	it('fails when the answer has a list of something else than records', async () => {
		expect(await runWith({ kind: 'status', status: 200, body: { ok: true, devices: ['a'] } })).toEqual({
			items: [], name: 'NodeApiError', requests: 1, message: "The answer of the service has an entry in 'devices' that is no record",
		});
	});

	it('fails when a page says that it is not ok', async () => {
		expect(await runWith({ kind: 'notOk' })).toEqual({
			items: [], name: 'NodeApiError', requests: 1, message: 'The service refused the request and gave no reason',
		});
	});

	it('gives no items when a later page fails', async () => {
		await service.stop();
		await startPortfolio(1_203);
		service.sandbox.faults.next(DEVICES, { kind: 'internalError' }, { after: 2 });
		const { items, error } = await service.run('device.getAll', { returnAll: true, options: { maxRetries: 0 } });
		expect({ items, message: error?.message }).toEqual({ items: [], message: 'The service could not process the request' });
	});
});
