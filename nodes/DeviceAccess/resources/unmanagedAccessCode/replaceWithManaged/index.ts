import { InvalidParameterError, rethrow, wasNotStarted } from '../../../errors/errors';
import { takeObject } from '../../../transport/httpCall';
import type { SendRequest } from '../../../transport/request';
import type { WireObject } from '../../../wire/records';
import {
	type CheckedItem,
	checkedWrite,
	type CheckedWriteResult,
	type CheckedWriteStep,
	defineOperation,
	optionalText,
} from '../../../operation';
import {
	concludeVanished,
	type Replacement,
	type ReplacementOutcome,
	toReplacementResult,
} from './replacementResult';
import { isUnknownCode } from './awaitNewCode';
import { replaceCode } from './replaceCode';
import { accessObstacle, isConvertible, replacementObstacle } from './findObstacles';
import { narrowingDeviceField, unmanagedAccessCodeField } from '../../fields/locators';
import { readLock } from '../lockState';

const GET = '/access_codes/unmanaged/get';

export const replaceUnmanagedAccessCode = defineOperation({
	value: 'replaceWithManaged',
	name: 'Replace With Managed',
	action: 'Replace unmanaged access code with managed',
	description:
		'Delete a code that cannot be converted, and create a managed one with its PIN. In between, it does not work.',
	endpoint: '/access_codes/unmanaged/delete',
	effect: 'write',
	reference: {
		more: '[Replace With Managed](../replace-with-managed.md)',
		outcomes: {
			replaced: 'The new code replaced the old one',
			unchanged: 'The old code stays as it was',
			pending: "The node does not know whether the PIN works. See 'recovery' for what to do.",
			locked_out: "The PIN does not work. See 'recovery' for what to do.",
		} satisfies Record<ReplacementOutcome, string>,
		retries:
			'The node sends the deletion again only if [it cannot have taken effect](README.md#retries). It may send the creation again: after an unclear answer, only if the lock has no code with this PIN. See [The creation](../replace-with-managed.md#the-creation).',
	},
	kind: checkedWrite({
		idField: 'access_code_id',
		check: checkItem,
		alreadyDoes: 'already replaces this code',
		hints: {
			locked_out:
				"If 'outcome' is 'locked_out', the PIN does not work now. See 'recovery' in the item for what to do.",
		},
	}),
	fields: {
		deviceId: narrowingDeviceField,
		accessCodeId: unmanagedAccessCodeField,
		replaceNotice: {
			displayName:
				"The PIN does not work until the new code is on the lock, and the person could be locked out. Keep the items: 'recovery' has what you need to finish by hand.",
			type: 'notice',
			default: '',
		},
	},
	options: {
		evenIfConvertible: {
			displayName: 'Even If Convertible',
			type: 'boolean',
			default: false,
			description:
				'Whether to also replace codes that can be converted. Use it only after a conversion failed, because converting keeps the PIN working without interruption.',
		},
		name: {
			displayName: 'Name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Guest 101',
			description:
				'A name for the new code, if the lock does not accept the old name. Leave empty to keep the old name.',
		},
	},
});

async function checkItem(step: CheckedWriteStep): Promise<CheckedItem> {
	if (step.values.options.maskPinCodes === true) {
		throw refuse(
			"'Mask PINs' is on",
			'Turn it off. If something goes wrong after the old code is deleted, you need the PIN from the output.',
		);
	}
	const replacement = await readReplacement(step);
	const { oldAccessCodeId: id, deviceId: group } = replacement;
	return {
		id,
		group,
		write: async (sendUncancellable) => await write(step, replacement, sendUncancellable),
	};
}

/**
 * Reads the code and its lock again first, because a long time can pass between the check and the
 * write.
 */
async function write(
	step: CheckedWriteStep,
	replacement: Replacement,
	sendUncancellable: SendRequest,
): Promise<CheckedWriteResult> {
	try {
		const now = await readReplacement(step);
		if (JSON.stringify(now) !== JSON.stringify(replacement))
			throw refuse('someone else changed the code in the meantime');
	} catch (error) {
		if (wasNotStarted(error)) return rethrow(error);
		if (isUnknownCode(error))
			return toReplacementResult(replacement, await concludeVanished(step.send, replacement));
		const sentence = error instanceof InvalidParameterError ? error.message : 'Nothing was changed';
		return toReplacementResult(replacement, {
			outcome: 'unchanged',
			sentence,
			reasons: error instanceof InvalidParameterError ? [] : [error],
		});
	}
	return await replaceCode(sendUncancellable, replacement, step.settings);
}

async function readReplacement({
	send,
	body,
	values: { options },
}: CheckedWriteStep): Promise<Replacement> {
	const code = takeObject(await send({ endpoint: GET, body, effect: 'read' }), 'access_code');
	const lock = await readLock(send, String(code.device_id));
	const replacement = toReplacement(code, lock.device, optionalText(options.name));
	if (isConvertible(code, lock.device) && options.evenIfConvertible !== true) {
		const obstacle = accessObstacle(code, lock.device);
		throw refuse(
			`this code can be converted${obstacle ? `, but not now: ${obstacle}` : ''}`,
			"Use 'Convert to Managed', which keeps the PIN working without interruption, or turn on 'Even If Convertible' under Options.",
			replacement.deviceId,
		);
	}
	const obstacle = replacementObstacle(code, lock, replacement.name ?? '', Date.now());
	if (obstacle) throw refuse(obstacle, undefined, replacement.deviceId);
	return replacement;
}

function toReplacement(
	code: WireObject,
	device: WireObject,
	newName: string | undefined,
): Replacement {
	const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
	return {
		oldAccessCodeId: String(code.access_code_id),
		deviceId: String(code.device_id),
		deviceName: text(device.display_name) ?? text(device.nickname),
		pin: text(code.code) ?? '',
		name: newName ?? text(code.name),
		startsAt: text(code.starts_at),
		endsAt: text(code.ends_at),
	};
}

const refuse = (why: string, advice?: string, deviceId?: string) =>
	new InvalidParameterError(`Nothing was changed: ${why}`, advice, undefined, undefined, deviceId);
