import type { IDataObject } from 'n8n-workflow';
import { refuse } from '../../errors/allErrors';
import { InvalidParameterError } from '../../errors/errors';
import type { WireObject } from '../../wire/records';
import { type Field, type Fields, optionalText, requireUuid } from '../../operation';

/**
 * One of two ways to choose a record: the field of the node, and the name of its request parameter.
 */
interface Way {
	name: string;
	wireName: string;
	field: Field;
}

/** The way other than the ID, with its choice under Find By, such as Key. */
interface OtherWay extends Way {
	choice: { name: string; value: string; description: string };
}

/** The first choice under Find By. */
export const FROM_LIST_OR_ID = {
	name: 'From List or ID',
	value: 'id',
	description: 'Choose from the list, or enter the ID',
} as const;

/**
 * Fields to choose a record by its ID or in one other way. `body` returns the one request parameter
 * for the record, and throws InvalidParameterError for an empty field or an invalid ID.
 */
export function recordLocator(
	byId: Way,
	other: OtherWay,
): { fields: Fields; body: (values: IDataObject) => WireObject } {
	const fields: Fields = {
		findBy: {
			displayName: 'Find By',
			type: 'options',
			options: [FROM_LIST_OR_ID, other.choice],
			default: 'id',
			description: 'How to find the record',
		},
		[byId.name]: { ...byId.field, showWhen: { findBy: ['id'] } },
		[other.name]: { ...other.field, required: true, showWhen: { findBy: [other.choice.value] } },
	};
	const body = (values: IDataObject): WireObject => {
		if (values.findBy !== other.choice.value)
			return { [byId.wireName]: requireUuid(byId.field.displayName, values[byId.name]) };
		const text = optionalText(values[other.name]);
		if (text === undefined)
			return refuse(
				new InvalidParameterError(
					`'${other.field.displayName}' is empty`,
					"Enter it, or choose 'From List or ID' under 'Find By'.",
				),
			);
		return { [other.wireName]: text };
	};
	return { fields, body };
}

/** A device, by its ID or its full name. */
export const deviceByIdOrName = (field: Field, nameDescription: string) =>
	recordLocator(
		{ name: 'deviceId', wireName: 'device_id', field },
		{
			name: 'deviceName',
			wireName: 'name',
			choice: { name: 'Name', value: 'name', description: 'By the full name of the device' },
			field: {
				displayName: 'Device Name',
				type: 'string',
				default: '',
				placeholder: 'e.g. Front Door',
				description: nameDescription,
			},
		},
	);
