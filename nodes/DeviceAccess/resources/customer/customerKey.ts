import { refuse } from '../../errors/allErrors';
import { InvalidParameterError } from '../../errors/errors';
import { optionalText } from '../../operation/form/checkValues';
import type { Field } from '../../operation/types';

export const customerKeyField = {
	displayName: 'Customer Key',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. owner-7',
	description: "Your own key for the customer, such as the owner's number",
} as const satisfies Field;

/** Throws InvalidParameterError if the field is empty. */
export function requireCustomerKey(value: unknown): string {
	const key = optionalText(value);
	if (key === undefined)
		return refuse(
			new InvalidParameterError("'Customer Key' is empty", 'Enter your own key for the customer.'),
		);
	return key;
}
