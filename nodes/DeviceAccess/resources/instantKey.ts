import { type Resource, stringField } from '../operation';
import { RECORDS } from '../wire/recordTable';
import { recordOf } from './fields/recordOperations';
import { byPerson, filtersField } from './fields/filters';
import { instantKeyField } from './fields/locators';
import { recordLocator } from './fields/recordLocator';

const instantKeyFields = recordLocator('instantKeyId', instantKeyField, {
	choice: { name: 'Link', value: 'link', description: 'By the link that the person has' },
	name: 'instantKeyUrl',
	field: stringField('Link', 'The full link', {
		placeholder: 'e.g. https://keys.example.com/4f1c',
	}),
});

const record = recordOf(RECORDS.instantKey);

export const instantKey: Resource = {
	value: 'instantKey',
	name: 'Instant Key',
	description: "A link that puts a person's mobile keys on their phone",
	operations: [
		record.get('Get one instant key, by its ID or link', instantKeyFields),
		record.getMany('Retrieve a list of instant keys', {
			filters: filtersField(byPerson),
		}),
		record.delete('Delete an instant key, so that its link stops working. This cannot be undone.', {
			instantKeyId: instantKeyField,
		}),
	],
};
