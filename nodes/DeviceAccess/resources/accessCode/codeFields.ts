import type { IDataObject } from 'n8n-workflow';
import { refuse } from '../../errors/allErrors';
import { InvalidParameterError } from '../../errors/errors';
import { optionalDateTime, optionalPin, optionalText, requireTimeOrder } from '../../operation';
import { accessCodeField, narrowingDeviceField } from '../fields/locators';

/** Chooses one managed code. */
export const codeFields = { deviceId: narrowingDeviceField, accessCodeId: accessCodeField };

/** The fields of a managed code, by name. */
export const CODE_PROPERTIES = {
	allowExternalModification: {
		displayName: 'Allow External Modification',
		name: 'allowExternalModification',
		type: 'boolean',
		default: false,
		description: 'Whether to keep changes made to the code elsewhere, for example at the lock',
	},
	attemptForOfflineDevice: {
		displayName: 'Allow Offline Lock',
		name: 'attemptForOfflineDevice',
		type: 'boolean',
		default: true,
		description:
			'Whether to accept the code while the lock is offline. It is set once the lock is back online.',
	},
	code: {
		displayName: 'PIN',
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
		description: 'When the code stops working. Requires a start.',
	},
	name: {
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Guest 101',
		description: 'The name of the code. Some locks shorten it.',
	},
	startsAt: {
		displayName: 'Starts At',
		name: 'startsAt',
		type: 'dateTime',
		default: '',
		description:
			'When the code starts to work. A code without a start and an end works until you delete it.',
	},
} as const;

/** The fields to create one code or several, by name. */
export const NEW_CODE_PROPERTIES = {
	...CODE_PROPERTIES,
	code: {
		...CODE_PROPERTIES.code,
		description:
			'The PIN, 4 to 12 digits. Leave empty to let the service choose one that the lock accepts.',
	},
	preferNativeScheduling: {
		displayName: 'Schedule on the Lock',
		name: 'preferNativeScheduling',
		type: 'boolean',
		default: true,
		description:
			'Whether the lock itself starts and ends the code, if it can. The times then hold even when the lock is offline.',
	},
	preferredCodeLength: {
		displayName: 'PIN Length',
		name: 'preferredCodeLength',
		type: 'number',
		typeOptions: { minValue: 4, maxValue: 12 },
		default: 4,
		description: 'How many digits the PIN should have if the service chooses it',
	},
	useBackupAccessCodePool: {
		displayName: 'Use Backup Code',
		name: 'useBackupAccessCodePool',
		type: 'boolean',
		default: false,
		description:
			'Whether to use a backup code on the lock if this code cannot be set in time. Requires a start and an end.',
	},
} as const;

/** Parameters to create and change a code. */
export function codeBody({
	code,
	name,
	startsAt,
	endsAt,
	allowExternalModification,
	attemptForOfflineDevice,
}: IDataObject) {
	const start = optionalDateTime('Starts At', startsAt);
	const end = optionalDateTime('Ends At', endsAt);
	requireTimeOrder('Starts At', start, 'Ends At', end);
	return {
		code: optionalPin('PIN', code, 4, 12),
		name: optionalText(name),
		starts_at: start,
		ends_at: end,
		is_external_modification_allowed: allowExternalModification,
		attempt_for_offline_device: attemptForOfflineDevice,
	};
}

/** Parameters of a new code, on one lock or several. */
export function newCodeBody(values: IDataObject) {
	const body = codeBody(values);
	if ((body.starts_at === undefined) !== (body.ends_at === undefined)) {
		throw new InvalidParameterError(
			"'Starts At' and 'Ends At' go together",
			'Enter both times, or neither.',
		);
	}
	if (body.ends_at !== undefined && Date.parse(body.ends_at) <= Date.now()) {
		return refuse(
			new InvalidParameterError(
				"'Ends At' must be in the future",
				'A code that has ended cannot be created.',
			),
		);
	}
	if (values.useBackupAccessCodePool === true && body.ends_at === undefined) {
		throw new InvalidParameterError(
			"'Use Backup Code' requires 'Starts At' and 'Ends At'",
			'Codes without an end have no backup.',
		);
	}
	return {
		...body,
		prefer_native_scheduling: values.preferNativeScheduling,
		preferred_code_length: values.preferredCodeLength,
		use_backup_access_code_pool: values.useBackupAccessCodePool,
	};
}
