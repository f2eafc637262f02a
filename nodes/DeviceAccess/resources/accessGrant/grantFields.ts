import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import { type Field, optionalPin } from '../../operation';
import { CARD, CLOUD_KEY, MOBILE_KEY } from '../fields/accessModes';

export const ENDS_AT = {
	displayName: 'Ends At',
	name: 'endsAt',
	type: 'dateTime',
	default: '',
	description: 'When access ends',
	laterThan: 'startsAt',
} as const;
export const NAME = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Stay of guest 101',
	description: 'The name of the grant',
} as const;
export const NO_END = {
	displayName: 'No End',
	name: 'hasNoEnd',
	type: 'boolean',
	default: true,
	description: 'Whether to remove the end, so that access lasts until you delete the grant',
	wire: 'ends_at',
	read: (_label: string, hasNoEnd: unknown) => (hasNoEnd === true ? null : undefined),
} as const;
export const STARTS_AT = {
	displayName: 'Starts At',
	name: 'startsAt',
	type: 'dateTime',
	default: '',
	description: 'When access starts',
} as const;

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
				{
					displayName: 'Mode',
					name: 'mode',
					type: 'options',
					options: [
						CARD,
						CLOUD_KEY,
						MOBILE_KEY,
						{ name: 'PIN', value: 'code', description: 'Digits to type at the lock' },
					],
					default: 'code',
					description: 'What the person opens the doors with',
				},
				{
					displayName: 'PIN',
					name: 'code',
					type: 'string',
					default: '',
					placeholder: 'e.g. 4821',
					description: 'The PIN, 4 to 9 digits. Leave empty to let the service choose one.',
					showWhen: { mode: ['code'] },
				},
				{
					displayName: 'Max Link Uses',
					name: 'instantKeyMaxUseCount',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: 1,
					description: 'How many times the link to the mobile key can be opened',
					showWhen: { mode: ['mobile_key'] },
				},
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
