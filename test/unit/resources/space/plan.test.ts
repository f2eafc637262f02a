import {
	type FoundSpace,
	planSpace,
	type DesiredSpace,
} from '../../../../nodes/DeviceAccess/resources/space/plan';

const desired = (rest: Partial<DesiredSpace>): DesiredSpace => ({
	key: 'room-1',
	data: {},
	removesOthers: false,
	...rest,
});
const found: FoundSpace = {
	record: {
		space_id: 'space-1',
		space_key: 'room-1',
		name: 'Room 1',
		customer_data: { time_zone: 'Europe/Lisbon', default_checkin_time: '15:00:00' },
	},
	deviceIds: ['lock-1', 'lock-2'],
	entranceIds: ['gate-1'],
};

describe('a space that does not exist', () => {
	it('is created with everything that is given', () => {
		const plan = planSpace(
			desired({
				name: 'Room 1',
				customerKey: 'owner',
				data: { time_zone: 'Europe/Lisbon' },
				deviceIds: ['lock-1'],
			}),
			undefined,
		);
		expect(plan).toEqual({
			outcome: 'created',
			changes: [
				{ what: 'name', before: null, after: 'Room 1' },
				{ what: 'time_zone', before: null, after: 'Europe/Lisbon' },
				{ what: 'device_ids', before: [], after: ['lock-1'] },
			],
			steps: [
				{
					endpoint: '/spaces/create',
					body: {
						name: 'Room 1',
						space_key: 'room-1',
						customer_key: 'owner',
						customer_data: { time_zone: 'Europe/Lisbon' },
						device_ids: ['lock-1'],
					},
				},
			],
		});
	});

	it('is named after its key if nothing else is given', () => {
		expect(planSpace(desired({}), undefined).steps).toEqual([
			{ endpoint: '/spaces/create', body: { name: 'room-1', space_key: 'room-1' } },
		]);
	});
});

describe('a space that exists', () => {
	it.each<[string, Partial<DesiredSpace>]>([
		['nothing is said', {}],
		[
			'all is as it should be',
			{
				name: 'Room 1',
				data: { time_zone: 'Europe/Lisbon', default_checkin_time: '15:00' },
				deviceIds: ['lock-2', 'lock-1'],
				entranceIds: ['gate-1'],
				removesOthers: true,
			},
		],
		['more is in it than is named', { deviceIds: ['lock-1'] }],
		['others are to be removed and none is named', { removesOthers: true }],
	])('is not changed if %s', (_what, rest) => {
		expect(planSpace(desired(rest), found)).toEqual({
			outcome: 'unchanged',
			changes: [],
			steps: [],
		});
	});

	it('gets only the difference, additions first', () => {
		const plan = planSpace(
			desired({
				name: 'Suite',
				data: { time_zone: 'Europe/Madrid', default_checkin_time: '15:00' },
				deviceIds: ['lock-2', 'lock-3'],
				entranceIds: ['gate-2'],
				removesOthers: true,
			}),
			found,
		);
		expect(plan.steps).toEqual([
			{ endpoint: '/spaces/add_devices', body: { space_id: 'space-1', device_ids: ['lock-3'] } },
			{
				endpoint: '/spaces/add_acs_entrances',
				body: { space_id: 'space-1', acs_entrance_ids: ['gate-2'] },
			},
			{
				endpoint: '/spaces/update',
				body: { space_id: 'space-1', name: 'Suite', customer_data: { time_zone: 'Europe/Madrid' } },
			},
			{ endpoint: '/spaces/remove_devices', body: { space_id: 'space-1', device_ids: ['lock-1'] } },
			{
				endpoint: '/spaces/remove_acs_entrances',
				body: { space_id: 'space-1', acs_entrance_ids: ['gate-1'] },
			},
		]);
		expect(plan.changes).toEqual([
			{ what: 'name', before: 'Room 1', after: 'Suite' },
			{ what: 'time_zone', before: 'Europe/Lisbon', after: 'Europe/Madrid' },
			{ what: 'device_ids', before: ['lock-1', 'lock-2'], after: ['lock-2', 'lock-3'] },
			{ what: 'acs_entrance_ids', before: ['gate-1'], after: ['gate-2'] },
		]);
	});
});
