import {
	booleanField,
	choiceField,
	dateTimeField,
	type NestedField,
	optionalPin,
	stringField,
} from '../../operation';
import { additionalFieldsOf } from '../fields/collections';
import { byAccessSystem, recordsFilter, severalOf } from '../fields/filters';
import { accessCredentialField } from '../fields/locators';

const LEAST_DIGITS = 1;
const MOST_DIGITS = 20;

export const CODE: NestedField = stringField('PIN', 'The PIN, digits only', {
	name: 'code',
	placeholder: 'e.g. 4821',
	read: (label: string, pin: unknown) => optionalPin(label, pin, LEAST_DIGITS, MOST_DIGITS),
});
export const ENDS_AT: NestedField = dateTimeField('Ends At', 'When the credential stops working', {
	name: 'endsAt',
	laterThan: 'startsAt',
});
const STARTS_AT: NestedField = dateTimeField('Starts At', 'When the credential starts to work', {
	name: 'startsAt',
});

const JOINED = {
	...recordsFilter(
		accessCredentialField,
		'Visionline: Joined Credentials',
		'visionlineJoinerCredentialIds',
		'The credentials that work alongside this one',
	),
	wire: 'visionline_metadata.joiner_acs_credential_ids' as const,
};

const yesOrNo = <const Name extends string>(
	displayName: string,
	name: Name,
	wire: NonNullable<NestedField['wire']>,
	description: string,
) => booleanField(displayName, description, true, { name, wire });

/** Fields for one lock maker begin with its name. */
export const newCredentialFields = additionalFieldsOf(
	{
		...byAccessSystem,
		displayName: 'Credential Manager',
		name: 'credentialManagerId',
		wire: 'credential_manager_acs_system_id',
		description: 'The system that issues the mobile keys',
	},
	{ ...ENDS_AT, leftOutBy: 'never' },
	{
		...severalOf('Entrance', 'getEntrances'),
		name: 'entranceIds',
		hint: 'The doors that the credential opens',
		wire: 'allowed_acs_entrance_ids',
	},
	yesOrNo(
		'On All Phones',
		'isMultiPhoneSync',
		'is_multi_phone_sync_credential',
		"Whether to put the mobile key on all of the user's phones",
	),
	CODE,
	yesOrNo(
		'Salto Space: New Key',
		'saltoSpaceAssignNewKey',
		'salto_space_metadata.assign_new_key',
		'Whether to assign a new key to a user who has none yet',
	),
	{ ...STARTS_AT, leftOutBy: 'now' },
	yesOrNo(
		'Visionline: Auto Join',
		'visionlineAutoJoin',
		'visionline_metadata.auto_join',
		'Whether earlier cards of the guest keep working alongside this one',
	),
	choiceField(
		'Visionline: Card Format',
		'The format to write the card in',
		[
			{ name: 'RFID 48', value: 'rfid48' },
			{ name: 'TLCode', value: 'TLCode' },
		],
		'rfid48',
		{ name: 'visionlineCardFormat', wire: 'visionline_metadata.card_format' },
	),
	choiceField(
		'Visionline: Card Function',
		'Who the card is for',
		[
			{ name: 'Guest', value: 'guest' },
			{ name: 'Staff', value: 'staff' },
		],
		'guest',
		{ name: 'visionlineCardFunctionType', wire: 'visionline_metadata.card_function_type' },
	),
	JOINED,
	yesOrNo(
		'Visionline: Override',
		'visionlineOverride',
		'visionline_metadata.override',
		'Whether earlier cards of the room stop working',
	),
	yesOrNo(
		'Vostio: Auto Join',
		'vostioAutoJoin',
		'assa_abloy_vostio_metadata.auto_join',
		'Whether earlier keys of the guest keep working alongside this one',
	),
	yesOrNo(
		'Vostio: Join All Entrances',
		'vostioJoinAllGuestEntrances',
		'assa_abloy_vostio_metadata.join_all_guest_acs_entrances',
		'Whether earlier keys keep working at every guest entrance',
	),
	yesOrNo(
		'Vostio: Override All Entrances',
		'vostioOverrideAllGuestEntrances',
		'assa_abloy_vostio_metadata.override_all_guest_acs_entrances',
		'Whether earlier keys stop working at every guest entrance',
	),
);
