import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';

const CREATE = '/access_codes/create';
const { room101, room102, room103, garage } = hotel.devices;
const STAY = { startsAt: '2030-01-31T15:00:00Z', endsAt: '2030-02-02T11:00:00Z' };
const STAY_ON_WIRE = { starts_at: '2030-01-31T15:00:00.000Z', ends_at: '2030-02-02T11:00:00.000Z' };

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

const create = async (additionalFields: IDataObject, options: INodeParameters = {}, parameters: INodeParameters = {}) =>
	await service.run('accessCode.create', {
		deviceId: byId(room101),
		additionalFields: additionalFields as INodeParameters,
		...parameters,
		options: { ...QUICK_CHECKS, ...options },
	});

const attempt = (rest: IDataObject) => ({ action_attempt_id: expect.any(String), action_type: 'CREATE_ACCESS_CODE', result: null, error: null, ...rest });

/** A managed code as the service first answers it. */
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
	pending_mutations: [{ mutation_code: 'creating', message: expect.any(String), created_at: expect.any(String) }],
	...rest,
});

describe('creating an access code', () => {
	it('gives the new record and that it is created, and sends what was entered', async () => {
		const { items } = await create({ code: '1099', name: ' Guest 7 ', allowExternalModification: true, commonCodeKey: 'stay-7', isOneTimeUse: true });
		expect(items).toEqual([{
			json: {
				...record({ code: '1099', name: 'Guest 7', is_external_modification_allowed: true, common_code_key: 'stay-7', is_one_time_use: true }),
				outcome: 'created',
				message: 'The access code is created',
				action_attempt: attempt({ status: 'success', result: { access_code: expect.objectContaining({ status: 'set' }) } }),
			},
			pairedItem: { item: 0 },
		}]);
		expect(service.bodies(CREATE)).toEqual([{
			device_id: room101, code: '1099', name: 'Guest 7', is_external_modification_allowed: true, common_code_key: 'stay-7', is_one_time_use: true,
		}]);
	});

	it('lets the service choose the PIN when none is entered', async () => {
		const { items } = await create({});
		expect(items[0]?.json).toMatchObject({ outcome: 'created', code: expect.stringMatching(/^\d{4}$/) });
		expect(service.bodies(CREATE)).toEqual([{ device_id: room101 }]);
	});

	it('reads the times in the time zone of the workflow', async () => {
		await service.run(
			'accessCode.create',
			{ deviceId: byId(room101), additionalFields: { startsAt: '2030-01-31T15:00:00', endsAt: '2030-02-02T11:00:00' }, waitForCompletion: false },
			{ timezone: 'America/New_York' },
		);
		expect(service.bodies(CREATE)).toEqual([{ device_id: room101, starts_at: '2030-01-31T20:00:00.000Z', ends_at: '2030-02-02T16:00:00.000Z' }]);
	});

	it('sends every further field under its name on the wire', async () => {
		await create(
			{
				...STAY, attemptForOfflineDevice: false, preferNativeScheduling: false, preferredCodeLength: 4, useBackupAccessCodePool: true,
				maxTimeRounding: '1day', isOfflineAccessCode: false,
			},
			{},
			{ waitForCompletion: false },
		);
		expect(service.bodies(CREATE)).toEqual([{
			device_id: room101, ...STAY_ON_WIRE, attempt_for_offline_device: false, prefer_native_scheduling: false, preferred_code_length: 4,
			use_backup_access_code_pool: true, max_time_rounding: '1day', is_offline_access_code: false,
		}]);
	});

	it('is pending without Wait for Completion, with the record as it is so far', async () => {
		const { items } = await create({ code: '1099' }, {}, { waitForCompletion: false });
		expect(items.map(({ json }) => json)).toEqual([{
			...record({ code: '1099' }),
			outcome: 'pending',
			message: "The service accepted the access code and has not finished it yet. Check it later with 'Action Attempt: Get'",
			action_attempt: attempt({ status: 'pending' }),
		}]);
	});

	it('that fails names the code that stays behind, as a failed item and as a result', async () => {
		service.sandbox.faults.next(CREATE, { kind: 'attemptFails', message: 'The lock is busy.' }, { times: 2 });
		const failed = await service.run(
			'accessCode.create',
			{ deviceId: byId(room101), additionalFields: { code: '1098' }, options: QUICK_CHECKS },
			{ onError: 'continueErrorOutput' },
		);
		expect(failed.outputs(1).map(({ json }) => json)).toEqual([{
			error: 'The access code could not be created: The lock is busy.',
			details: expect.objectContaining({ access_code_id: expect.any(String), device_id: room101, outcome: 'failed' }),
		}]);
		const returned = await create({ code: '1099' }, { onFailedAction: 'returnItem' });
		expect(returned.items.map(({ json }) => [json.outcome, json.message, json.code])).toEqual([
			['failed', 'The access code could not be created: The lock is busy.', '1099'],
		]);
	});

	it('counts as done where the service answers without an action attempt', async () => {
		service.sandbox.settings.accessCodeAnswer = 'okOnly';
		const { items } = await create({ code: '1099' });
		expect(items.map(({ json }) => json)).toEqual([{ ...record({ code: '1099' }), outcome: 'created', message: 'The access code is created' }]);
	});

	it('says of a PIN that the lock has already what to do', async () => {
		const { items, error } = await create({ code: '1011' });
		expect({ items, message: error?.message, httpCode: (error as unknown as IDataObject | undefined)?.httpCode }).toEqual({
			items: [], message: 'The lock has a code with this PIN already', httpCode: '409',
		});
	});

	it('says that the code may have been created when the answer lacks it', async () => {
		service.sandbox.faults.next(CREATE, { kind: 'missingMember' });
		const { error } = await create({ code: '1099' });
		expect(`${error?.message} ${error?.description}`).toMatch(/may have carried out/);
	});

	it('pairs each of many codes with its item, and waits for all of them together', async () => {
		const input = [room101, room102, room103].map((deviceId, index) => ({ deviceId, code: `200${index}` }));
		const { items } = await service.run(
			'accessCode.create',
			{ deviceId: byId('={{ $json.deviceId }}'), additionalFields: { code: '={{ $json.code }}' }, options: QUICK_CHECKS },
			{ input },
		);
		expect(items.map(({ json, pairedItem }) => [json.device_id, json.code, json.outcome, pairedItem])).toEqual([
			[room101, '2000', 'created', { item: 0 }],
			[room102, '2001', 'created', { item: 1 }],
			[room103, '2002', 'created', { item: 2 }],
		]);
		// One look-up for all that are under way; a later one asks for those that are left.
		expect(service.bodies('/action_attempts/list')[0]).toMatchObject({ action_attempt_ids: [expect.any(String), expect.any(String), expect.any(String)] });
	});
});

