import type { Resource } from '../operation';
import { recordOf } from './fields/recordOperations';
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
	['errors', 'is_assignment_required', 'is_encoding_required', 'pending_mutations', 'warnings'],
);

const record = recordOf({
	root: '/access_methods/unmanaged',
	member: 'access_method',
	name: 'unmanaged access method',
	output: unmanagedMethodOutput,
	hasIssues: true,
});

export const unmanagedAccessMethod: Resource = {
	value: 'unmanagedAccessMethod',
	name: 'Unmanaged Access Method',
	description: 'A PIN, card or key of an unmanaged grant. To manage it, convert the grant.',
	operations: [
		record.getMany('Retrieve a list of the PINs, cards and keys of an unmanaged grant', {
			accessGrantId: unmanagedAccessGrantField,
			filters: filtersField(byDevice, byEntrance, bySpace),
		}),
		record.get('Get one PIN, card or key of an unmanaged grant', {
			accessGrantId: narrowingUnmanagedGrantField,
			accessMethodId: unmanagedAccessMethodField,
		}),
	],
};
