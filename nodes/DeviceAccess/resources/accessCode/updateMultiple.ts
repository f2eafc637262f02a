import { InvalidParameterError } from '../../errors/errors';
import { optionalText } from '../../operation/checkValues';
import { defineOperation, done } from '../../operation/defineOperation';
import { CODE_PROPERTIES, codeBody } from './codeFields';
import { isNobody } from '../fields/person';

const { endsAt, name, startsAt } = CODE_PROPERTIES;

export const updateMultipleAccessCodes = defineOperation({
	value: 'updateMultiple',
	name: 'Update Multiple',
	action: 'Update multiple access codes',
	description: 'Change the name or the times of all managed codes that are linked by a common key',
	endpoint: '/access_codes/update_multiple',
	effect: 'write',
	returns: done('updated', ['common_code_key']),
	fields: {
		commonCodeKey: {
			displayName: 'Common Code Key',
			type: 'string',
			required: true,
			default: '',
			description: "The 'common_code_key' of the codes: your own, or the one that 'Create Multiple' has given them",
		},
		updateFields: { displayName: 'Update Fields', type: 'collection', placeholder: 'Add Field', default: {}, options: [endsAt, name, startsAt] },
	},
	request: ({ commonCodeKey, updateFields }) => {
		const key = optionalText(commonCodeKey);
		if (key === undefined) throw new InvalidParameterError("'Common Code Key' is empty", 'Enter the key that links the codes.');
		const changes = codeBody(updateFields);
		if (isNobody(changes)) throw new InvalidParameterError('There is nothing to change', "Add a field under 'Update Fields'.");
		return { common_code_key: key, ...changes };
	},
});
