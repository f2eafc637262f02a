import { isUnsupported, rethrow } from '../errors/errors';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import {
	accessObstacle,
	conversionObstacle,
	duplicateOf,
	hasEnded,
	isInactive,
	permanentObstacle,
	replacementObstacle,
} from './findObstacles';
import { type LockState, readLock } from './lockState';

/** What to do with an unmanaged code. Workflows test `advice`, and a person reads `reason`. */
export interface MigrationAdvice {
	advice: 'convert' | 'replace' | 'keep';
	reason: string;
}

/** Takes three more requests. If the service does not support the lock, its codes are to be kept. */
export async function addMigrationAdvice(
	send: SendRequest,
	deviceId: string,
	codes: WireObject[],
): Promise<WireObject[]> {
	const lock = await readLock(send, deviceId).catch((error: unknown) =>
		isUnsupported(error) ? undefined : rethrow(error),
	);
	const advise = (code: WireObject) =>
		lock
			? adviseMigration(code, lock, Date.now())
			: keep('The service says that this lock does not support managed codes');
	return codes.map((code) => ({ ...code, migration: advise(code) }));
}

/** Permanent reasons come before temporary ones. */
export function adviseMigration(code: WireObject, lock: LockState, nowMs: number): MigrationAdvice {
	if (hasEnded(code, nowMs)) return keep('The code has ended, so there is nothing to convert');
	const obstacle = conversionObstacle(code, lock.device);
	const lasting = obstacle && permanentObstacle(code);
	if (lasting) return keep(`${obstacle}. This code cannot be replaced either: ${lasting}`);
	const duplicate = duplicateOf(code, lock);
	if (duplicate) {
		const kind = duplicate.isManaged ? 'managed' : 'unmanaged';
		return keep(
			`The ${kind} code '${duplicate.nameOrId}' on this lock has the same PIN. Delete one of the two, then execute the node again`,
		);
	}
	return obstacle
		? adviseReplacement(code, lock, obstacle, nowMs)
		: adviseConversion(code, lock.device);
}

function adviseConversion(code: WireObject, device: WireObject): MigrationAdvice {
	const objection = accessObstacle(code, device);
	if (objection) return keep(`This code cannot be converted now: ${objection}`);
	return {
		advice: 'convert',
		reason: isInactive(code)
			? 'This code can be converted. It does not open the lock now, and converting does not change that'
			: 'This code can be converted: the PIN keeps working, and its name and times stay the same',
	};
}

function adviseReplacement(
	code: WireObject,
	lock: LockState,
	obstacle: string,
	nowMs: number,
): MigrationAdvice {
	const objection = replacementObstacle(code, lock, String(code.name ?? ''), nowMs);
	if (objection) return keep(`${obstacle}. This code cannot be replaced now: ${objection}`);
	return {
		advice: 'replace',
		reason: `${obstacle}. This code can be deleted and created again with the same PIN, name and times. In between, the PIN does not work`,
	};
}

const keep = (reason: string): MigrationAdvice => ({ advice: 'keep', reason });
