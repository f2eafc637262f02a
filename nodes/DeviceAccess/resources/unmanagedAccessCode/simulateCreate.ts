import { defineOperation, one, optionalPin, stringField } from '../../operation';
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
		name: stringField('Name', 'The name of the code', {
			required: true,
			placeholder: 'e.g. Guest 101',
		}),
		code: stringField('PIN', 'The PIN, 4 to 8 digits', {
			required: true,
			placeholder: 'e.g. 4821',
			read: (label: string, pin: unknown) => optionalPin(label, pin, 4, 8),
		}),
	},
});
