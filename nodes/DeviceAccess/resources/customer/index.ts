import { choiceField, defineOperation, done, noticeField, type Resource } from '../../operation';
import { createPortal } from './createPortal';
import { deleteData } from './deleteData';
import { recordsField, recordsOfRows } from './recordFields';
import { customerKeyField, keysOfRecords, parseData, readRecords } from './records';

const acceptedNotice = noticeField(
	"The service only confirms receipt. It creates nothing, and gives no error, if automations are off, if a space is unknown or has no locks, or if someone else has the same email address. Check with 'Get many access grants' and 'Get many people'.",
);

const pushData = defineOperation({
	value: 'pushData',
	name: 'Push Data',
	action: 'Push customer data',
	description:
		'Send the people, places and stays of a customer to the service, which can create access grants from them',
	endpoint: '/customers/push_data',
	effect: 'write',
	inOrderOf: ['customer_key'],
	kind: done(
		{
			outcome: 'accepted',
			sentence: 'The service accepted the data. It does not say what it created',
		},
		(body) => ({ customer_key: body.customer_key, ...keysOfRecords(body) }),
	),
	fields: {
		acceptedNotice,
		customerKey: customerKeyField,
		specifyData: choiceField(
			'Specify Data',
			'How to enter the data',
			[
				{
					name: 'Using Fields Below',
					value: 'fields',
					description: 'Enter the most used fields of each record',
				},
				{
					name: 'Using JSON',
					value: 'json',
					description: 'Enter any field, with the name that the service uses for it',
				},
			],
			'fields',
			{ notSent: true },
		),
		records: { ...recordsField, showWhen: { specifyData: ['fields'] }, notSent: true },
		data: {
			displayName: 'Data',
			type: 'json',
			default: '{\n\t"guests": [],\n\t"reservations": []\n}',
			description:
				'The records by type, or an expression that returns them. Times need an offset, such as 2030-01-31T15:00:00Z. The node checks types, keys and names, but not the names of other fields.',
			showWhen: { specifyData: ['json'] },
			notSent: true,
		},
	},
	request: ({ specifyData, records, data }, ofFields) => ({
		...ofFields(),
		...readRecords(specifyData === 'json' ? parseData(data) : recordsOfRows(records)),
	}),
});

export const customer: Resource = {
	value: 'customer',
	name: 'Customer',
	description: 'An owner or tenant whose people, places and stays you send to the service',
	operations: [pushData, deleteData, createPortal],
};
