import { InvalidParameterError } from '../../errors/errors';
import { type NestedField, optionalText, stringField } from '../../operation';
import { canBeMissing, neverEmpty } from './collections';

export const PERSON_FIELDS: NestedField[] = [
	stringField('Email Address', 'The email address of the person', {
		name: 'emailAddress',
		placeholder: 'e.g. guest@example.com',
	}),
	stringField('Full Name', 'The name of the person', {
		name: 'fullName',
		placeholder: 'e.g. Guest of Room 101',
	}),
	stringField(
		'Person Key',
		'Your own unique key for the person, such as the guest number in your booking system',
		{ name: 'userIdentityKey', placeholder: 'e.g. guest-4711' },
	),
	stringField('Phone Number', 'The phone number of the person, with the country code', {
		name: 'phoneNumber',
		placeholder: 'e.g. +15550100000',
		read: optionalPhoneNumber,
	}),
];

/** Of somebody who is created. With an empty key, the same person would be made again each time. */
export const NEW_PERSON_FIELDS = PERSON_FIELDS.map((field) =>
	field.name === 'userIdentityKey' ? neverEmpty(field) : canBeMissing(field),
);

/**
 * Removes the zero in parentheses from +49 (0)151, because it is only for calls inside the country.
 */
export const withoutTrunkZero = (phoneNumber: string): string =>
	phoneNumber.replace(/^(\s*(?:\+|00)\s*\d{1,3})\s*\(0\)/, '$1');

function optionalPhoneNumber(_label: string, value: unknown): string | undefined {
	const entered = optionalText(value);
	const text = entered && withoutTrunkZero(entered).replace(/[\s()-]/g, '');
	if (text === undefined || /^\+[1-9]\d{1,14}$/.test(text)) return text;
	throw new InvalidParameterError(
		"'Phone Number' needs the country code",
		'Enter it with a plus sign, such as +15550100000.',
	);
}
