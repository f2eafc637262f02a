import { refuse } from '../../errors/allErrors';
import { InvalidParameterError } from '../../errors/errors';
import { defineOperation, one, optionalPin, optionalText, requireUuid } from '../../operation';
import { deviceField } from '../fields/locators';
import { simulated } from '../fields/simulated';

export const simulateUnmanagedAccessCode = defineOperation({
	value: 'simulateCreate',
	name: 'Simulate Create',
	action: 'Simulate creation of unmanaged access code',
	description:
		'Create an unmanaged code on a lock in a sandbox workspace, as if someone entered it at the lock',
	endpoint: '/access_codes/simulate/create_unmanaged_access_code',
	effect: 'write',
	kind: simulated(one('access_code')),
	fields: {
		deviceId: deviceField,
		name: {
			displayName: 'Name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Guest 101',
			description: 'The name of the code',
		},
		code: {
			displayName: 'PIN',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 4821',
			description: 'The PIN, 4 to 8 digits',
		},
	},
	request: ({ deviceId, name, code }) => ({
		device_id: requireUuid('Device', deviceId),
		name: required('Name', optionalText(name)),
		code: required('PIN', optionalPin('PIN', code, 4, 8)),
	}),
});

function required(label: string, text: string | undefined): string {
	if (text === undefined) return refuse(new InvalidParameterError(`'${label}' is empty`));
	return text;
}
