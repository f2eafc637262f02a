import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/byId';
import { inRows } from '../support/service/inRows';
import { anyText, type Dossiers, having, theRecord, theRecords } from './dossier';

const { devices, entrances, spaces } = hotel;
const room101 = { spaceId: byId(spaces.room101) };

const door = (id: string) => ({ space_id: spaces.room101, device_ids: [id] });
const [spaDoor, ownDoor] = [door(devices.spa), door(devices.room101)] as const;
const entrance = (id: string) => ({ space_id: spaces.room101, acs_entrance_ids: [id] });
const [gym, lobby] = [entrance(entrances.gym), entrance(entrances.lobby)] as const;

export const space: Dossiers = {
	get: {
		'gets a space by its ID': {
			parameters: room101,
			sends: { space_id: spaces.room101 },
			items: theRecord({ name: 'Room 101' }),
		},
		'gets a space by its key': {
			parameters: { findBy: 'key', spaceKey: ' room-102 ' },
			sends: { space_key: 'room-102' },
			items: theRecord({ space_id: spaces.room102, name: 'Room 102' }),
		},
	},
	getAll: {
		'lists all spaces': { parameters: { returnAll: true }, sends: {}, items: theRecords() },
		'finds spaces by a text, a key and a customer': {
			parameters: { filters: { search: 'room 1', spaceKey: 'room-101', customerKey: 'owner-7' } },
			sends: { customer_key: 'owner-7', search: 'room 1', space_key: 'room-101' },
			items: [],
		},
	},
	create: {
		'creates a space with its doors, hours and key': {
			parameters: {
				name: ' Annex ',
				deviceIds: inRows('device', devices.spa),
				entranceIds: inRows('entrance', entrances.gym),
				checkInTime: '3 PM',
				checkOutTime: '11',
				timeZone: 'Europe/Lisbon',
				additionalFields: {
					spaceKey: 'annex',
					address: '2 Harbour Street',
					customerKey: 'owner-7',
				},
			},
			sends: {
				name: 'Annex',
				space_key: 'annex',
				customer_key: 'owner-7',
				customer_data: {
					address: '2 Harbour Street',
					default_checkin_time: '15:00',
					default_checkout_time: '11:00',
					time_zone: 'Europe/Lisbon',
				},
				device_ids: [devices.spa],
				acs_entrance_ids: [entrances.gym],
			},
			items: theRecord({ display_name: 'Annex' }),
		},
	},
	upsert: {
		'creates a space that is not there': {
			parameters: {
				spaceKey: 'annex',
				name: 'Annex',
				deviceIds: inRows('device', devices.spa),
				timeZone: 'Europe/Madrid',
			},
			sends: {
				name: 'Annex',
				space_key: 'annex',
				customer_data: { time_zone: 'Europe/Madrid' },
				device_ids: [devices.spa],
			},
			items: [
				{
					space_key: 'annex',
					outcome: 'created',
					changes: [
						{ what: 'name', before: null, after: 'Annex' },
						{ what: 'time_zone', before: null, after: 'Europe/Madrid' },
						{ what: 'device_ids', before: [], after: [devices.spa] },
					],
					space_id: anyText,
					space: having({ name: 'Annex', space_key: 'annex', device_count: 1 }),
				},
			],
		},
		'changes what differs': {
			parameters: {
				spaceKey: 'room-101',
				name: 'Loft',
				deviceIds: inRows('device', devices.spa),
				entranceIds: inRows('entrance', entrances.gym),
				options: { removeOthers: true },
			},
			sends: [
				['/spaces/add_devices', spaDoor],
				['/spaces/add_acs_entrances', gym],
				['/spaces/update', { space_id: spaces.room101, name: 'Loft' }],
				['/spaces/remove_devices', ownDoor],
				['/spaces/remove_acs_entrances', lobby],
			],
			items: [
				{
					space_key: 'room-101',
					outcome: 'updated',
					changes: [
						{ what: 'name', before: 'Room 101', after: 'Loft' },
						{ what: 'device_ids', before: [devices.room101], after: [devices.spa] },
						{ what: 'acs_entrance_ids', before: [entrances.lobby], after: [entrances.gym] },
					],
					space_id: spaces.room101,
					space: having({ name: 'Loft', device_count: 1, acs_entrance_count: 1 }),
				},
			],
		},
		'shows in a dry run what it would change': {
			parameters: {
				spaceKey: 'suite',
				checkInTime: '16:00',
				options: { dryRun: true },
			},
			sends: [],
			items: [
				{
					space_key: 'suite',
					outcome: 'updated',
					dry_run: true,
					changes: [{ what: 'default_checkin_time', before: '17:00:00', after: '16:00' }],
					space_id: spaces.suite,
					space: having({ name: 'Suite' }),
				},
			],
		},
	},
	update: {
		'changes the given fields, and clears the empty ones': {
			parameters: {
				findBy: 'key',
				spaceKey: 'room-101',
				updateFields: {
					name: 'Loft',
					address: '',
					checkInTime: '16:00',
					timeZone: 'Europe/Madrid',
				},
			},
			sends: {
				space_key: 'room-101',
				name: 'Loft',
				customer_data: { address: null, default_checkin_time: '16:00', time_zone: 'Europe/Madrid' },
			},
			items: theRecord({ space_id: spaces.room101 }),
		},
	},
	addDevices: {
		'adds a lock': {
			parameters: { ...room101, deviceIds: inRows('device', devices.spa) },
			sends: spaDoor,
			items: [{ ...spaDoor, added: true }],
		},
	},
	removeDevices: {
		'removes a lock': {
			parameters: { ...room101, deviceIds: inRows('device', devices.room101) },
			sends: ownDoor,
			items: [{ ...ownDoor, removed: true }],
		},
	},
	addEntrances: {
		'adds an entrance': {
			parameters: { ...room101, entranceIds: inRows('entrance', entrances.gym) },
			sends: gym,
			items: [{ ...gym, added: true }],
		},
	},
	removeEntrances: {
		'removes an entrance': {
			parameters: { ...room101, entranceIds: inRows('entrance', entrances.lobby) },
			sends: lobby,
			items: [{ ...lobby, removed: true }],
		},
	},
	delete: {
		'deletes a space': {
			parameters: { spaceId: byId(spaces.emptyWing) },
			sends: { space_id: spaces.emptyWing },
			items: [{ space_id: spaces.emptyWing, deleted: true }],
		},
	},
};
