import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { apiKeys } from '../../sandbox/fixtures/workspaces';
import { withoutUndefined } from '../../nodes/DeviceAccess/wire/withoutUndefined';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/hotelSandbox';
import { inRows } from '../support/inRows';

const service = useHotelSandbox();

/** The parameters of a new code: four fields at the top of the form, the others under Additional Fields. */
const inForm = ({ code, name, startsAt, endsAt, ...additionalFields }: IDataObject) =>
	withoutUndefined({ code, name, startsAt, endsAt, additionalFields }) as INodeParameters;

describe('Access Code: Create', () => {
	const CREATE = '/access_codes/create';
	const { room101 } = hotel.devices;
	const STAY = { startsAt: '2030-01-31T15:00:00Z', endsAt: '2030-02-02T11:00:00Z' };

	const create = async (
		fields: IDataObject,
		options: INodeParameters = {},
		parameters: INodeParameters = {},
	) =>
		await service.run('accessCode.create', {
			deviceId: byId(room101),
			...inForm(fields),
			...parameters,
			options: { ...QUICK_CHECKS, ...options },
		});

	/** A managed code as the service first returns it. */
	const record = (rest: IDataObject) => ({
		access_code_id: expect.any(String),
		workspace_id: expect.any(String),
		device_id: room101,
		name: null,
		code: expect.stringMatching(/^\d{4}$/),
		common_code_key: null,
		type: 'ongoing',
		status: 'setting',
		starts_at: null,
		ends_at: null,
		created_at: expect.any(String),
		is_managed: true,
		is_backup: false,
		is_backup_access_code_available: false,
		pulled_backup_access_code_id: null,
		is_external_modification_allowed: false,
		is_offline_access_code: false,
		is_one_time_use: false,
		is_scheduled_on_device: false,
		is_waiting_for_code_assignment: false,
		errors: [],
		warnings: [],
		pending_mutations: [
			{ mutation_code: 'creating', message: expect.any(String), created_at: expect.any(String) },
		],
		...rest,
	});

	describe('creating an access code', () => {
		it('that fails names the code that remains, as a failed item and as a result', async () => {
			service.sandbox.faults.next(
				CREATE,
				{ kind: 'attemptFails', message: 'The lock is busy.' },
				{ times: 2 },
			);
			const failed = await service.run(
				'accessCode.create',
				{ deviceId: byId(room101), code: '1098', options: QUICK_CHECKS },
				{ onError: 'continueErrorOutput' },
			);
			expect(failed.outputs(1).map(({ json }) => json)).toEqual([
				{
					error: expect.stringContaining('The lock is busy.'),
					details: expect.objectContaining({
						access_code_id: expect.any(String),
						device_id: room101,
						outcome: 'failed',
						description: expect.stringContaining('delete it before you create it again'),
					}),
				},
			]);
			const returned = await create({ code: '1099' }, { onFailedAction: 'returnItem' });
			expect(
				returned.items.map(({ json }) => [json.outcome, json.message, json.code, json.errors]),
			).toEqual([
				[
					'failed',
					expect.stringContaining('The lock is busy.'),
					'1099',
					[{ message: 'The lock is busy.' }],
				],
			]);
		});

		it('counts as done if the service answers without an action attempt', async () => {
			service.sandbox.settings.accessCodeAnswer = 'okOnly';
			const { items } = await create({ code: '1099' });
			expect(items.map(({ json }) => json)).toEqual([
				{ ...record({ code: '1099' }), outcome: 'created', message: expect.any(String) },
			]);
		});

		it('says that the code may have been created if the answer lacks it', async () => {
			service.sandbox.faults.next(CREATE, { kind: 'missingMember' });
			const { error } = await create({ code: '1099' });
			expect(`${error?.message} ${error?.description}`).toMatch(/may have carried out/);
		});
	});

	describe('Wait Until Set', () => {
		it('says that a code is still being set when its start is later than the deadline', async () => {
			const { items, status } = await create(STAY, { waitUntilSet: true, waitTimeout: 0.3 });
			expect({ status, json: items[0]?.json }).toEqual({
				status: 'success',
				json: expect.objectContaining({
					outcome: 'pending',
					status: 'unset',
					message: expect.any(String),
				}),
			});
		});
	});

	describe('what cannot be right is refused before any request', () => {
		it.each<[string, IDataObject, string]>([
			['a PIN that is too short', { code: '123' }, "'PIN'"],
			['a PIN with letters', { code: '12A4' }, "'PIN'"],
			['a start without an end', { startsAt: STAY.startsAt }, "'Starts At'"],
			['an end without a start', { endsAt: STAY.endsAt }, "'Starts At'"],
			['an end before the start', { startsAt: STAY.endsAt, endsAt: STAY.startsAt }, "'Ends At'"],
			[
				'an end in the past',
				{ startsAt: '2020-01-01T00:00:00Z', endsAt: '2020-01-02T00:00:00Z' },
				"'Ends At'",
			],
			['a backup without times', { useBackupAccessCodePool: true }, "'Use Backup Code'"],
			['an offline code without times', { isOfflineAccessCode: true }, "'Offline Access Code'"],
			['an offline code with a PIN', { isOfflineAccessCode: true, code: '1099', ...STAY }, "'PIN'"],
		])('%s', async (_name, fields, message) => {
			const { error } = await create(fields);
			expect(error?.message).toContain(message);
			expect(service.paths()).toEqual([]);
		});
	});
});

