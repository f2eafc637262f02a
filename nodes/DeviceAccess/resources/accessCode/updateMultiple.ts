import { InvalidParameterError } from '../../errors/errors';
import { isEmptyBody, optionalText } from '../../operation/checkValues';
import { defineOperation } from '../../operation/defineOperation';
import { done } from '../../operation/kinds/done';
import { CODE_PROPERTIES, codeBody } from './codeFields';
import { updateFieldsOf } from '../fields/collections';

const { endsAt, name, startsAt } = CODE_PROPERTIES;

export const updateMultipleAccessCodes = defineOperation({
	value: 'updateMultiple',
	name: 'Update Multiple',
	action: 'Update multiple access codes',
	description: 'Change the name or the times of all managed codes that are linked by a common key',
	endpoint: '/access_codes/update_multiple',
	effect: 'write',
	kind: done('updated', ['common_code_key']),
	fields: {
		commonCodeKey: {
			displayName: 'Common Code Key',
			type: 'string',
			required: true,
			default: '',
			description: "The 'common_code_key' of the codes: your own, or the one that 'Create Multiple' has given them",
		},
		updateFields: updateFieldsOf(endsAt, name, startsAt),
	},
	request: ({ commonCodeKey, updateFields }) => {
		const key = optionalText(commonCodeKey);
		if (key === undefined) throw new InvalidParameterError("'Common Code Key' is empty", 'Enter the key that links the codes.');
		const changes = codeBody(updateFields);
		if (isEmptyBody(changes)) throw new InvalidParameterError('There is nothing to change', "Add a field under 'Update Fields'.");
		return { common_code_key: key, ...changes };
	},
});
