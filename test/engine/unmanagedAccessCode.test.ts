import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/hotelSandbox';

const service = useHotelSandbox();

describe('Unmanaged Access Code: Get', () => {
	const { room101, spa } = hotel.devices;
	const MASK = { maskPinCodes: true };

	describe('an unmanaged access code', () => {
		it('that is managed, or belongs to another workspace, is reported as missing', async () => {
			for (const id of [hotel.managedCodes.frontDesk, hotel.otherWorkspace.unmanagedCode]) {
				const { error } = await service.run('unmanagedAccessCode.get', { accessCodeId: byId(id) });
				expect(error).toMatchObject({ httpCode: '404' });
			}
		});
	});

	describe('Mask PINs', () => {
		it('hides the PINs of a list', async () => {
			const { items } = await service.run('unmanagedAccessCode.getAll', {
				devices: 'all',
				returnAll: true,
				options: MASK,
			});
			expect(items.map(({ json }) => json.code)).toEqual(
				items.map(({ json }) => (json.device_id === spa ? undefined : '****')),
			);
			expect(items).toHaveLength(28);
		});

		it('is off by default, because workflows send PINs to guests', async () => {
			const { items } = await service.run('unmanagedAccessCode.getAll', {
				deviceId: byId(room101),
			});
			expect(items.map(({ json }) => json.code)).toEqual(['1011', '1012', '1013']);
		});
	});
});

describe('Unmanaged Access Code: Delete', () => {
	const DELETE = '/access_codes/unmanaged/delete';
	const GET_CODE = '/access_codes/unmanaged/get';
	const { room101, room201 } = hotel.devices;
	const { convertible, cannotDelete } = hotel.unmanagedCodes;
	const CANNOT_DELETE = 'The lock or its provider does not allow deleting this access code';

	const remove = async (
		id: string,
		options: INodeParameters = {},
		parameters: INodeParameters = {},
	) =>
		await service.run('unmanagedAccessCode.delete', {
			accessCodeId: byId(id),
			...parameters,
			options: { ...QUICK_CHECKS, ...options },
		});

	const removeRecords = async (input: IDataObject[], options: INodeParameters = {}) =>
		await service.run(
			'unmanagedAccessCode.delete',
			{
				accessCodeId: byId('={{ $json.access_code_id }}'),
				options: { ...QUICK_CHECKS, ...options },
			},
			{ input },
		);

	describe('a deletion that the service answers with only ok', () => {
		beforeEach(() => {
			service.sandbox.settings.deleteAnswer = 'okOnly';
		});

		it('says deleted: true once an event says so', async () => {
			const { items } = await remove(convertible);
			expect(items).toEqual([
				{
					json: {
						access_code_id: convertible,
						device_id: room101,
						outcome: 'deleted',
						deleted: true,
						message: expect.any(String),
					},
					pairedItem: { item: 0 },
				},
			]);
			expect(service.bodies('/events/list')[0]).toEqual({
				since: expect.any(String),
				event_types: [
					'access_code.unmanaged.removed',
					'access_code.unmanaged.converted_to_managed',
				],
				access_code_ids: [convertible],
				limit: expect.any(Number),
			});
		});

		it('says deleted: true once the code is gone, if the service has no event list', async () => {
			service.sandbox.faults.always('/events/list', { kind: 'status', status: 404, body: '404' });
			const { items } = await remove(convertible);
			expect(items.map(({ json }) => [json.outcome, json.deleted])).toEqual([['deleted', true]]);
			expect(service.sandbox.requests.of(GET_CODE).at(-1)).toMatchObject({
				body: { access_code_id: convertible },
				status: 404,
			});
		});
	});

	describe('a code that cannot be deleted', () => {
		const ADVICE = "lock maker's app";

		it('is reported without a request if the input item is its flagged record', async () => {
			const {
				items: [record],
			} = await service.run('unmanagedAccessCode.get', { accessCodeId: byId(cannotDelete) });
			expect(record?.json).toMatchObject({
				cannot_delete_unmanaged_access_code: true,
				device_id: room201,
			});
			const { error } = await removeRecords([record?.json ?? {}]);
			expect(error).toMatchObject({ message: CANNOT_DELETE, context: { itemIndex: 0 } });
			expect(error?.description).toContain(ADVICE);
			expect(service.sandbox.requests.count(DELETE)).toBe(0);
		});

		it('is otherwise reported from the answer of the service', async () => {
			const { error } = await remove(cannotDelete);
			expect(error).toMatchObject({
				name: 'NodeApiError',
				message: CANNOT_DELETE,
				httpCode: '400',
				context: { itemIndex: 0 },
			});
			expect(error?.description).toContain(ADVICE);
			expect(error?.description).toMatch(
				/The service says: .*lock maker.*unsupported_device\. Request ID: [0-9a-f-]{36}$/,
			);
		});
	});

	it('says what to do when there is no such unmanaged code, even for one that was already deleted', async () => {
		await remove(convertible);
		for (const id of [convertible, hotel.managedCodes.frontDesk]) {
			const { error } = await remove(id);
			expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '404' });
			expect(error?.description).toContain("Use 'Unmanaged Access Code: Get Many'");
		}
	});
});

