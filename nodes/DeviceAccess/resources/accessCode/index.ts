import { InvalidParameterError } from '../../errors/errors';
import {
	action,
	booleanField,
	choiceField,
	defineOperation,
	isAwaited,
	many,
	one,
	requestOf,
	type Resource,
} from '../../operation';
import { CODE_PROPERTIES, codeFields } from './codeFields';
import { accessCodeOutput } from './output';
import { accessCodeScopeFields, chosenCodes } from './listScope';
import { createAccessCode, createMultipleAccessCodes } from './create';
import { deviceField } from '../fields/locators';
import {
	HINTS_ABOUT_LOCKS,
	NO_LONGER_MANAGED,
	onceLockIsBack,
	waitUntilChangeIsSet,
} from './waitUntilSet';
import { updateMultipleAccessCodes } from './updateMultiple';
import { accessCodeLocator } from '../fields/accessCodeLocator';
import { neverEmpty, updateFieldsOf } from '../fields/collections';
import { byCustomer, textFilter } from '../fields/filters';
import { DELETION_OF_CODE } from '../fields/recordOperations';

const { allowExternalModification, attemptForOfflineDevice, code, endsAt, name, startsAt } =
	CODE_PROPERTIES;
const managedCode = accessCodeLocator(codeFields);

const FILTERS = {
	customerKey: byCustomer,
	search: textFilter('Search', 'search', 'Only codes whose name, PIN or ID contains this text'),
};

export const accessCode: Resource = {
	value: 'accessCode',
	name: 'Access Code',
	description: 'A PIN that this workspace manages on a lock',
	operations: [
		createAccessCode,
		createMultipleAccessCodes,
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get access code',
			description: 'Get one managed code, by its ID or by the PIN on a device',
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
			description: 'Retrieve a list of managed codes from one, several or all locks',
			endpoint: '/access_codes/list',
			effect: 'read',
			kind: many('access_codes', { perDevice: chosenCodes }),
			output: accessCodeOutput,
			hasIssues: true,
			fields: accessCodeScopeFields,
			options: FILTERS,
			request: ({ options }, ofFields) => ({ ...ofFields(), ...requestOf(FILTERS)(options) }),
		}),
		defineOperation({
			value: 'update',
			name: 'Update',
			action: 'Update access code',
			description: 'Change the PIN, name or times of a managed code',
			endpoint: '/access_codes/update',
			effect: 'write',
			isRepeatable: true,
			inOrderOf: ['access_code_id'],
			kind: action({
				idField: 'access_code_id',
				says: {
					done: { outcome: 'updated', sentence: 'The access code was updated' },
					acceptedSentence: 'The service accepted the change',
					failedSentence: 'The access code was not updated',
					onceLockIsBack: onceLockIsBack(
						'The lock is offline, and the service changes the access code once the lock is back online',
					),
				},
				waitCondition: waitUntilChangeIsSet,
				hints: HINTS_ABOUT_LOCKS,
			}),
			fields: {
				...codeFields,
				updateFields: updateFieldsOf(
					allowExternalModification,
					attemptForOfflineDevice,
					endsAt,
					booleanField(
						'Managed',
						'Whether this workspace manages the code. If off, the code stays on the lock as an unmanaged code.',
						true,
						{ name: 'isManaged' },
					),
					neverEmpty(name),
					neverEmpty(code),
					startsAt,
					choiceField(
						'Type',
						'Whether the code has a start and an end. Choose Ongoing to remove both.',
						[
							{ name: 'Ongoing', value: 'ongoing', description: 'Works until you delete it' },
							{
								name: 'Time Bound',
								value: 'time_bound',
								description: 'Works from its start to its end',
							},
						],
						'ongoing',
						{ name: 'type' },
					),
				),
			},
			request: ({ options }, ofFields) => {
				const body = ofFields();
				if (body.type === 'ongoing' && (body.starts_at ?? body.ends_at) !== undefined) {
					throw new InvalidParameterError(
						'An ongoing code has no times',
						"Remove 'Starts At' and 'Ends At', or set 'Type' to 'Time Bound'.",
					);
				}
				if (body.is_managed === false && isAwaited(waitUntilChangeIsSet, options)) {
					throw new InvalidParameterError(
						'The node cannot wait for a code that is no longer managed',
						"Turn off 'Wait Until Set', or remove 'Managed'.",
					);
				}
				return body;
			},
		}),
		updateMultipleAccessCodes,
		defineOperation({
			value: 'delete',
			name: 'Delete',
			action: 'Delete access code',
			description: 'Delete a managed code and remove it from its lock. This cannot be undone.',
			endpoint: '/access_codes/delete',
			effect: 'write',
			kind: action({
				idField: 'access_code_id',
				says: {
					...DELETION_OF_CODE,
					onceLockIsBack: onceLockIsBack(
						'The lock is offline, and the PIN works until the service removes it once the lock is back online',
					),
				},
				outcomeEvents: {
					succeeded: 'access_code.deleted',
					succeededWhenUnknownTo: '/access_codes/get',
					overtakenWhenKnownTo: '/access_codes/unmanaged/get',
					overtakenIs: NO_LONGER_MANAGED,
				},
				hints: HINTS_ABOUT_LOCKS,
			}),
			fields: codeFields,
		}),
		defineOperation({
			value: 'generateCode',
			name: 'Generate PIN',
			action: 'Generate PIN for device',
			description: 'Get an unused PIN that the lock accepts, without creating a code',
			endpoint: '/access_codes/generate_code',
			effect: 'read',
			kind: one('generated_code'),
			fields: { deviceId: deviceField },
		}),
		defineOperation({
			value: 'pullBackupAccessCode',
			name: 'Replace With Backup',
			action: 'Replace access code with backup code',
			description:
				'Use a backup code in place of a time-bound code that cannot be set. Returns the backup code.',
			endpoint: '/access_codes/pull_backup_access_code',
			effect: 'write',
			// Sources disagree about the member. If the answer has both, this one is the backup
			// (docs/service.md#codes-11).
			kind: one('backup_access_code', { otherMember: 'access_code' }),
			output: accessCodeOutput,
			hasIssues: true,
			fields: codeFields,
		}),
	],
};
