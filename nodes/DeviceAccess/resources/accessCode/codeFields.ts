import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import { optionalDateTime, optionalPin, optionalText, requireTimeOrder } from '../../operation/checkValues';
import { accessCodeField, narrowingDeviceField } from '../fields/locators';

/** Names one managed code. */
export const codeFields = { deviceId: narrowingDeviceField, accessCodeId: accessCodeField };

/** What a managed code is created and changed by (facts 4), by label. */
export const CODE_PROPERTIES = {
	allowExternalModification: {
		displayName: 'Allow External Modification',
		name: 'allowExternalModification',
		type: 'boolean',
		default: false,
		description: 'Whether changes made to the code outside the service, such as at the lock, are kept',
	},
	attemptForOfflineDevice: {
		displayName: 'Attempt for Offline Device',
		name: 'attemptForOfflineDevice',
		type: 'boolean',
		default: true,
		description: 'Whether to accept the code for a lock that is offline, and set it once the lock is back',
	},
	code: {
		displayName: 'Code',
		name: 'code',
		type: 'string',
		default: '',
		placeholder: 'e.g. 4821',
		description: 'The PIN, 4 to 12 digits',
	},
	endsAt: {
		displayName: 'Ends At',
		name: 'endsAt',
		type: 'dateTime',
		default: '',
		description: 'When the code stops working. Goes together with the start.',
	},
	name: {
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Guest 101',
		description: 'The name of the code; some locks shorten it',
	},
	startsAt: {
		displayName: 'Starts At',
		name: 'startsAt',
		type: 'dateTime',
		default: '',
		description: 'When the code begins to work. A code without start and end works until it is deleted.',
	},
} as const;

/** Entries of Additional Fields that creating one code and creating several share, by label. */
export const NEW_CODE_PROPERTIES = {
	...CODE_PROPERTIES,
	code: { ...CODE_PROPERTIES.code, description: 'The PIN, 4 to 12 digits. Left empty, the service chooses one that the lock can take.' },
	preferNativeScheduling: {
		displayName: 'Prefer Native Scheduling',
		name: 'preferNativeScheduling',
		type: 'boolean',
		default: true,
		description: 'Whether the lock itself keeps the times, where it can',
	},
	preferredCodeLength: {
		displayName: 'Preferred Code Length',
		name: 'preferredCodeLength',
		type: 'number',
		typeOptions: { minValue: 4, maxValue: 12 },
		default: 4,
		description: 'How many digits a code that the service chooses should have',
	},
	useBackupAccessCodePool: {
		displayName: 'Use Backup Access Code Pool',
		name: 'useBackupAccessCodePool',
		type: 'boolean',
		default: false,
		description: 'Whether a backup code takes its place when this one cannot be set before its start. Needs a start and an end.',
	},
} as const;

/** The parameters that creating and changing share. Throws InvalidParameterError for what cannot be right. */
export function codeBody({ code, name, startsAt, endsAt, allowExternalModification, attemptForOfflineDevice }: IDataObject) {
	const start = optionalDateTime('Starts At', startsAt);
	const end = optionalDateTime('Ends At', endsAt);
	requireTimeOrder('Starts At', start, 'Ends At', end);
	return {
		code: optionalPin('Code', code, 4, 12),
		name: optionalText(name),
		starts_at: start,
		ends_at: end,
		is_external_modification_allowed: allowExternalModification,
		attempt_for_offline_device: attemptForOfflineDevice,
	};
}

/** The parameters of a new code, on one lock or several. Throws InvalidParameterError for what cannot be right. */
export function newCodeBody(values: IDataObject) {
	const body = codeBody(values);
	if ((body.starts_at === undefined) !== (body.ends_at === undefined)) {
		throw new InvalidParameterError("'Starts At' and 'Ends At' go together", 'Enter both times, or none of them.');
	}
	if (body.ends_at !== undefined && Date.parse(body.ends_at) <= Date.now()) {
		throw new InvalidParameterError("'Ends At' must be in the future", 'A code that has ended cannot be created.');
	}
	if (values.useBackupAccessCodePool === true && body.ends_at === undefined) {
		throw new InvalidParameterError("'Use Backup Access Code Pool' needs 'Starts At' and 'Ends At'", 'Codes without an end have no backup.');
	}
	return {
		...body,
		prefer_native_scheduling: values.preferNativeScheduling,
		preferred_code_length: values.preferredCodeLength,
		use_backup_access_code_pool: values.useBackupAccessCodePool,
	};
}
