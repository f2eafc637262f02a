import type { IDataObject } from 'n8n-workflow';
import { requireUuid } from '../../operation/checkValues';
import type { Fields } from '../../operation/types';
import { accessSystemField, accessSystemUserField, userIdentityField } from './locators';
import { outputForms } from './outputForms';

export const accessSystemUserOutput = outputForms(
	'acs_user_id',
	['display_name', 'full_name', 'email_address', 'phone_number', 'user_identity_id', 'acs_system_id', 'is_suspended', 'created_at'],
	[
		'access_schedule', 'acs_system_id', 'created_at', 'display_name', 'email_address', 'errors', 'full_name', 'is_suspended', 'pending_mutations',
		'phone_number', 'user_identity_id', 'warnings',
	],
);

const MEMBER_CHOICES = [
	{ name: 'Access System User', value: 'accessSystemUser', description: 'A user of the access control system' },
	{ name: 'User Identity', value: 'userIdentity', description: 'A person of the workspace' },
];

/** Somebody who is named as a user of the access control system or as a person: exactly one of the two (facts 4). */
export const memberFieldsOf = (displayName: string, description: string) =>
	({
		member: { displayName, type: 'options', options: MEMBER_CHOICES, default: 'userIdentity', description },
		userIdentityId: { ...userIdentityField, showWhen: { member: ['userIdentity'] } },
		accessSystemUserId: { ...accessSystemUserField, showWhen: { member: ['accessSystemUser'] } },
	}) as const satisfies Fields;

/** Throws InvalidParameterError for an empty field and for what is no ID. */
export const memberBodyOf = ({ member, userIdentityId, accessSystemUserId }: IDataObject) =>
	member === 'accessSystemUser'
		? { acs_user_id: requireUuid('Access System User', accessSystemUserId) }
		: { user_identity_id: requireUuid('User Identity', userIdentityId) };

/** A user by the ID, or by the person and the access control system, which the service needs both (facts 2, A33). */
export const whichUserFields = {
	findBy: {
		displayName: 'Find By',
		type: 'options',
		options: [
			{ name: 'ID', value: 'id', description: 'Choose from the list, or enter the ID' },
			{ name: 'User Identity', value: 'userIdentity', description: 'By the person who is the user, and the access control system' },
		],
		default: 'id',
		description: 'How to find the user',
	},
	accessSystemUserId: { ...accessSystemUserField, showWhen: { findBy: ['id'] } },
	userIdentityId: { ...userIdentityField, showWhen: { findBy: ['userIdentity'] } },
	accessSystemId: { ...accessSystemField, showWhen: { findBy: ['userIdentity'] } },
} as const satisfies Fields;

/** Throws InvalidParameterError for an empty field and for what is no ID. */
export const whichUserBody = ({ findBy, accessSystemUserId, userIdentityId, accessSystemId }: IDataObject) =>
	findBy === 'userIdentity'
		? { user_identity_id: requireUuid('User Identity', userIdentityId), acs_system_id: requireUuid('Access System', accessSystemId) }
		: { acs_user_id: requireUuid('Access System User', accessSystemUserId) };

/** The wire names by which a user is named, for the items of writes. */
export const USER_IDS = ['acs_user_id', 'user_identity_id', 'acs_system_id'];
