import { InvalidParameterError } from '../../errors/errors';
import { choiceField, defineOperation, done, optionalTexts, stringField } from '../../operation';
import { keyChoices, keyOf, RECORD_TYPES } from './records';

const CUSTOMER_KEY = 'customer_key';
const RECORD_KEYS = RECORD_TYPES.map(keyOf)
	.filter((key) => key !== 'site_key')
	.sort();

export const deleteData = defineOperation({
	value: 'deleteData',
	name: 'Delete Data',
	action: 'Delete customer data',
	description:
		'Delete data of a customer, with the access that the service created from it. This cannot be undone.',
	endpoint: '/customers/delete_data',
	effect: 'write',
	kind: done(
		{
			outcome: 'accepted',
			sentence: 'The service accepted the deletion. It does not say what it deleted',
		},
		[CUSTOMER_KEY, ...RECORD_KEYS].map((key) => `${key}s`),
	),
	fields: {
		keyType: choiceField(
			'Delete',
			'What to delete. Enter the keys below.',
			[{ name: 'All Data of a Customer', value: CUSTOMER_KEY }, ...keyChoices(RECORD_KEYS)].sort(
				(a, b) => a.name.localeCompare(b.name),
			),
			CUSTOMER_KEY,
			{ notSent: true },
		),
		keys: stringField(
			'Keys',
			'Your own keys for the customers or records to delete, separated by commas',
			{
				takesList: true,
				required: true,
				placeholder: 'e.g. owner-7',
				read: (_label: string, keys: unknown) => optionalTexts(keys),
			},
		),
		confirmKeys: stringField('Confirm Keys', 'The same keys again, to confirm the deletion', {
			takesList: true,
			required: true,
			notSent: true,
		}),
	},
	request: ({ keyType, confirmKeys }, ofFields) => {
		if (![CUSTOMER_KEY, ...RECORD_KEYS].includes(keyType))
			throw new InvalidParameterError(
				"'Delete' has an unknown value, so nothing was deleted",
				`Choose a value from the list, or use one of these values: ${[CUSTOMER_KEY, ...RECORD_KEYS].join(', ')}.`,
			);
		const { keys: chosen } = ofFields();
		if (JSON.stringify(chosen) !== JSON.stringify(optionalTexts(confirmKeys))) {
			throw new InvalidParameterError(
				"'Confirm Keys' differs from 'Keys', so nothing was deleted",
				'Enter the same keys in the same order in both fields.',
			);
		}
		return { [`${keyType}s`]: chosen };
	},
});
