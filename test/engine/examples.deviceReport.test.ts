import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { readExample, withSetting, type Example } from '../support/readExample';
import { runWorkflow } from '../support/runWorkflow';

const example = readExample('daily-device-report.json');

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await createSandbox();
});
afterEach(async () => await sandbox.stop());

/** What the place for the e-mail node gets. */
async function mailOf(workflow: Example, { url, apiKey } = sandbox) {
	const run = await runWorkflow(workflow, { credentials: { deviceAccessApi: { baseUrl: url, apiKey } } });
	expect(run.error()).toBeUndefined();
	return run.items('Send it to yourself').map(({ json }) => json);
}

function change(deviceId: string, properties: { online?: boolean; battery_level?: number | undefined }): void {
	for (const { devicesById } of sandbox.state.workspaces.values()) {
		const device = devicesById.get(deviceId);
		if (device) sandbox.state.setDevice(device, { ...device.record, properties: { ...device.record.properties, ...properties } });
	}
}

it('tells offline devices first, then those with a low battery, the emptiest first', async () => {
	change(hotel.devices.room103, { battery_level: 0.24 });
	change(hotel.devices.room101, { battery_level: 0.07 });
	change(hotel.devices.spa, { battery_level: 0.25 });
	change(hotel.devices.frontDoor, { online: false, battery_level: 0.1 });

	expect(await mailOf(example)).toEqual([{
		subject: 'Devices that need a hand: 4 of 12',
		report: expect.stringMatching(
			/^Devices that need a hand on \d+ \w+ \d{4}:\n\n- Front Door: offline, battery at 10%\n- Garage: offline\n- Room 101: battery at 7%\n- Room 103: battery at 24%$/,
		),
	}]);
});

it('goes by the limit in Settings, and says nothing of a device that tells no battery', async () => {
	change(hotel.devices.garage, { online: true, battery_level: undefined });
	change(hotel.devices.room101, { battery_level: 0.3 });

	expect(await mailOf(withSetting(example, 'Settings', 'low_battery_percent', 40))).toEqual([
		{ subject: 'Devices that need a hand: 1 of 12', report: expect.stringMatching(/:\n\n- Room 101: battery at 30%$/) },
	]);
});

it('says that all is well when there is nothing to do', async () => {
	change(hotel.devices.garage, { online: true });

	expect(await mailOf(example)).toEqual([{ subject: 'Devices: all well', report: 'All well: 12 devices are online, with enough battery.' }]);
});

it('says that there are no devices in a workspace without any', async () => {
	const empty = await createSandbox({ fixture: 'empty' });
	const mails = await mailOf(example, empty);
	await empty.stop();

	expect(mails).toEqual([{ subject: 'Devices: all well', report: 'There are no devices in this workspace.' }]);
});
