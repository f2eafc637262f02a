import { InvalidParameterError } from '../../errors/errors';
import { type NestedField, optionalText } from '../../operation';

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

/** In an update: left empty, it clears the member of the record. */
export const clearable = (field: NestedField): NestedField => ({
	...field,
	description: `${field.description}. Leave empty to clear it.`,
	clears: true,
});

/** When somebody new is created: a missing contact never costs a guest the access. */
export const canBeMissing = (field: NestedField): NestedField => ({ ...field, skipsMissing: true });

/** Refused if empty. In an update, leaving it out would keep what the record has of the guest before. */
export const neverEmpty = (field: NestedField): NestedField => ({
	...canBeMissing(field),
	read: (label: string, value: unknown) => {
		const read = field.read?.(label, value) ?? optionalText(value);
		if (read !== undefined) return read;
		throw new InvalidParameterError(`'${label}' is empty`, 'Enter it, or remove the field.');
	},
});

/** The same wherever a text of this name is asked for. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
	accessGrantKey: 'e.g. stay-4711',
	customerKey: 'e.g. owner-7',
	reservationKey: 'e.g. 4711',
	search: 'e.g. room 101',
	spaceKey: 'e.g. room-101',
	userIdentifierKey: 'e.g. user-4711',
	userIdentityKey: 'e.g. guest-4711',
};

export const textField = <const Name extends string>(
	displayName: string,
	name: Name,
	description: string,
	placeholder = PLACEHOLDERS[name],
) =>
	({
		displayName,
		name,
		type: 'string',
		default: '',
		...(placeholder === undefined ? {} : { placeholder }),
		description,
	}) as const satisfies NestedField;
