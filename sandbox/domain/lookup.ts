import type { Parameters } from '../schemas/parameters';
import type { Here } from './service';
import { ServiceError, invalidInput, notFound } from './serviceError';
import type { StoredAccessCode, StoredDevice } from '../state/state';

/** Throws 404 `device_not_found` unless this workspace has a managed device with the ID. */
export function findDevice({ workspace }: Here, deviceId: string): StoredDevice {
	const device = workspace.devicesById.get(deviceId);
	if (!device) throw notFound('device', { device_id: deviceId });
	return device;
}

/** A thermostat or a sensor can be in a room, too. */
export const isLock = ({ record }: StoredDevice): boolean =>
	record.capabilities_supported.includes('lock');

/**
 * Finds a code by its ID, or by device and PIN. Managed and unmanaged codes are separate
 * collections: an ID from the other collection is not found (docs/service.md#calls-8). Throws 400 without either, 404
 * `access_code_not_found`.
 */
export function findAccessCode(
	here: Here,
	isManaged: boolean,
	address: Parameters<'/access_codes/get'>,
): StoredAccessCode {
	const { access_code_id: accessCodeId, device_id: deviceId, code: pin } = address;
	if (!accessCodeId && !(deviceId && pin))
		throw invalidInput('Either access_code_id, or device_id and code, are required');
	const code = accessCodeId
		? here.state.accessCodes.get(accessCodeId)
		: accessCodesOf(here, deviceId ?? '', isManaged).find((candidate) => candidate.code === pin);
	const isHere =
		code?.workspaceId === here.workspace.record.workspace_id &&
		Boolean(code.isManaged) === isManaged;
	if (!code || !isHere)
		throw notFound(
			'access_code',
			accessCodeId ? { access_code_id: accessCodeId } : { device_id: deviceId },
		);
	return code;
}

/** The managed or the unmanaged codes of a device, in order of creation. */
export function accessCodesOf(
	{ workspace }: Here,
	deviceId: string,
	isManaged: boolean,
): StoredAccessCode[] {
	return (workspace.accessCodesByDevice.get(deviceId) ?? []).filter(
		(code) => Boolean(code.isManaged) === isManaged,
	);
}

/** Throws 400 `workspace_not_sandbox` in a workspace with real locks; `what` names what only a sandbox can do. */
export function requireSandbox({ workspace: { record } }: Here, what: string): void {
	if (!record.is_sandbox)
		throw new ServiceError(400, 'workspace_not_sandbox', `Only a sandbox workspace can ${what}.`);
}

/** Whether the name, the PIN or the ID of a code contains the text, in any case. */
export const codesFoundBy =
	(search = '') =>
	({ name, code, accessCodeId }: StoredAccessCode): boolean =>
		[name ?? '', code, accessCodeId].some((text) =>
			text.toLowerCase().includes(search.toLowerCase()),
		);
