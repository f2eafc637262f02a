import { randomUUID } from 'node:crypto';
import type { StoredAccessCode, StoredDevice } from '../../state/state';
import { nowIso } from '../clock';
import { newWarning } from '../issues';
import { findDevice } from '../lookup';
import type { Here } from '../service';
import { ServiceError } from '../serviceError';
import { publishOfCode } from './codeEvents';
import { waitOnDevice } from './onDevice';
import { generatePin } from './pinRules';
import { removeCode } from './remove';
import { endMs, startMs } from './times';

export function hasBackupPool({ record: { properties } }: StoredDevice): boolean {
	return (
		properties.supports_backup_access_code_pool === true &&
		properties.backup_access_code_pool_enabled !== false
	);
}

export function isBackupAvailable(code: StoredAccessCode): boolean {
	return code.usesBackupPool === true && code.pulledBackupAccessCodeId === undefined;
}

/**
 * Replaces a time-bound code with a backup code and returns the backup. Throws 400 for an ongoing
 * code, 404 without a backup.
 */
export function pullBackup(here: Here, code: StoredAccessCode): StoredAccessCode {
	if (!code.startsAt)
		throw new ServiceError(
			400,
			'access_code_not_time_bound',
			'Only a time-bound access code has a backup code.',
		);
	if (!isBackupAvailable(code)) {
		throw new ServiceError(
			404,
			'backup_access_code_not_found',
			'Could not find backup access code.',
			{
				data: { access_code_id: code.accessCodeId },
			},
		);
	}
	const { state, clock } = here;
	const backup = state.addAccessCode(here.workspace, {
		accessCodeId: randomUUID(),
		deviceId: code.deviceId,
		name: code.name,
		code: generatePin(here, findDevice(here, code.deviceId)),
		createdAt: nowIso(here),
		startsAt: code.startsAt,
		endsAt: code.endsAt,
		accessGrantId: code.accessGrantId,
		accessMethodId: code.accessMethodId,
		isManaged: true,
		isBackup: true,
		// Backup codes are on the device before they are needed.
		isOnDevice: true,
		status: startMs(code) > clock.now() ? 'unset' : 'set',
		pendingMutations: [],
	});
	state.updateAccessCode(code, { pulledBackupAccessCodeId: backup.accessCodeId });
	state.addWarning(
		code,
		newWarning(here, 'using_backup_access_code', 'A backup access code is in use instead.'),
	);
	publishOfCode(here, code, 'backup_access_code_pulled', {
		backup_access_code_id: backup.accessCodeId,
	});
	if (endMs(backup) <= clock.now()) removeCode(here, backup);
	else waitOnDevice(here, backup);
	here.codeChanged(here, code, 'backupPulled', backup);
	return backup;
}
