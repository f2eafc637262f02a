import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { byId, QUICK_CHECKS, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';

const { room101, room102, spa, room201 } = hotel.devices;
const { convertible, timeBound, onSmartThings, cannotBeManaged, failsToConvert } = hotel.unmanagedCodes;
const MASK = { maskPinCodes: true };

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

const record = (accessCodeId: string, deviceId: string, rest: IDataObject) => ({
	access_code_id: accessCodeId, workspace_id: workspaceIds.main, device_id: deviceId, type: 'ongoing', status: 'set', is_managed: false,
	errors: [], warnings: [], created_at: expect.any(String), ...rest,
});

describe('an unmanaged access code', () => {
	it.each([
		['with its PIN', convertible, record(convertible, room101, { name: 'Guest 101', code: '1011' })],
		['with its time frame', timeBound, record(timeBound, room102, {
			name: 'Guest 102', code: '1021', type: 'time_bound', starts_at: '2026-02-01T15:00:00.000Z', ends_at: '2026-02-08T11:00:00.000Z',
		})],
		['without a PIN where the provider hides it', onSmartThings, record(onSmartThings, spa, { name: 'Spa Guests' })],
		['with its flag when it cannot be converted', cannotBeManaged, record(cannotBeManaged, room201, {
			name: 'Guest 201', code: '2011', cannot_be_managed: true,
		})],
	])('comes %s', async (_title, id, json) => {
		const { items } = await service.run('unmanagedAccessCode.get', { accessCodeId: byId(id) });
		expect(items).toEqual([{ json, pairedItem: { item: 0 } }]);
		expect(service.bodies('/access_codes/unmanaged/get')).toEqual([{ access_code_id: id }]);
	});

	it('comes for each input item, in their order and paired', async () => {
		const ids = [timeBound, onSmartThings, convertible];
		const { items } = await service.run('unmanagedAccessCode.get', { accessCodeId: byId('={{ $json.id }}') }, { input: ids.map((id) => ({ id })) });
		expect(items.map(({ json, pairedItem }) => [json.access_code_id, pairedItem])).toEqual(ids.map((id, index) => [id, { item: index }]));
	});

	it('is found by its device and PIN too', async () => {
		const { items } = await service.run('unmanagedAccessCode.get', { findBy: 'deviceAndPin', deviceId: byId(room101), code: ' 1011 ' });
		expect(items).toEqual([{ json: record(convertible, room101, { name: 'Guest 101', code: '1011' }), pairedItem: { item: 0 } }]);
		expect(service.bodies('/access_codes/unmanaged/get')).toEqual([{ device_id: room101, code: '1011' }]);
	});

	it('is asked for by the key of its user among those of a device', async () => {
		await service.run('unmanagedAccessCode.getAll', { devices: 'one', deviceId: byId(room101), options: { userIdentifierKey: ' user-7 ' } });
		expect(service.bodies('/access_codes/unmanaged/list')).toEqual([{ device_id: room101, user_identifier_key: 'user-7', limit: 50 }]);
	});

	it('that is a managed one, or of another workspace, is told to be missing', async () => {
		for (const id of [hotel.managedCodes.frontDesk, hotel.otherWorkspace.unmanagedCode]) {
			const { error } = await service.run('unmanagedAccessCode.get', { accessCodeId: byId(id) });
			expect(error).toMatchObject({ httpCode: '404', message: 'There is no such unmanaged access code' });
		}
	});
});

describe('Mask PIN Codes', () => {
	it('hides the PIN of one code, and leaves a hidden one away', async () => {
		const get = async (id: string) => (await service.run('unmanagedAccessCode.get', { accessCodeId: byId(id), options: MASK })).items[0]?.json;
		expect(await get(convertible)).toEqual(record(convertible, room101, { name: 'Guest 101', code: '****' }));
		expect(await get(onSmartThings)).toEqual(record(onSmartThings, spa, { name: 'Spa Guests' }));
	});

	it('hides the PINs of a list', async () => {
		const { items } = await service.run('unmanagedAccessCode.getAll', { devices: 'all', returnAll: true, options: MASK });
		expect(items.map(({ json }) => json.code)).toEqual(items.map(({ json }) => (json.device_id === spa ? undefined : '****')));
		expect(items).toHaveLength(28);
	});

	it.each(['unmanagedAccessCode.convertToManaged', 'unmanagedAccessCode.delete'] as const)(
		'hides a PIN that the service repeats in the attempt of %s',
		async (operation) => {
			const path = operation === 'unmanagedAccessCode.delete' ? '/access_codes/unmanaged/delete' : '/access_codes/unmanaged/convert_to_managed';
			service.sandbox.faults.next(path, { kind: 'attemptFails', type: 'duplicate', message: 'The PIN 1041 is on the lock twice' });
			const { items } = await service.run(operation, {
				accessCodeId: byId(failsToConvert), options: { ...QUICK_CHECKS, ...MASK, onFailedAction: 'returnItem' },
			});
			expect(items).toHaveLength(1);
			expect(JSON.stringify(items[0]?.json)).not.toMatch(/\b1041\b/);
			expect(items[0]?.json.action_attempt).toMatchObject({ error: { type: 'duplicate', message: 'The PIN **** is on the lock twice' } });
		},
	);

	it('hides a PIN that the service repeats in an attempt looked up later', async () => {
		const attempt = {
			action_attempt_id: '50000000-0000-4000-8000-000000000001', action_type: 'CREATE_ACCESS_CODE', status: 'success',
			result: { access_code: { code: '1011', name: 'Guest 101' } }, error: null,
		};
		service.sandbox.faults.next('/action_attempts/get', { kind: 'status', status: 200, body: { action_attempt: attempt, ok: true } });
		const { items } = await service.run('actionAttempt.get', { actionAttemptId: attempt.action_attempt_id, options: MASK });
		expect(items.map(({ json }) => json)).toEqual([
			{ action_attempt: { ...attempt, result: { access_code: { code: '****', name: 'Guest 101' } } } },
		]);
	});

	it('changes nothing in a device or a workspace, which have no PINs', async () => {
		const device = async (options: object) => (await service.run('device.get', { deviceId: byId(room101), output: 'raw', options: { ...options } })).items;
		expect(await device(MASK)).toEqual(await device({}));
		const workspace = async (options: object) => (await service.run('workspace.get', { options: { ...options } })).items;
		expect(await workspace(MASK)).toEqual(await workspace({}));
	});

	it('is off unless it is chosen: workflows send PINs to guests', async () => {
		const { items } = await service.run('unmanagedAccessCode.getAll', { deviceId: byId(room101) });
		expect(items.map(({ json }) => json.code)).toEqual(['1011', '1012', '1013']);
	});
});
