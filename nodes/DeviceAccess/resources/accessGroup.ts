import type { IDataObject } from 'n8n-workflow';
import {
	defineOperation,
	done,
	type Fields,
	many,
	one,
	requireUuid,
	type Resource,
} from '../operation';
import { accessGroupField, accessSystemUserField, userIdentityField } from './fields/locators';
import { outputForms } from './fields/outputForms';
import {
	accessSystemUserOutput,
	isInGroup,
	memberBodyOf,
	memberFieldsOf,
} from './fields/accessSystemUser';
import { byAccessSystem, filtersField, recordFilter, textFilter } from './fields/filters';

const accessGroupOutput = outputForms(
	'acs_access_group_id',
	[
		'display_name',
		'external_type',
		'external_type_display_name',
		'access_schedule.starts_at',
		'access_schedule.ends_at',
		'acs_system_id',
		'created_at',
	],
	[
		'access_schedule',
		'acs_system_id',
		'connected_account_id',
		'created_at',
		'display_name',
		'errors',
		'external_type',
		'external_type_display_name',
		'name',
		'pending_mutations',
		'warnings',
	],
);

const memberFields = {
	accessGroupId: accessGroupField,
	...memberFieldsOf('Find Member By', 'How to identify who joins or leaves the group'),
} as const satisfies Fields;

const memberBody = ({ accessGroupId, ...member }: IDataObject) => ({
	acs_access_group_id: requireUuid('Access Group', accessGroupId),
	...memberBodyOf(member),
});

const MEMBER_IDS = ['acs_access_group_id', 'acs_user_id', 'user_identity_id'];

export const accessGroup: Resource = {
	value: 'accessGroup',
	name: 'Access Group',
	description: 'A group of users in an access system who can open the same doors',
	operations: [
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many access groups',
			description: 'Retrieve a list of the groups of access systems',
			endpoint: '/acs/access_groups/list',
			effect: 'read',
			kind: many('acs_access_groups'),
			output: accessGroupOutput,
			hasIssues: true,
			fields: {
				filters: filtersField(
					byAccessSystem,
					recordFilter(
						accessSystemUserField,
						'accessSystemUserId',
						'Only groups that this user is in',
					),
					textFilter('Search', 'search', 'Only groups whose name or ID contains this text'),
					recordFilter(userIdentityField, 'userIdentityId', 'Only groups that this person is in'),
				),
			},
		}),
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get access group',
			description: 'Get one group of an access system',
			endpoint: '/acs/access_groups/get',
			effect: 'read',
			kind: one('acs_access_group'),
			output: accessGroupOutput,
			hasIssues: true,
			fields: { accessGroupId: accessGroupField },
		}),
		defineOperation({
			value: 'getUsers',
			name: 'Get Users',
			action: 'Get users of access group',
			description: 'Retrieve a list of the users in a group',
			endpoint: '/acs/access_groups/list_users',
			effect: 'read',
			kind: many('acs_users'),
			output: accessSystemUserOutput,
			hasIssues: true,
			fields: { accessGroupId: accessGroupField },
		}),
		defineOperation({
			value: 'getEntrances',
			name: 'Get Entrances',
			action: 'Get entrances of access group',
			description: 'Retrieve a list of the entrances that a group can open',
			endpoint: '/acs/access_groups/list_accessible_entrances',
			effect: 'read',
			kind: many('acs_entrances'),
			hasIssues: true,
			fields: { accessGroupId: accessGroupField },
		}),
		defineOperation({
			value: 'addUser',
			name: 'Add User',
			action: 'Add user to access group',
			description: 'Add a person or a user of the access system to a group',
			endpoint: '/acs/access_groups/add_user',
			effect: 'write',
			kind: done('added', MEMBER_IDS, { check: isInGroup(true) }),
			fields: memberFields,
			request: memberBody,
		}),
		defineOperation({
			value: 'removeUser',
			name: 'Remove User',
			action: 'Remove user from access group',
			description: 'Remove a person or a user of the access system from a group',
			endpoint: '/acs/access_groups/remove_user',
			effect: 'write',
			kind: done('removed', MEMBER_IDS, { check: isInGroup(false) }),
			fields: memberFields,
			request: memberBody,
		}),
		defineOperation({
			value: 'delete',
			name: 'Delete',
			action: 'Delete access group',
			description:
				'Delete a group from its access system. Its users lose the access that the group gave them. This cannot be undone.',
			endpoint: '/acs/access_groups/delete',
			effect: 'write',
			kind: done('deleted', ['acs_access_group_id']),
			fields: { accessGroupId: accessGroupField },
		}),
	],
};
