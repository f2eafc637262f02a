import type { IDataObject } from 'n8n-workflow';
import { optionalUuid, requireUuid } from '../../operation/checkValues';
import { defineOperation } from '../../operation/defineOperation';
import { done } from '../../operation/kinds/done';
import { many } from '../../operation/kinds/many';
import { one } from '../../operation/kinds/one';
import type { Operation } from '../../operation/types';
import { additionalFieldsOf } from '../fields/collections';
import { deviceOutput } from '../fields/deviceOutput';
import { idFilter } from '../fields/filters';
import { accessSystemUserField, deviceField, userIdentityField } from '../fields/locators';
import { whichPerson } from './whichPerson';

const personBody = ({ userIdentityId }: IDataObject) => ({ user_identity_id: requireUuid('User Identity', userIdentityId) });

const DEVICE_FIELDS = { userIdentityId: userIdentityField, deviceId: deviceField };
const DEVICE_IDS = ['user_identity_id', 'device_id'];
const deviceBody = ({ userIdentityId, deviceId }: IDataObject) => ({ ...personBody({ userIdentityId }), device_id: requireUuid('Device', deviceId) });

const USER_IDS = ['user_identity_id', 'user_identity_key', 'acs_user_id'];
const userBody = ({ accessSystemUserId }: IDataObject) => ({ acs_user_id: requireUuid('Access System User', accessSystemUserId) });

/** What a person can open, the link to the person's keys, and who the person is in access systems. */
export const accessOperations: readonly Operation[] = [
	defineOperation({
		value: 'generateInstantKey',
		name: 'Generate Instant Key',
		action: 'Generate instant key for user identity',
		description: 'Make a link that puts the mobile keys of a person on a phone; whoever has the link can use it',
		endpoint: '/user_identities/generate_instant_key',
		effect: 'write',
		kind: one('instant_key'),
		fields: {
			userIdentityId: userIdentityField,
			additionalFields: additionalFieldsOf(
				idFilter('Customization Profile ID', 'customizationProfileId', 'The profile with the colors and the logo that the person sees'),
				{
					displayName: 'Max Uses of the Link',
					name: 'maxUseCount',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: 1,
					description: 'How many times the link can be opened',
				},
			),
		},
		request: ({ userIdentityId, additionalFields }) => ({
			...personBody({ userIdentityId }),
			customization_profile_id: optionalUuid('Customization Profile ID', additionalFields.customizationProfileId),
			max_use_count: additionalFields.maxUseCount,
		}),
	}),
	defineOperation({
		value: 'getDevices',
		name: 'Get Devices',
		action: 'Get devices of user identity',
		description: 'Retrieve a list of the devices that a person can open',
		endpoint: '/user_identities/list_accessible_devices',
		effect: 'read',
		kind: many('devices'),
		output: deviceOutput,
		hasIssues: true,
		fields: { userIdentityId: userIdentityField },
		request: personBody,
	}),
	defineOperation({
		value: 'getEntrances',
		name: 'Get Entrances',
		action: 'Get entrances of user identity',
		description: 'Retrieve a list of the entrances of access control systems that a person can open',
		endpoint: '/user_identities/list_accessible_entrances',
		effect: 'read',
		kind: many('acs_entrances'),
		hasIssues: true,
		fields: { userIdentityId: userIdentityField },
		request: personBody,
	}),
	defineOperation({
		value: 'grantAccessToDevice',
		name: 'Grant Access to Device',
		action: 'Grant user identity access to device',
		description: 'Give a person lasting access to a device, such as for a member of the staff; for a stay, use an access grant',
		endpoint: '/user_identities/grant_access_to_device',
		effect: 'write',
		kind: done('granted', DEVICE_IDS),
		fields: DEVICE_FIELDS,
		request: deviceBody,
	}),
	defineOperation({
		value: 'revokeAccessToDevice',
		name: 'Revoke Access to Device',
		action: 'Revoke access of user identity to device',
		description: 'Take back the access to a device that Grant Access to Device gave; access by access grants stays',
		endpoint: '/user_identities/revoke_access_to_device',
		effect: 'write',
		kind: done('revoked', DEVICE_IDS),
		fields: DEVICE_FIELDS,
		request: deviceBody,
	}),
	defineOperation({
		value: 'addAccessSystemUser',
		name: 'Add Access System User',
		action: 'Add access system user to user identity',
		description: 'Link a user of an access control system to a person; a key that nobody has makes a new person of the user',
		endpoint: '/user_identities/add_acs_user',
		effect: 'write',
		kind: done('added', USER_IDS),
		fields: { ...whichPerson.fields, accessSystemUserId: accessSystemUserField },
		request: (values) => ({ ...whichPerson.body(values), ...userBody(values) }),
	}),
	defineOperation({
		value: 'removeAccessSystemUser',
		name: 'Remove Access System User',
		action: 'Remove access system user from user identity',
		description: 'Take the link between a user of an access control system and a person away; the user stays in the system',
		endpoint: '/user_identities/remove_acs_user',
		effect: 'write',
		kind: done('removed', USER_IDS),
		fields: { userIdentityId: userIdentityField, accessSystemUserId: accessSystemUserField },
		request: (values) => ({ ...personBody(values), ...userBody(values) }),
	}),
];
