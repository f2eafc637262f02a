import { findProblems } from '../../../../nodes/DeviceAccess/resources/reservation/problems';

const LATE = { warning_code: 'delay_in_issuing', message: 'It takes longer.', created_at: '2031-01-31T08:00:00.000Z' };
const OFFLINE = { error_code: 'device_disconnected', message: 'The device is offline.', is_device_error: true, created_at: '2031-01-31T07:00:00.000Z' };

describe('findProblems', () => {
	it('says since when there is trouble, where the service says so', () => {
		const devices = [
			{ device_id: 'd1', display_name: 'Room 101', properties: { online: false }, errors: [OFFLINE] },
			{ device_id: 'd2', display_name: 'Room 102', properties: { online: false }, errors: [] },
		];
		expect(findProblems({ grant: {}, methods: [{ is_issued: false, warnings: [LATE] }], devices }).map(({ code, since }) => [code, since])).toEqual([
			['delay_in_issuing', LATE.created_at], ['device_disconnected', OFFLINE.created_at], ['device_offline', undefined],
		]);
	});
});
