import { type NestedField, optionalDoorUuids, optionalPin } from '../../operation';
import { additionalFieldsOf } from '../fields/collections';
import { byAccessSystem, recordsFilter, severalOf } from '../fields/filters';
import { accessCredentialField } from '../fields/locators';

const LEAST_DIGITS = 1;
const MOST_DIGITS = 20;

export const CODE: NestedField = {
	displayName: 'PIN',
	name: 'code',
	type: 'string',
	default: '',
	placeholder: 'e.g. 4821',
	description: 'The PIN, digits only',
	read: (label, pin) => optionalPin(label, pin, LEAST_DIGITS, MOST_DIGITS),
};
export const ENDS_AT: NestedField = {
	displayName: 'Ends At',
	name: 'endsAt',
	type: 'dateTime',
	default: '',
	description: 'When the credential stops working',
	laterThan: 'startsAt',
};
const STARTS_AT: NestedField = {
	displayName: 'Starts At',
	name: 'startsAt',
	type: 'dateTime',
	default: '',
	description: 'When the credential starts to work',
};

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
) =>
	({
		displayName,
		name,
		wire,
		type: 'boolean',
		default: true,
		description,
	}) as const satisfies NestedField;

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
		read: optionalDoorUuids,
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
	{
		displayName: 'Visionline: Card Format',
		name: 'visionlineCardFormat',
		wire: 'visionline_metadata.card_format',
		type: 'options',
		options: [
			{ name: 'RFID 48', value: 'rfid48' },
			{ name: 'TLCode', value: 'TLCode' },
		],
		default: 'rfid48',
		description: 'The format to write the card in',
	},
	{
		displayName: 'Visionline: Card Function',
		name: 'visionlineCardFunctionType',
		wire: 'visionline_metadata.card_function_type',
		type: 'options',
		options: [
			{ name: 'Guest', value: 'guest' },
			{ name: 'Staff', value: 'staff' },
		],
		default: 'guest',
		description: 'Who the card is for',
	},
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
