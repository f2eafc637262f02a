import type { IDataObject } from 'n8n-workflow';
import { refuse } from '../../errors/allErrors';
import { InvalidParameterError } from '../../errors/errors';
import type { WireObject } from '../../wire/records';
import {
	type DeviceScope,
	type Fields,
	optionalText,
	requireUuid,
	requireUuids,
} from '../../operation';
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

/**
 * Which managed codes to list. Codes of devices need one list per device. Any other choice needs
 * only one list.
 */
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
	accessGrantKey: {
		displayName: 'Access Grant Key',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. stay-4711',
		description: 'Your own key for the grant, such as the booking number',
		showWhen: { devices: ['accessGrantKey'] },
	},
	accessMethodId: { ...accessMethodField, showWhen: { devices: ['accessMethod'] } },
	accessCodeIds: {
		displayName: 'Access Code IDs',
		type: 'string',
		takesList: true,
		required: true,
		default: '',
		placeholder: 'e.g. 6a3f1c52-0f5e-4d0a-9a53-2f8f6f0e7b11',
		description: 'One or more IDs, separated by commas',
		showWhen: { devices: ['accessCodes'] },
	},
	userIdentifierKey: {
		displayName: 'User Identifier Key',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. user-4711',
		description:
			"The user ID that you set when you created the user's client session (their sign-in to the service)",
		showWhen: { devices: ['userIdentifier'] },
	},
} as const satisfies Fields;

/**
 * Functions that return the request parameters, for each scope without devices. They throw
 * InvalidParameterError for an invalid ID or an empty field.
 */
const FILTERS: Readonly<Record<string, (values: IDataObject) => WireObject>> = {
	accessCodes: ({ accessCodeIds }) => ({
		access_code_ids: requireUuids('Access Code IDs', accessCodeIds),
	}),
	accessGrant: ({ accessGrantId }) => ({
		access_grant_id: requireUuid('Access Grant', accessGrantId),
	}),
	accessGrantKey: ({ accessGrantKey }) => ({
		access_grant_key: requireKey('Access Grant Key', accessGrantKey),
	}),
	accessMethod: ({ accessMethodId }) => ({
		access_method_id: requireUuid('Access Method', accessMethodId),
	}),
	userIdentifier: ({ userIdentifierKey }) => ({
		user_identifier_key: requireKey('User Identifier Key', userIdentifierKey),
	}),
};

function requireKey(label: string, value: unknown): string {
	const key = optionalText(value);
	if (key === undefined)
		return refuse(
			new InvalidParameterError(
				`'${label}' is empty`,
				"Enter it, or choose another entry under 'Codes Of'.",
			),
		);
	return key;
}

const filterOf = ({ devices }: IDataObject) => FILTERS[String(devices)];

/**
 * The devices to list codes from, one by one, or undefined if one request lists all chosen codes.
 */
export const chosenCodes = (values: IDataObject): DeviceScope | undefined =>
	filterOf(values) ? undefined : chosenDevices(values);

/** The parameters of the request that lists all chosen codes. */
export const codeFilters = (values: IDataObject): WireObject => filterOf(values)?.(values) ?? {};
