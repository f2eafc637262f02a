import { action, defineOperation, many, type Resource } from '../operation';
import { RECORDS } from '../wire/recordTable';
import { getWhoCanOpen } from './device/whoCanOpen';
import { recordOf } from './fields/recordOperations';
import { credentialOutput } from './fields/credentialOutput';
import { entranceCredentialField, entranceField } from './fields/locators';
import {
	byAccessSystem,
	byConnectedAccount,
	byCredential,
	byCustomer,
	bySpace,
	filtersField,
	severalOf,
	textFilter,
} from './fields/filters';

const record = recordOf(RECORDS.entrance);

export const entrance: Resource = {
	value: 'entrance',
	name: 'Entrance',
	description: 'A door of an access system',
	operations: [
		record.get('Get one entrance of an access system', { entranceId: entranceField }),
		record.getMany('Retrieve a list of the entrances of access systems', {
			filters: filtersField(
				byAccessSystem,
				byConnectedAccount,
				byCredential,
				byCustomer,
				{ ...severalOf('Entrance', 'getEntrances'), name: 'entranceIds' },
				textFilter('Search', 'search', 'Only entrances whose name contains this text'),
				bySpace,
			),
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
		}),
		getWhoCanOpen('entrance', 'entranceId', entranceField),
		defineOperation({
			value: 'unlock',
			name: 'Unlock',
			action: 'Unlock entrance',
			description: 'Unlock an entrance remotely with a cloud key',
			endpoint: '/acs/entrances/unlock',
			effect: 'write',
			opensDoor: true,
			kind: action({
				idField: 'acs_entrance_id',
				says: {
					done: { outcome: 'unlocked', sentence: 'The entrance was unlocked' },
					acceptedSentence: 'The service accepted the command',
					failedSentence: 'The entrance was not unlocked',
					lookLater: 'The events of the entrance show whether the door opened',
				},
			}),
			fields: { entranceId: entranceField, accessCredentialId: entranceCredentialField },
		}),
	],
};
