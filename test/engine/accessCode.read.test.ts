import { apiKeys } from '../../sandbox/fixtures/workspaces';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';

const { frontDoor, meetingRoom, room104, room101 } = hotel.devices;
const { frontDesk, meetingRoom: meetingGuests, room104: guest104 } = hotel.managedCodes;

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

describe('getting one access code', () => {
	const simplified = {
		access_code_id: frontDesk, device_id: frontDoor, name: 'Front Desk', code: '11', type: 'ongoing', status: 'set', starts_at: null,
		ends_at: null, is_scheduled_on_device: false, created_at: expect.any(String),
	};

	it('gives its most used fields', async () => {
		const { items } = await service.run('accessCode.get', { accessCodeId: byId(frontDesk) });
		expect(items).toEqual([{ json: simplified, pairedItem: { item: 0 } }]);
		expect(service.bodies('/access_codes/get')).toEqual([{ access_code_id: frontDesk }]);
	});

	it('masks the PIN where that was chosen', async () => {
		const { items } = await service.run('accessCode.get', { accessCodeId: byId(frontDesk), options: { maskPinCodes: true } });
		expect(items[0]?.json).toEqual({ ...simplified, code: expect.stringMatching(/^\*+$/) });
	});

	it('gives the whole record as Raw, and chosen fields as Selected Fields', async () => {
		const raw = await service.run('accessCode.get', { accessCodeId: byId(frontDesk), output: 'raw' });
		expect(raw.items[0]?.json).toMatchObject({ ...simplified, is_managed: true, warnings: [], errors: [], pending_mutations: [] });
		const selected = await service.run('accessCode.get', { accessCodeId: byId(frontDesk), output: 'selectedFields', outputFieldNames: ['name', 'errors'] });
		expect(selected.items[0]?.json).toEqual({ access_code_id: frontDesk, name: 'Front Desk', errors: [] });
	});

	it('sums up what is wrong with it in words', async () => {
		service.sandbox.faults.next('/access_codes/create', { kind: 'attemptFails', message: 'The lock is busy.' });
		const created = await service.run('accessCode.create', {
			deviceId: byId(room101), additionalFields: { code: '1099' }, options: { ...QUICK_CHECKS, onFailedAction: 'returnItem' },
		});
		const { items } = await service.run('accessCode.get', {
			accessCodeId: byId(String(created.items[0]?.json.access_code_id)), output: 'selectedFields', options: { addIssueSummary: true },
		});
		expect(items[0]?.json).toEqual({
			access_code_id: created.items[0]?.json.access_code_id,
			issue_summary: 'Error: The lock is busy (failed_to_set_on_device)',
			has_errors: true,
			has_warnings: false,
		});
	});

	it('says of the ID of an unmanaged one that there is no managed one', async () => {
		const { error } = await service.run('accessCode.get', { accessCodeId: byId(hotel.unmanagedCodes.convertible) });
		expect(error).toMatchObject({ httpCode: '404', message: 'There is no such managed access code' });
	});
});

describe('getting many access codes', () => {
	const ids = (run: { items: Array<{ json: { access_code_id?: unknown } }> }) => run.items.map(({ json }) => json.access_code_id);

	it('gives those of one device', async () => {
		const run = await service.run('accessCode.getAll', { devices: 'one', deviceId: byId(meetingRoom) });
		expect(ids(run)).toEqual([meetingGuests, expect.any(String)]);
		expect(service.bodies('/access_codes/list')).toEqual([{ device_id: meetingRoom, limit: 50 }]);
	});

	it('gives those of several devices, in the order of the devices', async () => {
		const run = await service.run('accessCode.getAll', { devices: 'several', deviceIds: [frontDoor, meetingRoom], returnAll: true });
		expect(run.items.map(({ json }) => json.device_id)).toEqual([frontDoor, meetingRoom, meetingRoom]);
	});

	it('gives those of all devices', async () => {
		const run = await service.run('accessCode.getAll', { devices: 'all', returnAll: true, options: { search: 'guest' } });
		expect(run.items.map(({ json }) => json.name).sort()).toEqual(['Guest 104 (managed)', 'Meeting Guests']);
	});

	it('gives those that an access grant has made, in one request', async () => {
		const run = await service.run('accessCode.getAll', { devices: 'accessGrant', accessGrantId: byId(hotel.accessGrants.stay104), returnAll: true });
		expect(run.items.map(({ json }) => [json.access_code_id, json.device_id])).toEqual([[guest104, room104]]);
		expect(service.bodies('/access_codes/list')).toEqual([{ access_grant_id: hotel.accessGrants.stay104, limit: 500 }]);
	});

	it('sends the customer key, and the search, where they were entered', async () => {
		await service.run('accessCode.getAll', { deviceId: byId(frontDoor), options: { customerKey: 'owner-1', search: 'desk' } });
		expect(service.bodies('/access_codes/list')).toEqual([{ device_id: frontDoor, customer_key: 'owner-1', search: 'desk', limit: 50 }]);
	});
});

describe('generating a code', () => {
	it('gives a PIN that the lock can take', async () => {
		const { items } = await service.run('accessCode.generateCode', { deviceId: byId(room101) });
		expect(items).toEqual([{ json: { device_id: room101, code: expect.stringMatching(/^\d{4}$/) }, pairedItem: { item: 0 } }]);
	});

	it('can be masked', async () => {
		const { items } = await service.run('accessCode.generateCode', { deviceId: byId(room101), options: { maskPinCodes: true } });
		expect(items[0]?.json).toEqual({ device_id: room101, code: expect.stringMatching(/^\*+$/) });
	});
});

describe('pulling a backup access code', () => {
	it('gives the backup code that now works in place of the other', async () => {
		await service.stop();
		service = await startHotelSandbox({ fixture: 'hotel' });
		const device = service.sandbox.state.workspaces.values().next().value?.devicesById.get(room101);
		if (!device) throw new Error('The fixture has no such device');
		service.sandbox.state.setDevice(device, {
			...device.record,
			properties: { ...device.record.properties, supports_backup_access_code_pool: true, backup_access_code_pool_enabled: true },
		});
		const { items: [created] } = await service.run('accessCode.create', {
			deviceId: byId(room101),
			additionalFields: { startsAt: '2030-01-31T15:00:00Z', endsAt: '2030-02-02T11:00:00Z', useBackupAccessCodePool: true },
			waitForCompletion: false,
		});
		const { items } = await service.run('accessCode.pullBackupAccessCode', { accessCodeId: byId(String(created?.json.access_code_id)), output: 'raw' });
		expect(items).toEqual([{
			json: expect.objectContaining({ is_backup: true, device_id: room101, code: expect.stringMatching(/^\d{4}$/) }), pairedItem: { item: 0 },
		}]);
		expect(items[0]?.json.access_code_id).not.toBe(created?.json.access_code_id);
		expect(service.bodies('/access_codes/pull_backup_access_code')).toEqual([{ access_code_id: created?.json.access_code_id }]);
	});

	it('is refused for a code that has no end', async () => {
		const { error } = await service.run('accessCode.pullBackupAccessCode', { accessCodeId: byId(frontDesk) });
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '400' });
	});

	it('needs the key of the workspace that holds the code', async () => {
		const { error } = await service.run(
			'accessCode.pullBackupAccessCode',
			{ accessCodeId: byId(frontDesk) },
			{ credentials: { deviceAccessApi: { baseUrl: service.sandbox.url, apiKey: apiKeys.other } } },
		);
		expect(error).toMatchObject({ httpCode: '404' });
	});
});
