import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/byId';
import { type Dossiers, made, theRecords } from './dossier';

const { accessGroups, userIdentities, accessSystemUsers } = hotel;
const staff = { accessGroupId: byId(accessGroups.staff) };
const conference = { accessGroupId: byId(accessGroups.conference) };
const cleaning = {
	member: 'accessSystemUser',
	accessSystemUserId: byId(accessSystemUsers.cleaning),
};

const ofStaff = {
	acs_access_group_id: accessGroups.staff,
	user_identity_id: userIdentities.nightDesk,
};
const ofConference = { ...ofStaff, acs_access_group_id: accessGroups.conference };
const cleaningOfConference = {
	acs_access_group_id: accessGroups.conference,
	acs_user_id: accessSystemUsers.cleaning,
};

export const accessGroup: Dossiers = {
	get: {
		'gets a group with its schedule': {
			parameters: conference,
			sends: { acs_access_group_id: accessGroups.conference },
			items: [
				{
					acs_access_group_id: accessGroups.conference,
					display_name: 'Conference Guests',
					external_type: 'salto_space_group',
					external_type_display_name: 'Salto Space group',
					access_schedule_starts_at: '2026-01-20T15:00:00.000Z',
					access_schedule_ends_at: '2036-01-20T11:00:00.000Z',
					acs_system_id: hotel.accessSystem,
					created_at: '2026-01-15T10:00:02.000Z',
				},
			],
		},
	},
	getAll: {
		'lists all groups': {
			parameters: { returnAll: true, output: 'raw' },
			sends: {},
			items: theRecords(
				{ acs_access_group_id: accessGroups.staff },
				{ acs_access_group_id: accessGroups.conference },
				{ acs_access_group_id: accessGroups.failed },
			),
		},
		'lists the groups of a person': {
			parameters: {
				filters: {
					userIdentityId: userIdentities.nightDesk,
					accessSystemId: hotel.accessSystem,
					accessSystemUserId: accessSystemUsers.nightDesk,
					search: 'staff',
				},
				output: 'selectedFields',
			},
			sends: {
				acs_system_id: hotel.accessSystem,
				user_identity_id: userIdentities.nightDesk,
				acs_user_id: accessSystemUsers.nightDesk,
				search: 'staff',
			},
			items: [{ acs_access_group_id: accessGroups.staff }],
		},
	},
	getUsers: {
		'lists the users in a group': {
			parameters: { ...staff, returnAll: true, output: 'raw' },
			sends: { acs_access_group_id: accessGroups.staff },
			items: theRecords(
				{ acs_user_id: accessSystemUsers.nightDesk },
				{ acs_user_id: accessSystemUsers.cleaning },
			),
		},
	},
	getEntrances: {
		'lists the entrances that a group opens': {
			parameters: { ...staff, returnAll: true },
			sends: { acs_access_group_id: accessGroups.staff },
			items: theRecords(
				{ acs_entrance_id: hotel.entrances.lobby },
				{ acs_entrance_id: hotel.entrances.elevator },
			),
		},
	},
	addUser: {
		'adds a person': {
			parameters: { ...conference, userIdentityId: byId(userIdentities.nightDesk) },
			sends: ofConference,
			items: [{ ...ofConference, ...made('added') }],
		},
		'adds a user of the access system': {
			parameters: { ...conference, ...cleaning },
			sends: cleaningOfConference,
			items: [{ ...cleaningOfConference, ...made('added') }],
		},
	},
	removeUser: {
		'removes a person': {
			parameters: { ...staff, userIdentityId: byId(userIdentities.nightDesk) },
			sends: ofStaff,
			items: [{ ...ofStaff, ...made('removed') }],
		},
	},
	delete: {
		'deletes a group': {
			parameters: conference,
			sends: { acs_access_group_id: accessGroups.conference },
			items: [{ acs_access_group_id: accessGroups.conference, ...made('deleted') }],
		},
	},
};