describe('Unmanaged Access Code: Simulate Create', () => {
	const { room101 } = hotel.devices;

	const simulate = async (parameters: INodeParameters = {}) =>
		await service.run('unmanagedAccessCode.simulateCreate', {
			deviceId: byId(room101),
			name: 'Guest 7',
			code: '1099',
			...parameters,
		});

	it.each<[string, INodeParameters, string]>([
		['a PIN of 9 digits', { code: '123456789' }, "'PIN'"],
		['no PIN', { code: '={{ "" }}' }, "'PIN'"],
		['no name', { name: '={{ " " }}' }, "'Name'"],
	])('refuses %s before any request', async (_name, parameters, message) => {
		expect((await simulate(parameters)).error?.message).toContain(message);
		expect(service.paths()).toEqual([]);
	});
});

describe('Add Migration Advice', () => {
	const { frontDoor, garage, poolGate, room101, room103, room201, storeRoom } = hotel.devices;
	const { heldByOtherWorkspace, timeBound } = hotel.unmanagedCodes;
	const LIST = '/access_codes/unmanaged/list';
	const DEVICE = '/devices/get';
	const ALL = { devices: 'all', returnAll: true };
	const CONVERT = {
		advice: 'convert',
		reason:
			'This code can be converted: the PIN keeps working, and its name and times stay the same',
	};
	const keep = (reason: string) => ({ advice: 'keep', reason });
	const replace = (reason: string) => ({ advice: 'replace', reason });

	interface Advised {
		access_code_id: string;
		name: string;
		code?: string;
		device_id: string;
		migration: { advice: 'convert' | 'replace' | 'keep'; reason: string };
	}

	const list = async (parameters: INodeParameters, options: INodeParameters = {}) =>
		await service.run('unmanagedAccessCode.getAll', {
			...parameters,
			options: { addMigrationAdvice: true, ...options },
		});

	/** Lists the codes with their advice, and clears the request log first. */
	async function advise(
		parameters: INodeParameters = ALL,
		options: INodeParameters = {},
	): Promise<Advised[]> {
		service.sandbox.requests.clear();
		const { items, error } = await list(parameters, options);
		expect(error).toBeUndefined();
		return items.map(({ json }) => json as unknown as Advised);
	}

	/** Adds a code to a lock, as a person could at the lock itself. */
	const addCode = async (deviceId: string, name: string, code: string) =>
		await service.run('unmanagedAccessCode.simulateCreate', {
			deviceId: byId(deviceId),
			name,
			code,
		});

	describe('the migration advice', () => {
		it('says what to do with every code of the hotel, and why', async () => {
			const codes = await advise();
			const cannotBeManaged = 'The lock or its provider does not allow converting this access code';
			const onSpa =
				'Codes on SmartThings locks cannot be converted. This code cannot be replaced either: the PIN of the code is unknown, so no new code can have it';
			const onPoolGate =
				'Codes on igloohome locks cannot be converted. This code cannot be replaced now: the PIN has 4 digits, but the lock accepts only 7, 8, 9';
			const inGarage =
				'This code cannot be converted now: the lock has an error (The device is offline)';
			expect(
				codes
					.filter(({ migration }) => migration.reason !== CONVERT.reason)
					.map(({ name, migration }) => [name, migration]),
			).toEqual([
				['Guest 102', keep('The code has ended, so there is nothing to convert')],
				[
					'Former Guest 102',
					{
						advice: 'convert',
						reason:
							'This code can be converted. It does not open the lock now, and converting does not change that',
					},
				],
				[
					'Guest 104',
					keep(
						"The managed code 'Guest 104 (managed)' on this lock has the same PIN. Delete one of the two, then execute the node again",
					),
				],
				[
					'Guest 201',
					replace(
						`${cannotBeManaged}. This code can be deleted and created again with the same PIN, name and times. In between, the PIN does not work`,
					),
				],
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
			expect(
				codes
					.filter(({ migration }) => migration.reason === CONVERT.reason)
					.map(({ migration }) => migration),
			).toEqual(Array.from({ length: 16 }, () => CONVERT));
		});

		it('is not added by default', async () => {
			const { items } = await service.run('unmanagedAccessCode.getAll', { deviceId: byId(garage) });
			expect(items.map(({ json }) => 'migration' in json)).toEqual([false, false]);
			expect(service.paths()).toEqual([LIST]);
		});
	});

	describe('following the advice', () => {
		const run = async (
			operation: 'convertToManaged' | 'replaceWithManaged',
			codes: Advised[],
			options: INodeParameters = {},
		): Promise<Record<string, unknown>> => {
			const { items } = await service.run(
				`unmanagedAccessCode.${operation}`,
				{
					accessCodeId: byId('={{ $json.id }}'),
					options: { ...QUICK_CHECKS, waitTimeout: 3, ...options },
				},
				{
					input: codes.map(({ access_code_id: id }) => ({ id })),
					onError: 'continueRegularOutput',
				},
			);
			return Object.fromEntries<unknown>(
				items.map(({ json }, index) => [String(codes[index]?.name), json.outcome ?? json.error]),
			);
		};
		const adviceIs =
			(wanted: string) =>
			({ migration: { advice } }: Advised) =>
				advice === wanted;
		const each = (codes: Advised[], outcome: string) =>
			Object.fromEntries(codes.map(({ name }) => [name, outcome]));

		it('converts each code that the advice says to convert; one that another workspace manages needs Force, which no record shows', async () => {
			const codes = (await advise()).filter(adviceIs('convert'));
			const held = codes.filter(({ access_code_id: id }) => id === heldByOtherWorkspace);
			expect(await run('convertToManaged', codes)).toEqual({
				...each(codes, 'converted'),
				'Guest 202': expect.not.stringMatching(/^converted$/),
			});
			expect(await run('convertToManaged', held, { force: true })).toEqual(each(held, 'converted'));
		});

		it('replaces each code that the advice says to replace', async () => {
			await addCode(poolGate, 'Pool Owner', '3018301');
			const codes = (await advise()).filter(adviceIs('replace'));
			expect(codes.map(({ name }) => name)).toEqual(['Guest 201', 'Pool Owner']);
			expect(await run('convertToManaged', codes)).toEqual(each(codes, 'unsupported'));
			expect(await run('replaceWithManaged', codes)).toEqual(each(codes, 'replaced'));
		});

		it('leaves unchanged what can be neither replaced nor, unless it has ended, converted', async () => {
			const codes = (await advise()).filter(adviceIs('keep'));
			const replaced = await run('replaceWithManaged', codes, { evenIfConvertible: true });
			expect(
				Object.entries(replaced).filter(
					([, end]) => !String(end).startsWith('Nothing was changed: '),
				),
			).toEqual([]);
			const running = codes.filter(({ access_code_id: id }) => id !== timeBound);
			expect(Object.values(await run('convertToManaged', running))).not.toContain('converted');
		});
	});

	describe('what the advice costs', () => {
		it('is three more requests for a device with codes, and none for one without', async () => {
			await advise({ deviceId: byId(room101) });
			expect(service.paths().sort()).toEqual(['/access_codes/list', LIST, LIST, DEVICE]);
			expect(await advise({ deviceId: byId(storeRoom) })).toEqual([]);
			expect(service.paths()).toEqual([LIST]);
		});

		it('is nothing for devices beyond the limit', async () => {
			const advised = await advise({ devices: 'all', limit: 5 });
			expect(advised.map(({ device_id: id, migration }) => [id, migration])).toEqual(
				[frontDoor, frontDoor, frontDoor, frontDoor, room101].map((id) => [id, CONVERT]),
			);
			expect(service.bodies(DEVICE)).toEqual([{ device_id: frontDoor }, { device_id: room101 }]);
		});
	});

	describe('what is not in the output counts too', () => {
		const twin = (name: string) =>
			keep(
				`The unmanaged code '${name}' on this lock has the same PIN. Delete one of the two, then execute the node again`,
			);

		it('a duplicate that the limit cuts off', async () => {
			await addCode(room103, 'Night Guest', '1031');
			const advised = await advise({ deviceId: byId(room103), limit: 1 });
			expect(advised.map(({ name, migration }) => [name, migration])).toEqual([
				['Guest 103', twin('Night Guest')],
			]);
		});

		it('a duplicate that the search leaves out', async () => {
			await addCode(room103, 'Night Guest', '1031');
			const advised = await advise({ deviceId: byId(room103) }, { search: 'night' });
			expect(advised.map(({ name, migration }) => [name, migration])).toEqual([
				['Night Guest', twin('Guest 103')],
			]);
		});

		it('PINs that are masked in the output', async () => {
			const open = await advise();
			const masked = await advise(ALL, { maskPinCodes: true });
			expect(masked.map(({ migration }) => migration)).toEqual(
				open.map(({ migration }) => migration),
			);
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

		it('fails only its item if the node continues on errors', async () => {
			service.sandbox.faults.next(DEVICE, { kind: 'internalError' });
			const { items } = await service.run(
				'unmanagedAccessCode.getAll',
				{
					deviceId: byId('={{ $json.device }}'),
					limit: 1,
					options: { addMigrationAdvice: true, ...once },
				},
				{ input: [{ device: room101 }, { device: room201 }], onError: 'continueRegularOutput' },
			);
			expect(items).toEqual([
				{
					json: {
						error: 'The service could not process the request',
						details: expect.objectContaining({
							description: expect.stringContaining(`Device: ${room101}`),
						}),
					},
					pairedItem: { item: 0 },
				},
				{
					json: expect.objectContaining({
						name: 'Guest 201',
						migration: expect.objectContaining({ advice: 'replace' }),
					}),
					pairedItem: { item: 1 },
				},
			]);
		});

		it('is left out with its codes if it was removed while all were listed', async () => {
			const body = { ok: false, error: { type: 'device_not_found', message: 'Device not found' } };
			service.sandbox.faults.next(DEVICE, { kind: 'status', status: 404, body });
			const advised = await advise(ALL, once);
			expect([advised.length, advised.some(({ device_id: id }) => id === frontDoor)]).toEqual([
				24,
				false,
			]);
		});
	});
});
