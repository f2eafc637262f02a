import { RECORDS, textOf } from '../../../nodes/DeviceAccess/wire/recordTable';

describe('textOf a device', () => {
	it.each([
		{
			device: { device_id: 'd1', display_name: 'Front Door', device_type: 'august_lock' },
			name: 'Front Door (august lock)',
		},
		{ device: { device_id: 'd1', display_name: 'Front Door' }, name: 'Front Door' },
		{ device: { device_id: 'd1', device_type: 'yale_lock' }, name: 'd1 (yale lock)' },
		{ device: { device_id: 'd1', properties: { name: 'Front Door' } }, name: 'Front Door' },
	])('shows a device as "$name"', ({ device, name }) => {
		expect(textOf(RECORDS.device, device)).toBe(name);
	});
});
