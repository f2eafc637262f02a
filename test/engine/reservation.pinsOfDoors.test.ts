import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { byId, useHotelSandbox } from '../support/service/hotelSandbox';
import { booking, inDays, reserve } from '../support/service/reservations';

const service = useHotelSandbox();

/** Changes what a lock says about itself: by default the front door of the suite. */
function changeDoor(properties: object, id: string = hotel.devices.frontDoor) {
	const devices = service.sandbox.state.workspaces.get(workspaceIds.main)?.devicesById;
	const device = devices?.get(id);
	if (!device) throw new Error('no such door');
	const { record } = device;
	service.sandbox.state.setDevice(device, {
		...record,
		properties: { ...record.properties, ...properties },
	} as typeof record);
}

it.each([
	['ready', true],
	['not ready, because a lock is offline and does not have the PIN', false],
])('a door has a PIN of its own, and another uses a backup code: %s', async (_what, isReady) => {
	changeDoor({ code_constraints: [{ constraint_type: 'cannot_specify_pin_code' }] });
	const stay = [booking({ rooms: 'suite', arrival: inDays(-1) })];
	const [made] = (await reserve(service, 'upsert', stay, { waitUntilIssued: true })).items;
	const codesOf = {
		devices: 'accessGrant',
		accessGrantId: byId(String(made?.json.access_grant_id)),
	};
	const list = { ...codesOf, returnAll: true };
	const codes = (await service.run('accessCode.getAll', list)).items.map(({ json }) => json);
	const own = codes.find(({ device_id: id }) => id === hotel.devices.frontDoor);
	const replaced = codes.find(({ device_id: id }) => id !== hotel.devices.frontDoor);
	expect(own?.code).not.toBe(replaced?.code);
	const accessCodeId = byId(String(replaced?.access_code_id));
	const pulled = await service.run('accessCode.pullBackupAccessCode', { accessCodeId });
	const backup = pulled.items[0]?.json;

	if (!isReady) {
		changeDoor({ online: false });
		const { state } = service.sandbox;
		for (const code of state.accessCodes.values())
			if (code.isManaged && code.deviceId === hotel.devices.frontDoor)
				state.updateAccessCode(code, { status: 'setting' });
	}
	const again = (await reserve(service, 'upsert', stay)).items[0]?.json;
	const listed = (await reserve(service, 'syncMany', stay)).items[0]?.json;
	const read = (await service.run('reservation.get', { reservationKey: '4711', output: 'raw' }))
		.items[0]?.json;
	const all = (await service.run('reservation.getAll', { returnAll: true, output: 'raw' })).items;
	const items = [again, listed, read, all[0]?.json] as IDataObject[];
	for (const item of items) {
		expect(item.is_ready).toBe(isReady);
		expect(item.pin).toBe(backup?.code);
		expect(item.pins).toMatchObject([{ device_id: hotel.devices.frontDoor, pin: own?.code }]);
	}
	expect(new Set(items.map((item) => item.message_key)).size).toBe(1);
	expect(again?.message_key).toEqual(expect.any(String));
	expect(again?.message_key).not.toBe(made?.json.message_key);
});

it('the guest of a lock that went offline without the PIN is told its backup code, and the host that the lock is offline', async () => {
	const stay = [booking({ arrival: inDays(-1) })];
	await reserve(service, 'upsert', stay, { waitUntilIssued: true });
	const { state } = service.sandbox;
	const get = async () =>
		(await service.run('reservation.get', { reservationKey: '4711', output: 'raw' })).items[0]
			?.json;
	const before = await get();
	const own = [...state.accessCodes.values()].find(
		({ isManaged, deviceId, code }) =>
			isManaged && deviceId === hotel.devices.room101 && code === before?.pin,
	);
	if (!own) throw new Error('no code');
	changeDoor({ online: false }, hotel.devices.room101);
	state.updateAccessCode(own, { status: 'setting' });
	expect(await get()).toMatchObject({ pin: before?.pin, tell: 'host' });

	const accessCodeId = byId(own.accessCodeId);
	const pulled = await service.run('accessCode.pullBackupAccessCode', { accessCodeId });
	const expected = {
		pin: pulled.items[0]?.json.code,
		tell: 'guest',
		host_message: expect.stringContaining('Room 101'),
	};
	expect(await get()).toMatchObject(expected);
	expect((await reserve(service, 'upsert', stay)).items[0]?.json).toMatchObject(expected);
	const risky = await service.run('reservation.getAll', { filters: { atRiskOnly: true } });
	expect(risky.items).toMatchObject([{ json: { reservation_key: '4711' } }]);
});
