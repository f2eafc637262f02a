import { defineOperation, many, one, type Resource } from '../operation';
import { byDevice, byEntrance, bySpace, filtersField } from './fields/filters';
import {
	narrowingUnmanagedGrantField,
	unmanagedAccessGrantField,
	unmanagedAccessMethodField,
} from './fields/locators';
import { outputForms } from './fields/outputForms';

const unmanagedMethodOutput = outputForms(
	'access_method_id',
	[
		'display_name',
		'mode',
		'code',
		'is_issued',
		'issued_at',
		'is_ready_for_encoding',
		'is_ready_for_assignment',
		'created_at',
	],
	[
		'code',
		'created_at',
		'display_name',
		'errors',
		'is_assignment_required',
		'is_encoding_required',
		'is_issued',
		'is_ready_for_assignment',
		'is_ready_for_encoding',
		'issued_at',
		'mode',
		'pending_mutations',
		'warnings',
	],
);

export const unmanagedAccessMethod: Resource = {
	value: 'unmanagedAccessMethod',
	name: 'Unmanaged Access Method',
	description: 'A PIN, card or key of an unmanaged grant. To manage it, convert the grant.',
	operations: [
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many unmanaged access methods',
			description: 'Retrieve a list of the PINs, cards and keys of an unmanaged grant',
			endpoint: '/access_methods/unmanaged/list',
			effect: 'read',
			kind: many('access_methods'),
			output: unmanagedMethodOutput,
			hasIssues: true,
			fields: {
				accessGrantId: unmanagedAccessGrantField,
				filters: filtersField(byDevice, byEntrance, bySpace),
			},
		}),
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get unmanaged access method',
			description: 'Get one PIN, card or key of an unmanaged grant',
			endpoint: '/access_methods/unmanaged/get',
			effect: 'read',
			kind: one('access_method'),
			output: unmanagedMethodOutput,
			hasIssues: true,
			fields: {
				accessGrantId: narrowingUnmanagedGrantField,
				accessMethodId: unmanagedAccessMethodField,
			},
		}),
	],
};