describe('Wait Until Set on Device', () => {
	it('gives the code as it is once it works on the lock', async () => {
		const { items } = await create({ code: '1099' }, { waitUntilSet: true, addIssueSummary: true });
		expect(items).toEqual([{
			json: {
				...record({ code: '1099', status: 'set', pending_mutations: [] }),
				outcome: 'set',
				message: 'The access code is set on the device',
				action_attempt: attempt({ status: 'success', result: expect.any(Object) }),
				issue_summary: '',
				has_errors: false,
				has_warnings: false,
			},
			pairedItem: { item: 0 },
		}]);
	});

	it('says that a code is still being set when its start is later than the deadline', async () => {
		const { items, status } = await create(STAY, { waitUntilSet: true, waitTimeout: 0.3 });
		expect({ status, json: items[0]?.json }).toEqual({
			status: 'success',
			json: expect.objectContaining({ outcome: 'pending', status: 'unset', message: 'The access code is still being set on the device' }),
		});
	});

	it('fails with the words of the code when it carries an error', async () => {
		service.sandbox.settings.accessCodeAnswer = 'okOnly';
		service.sandbox.faults.next(CREATE, { kind: 'attemptFails', message: 'The lock is busy.' });
		const { items, error } = await create({ code: '1099' }, { waitUntilSet: true });
		expect({ items, message: error?.message }).toEqual({ items: [], message: 'The access code could not be set on the device: The lock is busy.' });
	});

	it('takes no error of the lock for a failure that keeps no code from being set', async () => {
		const error = { error_code: 'empty_backup_access_code_pool', message: 'The backup pool is empty.', created_at: new Date().toISOString(), is_device_error: true };
		const device = service.sandbox.state.workspaces.values().next().value?.devicesById.get(room101);
		if (!device) throw new Error('The fixture has no such device');
		service.sandbox.state.setDevice(device, { ...device.record, errors: [error] });
		const { items } = await create({ code: '1099' }, { waitUntilSet: true });
		expect(items.map(({ json }) => json)).toMatchObject([{ outcome: 'set', status: 'set', errors: [error] }]);
	});

	it('says so of a lock that is offline, and gives the code where failed actions are returned', async () => {
		service.sandbox.settings.accessCodeAnswer = 'okOnly';
		const { items } = await create({ code: '987651' }, { waitUntilSet: true, onFailedAction: 'returnItem' }, { deviceId: byId(garage) });
		expect(items[0]?.json).toMatchObject({
			outcome: 'failed', code: '987651', errors: [{ error_code: expect.any(String), message: expect.any(String) }],
			message: expect.stringMatching(/^The access code could not be set on the device: .*(offline|disconnected|reached)/i),
		});
	});
});

describe('what cannot be right is refused before any request', () => {
	it.each<[string, IDataObject, string]>([
		['a PIN that is too short', { code: '123' }, "'Code' must have 4 to 12 digits and nothing else"],
		['a PIN with letters', { code: '12A4' }, "'Code' must have 4 to 12 digits and nothing else"],
		['a start without an end', { startsAt: STAY.startsAt }, "'Starts At' and 'Ends At' go together"],
		['an end without a start', { endsAt: STAY.endsAt }, "'Starts At' and 'Ends At' go together"],
		['an end before the start', { startsAt: STAY.endsAt, endsAt: STAY.startsAt }, "'Ends At' must be after 'Starts At'"],
		['an end in the past', { startsAt: '2020-01-01T00:00:00Z', endsAt: '2020-01-02T00:00:00Z' }, "'Ends At' must be in the future"],
		['a backup without times', { useBackupAccessCodePool: true }, "'Use Backup Access Code Pool' needs 'Starts At' and 'Ends At'"],
		['an offline code without times', { isOfflineAccessCode: true }, "'Offline Access Code' needs 'Starts At' and 'Ends At'"],
		['an offline code with a PIN', { isOfflineAccessCode: true, code: '1099', ...STAY }, "'Code' cannot be chosen for an 'Offline Access Code'"],
	])('%s', async (_name, additionalFields, message) => {
		const { error } = await create(additionalFields);
		expect(error?.message).toBe(message);
		expect(service.paths()).toEqual([]);
	});
});
