import { InvalidParameterError } from '../../errors/errors';
import { type NestedField, optionalText } from '../../operation';

export const PERSON_FIELDS: NestedField[] = [
	{
		displayName: 'Email Address',
		name: 'emailAddress',
		type: 'string',
		default: '',
		placeholder: 'e.g. guest@example.com',
		description: 'The email address of the person',
	},
	{
		displayName: 'Full Name',
		name: 'fullName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Guest of Room 101',
		description: 'The name of the person',
	},
	{
		displayName: 'Person Key',
		name: 'userIdentityKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. guest-4711',
		description:
			'Your own unique key for the person, such as the guest number in your booking system',
	},
	{
		displayName: 'Phone Number',
		name: 'phoneNumber',
		type: 'string',
		default: '',
		placeholder: 'e.g. +15550100000',
		description: 'The phone number of the person, with the country code',
		read: optionalPhoneNumber,
	},
];

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
