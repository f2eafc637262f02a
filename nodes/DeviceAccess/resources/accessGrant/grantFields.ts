import type { IDataObject } from 'n8n-workflow';
import { refuse } from '../../errors/allErrors';
import { InvalidParameterError } from '../../errors/errors';
import {
	type Field,
	optionalDateTime,
	optionalPin,
	optionalText,
	requireTimeOrder,
} from '../../operation';
import { CARD, CLOUD_KEY, MOBILE_KEY } from '../fields/accessModes';

export const ENDS_AT = {
	displayName: 'Ends At',
	name: 'endsAt',
	type: 'dateTime',
	default: '',
	description: 'When access ends',
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
} as const;
export const STARTS_AT = {
	displayName: 'Starts At',
	name: 'startsAt',
	type: 'dateTime',
	default: '',
	description: 'When access starts',
} as const;

/** The access methods to issue, one per row. */
export const requestedAccessMethodsField = {
	displayName: 'Access Methods',
	type: 'fixedCollection' as const,
	typeOptions: { multipleValues: true },
	placeholder: 'Add Method',
	default: {},
	required: true,
	description: 'How the person opens the doors',
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

/** Converts the rows above for the request. */
export function requestedMethods(value: IDataObject) {
	const rows = Array.isArray(value.method) ? (value.method as IDataObject[]) : [];
	if (rows.length === 0)
		return refuse(
			new InvalidParameterError(
				"'Access Methods' is empty",
				'Add at least one way to open the doors, such as a PIN.',
			),
		);
	return rows.map(({ mode, code, instantKeyMaxUseCount }) => {
		if (mode === 'code') return { mode, code: optionalPin('PIN', code, 4, 9) };
		if (mode !== 'mobile_key') return { mode };
		const count = Number(instantKeyMaxUseCount ?? 1);
		if (!Number.isInteger(count) || count < 1)
			return refuse(
				new InvalidParameterError("'Max Link Uses' must be a whole number of 1 or more"),
			);
		return { mode, instant_key_max_use_count: count };
	});
}

/** Name and times for the request. */
export function timesBody({ startsAt, endsAt, hasNoEnd, name }: IDataObject) {
	const start = optionalDateTime('Starts At', startsAt);
	const end = optionalDateTime('Ends At', endsAt);
	requireTimeOrder('Starts At', start, 'Ends At', end);
	if (hasNoEnd === true && end !== undefined)
		throw new InvalidParameterError(
			"Use either 'Ends At' or 'No End'",
			'Remove one of the two fields.',
		);
	return { name: optionalText(name), starts_at: start, ends_at: hasNoEnd === true ? null : end };
}
