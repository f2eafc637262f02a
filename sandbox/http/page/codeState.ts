import { isOnDevice } from '../../domain/accessCodes/deviceFailure';
import type { StoredAccessCode } from '../../state/state';

export interface State {
	text: string;
	tone: 'good' | 'waiting' | 'bad';
	at?: string;
}

export function stateOfCode(code: StoredAccessCode): State {
	const { errors = [], warnings = [], pendingMutations = [] } = code;
	const [error] = errors.slice(-1);
	if (error) return { text: `Failed: ${error.message}`, tone: 'bad' };
	const isDelayed = warnings.some(({ warning_code: warning }) => warning.startsWith('delay_in_'));
	const [mutation] = pendingMutations;
	const delayed = isDelayed ? ', waiting for the lock' : '';
	if (code.status === 'removing') return { text: `Being removed${delayed}`, tone: 'waiting' };
	if (mutation?.mutation_code === 'deferring_creation')
		return { text: 'Will be set', tone: 'waiting', at: mutation.scheduled_at };
	if (mutation)
		return {
			text: `${isOnDevice(code) ? 'Being changed' : 'Being set'}${delayed}`,
			tone: 'waiting',
		};
	if (!isOnDevice(code)) return { text: 'Not on the lock', tone: 'waiting' };
	return { text: code.isBackup ? 'Backup, on the lock' : 'On the lock', tone: 'good' };
}
