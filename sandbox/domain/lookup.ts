import { ServiceError, notFound } from './serviceError';
import type { State, StoredAccessCode, StoredDevice, WorkspaceState } from '../state/state';

/** Throws 404 `device_not_found` unless this workspace has a managed device with the ID. */
export function findDevice(workspace: WorkspaceState, deviceId: string): StoredDevice {
	const device = workspace.devicesById.get(deviceId);
	if (!device) throw notFound('device', { device_id: deviceId });
	return device;
}

/** A thermostat or a sensor can be in a room, too. */
export const isLock = ({ record }: StoredDevice): boolean =>
	record.capabilities_supported.includes('lock');

export interface AccessCodeAddress {
	access_code_id?: string;
	device_id?: string;
	code?: string;
}

/**
 * Finds a code by its ID, or by device and PIN. Managed and unmanaged codes are separate
 * collections: an ID from the other collection is not found (docs/service.md#calls-8). Throws 404
 * `access_code_not_found`.
 */
export function findAccessCode(
	state: State,
	workspace: WorkspaceState,
	isManaged: boolean,
	address: AccessCodeAddress,
): StoredAccessCode {
	const { access_code_id: accessCodeId, device_id: deviceId, code: pin } = address;
	const code = accessCodeId
		? state.accessCodes.get(accessCodeId)
		: accessCodesOf(workspace, deviceId ?? '', isManaged).find(
				(candidate) => candidate.code === pin,
			);
	const isHere =
		code?.workspaceId === workspace.record.workspace_id && Boolean(code.isManaged) === isManaged;
	if (!code || !isHere)
		throw notFound(
			'access_code',
			accessCodeId ? { access_code_id: accessCodeId } : { device_id: deviceId },
		);
	return code;
}

/** The managed or the unmanaged codes of a device, in order of creation. */
export function accessCodesOf(
	workspace: WorkspaceState,
	deviceId: string,
	isManaged: boolean,
): StoredAccessCode[] {
	return (workspace.accessCodesByDevice.get(deviceId) ?? []).filter(
		(code) => Boolean(code.isManaged) === isManaged,
	);
}

/** Throws 400 `workspace_not_sandbox` in a workspace with real locks; `what` names what only a sandbox can do. */
export function requireSandbox({ record }: WorkspaceState, what: string): void {
	if (!record.is_sandbox)
		throw new ServiceError(400, 'workspace_not_sandbox', `Only a sandbox workspace can ${what}.`);
}
