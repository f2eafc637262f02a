import type { Field, Fields } from '../../operation';

export const FROM_LIST_OR_ID = {
	name: 'From List or ID',
	value: 'id',
	description: 'Choose from the list, or enter the ID',
} as const;

export const emptyUnderFindBy = (displayName: string) =>
	[`'${displayName}' is empty`, "Enter it, or choose 'From List or ID' under 'Find By'."] as const;

/** A way other than the ID, such as the key. */
interface OtherWay {
	choice: { name: string; value: string; description: string };
	name: string;
	field: Field;
}

export const recordLocator = (
	idName: string,
	idField: Field,
	{ choice, name, field }: OtherWay,
): Fields => ({
	findBy: {
		displayName: 'Find By',
		type: 'options',
		options: [FROM_LIST_OR_ID, choice],
		default: 'id',
		description: 'How to find the record',
		notSent: true,
	},
	[idName]: { ...idField, showWhen: { findBy: ['id'] } },
	[name]: {
		...field,
		required: true,
		ifEmpty: emptyUnderFindBy(field.displayName),
		showWhen: { findBy: [choice.value] },
	},
});

export const deviceByIdOrName = (field: Field, nameDescription: string) =>
	recordLocator('deviceId', field, {
		choice: { name: 'Name', value: 'name', description: 'By the full name of the device' },
		name: 'deviceName',
		field: {
			displayName: 'Device Name',
			type: 'string',
			wire: 'name',
			default: '',
			placeholder: 'e.g. Front Door',
			description: nameDescription,
		},
	});
