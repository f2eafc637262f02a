import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/hotelSandbox';

const service = useHotelSandbox();

const { frontDoor, garage } = hotel.devices;

describe('Device: Configure Auto Lock', () => {
	const configure = async (parameters: INodeParameters) =>
		await service.run('device.configureAutoLock', {
			deviceId: byId(frontDoor),
			options: QUICK_CHECKS,
			...parameters,
		});

	it.each([0, 61, '={{ "soon" }}'])('sends nothing with a delay of %s', async (autoLockDelay) => {
		const { error } = await configure({ autoLockDelay });
		expect([error?.message, service.paths()]).toEqual([
			expect.stringContaining("'Delay' must be a number"),
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
