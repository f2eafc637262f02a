import { orderMembers } from '../../../nodes/DeviceAccess/trigger/orderMembers';

describe('orderMembers', () => {
	it('begins with what a person looks for and ends with IDs, and keeps every member', () => {
		const event = {
			event_id: 'e1',
			created_at: '2030-01-31T10:00:01Z',
			occurred_at: '2030-01-31T10:00:00Z',
			workspace_id: 'w1',
			connected_account_id: 'a1',
			event_type: 'access_method.issued',
			device_custom_metadata: { room: '101' },
			access_grant_ids: ['g1'],
			access_grant_keys: ['booking-1'],
			method: 'keycode',
			access_code: { name: 'Guest' },
			code: '1001',
			is_backup_code: false,
			new_member: null,
			device_name: 'Room 101',
			event_description: 'A PIN works.',
			trigger_message: 'Registered again',
		};
		const ordered = orderMembers(event);
		expect(ordered).toEqual(event);
		expect(Object.keys(ordered)).toEqual([
			'event_type',
			'occurred_at',
			'trigger_message',
			'event_description',
			'device_name',
			'method',
			'code',
			'is_backup_code',
			'new_member',
			'access_grant_keys',
			'access_code',
			'device_custom_metadata',
			'event_id',
			'created_at',
			'workspace_id',
			'connected_account_id',
			'access_grant_ids',
		]);
	});
});
