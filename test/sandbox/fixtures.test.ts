import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { mixedCodeKind } from '../../sandbox/fixtures/mixedPortfolio';
import { hotel } from '../../sandbox/fixtures/hotel';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { callSandbox } from './callSandbox';

interface DevicesPage {
	devices: Array<{
		device_id: string;
		display_name: string;
		device_provider: { device_provider_name: string };
	}>;
	pagination: { has_next_page: boolean; next_page_cursor: string | null };
}

interface CodesPage {
	access_codes: Array<{ access_code_id: string; code?: string }>;
}

let sandbox: Sandbox;
afterEach(() => sandbox.stop());

it.each([
	[{ device_type: 'yale_lock' }, ['room103', 'room104']],
	[{ manufacturer: 'igloohome' }, ['poolGate']],
	[{ device_ids: [hotel.devices.spa, hotel.devices.garage] }, ['spa', 'garage']],
	[{ search: 'room 10' }, ['room101', 'room102', 'room103', 'room104']],
	[{ search: hotel.devices.garage }, ['garage']],
	[
		{ connected_account_ids: ['20000000-0000-4000-8000-000000000101'] },
		['frontDoor', 'meetingRoom'],
	],
	[{ custom_metadata_has: { floor: '2' } }, ['room201', 'room202']],
	[{ created_before: '2026-01-15T10:00:02Z' }, ['frontDoor']],
	[{ customer_key: 'nobody' }, []],
])('devices are filtered by %j', async (filters, names) => {
	sandbox = await createSandbox({ fixture: 'hotel' });
	const { body } = await callSandbox<DevicesPage>(sandbox, '/devices/list', filters);
	const ids: Record<string, string> = hotel.devices;
	expect(body.devices.map(({ device_id }) => device_id)).toEqual(names.map((name) => ids[name]));
});

it('a mixed portfolio has codes of every kind, each on a lock of its kind', async () => {
	sandbox = await createSandbox({
		fixture: 'portfolio',
		devices: 20,
		codesPerDevice: 4,
		mixed: true,
	});
	const { body } = await callSandbox<DevicesPage>(sandbox, '/devices/list');
	const kinds: Record<string, number> = {};
	for (let deviceIndex = 0; deviceIndex < 20; deviceIndex++) {
		const codes = await callSandbox<CodesPage>(sandbox, '/access_codes/unmanaged/list', {
			device_id: portfolio.deviceId(deviceIndex),
		});
		const expected = [0, 1, 2, 3].filter((codeIndex) => mixedCodeKind(deviceIndex, codeIndex));
		expect(codes.body.access_codes.map(({ access_code_id }) => access_code_id)).toEqual(
			expected.map((codeIndex) => portfolio.unmanagedCodeId(deviceIndex, codeIndex)),
		);
		for (const codeIndex of expected)
			kinds[`${mixedCodeKind(deviceIndex, codeIndex)}`] =
				(kinds[`${mixedCodeKind(deviceIndex, codeIndex)}`] ?? 0) + 1;
	}
	const makes = new Set(body.devices.map((device) => device.device_provider.device_provider_name));
	expect(kinds).toEqual({
		convertible: 44,
		failing: 4,
		ended: 4,
		duplicate: 8,
		unmanageable: 4,
		unsupported: 8,
		offline: 4,
	});
	expect([...makes].sort()).toEqual([
		'august',
		'igloohome',
		'kwikset',
		'nuki',
		'schlage',
		'smartthings',
		'ttlock',
		'yale',
	]);
});
