import { InvalidParameterError } from '../../errors/errors';
import {
	booleanField,
	dateTimeField,
	numberField,
	optionalDateTime,
	optionalPin,
	stringField,
} from '../../operation';
import type { WireObject } from '../../wire/records';
import { accessCodeField, narrowingDeviceField } from '../fields/locators';

export const codeFields = { deviceId: narrowingDeviceField, accessCodeId: accessCodeField };

export const CODE_PROPERTIES = {
	allowExternalModification: booleanField(
		'Allow External Modification',
		'Whether to keep changes made to the code elsewhere, for example at the lock',
		false,
		{ name: 'allowExternalModification', wire: 'is_external_modification_allowed' },
	),
	attemptForOfflineDevice: booleanField(
		'Allow Offline Lock',
		'Whether to accept the code while the lock is offline. It is set once the lock is back online.',
		true,
		{ name: 'attemptForOfflineDevice' },
	),
	code: stringField('PIN', 'The PIN, 4 to 12 digits', {
		name: 'code',
		placeholder: 'e.g. 4821',
		read: (label: string, pin: unknown) => optionalPin(label, pin, 4, 12),
	}),
	endsAt: dateTimeField('Ends At', 'When the code stops working. Requires a start.', {
		name: 'endsAt',
		laterThan: 'startsAt',
	}),
	name: stringField('Name', 'The name of the code. Some locks shorten it.', {
		name: 'name',
		placeholder: 'e.g. Guest 101',
	}),
	startsAt: dateTimeField(
		'Starts At',
		'When the code starts to work. A code without a start and an end works until you delete it.',
		{ name: 'startsAt' },
	),
} as const;

export const NEW_CODE_PROPERTIES = {
	...CODE_PROPERTIES,
	code: {
		...CODE_PROPERTIES.code,
		description:
			'The PIN, 4 to 12 digits. Leave empty to let the service choose one that the lock accepts.',
	},
	preferNativeScheduling: booleanField(
		'Schedule on the Lock',
		'Whether the lock itself starts and ends the code, if it can. The times then hold even when the lock is offline.',
		true,
		{ name: 'preferNativeScheduling' },
	),
	preferredCodeLength: numberField(
		'PIN Length',
		'How many digits the PIN should have if the service chooses it',
		4,
		{ name: 'preferredCodeLength', typeOptions: { minValue: 4, maxValue: 12 } },
	),
	useBackupAccessCodePool: booleanField(
		'Use Backup Code',
		'Whether to use a backup code on the lock if this code cannot be set in time. Requires a start and an end.',
		false,
		{ name: 'useBackupAccessCodePool' },
	),
} as const;

/** Left out with an end, the service would refuse it. */
export const readStart = (label: string, value: unknown): string | undefined =>
	value === 'now' ? NOW : optionalDateTime(label, value);

const NOW = 'now';

/** The request for a new code, on one lock or several, unless its fields contradict each other. */
export function newCode({ starts_at: given, ...rest }: WireObject): WireObject {
	const { ends_at: end } = rest;
	const now = end === undefined ? undefined : new Date().toISOString();
	const start = given === NOW ? now : given;
	const body = start === undefined ? rest : { ...rest, starts_at: start };
	if ((start === undefined) !== (end === undefined)) {
		throw new InvalidParameterError(
			"'Starts At' and 'Ends At' go together",
			'Enter both times, or neither.',
		);
	}
	if (end !== undefined && Date.parse(String(end)) <= Date.now()) {
		throw new InvalidParameterError(
			"'Ends At' must be in the future",
			'A code that has ended cannot be created.',
		);
	}
	if (body.use_backup_access_code_pool === true && end === undefined) {
		throw new InvalidParameterError(
			"'Use Backup Code' requires 'Starts At' and 'Ends At'",
			'Codes without an end have no backup.',
		);
	}
	return body;
}
