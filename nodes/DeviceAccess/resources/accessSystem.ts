import { defineOperation, many, type Resource } from '../operation';
import { RECORDS } from '../wire/recordTable';
import { recordOf } from './fields/recordOperations';
import { accessSystemField } from './fields/locators';
import { outputForms } from './fields/outputForms';
import { byConnectedAccount, byCustomer, filtersField, textFilter } from './fields/filters';

const accessSystemOutput = outputForms(
	'acs_system_id',
	[
		'name',
		'external_type',
		'external_type_display_name',
		'connected_account_id',
		'acs_user_count',
		'acs_access_group_count',
		'created_at',
	],
	['connected_account_ids', 'errors', 'is_credential_manager', 'warnings', 'workspace_id'],
	{ acs_access_group_count: 'Access Group Count', acs_user_count: 'User Count' },
);

const record = recordOf(RECORDS.accessSystem, accessSystemOutput);

export const accessSystem: Resource = {
	value: 'accessSystem',
	name: 'Access System',
	description: 'A system that controls the doors, cards and users of a building',
	operations: [
		record.get('Get one access system', { accessSystemId: accessSystemField }),
		record.getMany('Retrieve a list of access systems', {
			filters: filtersField(
				byConnectedAccount,
				byCustomer,
				textFilter('Search', 'search', 'Only systems whose name or ID contains this text'),
			),
		}),
		defineOperation({
			value: 'getManagers',
			name: 'Get Managers',
			action: 'Get managers of access system',
			description:
				'Retrieve a list of the credential managers that work with an access system. They issue its mobile keys.',
			endpoint: '/acs/systems/list_compatible_credential_manager_acs_systems',
			effect: 'read',
			kind: many('acs_systems'),
			output: accessSystemOutput,
			hasIssues: true,
			fields: { accessSystemId: accessSystemField },
		}),
	],
};
