import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { byId, type HotelSandbox, QUICK_CHECKS, startHotelSandbox } from '../support/hotelSandbox';

const { frontDoor, garage, poolGate, room101, room103, room201, storeRoom } = hotel.devices;
const { heldByOtherWorkspace, timeBound } = hotel.unmanagedCodes;
const LIST = '/access_codes/unmanaged/list';
const DEVICE = '/devices/get';
const ALL = { devices: 'all', returnAll: true };
const CONVERT = { advice: 'convert', reason: 'It can be converted: the PIN goes on working, and name and times stay as they are' };
const keep = (reason: string) => ({ advice: 'keep', reason });
const replace = (reason: string) => ({ advice: 'replace', reason });

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

interface Advised {
	access_code_id: string;
	name: string;
	code?: string;
	device_id: string;
	migration: { advice: 'convert' | 'replace' | 'keep'; reason: string };
}

const list = async (parameters: INodeParameters, options: INodeParameters = {}) =>
	await service.run('unmanagedAccessCode.getAll', { ...parameters, options: { addMigrationAdvice: true, ...options } });

/** The codes with their advice; the requests are counted from here on. */
async function advise(parameters: INodeParameters = ALL, options: INodeParameters = {}): Promise<Advised[]> {
	service.sandbox.requests.clear();
	const { items, error } = await list(parameters, options);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json as unknown as Advised);
}

/** Puts a code on a lock, as somebody could at the lock. */
const addCode = async (deviceId: string, name: string, code: string) =>
	await service.run('unmanagedAccessCode.simulateCreate', { deviceId: byId(deviceId), name, code });

describe('the migration advice', () => {
	it('says of every code of the hotel what to do with it, and why', async () => {
		const codes = await advise();
		const cannotBeManaged = 'The lock or its provider does not let it be converted';
		const onSpa = 'Codes on SmartThings locks cannot be converted, and it cannot be replaced: its PIN is not known, so that no new code can have it';
		const onPoolGate = 'Codes on igloohome locks cannot be converted, and it cannot be replaced now: its PIN has 4 digits, and the lock takes 7, 8, 9';
		const inGarage = 'It can be converted, but not now: the lock has an error (The device is offline)';
		expect(codes.filter(({ migration }) => migration.reason !== CONVERT.reason).map(({ name, migration }) => [name, migration])).toEqual([
			['Guest 102', keep('It has ended and opens nothing any more, so there is nothing to take over')],
			['Former Guest 102', { advice: 'convert', reason: 'It can be converted. It does not open the lock now, and converting it does not change that' }],
			['Guest 104', keep("The managed code 'Guest 104 (managed)' on this lock has the same PIN. Delete one of the two, then ask again")],
			['Guest 201', replace(`${cannotBeManaged}. It can be deleted and created anew with the same PIN, name and times; in between the PIN does not work`)],
			['Pool Guests', keep(onPoolGate)],
			['Pool Cleaning', keep(onPoolGate)],
			['Lifeguard', keep(onPoolGate)],
			['Spa Guests', keep(onSpa)],
			['Spa Cleaning', keep(onSpa)],
			['Spa Desk', keep(onSpa)],
			['Parking Guests', keep(inGarage)],
			['Parking Attendant', keep(inGarage)],
		]);
		expect(codes).toHaveLength(28);
		expect(codes.filter(({ migration }) => migration.reason === CONVERT.reason).map(({ migration }) => migration)).toEqual(Array.from({ length: 16 }, () => CONVERT));
	});

	it('leaves the records and their order as they are without it', async () => {
		const plain = await service.run('unmanagedAccessCode.getAll', ALL);
		const advised = await list(ALL);
		expect(advised.items).toEqual(plain.items.map((item) => ({ ...item, json: { ...item.json, migration: expect.any(Object) } })));
	});

	it('is right for a code that an igloohome lock would take again', async () => {
		await addCode(poolGate, 'Pool Owner', '3018301');
		const advised = await advise({ deviceId: byId(poolGate) });
		expect(advised.at(-1)?.migration).toEqual(
			replace('Codes on igloohome locks cannot be converted. It can be deleted and created anew with the same PIN, name and times; in between the PIN does not work'),
		);
	});

	it('is not added unless it is asked for', async () => {
		const { items } = await service.run('unmanagedAccessCode.getAll', { deviceId: byId(garage) });
		expect(items.map(({ json }) => 'migration' in json)).toEqual([false, false]);
		expect(service.paths()).toEqual([LIST]);
	});
});