describe('Access Code: Create Multiple', () => {
	const CREATE_MULTIPLE = '/access_codes/create_multiple';
	const { room101, room102, room103, frontDoor } = hotel.devices;

	const createMultiple = async (deviceIds: string[], fields: IDataObject = {}) =>
		await service.run('accessCode.createMultiple', {
			deviceIds: inRows('device', ...deviceIds),
			...inForm(fields),
			options: { addIssueSummary: true },
		});

	describe('creating one code on several locks', () => {
		it('gives a lock that cannot share the PIN its own, if that was chosen', async () => {
			const { items } = await createMultiple([room101, room103], {
				code: '1011',
				behaviorWhenCodeCannotBeShared: 'create_random_code',
			});
			const codes = items.map(({ json }) => [json.device_id, json.code]);
			expect(codes).toEqual([
				[room101, expect.not.stringMatching('^1011$')],
				[room103, '1011'],
			]);
			expect(service.bodies(CREATE_MULTIPLE)).toEqual([
				{
					device_ids: [room101, room103],
					code: '1011',
					behavior_when_code_cannot_be_shared: 'create_random_code',
				},
			]);
		});

		it('creates none if one of the locks already has the PIN', async () => {
			const { items, error } = await createMultiple([room103, room101], { code: '1011' });
			expect([items, error?.message]).toEqual([[], 'The lock already has a code with this PIN']);
			const { items: onOther } = await service.run('accessCode.getAll', {
				deviceId: byId(room103),
			});
			expect(onOther).toEqual([]);
		});

		it('takes the IDs from comma-separated text, and from a list', async () => {
			const { items } = await service.run(
				'accessCode.createMultiple',
				{ deviceIds: inRows('device', '={{ $json.ids }}'), additionalFields: {} },
				{
					input: [
						{ ids: `${room101}, ${room102}` },
						{ ids: frontDoor },
						{ ids: [room102, room103] },
					],
				},
			);
			expect(items.map(({ json, pairedItem }) => [json.device_id, pairedItem])).toEqual([
				[room101, { item: 0 }],
				[room102, { item: 0 }],
				[frontDoor, { item: 1 }],
				[room102, { item: 2 }],
				[room103, { item: 2 }],
			]);
		});

		it.each<[string, INodeParameters]>([
			['no row', {}],
			['a row whose expression gives an empty text', inRows('device', room101, "={{ '' }}")],
			['a row whose expression gives nothing', inRows('device', room101, '={{ $json.missing }}')],
			['a row whose expression gives an empty list', inRows('device', '={{ [] }}')],
		])('refuses %s before any request', async (_what, deviceIds) => {
			const { error } = await service.run('accessCode.createMultiple', {
				deviceIds,
				additionalFields: {},
			});
			expect([error?.message, service.paths()]).toEqual(["'Devices' is empty", []]);
		});
	});
});

