import { choiceField, type Field, type Fields, stringField } from '../../operation';

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
	findBy: choiceField('Find By', 'How to find the record', [FROM_LIST_OR_ID, choice], 'id', {
		notSent: true,
	}),
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
		field: stringField(
			'Device Name',
			// docs/service.md#devices-8
			`${nameDescription}. If several devices have it, you can get any of them: then use the ID.`,
			{ wire: 'name', placeholder: 'e.g. Front Door' },
		),
	});
