import type { ConnectedAccount } from '../../schemas/connectedAccount';
import type { WorkspaceState } from '../../state/state';
import { releaseCode } from '../accessCodes/remove';
import { accessCodesOf } from '../lookup';
import { publishEvent } from '../publishEvent';
import type { Service } from '../service';

/** Forgets the account, its devices and their codes. The codes stay on the locks. */
export function deleteAccount(
	service: Service,
	workspace: WorkspaceState,
	{ connected_account_id, customer_key }: ConnectedAccount,
): void {
	const devices = [...workspace.devices, ...workspace.unmanagedDevices].filter(
		({ record }) => record.connected_account_id === connected_account_id,
	);
	for (const device of devices) {
		const { device_id } = device.record;
		// Drops everything that was scheduled for the lock.
		for (const code of accessCodesOf(workspace, device_id, true)) {
			releaseCode(service, workspace, code);
			publishEvent(service, workspace, {
				event_type: 'access_code.deleted',
				access_code_id: code.accessCodeId,
				device_id,
				code: null,
			});
		}
		service.state.removeDevice(workspace, device);
		for (const space of workspace.access.spaces.records) {
			if (space.device_ids.includes(device_id))
				workspace.access.spaces.update(space.space_id, {
					device_ids: space.device_ids.filter((id) => id !== device_id),
				});
		}
		publishEvent(service, workspace, {
			event_type: 'device.deleted',
			device_id,
			connected_account_id,
		});
	}
	workspace.connectedAccounts.remove(connected_account_id);
	publishEvent(service, workspace, {
		event_type: 'connected_account.deleted',
		connected_account_id,
		...(customer_key === undefined ? {} : { customer_key }),
	});
}