describe('Access Code: Update and Delete', () => {
	const UPDATE = '/access_codes/update';
	const { frontDoor } = hotel.devices;
	const { frontDesk } = hotel.managedCodes;
	const { convertible } = hotel.unmanagedCodes;

	const update = async (
		updateFields: IDataObject,
		options: INodeParameters = {},
		parameters: INodeParameters = {},
	) =>
		await service.run('accessCode.update', {
			accessCodeId: byId(frontDesk),
			updateFields: updateFields as INodeParameters,
			...parameters,
			options: { ...QUICK_CHECKS, ...options },
		});

	const remove = async (
		id: string,
		options: INodeParameters = {},
		parameters: INodeParameters = {},
	) =>
		await service.run('accessCode.delete', {
			accessCodeId: byId(id),
			...parameters,
			options: { ...QUICK_CHECKS, ...options },
		});

	const attempt = (actionType: string, rest: IDataObject) => ({
		action_attempt_id: expect.any(String),
		action_type: actionType,
		result: null,
		error: null,
		...rest,
	});

	describe('changing an access code', () => {
		it('returns errors in one form, whether or not the record comes with them', async () => {
			service.sandbox.faults.next(UPDATE, { kind: 'attemptFails', message: 'The lock is busy.' });
			const { items } = await update({ code: '1098' }, { onFailedAction: 'returnItem' });
			expect(items.map(({ json }) => json)).toEqual([
				{
					access_code_id: frontDesk,
					outcome: 'failed',
					message: expect.stringContaining('The lock is busy.'),
					errors: [{ message: 'The lock is busy.' }],
					action_attempt: attempt('UPDATE_ACCESS_CODE', {
						status: 'error',
						error: { type: 'uncategorized_error', message: 'The lock is busy.' },
					}),
				},
			]);
		});

		it('is done if the service answers with only ok', async () => {
			service.sandbox.settings.accessCodeAnswer = 'okOnly';
			const { items } = await update({ name: 'Desk' });
			expect(items.map(({ json }) => json)).toEqual([
				{ access_code_id: frontDesk, outcome: 'updated', message: expect.any(String) },
			]);
		});

		it.each<[string, IDataObject, string, INodeParameters?]>([
			['nothing to change', {}, 'There is nothing to change'],
			[
				'waiting for a code that it gives up',
				{ isManaged: false },
				'no longer managed',
				{ waitUntilSet: true },
			],
			[
				'times of an ongoing code',
				{ type: 'ongoing', endsAt: '2030-01-01T00:00:00Z' },
				'An ongoing code has no times',
			],
			['a PIN of 13 digits', { code: '1234567890123' }, "'PIN'"],
		])('refuses %s before any request', async (_name, updateFields, message, options = {}) => {
			expect((await update(updateFields, options)).error?.message).toContain(message);
			expect(service.paths()).toEqual([]);
		});
	});

	describe('deleting an access code', () => {
		it('learns the outcome from the event if the service answers with only ok', async () => {
			service.sandbox.settings.accessCodeAnswer = 'okOnly';
			const { items } = await remove(frontDesk);
			expect(items.map(({ json }) => json)).toEqual([
				{
					access_code_id: frontDesk,
					device_id: frontDoor,
					outcome: 'deleted',
					deleted: true,
					message: expect.any(String),
				},
			]);
			expect(service.bodies('/events/list')[0]).toMatchObject({
				event_types: ['access_code.deleted'],
				access_code_ids: [frontDesk],
			});
		});

		it('learns the outcome from the missing code if there is no event', async () => {
			service.sandbox.settings.accessCodeAnswer = 'okOnly';
			service.sandbox.faults.always('/events/list', { kind: 'status', status: 404, body: '404' });
			const { items } = await remove(frontDesk);
			expect(items.map(({ json }) => [json.outcome, json.deleted])).toEqual([['deleted', true]]);
		});

		it('of an unmanaged one is refused, with what to do instead', async () => {
			const { error } = await remove(convertible);
			expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '404' });
		});
	});
});

