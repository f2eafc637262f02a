import type { IDataObject } from 'n8n-workflow';
import { type DeviceScope, type Fields, stringField } from '../../operation';
import {
	accessGrantField,
	accessMethodField,
	chosenDevices,
	devicesScopeFields,
} from '../fields/locators';

const otherScopes = [
	{ name: 'By ID', value: 'accessCodes', description: 'The codes with the IDs that you enter' },
	{
		name: 'User',
		value: 'userIdentifier',
		description: 'The codes of one user of your app, by your own user ID',
	},
	{ name: 'Access Grant', value: 'accessGrant', description: 'The codes of one access grant' },
	{
		name: 'Access Grant by Key',
		value: 'accessGrantKey',
		description: 'The codes of one access grant, by your own key',
	},
	{
		name: 'Access Method',
		value: 'accessMethod',
		description: 'The access codes that belong to one access method of a grant',
	},
];

const emptyKey = (label: string) =>
	[`'${label}' is empty`, "Enter it, or choose another entry under 'Codes Of'."] as const;

/** Codes of devices need one list per device. Any other choice needs only one list. */
export const accessCodeScopeFields = {
	...devicesScopeFields,
	devices: {
		...devicesScopeFields.devices,
		displayName: 'Codes Of',
		description: 'Which codes to list',
		options: [...devicesScopeFields.devices.options, ...otherScopes].sort((a, b) =>
			a.name.localeCompare(b.name),
		),
	},
	accessGrantId: { ...accessGrantField, showWhen: { devices: ['accessGrant'] } },
	accessGrantKey: stringField(
		'Access Grant Key',
		'Your own key for the grant, such as the booking number',
		{
			required: true,
			placeholder: 'e.g. stay-4711',
			ifEmpty: emptyKey('Access Grant Key'),
			showWhen: { devices: ['accessGrantKey'] },
		},
	),
	accessMethodId: { ...accessMethodField, showWhen: { devices: ['accessMethod'] } },
	accessCodeIds: stringField('Access Code IDs', 'One or more IDs, separated by commas', {
		takesList: true,
		required: true,
		placeholder: 'e.g. 6a3f1c52-0f5e-4d0a-9a53-2f8f6f0e7b11',
		showWhen: { devices: ['accessCodes'] },
	}),
	userIdentifierKey: stringField(
		'User Identifier Key',
		"The user ID that you set when you created the user's client session (their sign-in to the service)",
		{
			required: true,
			placeholder: 'e.g. user-4711',
			ifEmpty: emptyKey('User Identifier Key'),
			showWhen: { devices: ['userIdentifier'] },
		},
	),
} as const satisfies Fields;

/** Undefined if one request lists all chosen codes. */
export const chosenCodes = (values: IDataObject): DeviceScope | undefined =>
	otherScopes.some(({ value }) => value === values.devices) ? undefined : chosenDevices(values);
