import { type WireObject, wireObjectsIn } from './records';

const NOT_ON_LOCK = new Set<unknown>(['creating', 'deferring_creation']);

/**
 * True if a lock has this code. A lock with schedules stores it days before the start, and has it
 * whether it is online at the start or not: the record can still say that it is unset.
 */
export const isOnLock = ({
	status,
	is_scheduled_on_device: isScheduled,
	pending_mutations: mutations,
}: WireObject): boolean =>
	!wireObjectsIn(mutations).some(({ mutation_code: code }) => NOT_ON_LOCK.has(code)) &&
	(status !== 'unset' || isScheduled === true);

/**
 * True if a lock has this code as the service wants it. Undefined if the record does not tell, such
 * as while the account is disconnected (docs/service.md#codes-5).
 */
export function isSetOnLock(code: WireObject): boolean | undefined {
	if (typeof code.status !== 'string' || code.status === 'unknown') return undefined;
	return isOnLock(code) && code.status !== 'setting' && code.status !== 'removing';
}