describe('following the advice', () => {
	const run = async (operation: 'convertToManaged' | 'replaceWithManaged', codes: Advised[], options: INodeParameters = {}): Promise<Record<string, unknown>> => {
		const { items } = await service.run(
			`unmanagedAccessCode.${operation}`,
			{ accessCodeId: byId('={{ $json.id }}'), options: { ...QUICK_CHECKS, waitTimeout: 3, ...options } },
			{ input: codes.map(({ access_code_id: id }) => ({ id })), onError: 'continueRegularOutput' },
		);
		return Object.fromEntries<unknown>(items.map(({ json }, index) => [String(codes[index]?.name), json.outcome ?? json.error]));
	};
	const adviceIs = (wanted: string) => ({ migration: { advice } }: Advised) => advice === wanted;
	const each = (codes: Advised[], outcome: string) => Object.fromEntries(codes.map(({ name }) => [name, outcome]));

	it('converts each code that is to be converted; one that another workspace manages needs Force, which no record tells', async () => {
		const codes = (await advise()).filter(adviceIs('convert'));
		const held = codes.filter(({ access_code_id: id }) => id === heldByOtherWorkspace);
		expect(await run('convertToManaged', codes)).toEqual({ ...each(codes, 'converted'), 'Guest 202': expect.not.stringMatching(/^converted$/) });
		expect(await run('convertToManaged', held, { force: true })).toEqual(each(held, 'converted'));
	});

	it('replaces each code that is to be replaced', async () => {
		await addCode(poolGate, 'Pool Owner', '3018301');
		const codes = (await advise()).filter(adviceIs('replace'));
		expect(codes.map(({ name }) => name)).toEqual(['Guest 201', 'Pool Owner']);
		expect(await run('convertToManaged', codes)).toEqual(each(codes, 'unsupported'));
		expect(await run('replaceWithManaged', codes)).toEqual(each(codes, 'replaced'));
	});

	it('leaves alone what could neither be replaced nor, unless it has ended, be converted', async () => {
		const codes = (await advise()).filter(adviceIs('keep'));
		const replaced = await run('replaceWithManaged', codes, { evenIfConvertible: true });
		expect(Object.entries(replaced).filter(([, end]) => !String(end).startsWith('Nothing was changed: '))).toEqual([]);
		const running = codes.filter(({ access_code_id: id }) => id !== timeBound);
		expect(Object.values(await run('convertToManaged', running))).not.toContain('converted');
	});

	it('leads further once the reason to keep a code is gone', async () => {
		const twins = (await advise()).filter(({ name }) => name.startsWith('Guest 104'));
		await service.run('accessCode.delete', { accessCodeId: byId(hotel.managedCodes.room104), options: QUICK_CHECKS });
		const [guest] = (await advise()).filter(({ name }) => name === 'Guest 104');
		expect([twins.map(({ migration }) => migration.advice), guest?.migration]).toEqual([['keep'], CONVERT]);
	});
});

describe('what the advice costs', () => {
	it('is three more requests for a device with codes, and none for one without', async () => {
		await advise({ deviceId: byId(room101) });
		expect(service.paths().sort()).toEqual(['/access_codes/list', LIST, LIST, DEVICE]);
		expect(await advise({ deviceId: byId(storeRoom) })).toEqual([]);
		expect(service.paths()).toEqual([LIST]);
	});

	it('is three more requests for each of the ten devices with codes when all are asked', async () => {
		await advise();
		const { requests } = service.sandbox;
		expect([requests.count('/devices/list'), requests.count(DEVICE), requests.count('/access_codes/list'), requests.count(LIST)]).toEqual([1, 10, 10, 22]);
	});

	it('is the same however many pages of codes a device has', async () => {
		await service.stop();
		service = await startHotelSandbox({ fixture: 'portfolio', devices: 1, codesPerDevice: 600 });
		const advised = await advise({ deviceId: byId(portfolio.deviceId(0)), returnAll: true });
		expect([advised.length, advised.filter(({ migration }) => migration.advice === 'convert').length]).toEqual([600, 600]);
		expect([service.sandbox.requests.count(DEVICE), service.sandbox.requests.count(LIST)]).toEqual([1, 4]);
	});

	it('is nothing for devices beyond the limit', async () => {
		const advised = await advise({ devices: 'all', limit: 5 });
		expect(advised.map(({ device_id: id, migration }) => [id, migration])).toEqual([frontDoor, frontDoor, frontDoor, frontDoor, room101].map((id) => [id, CONVERT]));
		expect(service.bodies(DEVICE)).toEqual([{ device_id: frontDoor }, { device_id: room101 }]);
	});

	it('does not exceed the requests that may be in flight', async () => {
		await advise(ALL, { requestsInFlight: 2 });
		expect(service.sandbox.requests.maxInFlight()).toBeLessThanOrEqual(2);
	});
});

