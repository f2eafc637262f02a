import { InvalidParameterError } from '../../errors/errors';
import { optionalText, requireUuid } from '../../operation/checkValues';
import { defineOperation } from '../../operation/defineOperation';
import { action } from '../../operation/kinds/action';
import { many } from '../../operation/kinds/many';
import { one } from '../../operation/kinds/one';
import type { Resource } from '../../operation/types';
import { isAwaited } from '../../operation/waitCondition';
import { CODE_PROPERTIES, codeBody, codeFields } from './codeFields';
import { accessCodeOutput } from './output';
import { accessCodeScopeFields, chosenCodes, codeFilters } from './listScope';
import { createAccessCode, createMultipleAccessCodes } from './create';
import { deviceField } from '../fields/locators';
import { waitUntilChangeIsSet } from './waitUntilSet';
import { updateMultipleAccessCodes } from './updateMultiple';
import { accessCodeLocator } from '../fields/accessCodeLocator';
import { updateFieldsOf } from '../fields/collections';

const { allowExternalModification, attemptForOfflineDevice, code, endsAt, name, startsAt } = CODE_PROPERTIES;
const managedCode = accessCodeLocator(codeFields);

export const accessCode: Resource = {
	value: 'accessCode',
	name: 'Access Code',
	description: 'A PIN on a lock that this workspace has created or taken over, and can change and delete',
	operations: [
		createAccessCode,
		createMultipleAccessCodes,
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get access code',
			description: 'Get one managed code, by its ID or by its device and PIN',
			endpoint: '/access_codes/get',
			effect: 'read',
			kind: one('access_code'),
			output: accessCodeOutput,
			hasIssues: true,
			fields: managedCode.fields,
			request: managedCode.body,
		}),
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many access codes',
			description: 'Retrieve a list of managed codes: of one device, several or all, or of an access grant, an access method or a user',
			endpoint: '/access_codes/list',
			effect: 'read',
			kind: many('access_codes', { perDevice: chosenCodes }),
			output: accessCodeOutput,
			hasIssues: true,
			fields: accessCodeScopeFields,
			options: {
				customerKey: { displayName: 'Customer Key', type: 'string', default: '', description: 'Only codes of the customer for whom you have set this key' },
				search: { displayName: 'Search', type: 'string', default: '', description: 'Only codes whose name, PIN or ID contains this text' },
			},
			request: ({ options, ...values }) => ({
				...codeFilters(values),
				customer_key: optionalText(options.customerKey),
				search: optionalText(options.search),
			}),
		}),
		defineOperation({
			value: 'update',
			name: 'Update',
			action: 'Update access code',
			description: "Change the PIN, the name or the times of a managed code. Leave 'Retry On Fail' off: it would send every item again.",
			endpoint: '/access_codes/update',
			effect: 'write',
			kind: action({
				idField: 'access_code_id',
				done: { outcome: 'updated', sentence: 'The access code is changed' },
				acceptedSentence: 'The service accepted the change',
				failedSentence: 'The access code was not changed',
				waitCondition: waitUntilChangeIsSet,
			}),
			fields: {
				...codeFields,
				updateFields: updateFieldsOf(
					allowExternalModification,
					attemptForOfflineDevice,
					code,
					endsAt,
					{
						displayName: 'Managed',
						name: 'isManaged',
						type: 'boolean',
						default: true,
						description: 'Whether this workspace goes on managing the code. Off leaves it on the lock as an unmanaged code.',
					},
					name,
					startsAt,
					{
						displayName: 'Type',
						name: 'type',
						type: 'options',
						options: [
							{ name: 'Ongoing', value: 'ongoing', description: 'Works until it is deleted' },
							{ name: 'Time Bound', value: 'time_bound', description: 'Works from its start to its end' },
						],
						default: 'ongoing',
						description: 'Whether the code has a start and an end. A code that becomes ongoing loses both.',
					},
				),
			},
			request: ({ accessCodeId, updateFields, options }) => {
				const id = requireUuid('Access Code', accessCodeId);
				const changes = { ...codeBody(updateFields), type: optionalText(updateFields.type), is_managed: updateFields.isManaged };
				if (Object.values(changes).every((value) => value === undefined)) {
					throw new InvalidParameterError('There is nothing to change', "Add a field under 'Update Fields'.");
				}
				if (changes.type === 'ongoing' && (changes.starts_at ?? changes.ends_at) !== undefined) {
					throw new InvalidParameterError("An ongoing code has no times", "Remove 'Starts At' and 'Ends At', or choose 'Time Bound' under 'Type'.");
				}
				if (changes.is_managed === false && isAwaited(waitUntilChangeIsSet, options)) {
					throw new InvalidParameterError(
						'A code that is no longer managed cannot be waited for',
						"Turn off 'Wait Until Set on Device', or remove 'Managed'.",
					);
				}
				return { access_code_id: id, ...changes };
			},
		}),
		updateMultipleAccessCodes,
		defineOperation({
			value: 'delete',
			name: 'Delete',
			action: 'Delete access code',
			description: "Remove a managed code from its lock. This cannot be undone. Leave 'Retry On Fail' off: it would send every item again.",
			endpoint: '/access_codes/delete',
			effect: 'write',
			kind: action({
				idField: 'access_code_id',
				isDeletion: true,
				done: { outcome: 'deleted', sentence: 'The access code is deleted' },
				acceptedSentence: 'The service accepted the deletion',
				failedSentence: 'The access code was not deleted',
				outcomeEvents: { succeeded: 'access_code.deleted', succeededWhenUnknownTo: '/access_codes/get' },
			}),
			fields: codeFields,
			request: ({ accessCodeId }) => ({ access_code_id: requireUuid('Access Code', accessCodeId) }),
		}),
		defineOperation({
			value: 'generateCode',
			name: 'Generate Code',
			action: 'Generate code for device',
			description: 'Get a free PIN that a lock can take, without creating a code',
			endpoint: '/access_codes/generate_code',
			effect: 'read',
			kind: one('generated_code'),
			fields: { deviceId: deviceField },
			request: ({ deviceId }) => ({ device_id: requireUuid('Device', deviceId) }),
		}),
		defineOperation({
			value: 'pullBackupAccessCode',
			name: 'Pull Backup Access Code',
			action: 'Pull backup access code',
			description: "Take a backup code in place of a code with start and end that cannot be set; the output is the backup code. Leave 'Retry On Fail' off: it would take another one.",
			endpoint: '/access_codes/pull_backup_access_code',
			effect: 'write',
			// Sources disagree about the member (facts 2, A15); where both are there, this one is certain.
			kind: one('backup_access_code', { otherMember: 'access_code' }),
			output: accessCodeOutput,
			hasIssues: true,
			fields: codeFields,
			request: ({ accessCodeId }) => ({ access_code_id: requireUuid('Access Code', accessCodeId) }),
		}),
	],
};
