import { stringField } from '../../operation';
import { accessGrantField } from '../fields/locators';
import { recordLocator } from '../fields/recordLocator';

export const grantFields = recordLocator('accessGrantId', accessGrantField, {
	choice: {
		name: 'Key',
		value: 'key',
		description: 'By your own key for the grant, such as the booking number',
	},
	name: 'accessGrantKey',
	field: stringField('Access Grant Key', 'Your own key for the grant, set when it was created', {
		placeholder: 'e.g. stay-4711',
	}),
});