describe('what is not in the output counts too', () => {
	const twin = (name: string) => keep(`The unmanaged code '${name}' on this lock has the same PIN. Delete one of the two, then ask again`);

	it('a duplicate that the limit cuts off', async () => {
		await addCode(room103, 'Night Guest', '1031');
		const advised = await advise({ deviceId: byId(room103), limit: 1 });
		expect(advised.map(({ name, migration }) => [name, migration])).toEqual([['Guest 103', twin('Night Guest')]]);
	});

	it('a duplicate that the search leaves out', async () => {
		await addCode(room103, 'Night Guest', '1031');
		const advised = await advise({ deviceId: byId(room103) }, { search: 'night' });
		expect(advised.map(({ name, migration }) => [name, migration])).toEqual([['Night Guest', twin('Guest 103')]]);
	});

	it('PINs that are masked in the output', async () => {
		const open = await advise();
		const masked = await advise(ALL, { maskPinCodes: true });
		expect(masked.map(({ migration }) => migration)).toEqual(open.map(({ migration }) => migration));
		expect(new Set(masked.map(({ code }) => code))).toEqual(new Set(['****', undefined]));
	});

	it('and a PIN in the name of another code is masked in the reason', async () => {
		await addCode(room103, 'Night Guest with 1031', '1031');
		const [advised] = await advise({ deviceId: byId(room103), limit: 1 }, { maskPinCodes: true });
		expect(advised?.migration).toEqual(twin('Night Guest with ****'));
	});
});

describe('a device that cannot be read', () => {
	const once = { maxRetries: 0, requestsInFlight: 1 };

	it('fails the item, so that no code is without advice unnoticed', async () => {
		service.sandbox.faults.next(DEVICE, { kind: 'internalError' });
		const { items, error } = await list(ALL, once);
		expect([items, error?.message]).toEqual([[], 'The service could not process the request']);
	});

	it('fails its item alone where the node continues on errors', async () => {
		service.sandbox.faults.next(DEVICE, { kind: 'internalError' });
		const { items } = await service.run(
			'unmanagedAccessCode.getAll',
			{ deviceId: byId('={{ $json.device }}'), limit: 1, options: { addMigrationAdvice: true, ...once } },
			{ input: [{ device: room101 }, { device: room201 }], onError: 'continueRegularOutput' },
		);
		expect(items).toEqual([
			{ json: { error: 'The service could not process the request', details: expect.objectContaining({ description: expect.stringContaining(`Device: ${room101}`) }) }, pairedItem: { item: 0 } },
			{ json: expect.objectContaining({ name: 'Guest 201', migration: expect.objectContaining({ advice: 'replace' }) }), pairedItem: { item: 1 } },
		]);
	});

	it('is left out with its codes where it was removed while all were asked', async () => {
		const body = { ok: false, error: { type: 'device_not_found', message: 'Device not found' } };
		service.sandbox.faults.next(DEVICE, { kind: 'status', status: 404, body });
		const advised = await advise(ALL, once);
		expect([advised.length, advised.some(({ device_id: id }) => id === frontDoor)]).toEqual([24, false]);
	});

	it('is told where it was asked for by its ID', async () => {
		const body = { ok: false, error: { type: 'device_not_found', message: 'Device not found' } };
		service.sandbox.faults.next(DEVICE, { kind: 'status', status: 404, body });
		const { error } = await list({ deviceId: byId(room101) }, once);
		expect(error?.message).toBe('There is no such device in this workspace');
	});
});
