import { defineOperation, done, many, numberField, one, type Operation } from '../../operation';
import { additionalFieldsOf } from '../fields/collections';
import { deviceOutput } from '../fields/deviceOutput';
import { idFilter } from '../fields/filters';
import { accessSystemUserField, deviceField, userIdentityField } from '../fields/locators';
import { whichPerson } from './whichPerson';

const DEVICE_FIELDS = { userIdentityId: userIdentityField, deviceId: deviceField };
const DEVICE_IDS = ['user_identity_id', 'device_id'];

export const accessOperations: readonly Operation[] = [
	defineOperation({
		value: 'generateInstantKey',
		name: 'Generate Instant Key',
		action: 'Generate instant key for person',
		description:
			"Create a link that puts a person's mobile keys on their phone. Anyone with the link can use it.",
		endpoint: '/user_identities/generate_instant_key',
		effect: 'write',
		kind: one('instant_key'),
		fields: {
			userIdentityId: userIdentityField,
			additionalFields: additionalFieldsOf(
				idFilter(
					'Customization Profile ID',
					'customizationProfileId',
					'The profile with the colors and logo of the page that shows the mobile key',
				),
				numberField('Max Link Uses', 'How many times the link can be opened', 1, {
					name: 'maxUseCount',
					typeOptions: { minValue: 1 },
				}),
			),
		},
	}),
	defineOperation({
		value: 'getDevices',
		name: 'Get Devices',
		action: "Get person's devices",
		description: 'Retrieve a list of the devices that a person can open',
		endpoint: '/user_identities/list_accessible_devices',
		effect: 'read',
		kind: many('devices'),
		output: deviceOutput,
		hasIssues: true,
		fields: { userIdentityId: userIdentityField },
	}),
	defineOperation({
		value: 'getEntrances',
		name: 'Get Entrances',
		action: "Get person's entrances",
		description: 'Retrieve a list of the entrances that a person can open',
		endpoint: '/user_identities/list_accessible_entrances',
		effect: 'read',
		kind: many('acs_entrances'),
		hasIssues: true,
		fields: { userIdentityId: userIdentityField },
	}),
	defineOperation({
		value: 'grantAccessToDevice',
		name: 'Grant Access to Device',
		action: 'Grant person access to device',
		description:
			'Give a person, such as a member of staff, lasting access to a device. For a stay, use an access grant.',
		endpoint: '/user_identities/grant_access_to_device',
		effect: 'write',
		kind: done('granted', DEVICE_IDS),
		fields: DEVICE_FIELDS,
	}),
	defineOperation({
		value: 'revokeAccessToDevice',
		name: 'Revoke Access to Device',
		action: "Revoke person's access to device",
		description:
			"Revoke access that 'Grant Access to Device' gave. Access from access grants stays.",
		endpoint: '/user_identities/revoke_access_to_device',
		effect: 'write',
		kind: done('revoked', DEVICE_IDS),
		fields: DEVICE_FIELDS,
	}),
	defineOperation({
		value: 'addAccessSystemUser',
		name: 'Add Access System User',
		action: 'Add access system user to person',
		description:
			'Link a user of an access system to a person, who is created if you choose a new key',
		endpoint: '/user_identities/add_acs_user',
		effect: 'write',
		inOrderOf: ['acs_user_id'],
		kind: done('added', ['user_identity_id', 'user_identity_key', 'acs_user_id']),
		fields: { ...whichPerson, accessSystemUserId: accessSystemUserField },
	}),
	defineOperation({
		value: 'removeAccessSystemUser',
		name: 'Remove Access System User',
		action: 'Remove access system user from person',
		description:
			'Remove the link between a user of an access system and a person. The user stays in the system.',
		endpoint: '/user_identities/remove_acs_user',
		effect: 'write',
		kind: done('removed', ['user_identity_id', 'acs_user_id']),
		fields: { userIdentityId: userIdentityField, accessSystemUserId: accessSystemUserField },
	}),
];
