import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/byId';
import { NEXT_YEAR } from '../support/clock/nextYear';
import { anyText, type Dossiers, made, theRecord, theRecords } from './dossier';

const { accessGroups, accessSystemUsers, userIdentities } = hotel;
const cleaning = { accessSystemUserId: byId(accessSystemUsers.cleaning) };
const nightDesk = { accessSystemUserId: byId(accessSystemUsers.nightDesk) };
const nightDeskAsPerson = {
	findBy: 'userIdentity',
	userIdentityId: byId(userIdentities.nightDesk),
	accessSystemId: byId(hotel.accessSystem),
};

export const accessSystemUser: Dossiers = {
	create: {
		'creates a user with contact, person, groups and times': {
			parameters: {
				accessSystemId: byId(hotel.accessSystem),
				fullName: 'Gardener',
				additionalFields: {
					accessGroupIds: [accessGroups.conference],
					emailAddress: 'gardener@example.com',
					phoneNumber: '+15555550100',
					userIdentityId: userIdentities.guest102,
					startsAt: `${NEXT_YEAR}-01-31T15:00:00Z`,
				},
			},
			sends: {
				acs_system_id: hotel.accessSystem,
				full_name: 'Gardener',
				email_address: 'gardener@example.com',
				phone_number: '+15555550100',
				user_identity_id: userIdentities.guest102,
				acs_access_group_ids: [accessGroups.conference],
				access_schedule: { starts_at: `${NEXT_YEAR}-01-31T15:00:00.000Z`, ends_at: null },
			},
			items: theRecord({ display_name: 'Gardener' }),
		},
	},
	get: {
		'gets a user by its ID': {
			parameters: nightDesk,
			sends: { acs_user_id: accessSystemUsers.nightDesk },
			items: [
				{
					acs_user_id: accessSystemUsers.nightDesk,
					display_name: 'Night Desk',
					full_name: 'Night Desk',
					user_identity_id: userIdentities.nightDesk,
					acs_system_id: hotel.accessSystem,
					is_suspended: false,
					created_at: '2026-01-15T10:00:01.000Z',
				},
			],
		},
		'gets a user by person and system': {
			parameters: { ...nightDeskAsPerson, output: 'raw' },
			sends: { user_identity_id: userIdentities.nightDesk, acs_system_id: hotel.accessSystem },
			items: theRecord({ acs_user_id: accessSystemUsers.nightDesk, display_name: 'Night Desk' }),
		},
	},
	getAll: {
		'lists all users': {
			parameters: { returnAll: true, output: 'raw' },
			sends: {},
			items: theRecords(
				{ acs_user_id: accessSystemUsers.nightDesk },
				{ acs_user_id: accessSystemUsers.cleaning },
			),
		},
		'finds users by every filter': {
			parameters: {
				filters: {
					accessSystemId: hotel.accessSystem,
					search: 'desk',
					userIdentityEmailAddress: 'night-desk@example.com',
					userIdentityId: byId(userIdentities.nightDesk),
					createdBefore: '2020-01-01T00:00:00Z',
					userIdentityPhoneNumber: '+15550100000',
				},
			},
			sends: {
				acs_system_id: hotel.accessSystem,
				search: 'desk',
				user_identity_id: userIdentities.nightDesk,
				user_identity_email_address: 'night-desk@example.com',
				created_before: '2020-01-01T00:00:00.000Z',
				user_identity_phone_number: '+15550100000',
			},
			items: [],
		},
	},
	getEntrances: {
		'lists what a user can open': {
			parameters: { ...cleaning, returnAll: true },
			sends: { acs_user_id: accessSystemUsers.cleaning },
			items: theRecords(
				{ acs_entrance_id: hotel.entrances.lobby },
				{ acs_entrance_id: hotel.entrances.elevator },
			),
		},
	},
	update: {
		'changes the name and the times': {
			parameters: {
				...cleaning,
				updateFields: {
					fullName: 'Cleaning Team',
					startsAt: `${NEXT_YEAR}-01-31T15:00:00Z`,
					endsAt: `${NEXT_YEAR}-02-02T11:00:00Z`,
				},
			},
			sends: {
				acs_user_id: accessSystemUsers.cleaning,
				full_name: 'Cleaning Team',
				access_schedule: {
					starts_at: `${NEXT_YEAR}-01-31T15:00:00.000Z`,
					ends_at: `${NEXT_YEAR}-02-02T11:00:00.000Z`,
				},
			},
			items: theRecord({ display_name: 'Cleaning Team' }),
		},
		'removes the times': {
			parameters: {
				...nightDeskAsPerson,
				updateFields: {
					hasNoTimes: true,
					emailAddress: 'desk@example.com',
					phoneNumber: '+15555550100',
				},
			},
			sends: {
				user_identity_id: userIdentities.nightDesk,
				acs_system_id: hotel.accessSystem,
				email_address: 'desk@example.com',
				phone_number: '+15555550100',
				access_schedule: null,
			},
			items: theRecord({
				acs_user_id: accessSystemUsers.nightDesk,
				display_name: 'Night Desk',
				access_schedule: undefined,
			}),
		},
	},
	delete: {
		'deletes a user': {
			parameters: nightDeskAsPerson,
			sends: { user_identity_id: userIdentities.nightDesk, acs_system_id: hotel.accessSystem },
			items: [
				{
					user_identity_id: userIdentities.nightDesk,
					acs_system_id: hotel.accessSystem,
					...made('deleted'),
				},
			],
		},
		'does not say that a user is deleted while the access system still has the user': async (
			sandbox,
		) => {
			sandbox.settings.attemptDurationMs = 60_000;
			return {
				parameters: { ...cleaning, waitForCompletion: false },
				sends: { acs_user_id: accessSystemUsers.cleaning },
				items: [
					{
						acs_user_id: accessSystemUsers.cleaning,
						deleted: false,
						outcome: 'pending',
						message: anyText,
					},
				],
			};
		},
	},
	suspend: {
		'suspends a user': {
			parameters: cleaning,
			sends: { acs_user_id: accessSystemUsers.cleaning },
			items: [{ acs_user_id: accessSystemUsers.cleaning, ...made('suspended') }],
		},
	},
	unsuspend: {
		'ends the suspension of a user': {
			parameters: cleaning,
			sends: { acs_user_id: accessSystemUsers.cleaning },
			items: [{ acs_user_id: accessSystemUsers.cleaning, ...made('unsuspended') }],
		},
	},
	addToGroup: {
		'adds a user to a group': {
			parameters: { ...cleaning, accessGroupId: byId(accessGroups.conference) },
			sends: {
				acs_user_id: accessSystemUsers.cleaning,
				acs_access_group_id: accessGroups.conference,
			},
			items: [
				{
					acs_user_id: accessSystemUsers.cleaning,
					acs_access_group_id: accessGroups.conference,
					...made('added'),
				},
			],
		},
	},
	removeFromGroup: {
		'removes a user from a group': {
			parameters: { ...cleaning, accessGroupId: byId(accessGroups.staff) },
			sends: { acs_user_id: accessSystemUsers.cleaning, acs_access_group_id: accessGroups.staff },
			items: [
				{
					acs_user_id: accessSystemUsers.cleaning,
					acs_access_group_id: accessGroups.staff,
					...made('removed'),
				},
			],
		},
	},
	revokeAccess: {
		'revokes all access of a user': {
			parameters: cleaning,
			sends: { acs_user_id: accessSystemUsers.cleaning },
			items: [{ acs_user_id: accessSystemUsers.cleaning, ...made('revoked') }],
		},
	},
};