describe('Access Code: find, list and change by key', () => {
	const { frontDoor } = hotel.devices;
	const { frontDesk } = hotel.managedCodes;

	describe('getting one access code by its device and PIN', () => {
		const get = async (parameters: INodeParameters) =>
			await service.run('accessCode.get', { findBy: 'deviceAndPin', ...parameters });

		it('says that there is none, and does not repeat the PIN', async () => {
			const { error } = await get({ deviceId: byId(frontDoor), code: '7788' });
			expect(error).toMatchObject({ httpCode: '404' });
			expect(`${error?.message} ${error?.description}`).not.toContain('7788');
		});

		it.each<[INodeParameters, string]>([
			[{ deviceId: byId(frontDoor), code: "={{ '' }}" }, "'PIN'"],
			[{ deviceId: byId("={{ '' }}"), code: '11' }, "'Device'"],
		])('requires both (%j)', async (parameters, message) => {
			expect([(await get(parameters)).error?.message, service.paths()]).toEqual([
				expect.stringContaining(message),
				[],
			]);
		});

		it('does not count a PIN that was entered before the ID was chosen', async () => {
			await get({ findBy: 'id', accessCodeId: byId(frontDesk), code: '7788' });
			expect(service.bodies('/access_codes/get')).toEqual([{ access_code_id: frontDesk }]);
		});
	});

	describe('getting many access codes of another record', () => {
		const list = async (parameters: INodeParameters) => {
			const { items, error } = await service.run('accessCode.getAll', parameters);
			return {
				ids: items.map(({ json }) => json.access_code_id),
				message: error?.message,
				bodies: service.bodies('/access_codes/list'),
			};
		};

		it.each<[INodeParameters, string]>([
			[{ devices: 'accessGrantKey', accessGrantKey: ' ' }, "'Access Grant Key'"],
			[{ devices: 'accessMethod', accessMethodId: byId('={{ "code 104" }}') }, "'Access Method'"],
			[{ devices: 'userIdentifier', userIdentifierKey: "={{ '' }}" }, "'User Identifier Key'"],
			[{ devices: 'accessCodes', accessCodeIds: "={{ '' }}" }, "'Access Code IDs'"],
		])('sends nothing with %j', async (parameters, message) => {
			expect(await list(parameters)).toEqual({
				ids: [],
				message: expect.stringContaining(message),
				bodies: [],
			});
		});
	});

	describe('changing all codes with a common key', () => {
		const times = { startsAt: '2031-01-31T15:00:00Z', endsAt: '2031-02-02T11:00:00Z' };
		const update = async (commonCodeKey: string, updateFields: INodeParameters) =>
			await service.run('accessCode.updateMultiple', { commonCodeKey, updateFields });

		it.each<[string, INodeParameters, string]>([
			[' ', { name: 'Guest 8' }, "'Common Code Key'"],
			['key-7', {}, 'There is nothing to change'],
			['key-7', { startsAt: times.endsAt, endsAt: times.startsAt }, "'Ends At'"],
		])('sends nothing for %j with %j', async (key, updateFields, message) => {
			expect([(await update(key, updateFields)).error?.message, service.paths()]).toEqual([
				expect.stringContaining(message),
				[],
			]);
		});

		it('fails if no code has the key', async () => {
			const { error } = await update('key-7', { name: 'Guest 8' });
			expect(error).toMatchObject({ httpCode: '404' });
		});
	});
});

describe('Access Code: read', () => {
	const { room101 } = hotel.devices;
	const { frontDesk } = hotel.managedCodes;

	describe('generating a code', () => {
		it('can be masked', async () => {
			const { items } = await service.run('accessCode.generateCode', {
				deviceId: byId(room101),
				options: { maskPinCodes: true },
			});
			expect(items[0]?.json).toEqual({ device_id: room101, code: expect.stringMatching(/^\*+$/) });
		});
	});

	describe('pulling a backup access code', () => {
		it.each(['both', 'backupOnly', 'accessCodeOnly'] as const)(
			'returns the backup code that now works instead of the other, from an answer with %s',
			async (pulledBackupAnswer) => {
				await service.restart({ fixture: 'hotel', settings: { pulledBackupAnswer } });
				const device = service.sandbox.state.workspaces
					.values()
					.next()
					.value?.devicesById.get(room101);
				if (!device) throw new Error('The fixture has no such device');
				service.sandbox.state.setDevice(device, {
					...device.record,
					properties: {
						...device.record.properties,
						supports_backup_access_code_pool: true,
						backup_access_code_pool_enabled: true,
					},
				});
				const {
					items: [created],
				} = await service.run('accessCode.create', {
					deviceId: byId(room101),
					startsAt: '2030-01-31T15:00:00Z',
					endsAt: '2030-02-02T11:00:00Z',
					additionalFields: { useBackupAccessCodePool: true },
					waitForCompletion: false,
				});
				const { items } = await service.run('accessCode.pullBackupAccessCode', {
					accessCodeId: byId(String(created?.json.access_code_id)),
					output: 'raw',
				});
				expect(items).toEqual([
					{
						json: expect.objectContaining({
							is_backup: true,
							device_id: room101,
							code: expect.stringMatching(/^\d{4}$/),
						}),
						pairedItem: { item: 0 },
					},
				]);
				expect(items[0]?.json.access_code_id).not.toBe(created?.json.access_code_id);
				expect(service.bodies('/access_codes/pull_backup_access_code')).toEqual([
					{ access_code_id: created?.json.access_code_id },
				]);
			},
		);

		it('is refused for a code that has no end', async () => {
			const { error } = await service.run('accessCode.pullBackupAccessCode', {
				accessCodeId: byId(frontDesk),
			});
			expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '400' });
		});

		it('needs the key of the workspace that holds the code', async () => {
			const { error } = await service.run(
				'accessCode.pullBackupAccessCode',
				{ accessCodeId: byId(frontDesk) },
				{
					credentials: { deviceAccessApi: { baseUrl: service.sandbox.url, apiKey: apiKeys.other } },
				},
			);
			expect(error).toMatchObject({ httpCode: '404' });
		});
	});
});
