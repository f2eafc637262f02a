import {
	optionalText,
	optionalUuid,
	optionalUuids,
	requireUuid,
} from '../operation/form/checkValues';
import { defineOperation } from '../operation/defineOperation';
import { action } from '../operation/kinds/action';
import { many } from '../operation/kinds/many';
import { one } from '../operation/kinds/one';
import type { Resource } from '../operation/types';
import { getWhoCanOpen } from './device/whoCanOpen';
import { credentialOutput } from './fields/credentialOutput';
import { accessCredentialField, entranceCredentialField, entranceField } from './fields/locators';
import {
	byAccessSystem,
	byConnectedAccount,
	byCustomer,
	bySpace,
	filtersField,
	recordFilter,
	severalOf,
	textFilter,
} from './fields/filters';

export const entrance: Resource = {
	value: 'entrance',
	name: 'Entrance',
	description: 'A door of an access system',
	operations: [
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get entrance',
			description: 'Get one entrance of an access system',
			endpoint: '/acs/entrances/get',
			effect: 'read',
			kind: one('acs_entrance'),
			hasIssues: true,
			fields: { entranceId: entranceField },
			request: ({ entranceId }) => ({ acs_entrance_id: requireUuid('Entrance', entranceId) }),
		}),
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many entrances',
			description: 'Retrieve a list of the entrances of access systems',
			endpoint: '/acs/entrances/list',
			effect: 'read',
			kind: many('acs_entrances'),
			hasIssues: true,
			fields: {
				filters: filtersField(
					byAccessSystem,
					byConnectedAccount,
					recordFilter(
						accessCredentialField,
						'credentialId',
						'Only entrances that this access credential opens',
					),
					byCustomer('entrances'),
					{ ...severalOf('Entrance', 'getEntrances'), name: 'entranceIds' },
					textFilter('Search', 'search', 'Only entrances whose name contains this text'),
					bySpace,
				),
			},
			request: ({ filters }) => ({
				acs_credential_id: optionalUuid('Access Credential', filters.credentialId),
				acs_entrance_ids: optionalUuids('Entrance Names or IDs', filters.entranceIds),
				acs_system_id: optionalUuid('Access System Name or ID', filters.accessSystemId),
				connected_account_id: optionalUuid(
					'Connected Account Name or ID',
					filters.connectedAccountId,
				),
				customer_key: optionalText(filters.customerKey),
				search: optionalText(filters.search),
				space_id: optionalUuid('Space Name or ID', filters.spaceId),
			}),
		}),
		defineOperation({
			value: 'getCredentials',
			name: 'Get Credentials',
			action: 'Get credentials of entrance',
			description: 'Retrieve a list of the cards, PINs and keys that open an entrance',
			endpoint: '/acs/entrances/list_credentials_with_access',
			effect: 'read',
			kind: many('acs_credentials'),
			output: credentialOutput,
			hasIssues: true,
			fields: { entranceId: entranceField },
			request: ({ entranceId }) => ({ acs_entrance_id: requireUuid('Entrance', entranceId) }),
		}),
		getWhoCanOpen('entrance', 'entranceId', entranceField),
		defineOperation({
			value: 'unlock',
			name: 'Unlock',
			action: 'Unlock entrance',
			description: 'Unlock an entrance remotely with a cloud key',
			endpoint: '/acs/entrances/unlock',
			effect: 'write',
			kind: action({
				idField: 'acs_entrance_id',
				done: { outcome: 'unlocked', sentence: 'The entrance was unlocked' },
				acceptedSentence: 'The service accepted the command',
				failedSentence: 'The entrance was not unlocked',
				lookLater: 'The events of the entrance show whether the door opened',
			}),
			fields: { entranceId: entranceField, accessCredentialId: entranceCredentialField },
			request: ({ entranceId, accessCredentialId }) => ({
				acs_entrance_id: requireUuid('Entrance', entranceId),
				acs_credential_id: requireUuid('Access Credential', accessCredentialId),
			}),
		}),
	],
};
