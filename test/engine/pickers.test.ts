import { inspect } from 'node:util';
import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { byId, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';
import { listSearch, loadOptions } from '../support/listSearch';

const DEVICES = '/devices/list';
const CODES = '/access_codes/unmanaged/list';

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

const restart = async (options: Parameters<typeof startHotelSandbox>[0]) => {
	await service.stop();
	service = await startHotelSandbox(options);
};

type Search = { filter?: string; paginationToken?: string; parameters?: INodeParameters };
const searchDevices = async (search: Search = {}) =>
	await listSearch('deviceAccess', 'searchDevices', { credentials: service.credentials, ...search });
const searchCodes = async ({ parameters, ...search }: Search = {}) =>
	await listSearch('deviceAccess', 'searchUnmanagedAccessCodes', {
		credentials: service.credentials,
		parameters: { resource: 'unmanagedAccessCode', operation: 'get', deviceId: { __rl: true, mode: 'list', value: '' }, ...parameters },
		...search,
	});

/** Scrolls a picker to its end, as the editor does. */
async function scroll(page: (paginationToken?: string) => Promise<INodeListSearchResult>): Promise<INodeListSearchResult['results'][]> {
	const pages: INodeListSearchResult['results'][] = [];
	let token: string | undefined;
	do {
		const { results, paginationToken } = await page(token);
		pages.push(results);
		token = paginationToken as string | undefined;
	} while (token !== undefined);
	return pages;
}

describe('the picker of a device', () => {
	it('shows names with the type of the lock', async () => {
		const { results, paginationToken } = await searchDevices();
		expect(results).toHaveLength(12);
		expect(results[0]).toEqual({ name: 'Front Door (august lock)', value: hotel.devices.frontDoor });
		expect(paginationToken).toBeUndefined();
	});

	it('finds what was typed', async () => {
		const { results } = await searchDevices({ filter: ' room 10 ' });
		expect(results.map(({ name }) => name)).toEqual([
			'Room 101 (schlage lock)', 'Room 102 (schlage lock)', 'Room 103 (yale lock)', 'Room 104 (yale lock)',
		]);
		expect(service.bodies(DEVICES)).toEqual([{ search: 'room 10', limit: 100 }]);
	});

	it('loads a page at a time while a person scrolls, with the same search', async () => {
		await restart({ fixture: 'portfolio', devices: 250, codesPerDevice: 0 });
		const pages = await scroll(async (paginationToken) => await searchDevices({ filter: 'building', paginationToken }));
		expect(pages.map((page) => page.length)).toEqual([100, 100, 50]);
		expect(pages.flat().map(({ value }) => value)).toEqual(Array.from({ length: 250 }, (_, index) => portfolio.deviceId(index)));
		expect(service.bodies(DEVICES)).toEqual([
			{ search: 'building', limit: 100 },
			{ search: 'building', limit: 100, page_cursor: expect.any(String) },
			{ search: 'building', limit: 100, page_cursor: expect.any(String) },
		]);
	});

	it('is empty where nothing is found', async () => {
		expect(await searchDevices({ filter: 'nowhere' })).toEqual({ results: [], paginationToken: undefined });
	});
});

describe('the picker of an access code', () => {
	it('shows the codes of the chosen device without their PINs, and which cannot be converted', async () => {
		const { results } = await searchCodes({ parameters: { deviceId: byId(hotel.devices.room201) } });
		expect(results).toEqual([
			{ name: 'Guest 201 (cannot be converted)', value: hotel.unmanagedCodes.cannotBeManaged },
			{ name: 'Installer 201', value: hotel.unmanagedCodes.cannotDelete },
			{ name: 'Cleaning 201', value: expect.any(String) },
		]);
		expect(service.bodies(CODES)).toEqual([{ device_id: hotel.devices.room201, limit: 100 }]);
	});

	it('finds what was typed among the codes of the chosen device', async () => {
		const { results } = await searchCodes({ parameters: { deviceId: byId(hotel.devices.room201) }, filter: 'clean' });
		expect(results.map(({ name }) => name)).toEqual(['Cleaning 201']);
	});

	it('pages the codes of the chosen device', async () => {
		await restart({ fixture: 'portfolio', devices: 1, codesPerDevice: 150 });
		const parameters = { deviceId: byId(portfolio.deviceId(0)) };
		const pages = await scroll(async (paginationToken) => await searchCodes({ parameters, paginationToken }));
		expect(pages.map((page) => page.length)).toEqual([100, 50]);
		expect(pages.flat().map(({ value }) => value)).toEqual(Array.from({ length: 150 }, (_, index) => portfolio.unmanagedCodeId(0, index)));
	});

	it('shows the codes of all devices with the device they are on when none was chosen', async () => {
		const { results } = await searchCodes({ filter: 'clean' });
		expect(results.slice(0, 3).map(({ name }) => name)).toEqual(['Cleaning - Front Door', 'Cleaning 101 - Room 101', 'Cleaning 102 - Room 102']);
		expect(service.sandbox.requests.count(CODES)).toBe(12);
	});

	it('shows all codes of a lock that has many when no device was chosen', async () => {
		await restart({ fixture: 'portfolio', devices: 2, codesPerDevice: 150 });
		const { results, paginationToken } = await searchCodes();
		expect([results.length, paginationToken]).toEqual([300, undefined]);
	});

	it('goes through all devices in groups of twenty while a person scrolls', async () => {
		await restart({ fixture: 'portfolio', devices: 45, codesPerDevice: 2, answerTimeMs: 5 });
		const pages = await scroll(async (paginationToken) => await searchCodes({ paginationToken }));
		expect(pages.map((page) => page.length)).toEqual([40, 40, 10]);
		expect(pages.flat().map(({ value }) => value)).toEqual(
			Array.from({ length: 90 }, (_, index) => portfolio.unmanagedCodeId(Math.floor(index / 2), index % 2)),
		);
		expect(service.bodies(DEVICES)).toEqual([
			{ limit: 20 }, { limit: 20, page_cursor: expect.any(String) }, { limit: 20, page_cursor: expect.any(String) },
		]);
		expect(service.sandbox.requests.maxInFlight()).toBeLessThanOrEqual(5);
	});

	it('searches all devices for what was typed, not the first group alone', async () => {
		await restart({ fixture: 'portfolio', devices: 45, codesPerDevice: 2 });
		const pages = await scroll(async (paginationToken) => await searchCodes({ filter: 'guest 2', paginationToken }));
		expect(pages.flat()).toHaveLength(45);
	});

	it('goes on to the next groups until something is found, for an empty page cannot be scrolled', async () => {
		await restart({ fixture: 'portfolio', devices: 45, codesPerDevice: 1 });
		const wanted = portfolio.unmanagedCodeId(30, 0);
		const { results } = await searchCodes({ filter: wanted });
		expect(results.map(({ value }) => value)).toEqual([wanted]);
	});

	it('ends when nothing is found in any group', async () => {
		await restart({ fixture: 'portfolio', devices: 45, codesPerDevice: 1 });
		expect((await scroll(async (paginationToken) => await searchCodes({ filter: 'nowhere', paginationToken }))).flat()).toEqual([]);
	});

	it('names a code without a name by the beginning of its ID, never by its PIN', async () => {
		const id = hotel.unmanagedCodes.convertible;
		service.sandbox.faults.next(CODES, {
			kind: 'status', status: 200,
			body: { ok: true, access_codes: [{ access_code_id: id, name: null, code: '1011', device_id: hotel.devices.room101 }] },
		});
		expect(await searchCodes({ parameters: { deviceId: byId(hotel.devices.room101) } })).toMatchObject({
			results: [{ name: `Code ${id.slice(0, 8)}`, value: id }],
		});
	});
});

describe('the drop-downs', () => {
	const load = async (method: string) => await loadOptions('deviceAccess', method, { credentials: service.credentials });

	it('show all devices, sorted by name', async () => {
		const options = await load('getDevices');
		expect(options).toHaveLength(12);
		expect(options.map(({ name }) => name)).toEqual(options.map(({ name }) => name).sort((a, b) => a.localeCompare(b)));
		expect(options[0]).toEqual({ name: 'Front Door (august lock)', value: hotel.devices.frontDoor });
	});

	it('show the devices of several pages, and no more than a person can look through', async () => {
		await restart({ fixture: 'portfolio', devices: 1_203, codesPerDevice: 0 });
		expect(await load('getDevices')).toHaveLength(1_000);
		expect(service.sandbox.requests.count()).toBe(2);
	});

	it('show the connected accounts, sorted by name', async () => {
		const options = await load('getConnectedAccounts');
		expect(options.map(({ name }) => name)).toEqual([
			'August account', 'igloohome account', 'Kwikset account', 'Nuki account', 'Schlage account', 'SmartThings account', 'TTLock account', 'Yale account',
		]);
		expect(options.every(({ value }) => /^[0-9a-f-]{36}$/.test(String(value)))).toBe(true);
	});
});

describe('a picker that cannot load', () => {
	const wrongKey = () => ({ deviceAccessApi: { baseUrl: service.sandbox.url, apiKey: 'sandbox-key-wrong' } });
	const failureOf = async (load: Promise<unknown>): Promise<Error & { description?: string }> =>
		await load.then(() => { throw new Error('The picker loaded'); }, (error: Error) => error);

	it.each(['searchDevices', 'searchUnmanagedAccessCodes', 'getDevices', 'getConnectedAccounts'])('says why in words (%s)', async (method) => {
		const options = { credentials: wrongKey(), parameters: { resource: 'unmanagedAccessCode', operation: 'get' } };
		const error = await failureOf(method.startsWith('search') ? listSearch('deviceAccess', method, options) : loadOptions('deviceAccess', method, options));
		expect(error).toMatchObject({
			name: 'NodeApiError', message: 'The API key was not accepted', description: expect.stringContaining("Check the 'API Key'"),
		});
		expect(inspect(error, { depth: null, showHidden: true })).not.toContain('sandbox-key-wrong');
	});

	it('says that the chosen device is not there', async () => {
		const error = await failureOf(searchCodes({ parameters: { deviceId: byId(hotel.otherWorkspace.device) } }));
		expect(error.message).toBe('There is no such device in this workspace');
	});

	it('says that the base URL is wrong', async () => {
		const error = await failureOf(listSearch('deviceAccess', 'searchDevices', { credentials: { deviceAccessApi: { baseUrl: 'ftp://x', apiKey: 'k' } } }));
		expect(error.message).toBe("The 'Base URL' of the credential must start with https:// or http://, for example https://connect.getseam.com");
	});
});
