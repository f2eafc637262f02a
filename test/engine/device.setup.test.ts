import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/hotelSandbox';

const service = useHotelSandbox();

const { frontDoor, garage } = hotel.devices;
const AUTO_LOCK = '/locks/configure_auto_lock';
const TIME_ZONE = '/devices/report_provider_metadata';

const properties = () =>
	service.sandbox.state.workspaces.get(workspaceIds.main)?.devicesById.get(frontDoor)?.record
		.properties;

describe('Device: Configure Auto Lock', () => {
	const configure = async (parameters: INodeParameters) =>
		await service.run('device.configureAutoLock', {
			deviceId: byId(frontDoor),
			options: QUICK_CHECKS,
			...parameters,
		});

	it('turns it on with a delay, and waits until the lock has it', async () => {
		const { items } = await configure({ autoLockDelay: 20 });
		expect(service.bodies(AUTO_LOCK)).toEqual([
			{ device_id: frontDoor, auto_lock_enabled: true, auto_lock_delay_seconds: 20 },
		]);
		expect(items).toEqual([
			{
				json: expect.objectContaining({ device_id: frontDoor, outcome: 'configured' }),
				pairedItem: { item: 0 },
			},
		]);
		expect(properties()).toMatchObject({ auto_lock_enabled: true, auto_lock_delay_seconds: 20 });
	});

	it('turns it off without a delay', async () => {
		await configure({ autoLockEnabled: false, autoLockDelay: 20 });
		expect(service.bodies(AUTO_LOCK)).toEqual([{ device_id: frontDoor, auto_lock_enabled: false }]);
	});

	it.each([0, 61, '={{ "soon" }}'])('sends nothing with a delay of %s', async (autoLockDelay) => {
		const { error } = await configure({ autoLockDelay });
		expect([error?.message, service.paths()]).toEqual([
			"'Delay' must be a number from 1 to 60",
			[],
		]);
	});

	it('fails for a lock that is offline', async () => {
		expect((await configure({ deviceId: byId(garage) })).error?.message).toContain(
			"The lock's setting was not changed",
		);
	});
});

describe('Device: Report Time Zone', () => {
	it('sends the time zone under the name of the maker', async () => {
		const { items } = await service.run('device.reportProviderMetadata', {
			deviceId: byId(frontDoor),
			provider: 'schlage',
			timeZone: ' Europe/Lisbon ',
		});
		expect(service.bodies(TIME_ZONE)).toEqual([
			{ devices: [{ device_id: frontDoor, schlage_metadata: { time_zone: 'Europe/Lisbon' } }] },
		]);
		expect(items).toEqual([
			{ json: { device_id: frontDoor, updated: true }, pairedItem: { item: 0 } },
		]);
	});

	it.each([' ', 'Atlantis/Harbour'])("sends nothing with the time zone '%s'", async (timeZone) => {
		const { error } = await service.run('device.reportProviderMetadata', {
			deviceId: byId(frontDoor),
			timeZone,
		});
		expect([error?.message, service.paths()]).toEqual([
			"'Time Zone' is not the name of a time zone",
			[],
		]);
	});
});

it('Access System: Get Managers lists the systems that issue mobile keys for another', async () => {
	service.sandbox.state.workspaces
		.get(workspaceIds.main)
		?.access.accessSystems.update(hotel.assignmentSystem, { is_credential_manager: true });
	const { items } = await service.run('accessSystem.getManagers', {
		accessSystemId: byId(hotel.accessSystem),
	});
	expect(items.map(({ json }) => json.acs_system_id)).toEqual([hotel.assignmentSystem]);
	expect(service.bodies('/acs/systems/list_compatible_credential_manager_acs_systems')).toEqual([
		{ acs_system_id: hotel.accessSystem },
	]);
});
