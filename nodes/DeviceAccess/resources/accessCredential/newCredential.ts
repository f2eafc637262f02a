import type { IDataObject } from 'n8n-workflow';
import {
	isEmptyBody,
	type NestedField,
	optionalDateTime,
	optionalDoorUuids,
	optionalPin,
	optionalUuid,
	optionalUuids,
	requireTimeOrder,
} from '../../operation';
import { withoutUndefined } from '../../wire/values';
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
};
export const ENDS_AT: NestedField = {
	displayName: 'Ends At',
	name: 'endsAt',
	type: 'dateTime',
	default: '',
	description: 'When the credential stops working',
};
const STARTS_AT: NestedField = {
	displayName: 'Starts At',
	name: 'startsAt',
	type: 'dateTime',
	default: '',
	description: 'When the credential starts to work',
};

const ENTRANCES = severalOf('Entrance', 'getEntrances');
const JOINED = recordsFilter(
	accessCredentialField,
	'Visionline: Joined Credentials',
	'visionlineJoinerCredentialIds',
	'The credentials that work alongside this one',
);

const yesOrNo = <const Name extends string>(displayName: string, name: Name, description: string) =>
	({
		displayName,
		name,
		type: 'boolean',
		default: true,
		description,
	}) as const satisfies NestedField;

/** The optional fields of a new credential. Those for one lock maker begin with its name. */
export const newCredentialFields = additionalFieldsOf(
	{
		...byAccessSystem,
		displayName: 'Credential Manager Name or ID',
		name: 'credentialManagerId',
		hint: 'The system that issues the mobile keys',
	},
	ENDS_AT,
	{ ...ENTRANCES, name: 'entranceIds', hint: 'The doors that the credential opens' },
	yesOrNo(
		'On All Phones',
		'isMultiPhoneSync',
		"Whether to put the mobile key on all of the user's phones",
	),
	CODE,
	yesOrNo(
		'Salto Space: New Key',
		'saltoSpaceAssignNewKey',
		'Whether to assign a new key to a user who has none yet',
	),
	STARTS_AT,
	yesOrNo(
		'Visionline: Auto Join',
		'visionlineAutoJoin',
		'Whether earlier cards of the guest keep working alongside this one',
	),
	{
		displayName: 'Visionline: Card Format',
		name: 'visionlineCardFormat',
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
		'Whether earlier cards of the room stop working',
	),
	yesOrNo(
		'Vostio: Auto Join',
		'vostioAutoJoin',
		'Whether earlier keys of the guest keep working alongside this one',
	),
	yesOrNo(
		'Vostio: Join All Entrances',
		'vostioJoinAllGuestEntrances',
		'Whether earlier keys keep working at every guest entrance',
	),
	yesOrNo(
		'Vostio: Override All Entrances',
		'vostioOverrideAllGuestEntrances',
		'Whether earlier keys stop working at every guest entrance',
	),
);

/** The request body. */
export function newCredentialBody(fields: IDataObject) {
	const startsAt = optionalDateTime('Starts At', fields.startsAt);
	const endsAt = optionalDateTime('Ends At', fields.endsAt);
	requireTimeOrder('Starts At', startsAt, 'Ends At', endsAt);
	return {
		allowed_acs_entrance_ids: optionalDoorUuids('Entrance Names or IDs', fields.entranceIds),
		code: optionalCode(fields.code),
		starts_at: startsAt,
		ends_at: endsAt,
		credential_manager_acs_system_id: optionalUuid(
			'Credential Manager Name or ID',
			fields.credentialManagerId,
		),
		is_multi_phone_sync_credential: fields.isMultiPhoneSync,
		salto_space_metadata: ofMaker({ assign_new_key: fields.saltoSpaceAssignNewKey }),
		visionline_metadata: ofMaker({
			auto_join: fields.visionlineAutoJoin,
			card_format: fields.visionlineCardFormat,
			card_function_type: fields.visionlineCardFunctionType,
			joiner_acs_credential_ids: optionalUuids(
				'Visionline: Joined Credentials',
				fields.visionlineJoinerCredentialIds,
			),
			override: fields.visionlineOverride,
		}),
		assa_abloy_vostio_metadata: ofMaker({
			auto_join: fields.vostioAutoJoin,
			join_all_guest_acs_entrances: fields.vostioJoinAllGuestEntrances,
			override_all_guest_acs_entrances: fields.vostioOverrideAllGuestEntrances,
		}),
	};
}

/** The PIN. If it is invalid, throws InvalidParameterError, whose text does not repeat the PIN. */
export const optionalCode = (value: unknown) =>
	optionalPin('PIN', value, LEAST_DIGITS, MOST_DIGITS);

const ofMaker = (members: object) =>
	isEmptyBody(members) ? undefined : withoutUndefined({ ...members });
