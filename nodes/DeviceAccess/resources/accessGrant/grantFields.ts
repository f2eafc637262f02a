import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import {
	booleanField,
	choiceField,
	dateTimeField,
	type Field,
	numberField,
	optionalPin,
	stringField,
} from '../../operation';
import { CARD, CLOUD_KEY, MOBILE_KEY } from '../fields/accessModes';

export const ENDS_AT = dateTimeField('Ends At', 'When access ends', {
	name: 'endsAt',
	laterThan: 'startsAt',
});
export const NAME = stringField('Name', 'The name of the grant', {
	name: 'name',
	placeholder: 'e.g. Stay of guest 101',
});
export const NO_END = booleanField(
	'No End',
	'Whether to remove the end, so that access lasts until you delete the grant',
	true,
	{
		name: 'hasNoEnd',
		wire: 'ends_at',
		read: (_label: string, hasNoEnd: unknown) => (hasNoEnd === true ? null : undefined),
	},
);
export const STARTS_AT = dateTimeField('Starts At', 'When access starts', { name: 'startsAt' });

export const requestedAccessMethodsField = {
	displayName: 'Access Methods',
	type: 'fixedCollection' as const,
	typeOptions: { multipleValues: true },
	placeholder: 'Add Method',
	default: {},
	required: true,
	description: 'How the person opens the doors',
	read: (_label: string, rows: unknown) => requestedMethods(rows as IDataObject),
	ifEmpty: ["'Access Methods' is empty", 'Add at least one way to open the doors, such as a PIN.'],
	options: [
		{
			displayName: 'Method',
			name: 'method',
			values: [
				choiceField(
					'Mode',
					'What the person opens the doors with',
					[
						CARD,
						CLOUD_KEY,
						MOBILE_KEY,
						{ name: 'PIN', value: 'code', description: 'Digits to type at the lock' },
					],
					'code',
					{ name: 'mode' },
				),
				stringField('PIN', 'The PIN, 4 to 9 digits. Leave empty to let the service choose one.', {
					name: 'code',
					placeholder: 'e.g. 4821',
					showWhen: { mode: ['code'] },
				}),
				numberField('Max Link Uses', 'How many times the link to the mobile key can be opened', 1, {
					name: 'instantKeyMaxUseCount',
					typeOptions: { minValue: 1 },
					showWhen: { mode: ['mobile_key'] },
				}),
			],
		},
	],
} satisfies Field;

function requestedMethods({ method: rows }: IDataObject) {
	if (!Array.isArray(rows) || rows.length === 0) return undefined;
	return (rows as IDataObject[]).map(({ mode, code, instantKeyMaxUseCount }) => {
		if (mode === 'code') return { mode, code: optionalPin('PIN', code, 4, 9) };
		if (mode !== 'mobile_key') return { mode };
		const count = Number(instantKeyMaxUseCount ?? 1);
		if (!Number.isInteger(count) || count < 1)
			throw new InvalidParameterError("'Max Link Uses' must be a whole number of 1 or more");
		return { mode, instant_key_max_use_count: count };
	});
}
