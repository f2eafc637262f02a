import { devicePage, toDeviceEntry } from '../../../nodes/DeviceAccess/listSearch/devices';
import { answeringSend } from '../answeringSend';

describe('toDeviceEntry', () => {
	it.each([
		{ device: { device_id: 'd1', display_name: 'Front Door', device_type: 'august_lock' }, name: 'Front Door (august lock)' },
		{ device: { device_id: 'd1', display_name: 'Front Door' }, name: 'Front Door' },
		{ device: { device_id: 'd1', device_type: 'yale_lock' }, name: 'd1 (yale lock)' },
		{ device: { device_id: 'd1', display_name: null }, name: 'd1' },
	])('shows a device as "$name"', ({ device, name }) => {
		expect(toDeviceEntry(device)).toEqual({ name, value: 'd1' });
	});
});

describe('devicePage', () => {
	it('asks for one page with the trimmed filter, and gives the cursor of the next', async () => {
		const { send, requests } = answeringSend(() => ({
			devices: [{ device_id: 'd1' }],
			pagination: { has_next_page: true, next_page_cursor: 'next' },
		}));
		expect(await devicePage(send, ' front ', 'this', 20)).toEqual({ records: [{ device_id: 'd1' }], nextPageCursor: 'next' });
		expect(requests.map(({ body }) => body)).toEqual([{ search: 'front', limit: 20, page_cursor: 'this' }]);
	});

	it.each([undefined, '', '  '])('leaves out the filter %p, which the service would refuse', async (filter) => {
		const { send, requests } = answeringSend(() => ({ devices: [] }));
		await devicePage(send, filter, undefined, 20);
		expect(requests.map(({ body }) => body)).toEqual([{ search: undefined, limit: 20 }]);
	});
});
