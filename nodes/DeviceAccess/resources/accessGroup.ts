import { defineOperation, done, type Fields, many, type Resource } from '../operation';
import { RECORDS } from '../wire/recordTable';
import { recordOf } from './fields/recordOperations';
import { accessGroupField } from './fields/locators';
import { outputForms } from './fields/outputForms';
import { accessSystemUserOutput, isInGroup, memberFieldsOf } from './fields/accessSystemUser';
import {
	byAccessSystem,
	byAccessSystemUser,
	byPerson,
	filtersField,
	textFilter,
} from './fields/filters';

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
	['access_schedule', 'connected_account_id', 'errors', 'name', 'pending_mutations', 'warnings'],
);

const memberFields = {
	accessGroupId: accessGroupField,
	...memberFieldsOf('Find Member By', 'How to identify who joins or leaves the group'),
} as const satisfies Fields;

const MEMBER_IDS = ['acs_access_group_id', 'acs_user_id', 'user_identity_id'];

const record = recordOf(RECORDS.accessGroup, accessGroupOutput);

export const accessGroup: Resource = {
	value: 'accessGroup',
	name: 'Access Group',
	description: 'A group of users in an access system who can open the same doors',
	operations: [
		record.getMany('Retrieve a list of the groups of access systems', {
			filters: filtersField(
				byAccessSystem,
				byAccessSystemUser,
				textFilter('Search', 'search', 'Only groups whose name or ID contains this text'),
				byPerson,
			),
		}),
		record.get('Get one group of an access system', { accessGroupId: accessGroupField }),
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
		}),
		record.delete(
			'Delete a group from its access system. Its users lose its access. This cannot be undone.',
			{ accessGroupId: accessGroupField },
		),
	],
};
