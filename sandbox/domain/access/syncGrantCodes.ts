import { randomUUID } from 'node:crypto';
import { isBackupAvailable } from '../accessCodes/backup';
import { blockingError, isOnDevice } from '../accessCodes/deviceFailure';
import { publishOfMethod } from './events';
import { isBeingDeleted, newWarning } from '../issues';
import { delayIssuing, failAtStart, failToIssue, issueOrPrepare } from './methods';
import type { AccessMethodData } from '../../state/accessState';
import { codesOfMethod } from './grantCodes';
import { nowIso } from '../clock';
import type { AccessCodeChange, Here } from '../service';
import type { StoredAccessCode } from '../../state/state';

export function syncGrantCodes(
	here: Here,
	code: StoredAccessCode,
	change: AccessCodeChange,
	backup?: StoredAccessCode,
): void {
	const method =
		code.accessMethodId === undefined
			? undefined
			: here.access.accessMethods.get(code.accessMethodId);
	if (!method || isBeingDeleted(method)) return;
	if (change === 'set' || change === 'scheduled' || (change === 'updated' && isOnDevice(code)))
		codeIsReady(here, method, code);
	if (change === 'failed') codeFailed(here, method, code);
	if (change === 'backupPulled' && backup) backupPulled(here, method, code, backup);
}

function codeIsReady(here: Here, method: AccessMethodData, code: StoredAccessCode): void {
	const { access_method_id: id } = method;
	setFailedDevice(here, method.access_grant_id, { device_id: code.deviceId });
	const readyDeviceIds = [...new Set([...method.readyDeviceIds, code.deviceId])];
	const isProvided = method.device_ids.every((deviceId) => readyDeviceIds.includes(deviceId));
	here.access.accessMethods.update(id, {
		readyDeviceIds,
		// If the lock's maker chose the PIN, it is known from now on.
		code: method.code ?? code.code,
		pending_mutations: method.pending_mutations.filter(
			({ mutation_code }) => !isProvided || mutation_code !== 'provisioning_access',
		),
	});
	const isUnderWay = method.pending_mutations.some(
		({ mutation_code }) => mutation_code === 'updating_access_times',
	);
	if (isProvided && !isUnderWay) issueOrPrepare(here, id);
}

/**
 * Reports the failed device on the grant. A code that only waits for its device delays the method; without a backup code, the
 * method fails if it is not issued by the start. A code with an error makes the method fail only if the method opens nothing else.
 */
function codeFailed(here: Here, method: AccessMethodData, code: StoredAccessCode): void {
	const [codeError] = (code.errors ?? []).slice(-1);
	const deviceError = blockingError(here.workspace.devicesById.get(code.deviceId));
	const failure = codeError ??
		deviceError ?? {
			error_code: 'failed_to_set_on_device',
			message: 'The access code could not be set on the device.',
		};
	setFailedDevice(here, method.access_grant_id, {
		device_id: code.deviceId,
		error_code: failure.error_code,
		message: failure.message,
	});
	const { access_method_id: id, acs_entrance_ids } = method;
	if (!codeError) {
		here.access.accessMethods.update(id, {
			readyDeviceIds: method.readyDeviceIds.filter((one) => one !== code.deviceId),
		});
		delayIssuing(here, id);
		if (!isBackupAvailable(code)) failAtStart(here, method);
		return;
	}
	const opensNothing =
		acs_entrance_ids.length === 0 &&
		codesOfMethod(here, id).every(({ errors = [] }) => errors.length > 0);
	if (opensNothing) failToIssue(here, id, failure.message);
	else issueOrPrepare(here, id);
}

interface FailedDevice {
	device_id: string;
	error_code: string;
	message: string;
}

/** Adds a failed device to the grant's warning `underprovisioned_access`, or removes a device without a failure from it. */
function setFailedDevice(
	here: Here,
	accessGrantId: string,
	device: FailedDevice | { device_id: string },
): void {
	const { accessGrants } = here.access;
	const grant = accessGrants.get(accessGrantId);
	if (!grant) return;
	const [current] = grant.warnings.filter(
		({ warning_code }) => warning_code === 'underprovisioned_access',
	);
	const others = (current?.failed_devices ?? []).filter(
		({ device_id }) => device_id !== device.device_id,
	);
	const failed_devices = 'error_code' in device ? [...others, device] : others;
	const warning = {
		warning_code: 'underprovisioned_access',
		message: 'Some devices do not have the access code.',
		created_at: current?.created_at ?? nowIso(here),
		failed_devices,
	};
	accessGrants.update(accessGrantId, {
		warnings: [
			...grant.warnings.filter((one) => one !== current),
			...(failed_devices.length > 0 ? [warning] : []),
		],
	});
}

/**
 * Switches the device to the PIN of the backup code. A method for only this device takes over the
 * PIN. Otherwise, the device gets a new method of its own, whose warning names the original one
 * (docs/service.md#grants-7).
 */
function backupPulled(
	here: Here,
	method: AccessMethodData,
	code: StoredAccessCode,
	backup: StoredAccessCode,
): void {
	const { accessMethods } = here.access;
	setFailedDevice(here, method.access_grant_id, { device_id: code.deviceId });
	const isWhole =
		method.device_ids.every((id) => id === code.deviceId) && method.acs_entrance_ids.length === 0;
	const message =
		'The code could not be created on the device before the start, so a backup code is used.';
	const origin = isWhole ? {} : { original_access_method_id: method.access_method_id };
	const warning = newWarning(here, 'pulled_backup_access_code', message, origin);
	const changes = {
		code: backup.code,
		isBackupCode: true,
		readyDeviceIds: [code.deviceId],
		pending_mutations: [],
		errors: [],
	};
	if (isWhole) {
		accessMethods.update(method.access_method_id, {
			...changes,
			issued_at: null,
			warnings: [...method.warnings, warning],
		});
		issueOrPrepare(here, method.access_method_id);
		return;
	}
	const split = accessMethods.add({
		...method,
		...changes,
		access_method_id: randomUUID(),
		device_ids: [code.deviceId],
		acs_entrance_ids: [],
		created_at: nowIso(here),
		issued_at: null,
		wasIssued: false,
		warnings: [warning],
	});
	moveDevice(here, method, split, code.deviceId);
	publishOfMethod(here, split, 'access_method.created');
	issueOrPrepare(here, split.access_method_id);
	issueOrPrepare(here, method.access_method_id);
}

function moveDevice(
	here: Here,
	from: AccessMethodData,
	to: AccessMethodData,
	deviceId: string,
): void {
	const { accessGrants, accessMethods } = here.access;
	const withoutDevice = (ids: string[]) => ids.filter((id) => id !== deviceId);
	const [deviceIds, readyDeviceIds] = [
		withoutDevice(from.device_ids),
		withoutDevice(from.readyDeviceIds),
	];
	accessMethods.update(from.access_method_id, {
		device_ids: deviceIds,
		readyDeviceIds,
		pending_mutations: deviceIds.every((id) => readyDeviceIds.includes(id))
			? []
			: from.pending_mutations,
	});
	for (const code of codesOfMethod(here, from.access_method_id)) {
		if (code.deviceId === deviceId)
			here.state.updateAccessCode(code, { accessMethodId: to.access_method_id });
	}
	const grant = accessGrants.get(from.access_grant_id);
	if (!grant) return;
	accessGrants.update(grant.access_grant_id, {
		requested_access_methods: grant.requested_access_methods.map((request) =>
			request.created_access_method_ids.includes(from.access_method_id)
				? {
						...request,
						created_access_method_ids: [...request.created_access_method_ids, to.access_method_id],
					}
				: request,
		),
	});
}
