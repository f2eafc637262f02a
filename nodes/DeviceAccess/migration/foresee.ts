import { CANNOT_DELETE } from '../errors/errorHints';
import { hideSecretsInText, secretsIn } from '../errors/maskPins';
import { readOnce } from '../lists/readOnce';
import type { ActionDefinition } from '../operation';
import { takeObject } from '../transport/httpCall';
import type { WireObject } from '../wire/records';
import { type LockState, readLock } from './lockState';
import { adviseMigration } from './migrationAdvice';
import { accessObstacle, duplicateOf, isConvertible } from './findObstacles';

/** What a dry run says of a code. Reads each lock once. */
const foresee =
	(
		say: (code: WireObject, lock: LockState, reason: string) => [outcome: string, reason: string],
	): ActionDefinition['foresee'] =>
	(send) => {
		const lockOf = readOnce(async (deviceId: string) => await readLock(send, deviceId));
		return async (body) => {
			const endpoint = '/access_codes/unmanaged/get';
			const code = takeObject(await send({ endpoint, body, effect: 'read' }), 'access_code');
			const lock = await lockOf(String(code.device_id));
			const advice = adviseMigration(code, lock, Date.now());
			const [outcome, reason] = say(code, lock, advice.reason);
			// The name of another code can have the same PIN.
			const hide = (text: string) => hideSecretsInText(text, secretsIn(code));
			return {
				outcome,
				message: `Nothing was changed. ${hide(reason)}`,
				migration: { ...advice, reason: hide(advice.reason) },
				device_id: code.device_id,
			};
		};
	};

export const foreseeConversion = foresee((code, lock, reason) => {
	if (!isConvertible(code, lock.device)) return ['unsupported', reason];
	const fails = accessObstacle(code, lock.device) ?? duplicateOf(code, lock);
	return [fails ? 'failed' : 'converted', reason];
});

export const foreseeDeletion = foresee((code, { device }) => {
	if (code.cannot_delete_unmanaged_access_code === true) return ['failed', CANNOT_DELETE.message];
	const obstacle = accessObstacle(code, device);
	return obstacle
		? ['failed', `This code cannot be deleted now: ${obstacle}`]
		: ['deleted', 'This code can be deleted. Its PIN then stops working'];
});
