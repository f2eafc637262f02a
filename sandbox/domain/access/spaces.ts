import { placesOf } from './lookup';
import type { SpaceData } from '../../state/accessState';
import { publishEvent } from '../publishEvent';
import type { Service } from '../service';
import type { WorkspaceState } from '../../state/state';
import { changeGrantDevices } from './grantPlaces';

/** Gives a space other devices, and with it every grant for the space. */
export function changeSpaceDevices(service: Service, workspace: WorkspaceState, space: SpaceData, deviceIds: string[]): void {
	const { access } = workspace;
	const { space_id } = space;
	const grants = access.accessGrants.records.filter((grant) => grant.space_ids.includes(space_id));
	const devicesBefore = grants.map((grant) => placesOf(workspace, grant).device_ids);
	access.spaces.update(space_id, { device_ids: deviceIds });
	publishEvent(service, workspace, { event_type: 'space.device_membership_changed', space_id });
	for (const [index, grant] of grants.entries()) {
		changeGrantDevices(service, workspace, grant.access_grant_id, devicesBefore[index] ?? [], placesOf(workspace, grant).device_ids);
	}
}
