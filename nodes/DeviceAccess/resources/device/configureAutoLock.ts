import { InvalidParameterError } from '../../errors/errors';
import { action, booleanField, defineOperation, numberField } from '../../operation';
import { deviceField } from '../fields/locators';

/** The range of delays that the service accepts, in seconds. */
const LEAST_DELAY = 1;
const MOST_DELAY = 60;

export const configureAutoLock = defineOperation({
	value: 'configureAutoLock',
	name: 'Configure Auto Lock',
	action: 'Configure auto lock of device',
	description: 'Choose whether a lock locks by itself, and after how many seconds',
	endpoint: '/locks/configure_auto_lock',
	effect: 'write',
	isRepeatable: true,
	inOrderOf: ['device_id'],
	kind: action({
		idField: 'device_id',
		says: {
			done: { outcome: 'configured', sentence: 'The lock has the new setting' },
			acceptedSentence: 'The service accepted the setting',
			failedSentence: "The lock's setting was not changed",
			lookLater: "Use 'Get device' to see whether 'auto_lock_enabled' has changed",
		},
	}),
	fields: {
		deviceId: deviceField,
		autoLockEnabled: booleanField('Auto Lock', 'Whether the lock locks by itself', true),
		autoLockDelay: numberField(
			'Delay',
			'How many seconds the door stays unlocked before it locks by itself',
			30,
			{
				typeOptions: { minValue: LEAST_DELAY, maxValue: MOST_DELAY },
				showWhen: { autoLockEnabled: ['true'] },
				wire: 'auto_lock_delay_seconds',
				read: delayOf,
			},
		),
	},
});

function delayOf(label: string, delay: unknown): unknown {
	if (Number(delay) >= LEAST_DELAY && Number(delay) <= MOST_DELAY) return delay;
	throw new InvalidParameterError(
		`'${label}' must be a number from ${LEAST_DELAY} to ${MOST_DELAY}`,
	);
}
