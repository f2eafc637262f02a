import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import { optionalText, requireUuid, requireUuids } from '../../operation/checkValues';
import { defineOperation } from '../../operation/defineOperation';
import { action } from '../../operation/kinds/action';
import { several } from '../../operation/kinds/several';
import { NEW_CODE_PROPERTIES, newCodeBody } from './codeFields';
import { deviceField } from '../fields/locators';
import { deviceRows, rowValues } from '../fields/recordRows';
import { waitUntilSet } from './waitUntilSet';
import { additionalFieldsOf } from '../fields/collections';

const {
	allowExternalModification, attemptForOfflineDevice, code, endsAt, name, preferNativeScheduling, preferredCodeLength, startsAt,
	useBackupAccessCodePool,
} = NEW_CODE_PROPERTIES;

export const createAccessCode = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create access code',
	description: "Create a managed code on a lock. Leave 'Retry On Fail' off: it would send every item again.",
	endpoint: '/access_codes/create',
	effect: 'write',
	kind: action({
		idField: 'access_code_id',
		member: 'access_code',
		done: { outcome: 'created', sentence: 'The access code is created' },
		acceptedSentence: 'The service accepted the access code',
		failedSentence: 'The access code could not be created',
		waitCondition: waitUntilSet,
	}),
	hasIssues: true,
	fields: {
		deviceId: deviceField,
		additionalFields: additionalFieldsOf(
			allowExternalModification,
			attemptForOfflineDevice,
			code,
			{
				displayName: 'Common Code Key',
				name: 'commonCodeKey',
				type: 'string',
				default: '',
				description: 'A key of your own that links codes with the same PIN on several locks',
			},
			endsAt,
			{
				displayName: 'Max Time Rounding',
				name: 'maxTimeRounding',
				type: 'options',
				options: [{ name: '1 Day', value: '1day' }, { name: '1 Hour', value: '1hour' }],
				default: '1hour',
				description: 'How far the lock may move start and end, where it knows whole hours or days only',
			},
			name,
			{
				displayName: 'Offline Access Code',
				name: 'isOfflineAccessCode',
				type: 'boolean',
				default: false,
				description: 'Whether to create a code that works on a lock without network. Needs a start and an end; the PIN cannot be chosen.',
			},
			{
				displayName: 'One-Time Use',
				name: 'isOneTimeUse',
				type: 'boolean',
				default: false,
				description: 'Whether the code works once only',
			},
			preferNativeScheduling,
			preferredCodeLength,
			startsAt,
			useBackupAccessCodePool,
		),
	},
	request: ({ deviceId, additionalFields }) => {
		const body = newCodeBody(additionalFields);
		requireOfflineRules(additionalFields, body);
		return {
			device_id: requireUuid('Device', deviceId),
			...body,
			common_code_key: optionalText(additionalFields.commonCodeKey),
			max_time_rounding: additionalFields.maxTimeRounding,
			is_offline_access_code: additionalFields.isOfflineAccessCode,
			is_one_time_use: additionalFields.isOneTimeUse,
		};
	},
});

/** An offline code is computed from its times (specification, is_offline_access_code). */
function requireOfflineRules({ isOfflineAccessCode }: IDataObject, { code: pin, starts_at: start }: ReturnType<typeof newCodeBody>): void {
	if (isOfflineAccessCode !== true) return;
	if (start === undefined) {
		throw new InvalidParameterError("'Offline Access Code' needs 'Starts At' and 'Ends At'", 'The code is made from its times.');
	}
	if (pin !== undefined) {
		throw new InvalidParameterError("'Code' cannot be chosen for an 'Offline Access Code'", "Remove 'Code': the PIN is made from the times.");
	}
}

export const createMultipleAccessCodes = defineOperation({
	value: 'createMultiple',
	name: 'Create Multiple',
	action: 'Create multiple access codes',
	description: "Create managed codes with the same PIN on several locks. Leave 'Retry On Fail' off: it would send every item again.",
	endpoint: '/access_codes/create_multiple',
	effect: 'write',
	kind: several('access_codes'),
	hasIssues: true,
	fields: {
		deviceIds: deviceRows({ required: true }),
		additionalFields: additionalFieldsOf(
			allowExternalModification,
			attemptForOfflineDevice,
			code,
			endsAt,
			{
				displayName: 'If Code Cannot Be Shared',
				name: 'behaviorWhenCodeCannotBeShared',
				type: 'options',
				options: [
					{ name: 'Create Random Code', value: 'create_random_code', description: 'Give such a lock a PIN of its own' },
					{ name: 'Create None', value: 'throw', description: 'Create no code on any of the locks, and let the item fail' },
				],
				default: 'throw',
				description: 'What to do when one of the locks cannot have the PIN that the others have',
			},
			name,
			preferNativeScheduling,
			preferredCodeLength,
			startsAt,
			useBackupAccessCodePool,
		),
	},
	request: ({ deviceIds, additionalFields }) => ({
		device_ids: requireUuids('Devices', rowValues(deviceIds)),
		behavior_when_code_cannot_be_shared: additionalFields.behaviorWhenCodeCannotBeShared,
		...newCodeBody(additionalFields),
	}),
});
