import { userIdentityField } from '../fields/locators';
import { recordLocator } from '../fields/recordLocator';

export const whichPerson = recordLocator('userIdentityId', userIdentityField, {
	choice: {
		name: 'Key',
		value: 'key',
		description: 'By your own key for the person, such as the guest number',
	},
	name: 'userIdentityKey',
	field: {
		displayName: 'Person Key',
		type: 'string',
		default: '',
		placeholder: 'e.g. guest-4711',
		description: 'Your own key for the person, such as the guest number',
	},
});
