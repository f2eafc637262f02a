import { defineOperation, done, stringField } from '../../operation';
import { CODE_PROPERTIES } from './codeFields';
import { neverEmpty, updateFieldsOf } from '../fields/collections';

const { endsAt, name, startsAt } = CODE_PROPERTIES;

export const updateMultipleAccessCodes = defineOperation({
	value: 'updateMultiple',
	name: 'Update Linked Codes',
	action: 'Update name or times of linked access codes',
	description:
		'Change the name or times of all codes with the same common code key. Locks that are offline get them later.',
	endpoint: '/access_codes/update_multiple',
	effect: 'write',
	inOrderOf: ['common_code_key'],
	kind: done('updated', ['common_code_key']),
	fields: {
		commonCodeKey: stringField(
			'Common Code Key',
			"The key that links the codes: your own, or the 'common_code_key' in the output of 'Create Multiple' with an empty 'PIN'",
			{ required: true, placeholder: 'e.g. stay-4711' },
		),
		updateFields: updateFieldsOf(endsAt, neverEmpty(name), startsAt),
	},
});
