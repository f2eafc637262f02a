import type { ConnectedAccount } from '../../schemas/connectedAccount';
import { releaseCode } from '../accessCodes/remove';
import { accessCodesOf } from '../lookup';
import { publishEvent } from '../publishEvent';
import type { Here } from '../service';
import { given } from '../without';

/** Forgets the account, its devices and their codes. The codes stay on the locks. */
export function deleteAccount(
	here: Here,
	{ connected_account_id, customer_key }: ConnectedAccount,
): void {
	const { workspace } = here;
	const devices = [...workspace.devices, ...workspace.unmanagedDevices].filter(
		({ record }) => record.connected_account_id === connected_account_id,
	);
	for (const device of devices) {
		const { device_id } = device.record;
		// Drops everything that was scheduled for the lock.
		for (const code of accessCodesOf(here, device_id, true)) {
			releaseCode(here, code);
			publishEvent(here, {
				event_type: 'access_code.deleted',
				access_code_id: code.accessCodeId,
				device_id,
				code: null,
			});
		}
		here.state.removeDevice(workspace, device);
		for (const space of here.access.spaces.records) {
			if (space.device_ids.includes(device_id))
				here.access.spaces.update(space.space_id, {
					device_ids: space.device_ids.filter((id) => id !== device_id),
				});
		}
		publishEvent(here, {
			event_type: 'device.deleted',
			device_id,
			connected_account_id,
		});
	}
	workspace.connectedAccounts.remove(connected_account_id);
	publishEvent(here, {
		event_type: 'connected_account.deleted',
		connected_account_id,
		...given({ customer_key }),
	});
}
