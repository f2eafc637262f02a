import { hotel } from '../../../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../../../sandbox/fixtures/workspaces';
import type { HotelSandbox } from '../../service/hotelSandbox';
import { pinsOnLocks } from '../../service/reservations';

/** A PIN that a lock takes, whose it is, and on which days. */
export interface Opening {
	lock: string;
	/** What the access is called at the service: it has the number of the booking. */
	key: string;
	/** Empty if the service knows no name. */
	guest: string;
	pin: string;
	from: string;
	to: string;
}

const OF_OTHERS: ReadonlySet<string> = new Set(Object.values(hotel.accessGrants));

/** Who opens what, from the sandbox's own records, once locks that are online are done. */
export async function openings(service: HotelSandbox): Promise<Opening[]> {
	await pinsOnLocks(service);
	const workspace = service.sandbox.state.workspaces.get(workspaceIds.main);
	return [...(workspace?.accessCodesByDevice.values() ?? [])].flat().flatMap((code) => {
		const { accessGrantId: id, deviceId, startsAt = '', endsAt = '' } = code;
		if (id === undefined || OF_OTHERS.has(id)) return [];
		const grant = workspace?.access.accessGrants.get(id);
		const person = workspace?.access.userIdentities.get(grant?.user_identity_id ?? '');
		return [
			{
				lock: workspace?.devicesById.get(deviceId)?.record.display_name ?? deviceId,
				key: grant?.access_grant_key ?? '',
				guest: person?.full_name ?? '',
				pin: code.code,
				from: startsAt.slice(0, 10),
				to: endsAt.slice(0, 10),
			},
		];
	});
}
