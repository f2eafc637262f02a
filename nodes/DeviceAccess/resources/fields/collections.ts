import type { NestedField } from '../../operation';

const collection = (displayName: string, options: NestedField[]) =>
	({ displayName, type: 'collection', placeholder: 'Add Field', default: {}, options }) as const;

export const additionalFieldsOf = (...options: NestedField[]) =>
	collection('Additional Fields', options);

/** An item must have one of them. */
export const updateFieldsOf = (...options: NestedField[]) =>
	({
		...collection('Update Fields', options),
		ifEmpty: ['There is nothing to change', "Add a field under 'Update Fields'."],
	}) as const;

export const textField = <const Name extends string>(
	displayName: string,
	name: Name,
	description: string,
) =>
	({ displayName, name, type: 'string', default: '', description }) as const satisfies NestedField;
