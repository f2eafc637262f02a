import { stringField } from '../../operation';
import { userIdentityField } from '../fields/locators';
import { recordLocator } from '../fields/recordLocator';

export const whichPerson = recordLocator('userIdentityId', userIdentityField, {
	choice: {
		name: 'Key',
		value: 'key',
		description: 'By your own key for the person, such as the guest number',
	},
	name: 'userIdentityKey',
	field: stringField('Person Key', 'Your own key for the person, such as the guest number', {
		placeholder: 'e.g. guest-4711',
	}),
});
