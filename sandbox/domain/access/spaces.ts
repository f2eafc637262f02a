import { findSpace, placesOf } from './lookup';
import type { SpaceData } from '../../state/accessState';
import { publishEvent } from '../publishEvent';
import type { Service } from '../service';
import type { WorkspaceState } from '../../state/state';
import { changeGrantDevices } from './grantPlaces';

/** An event of a space, with its key and what is in it (facts 2, A28). */
export function publishOfSpace(service: Service, workspace: WorkspaceState, spaceId: string, eventType: string): void {
	const space = findSpace(workspace, spaceId);
	const { space_id, space_key, device_ids, acs_entrance_ids } = space;
	const key = space_key === undefined ? {} : { space_key };
	publishEvent(service, workspace, { event_type: eventType, space_id, ...key, device_ids, acs_entrance_ids });
}

/** Gives a space other devices, and with it every grant for the space. */
export function changeSpaceDevices(service: Service, workspace: WorkspaceState, space: SpaceData, deviceIds: string[]): void {
	const { access } = workspace;
	const { space_id } = space;
	const grants = access.accessGrants.records.filter((grant) => grant.space_ids.includes(space_id));
	const devicesBefore = grants.map((grant) => placesOf(workspace, grant).device_ids);
	access.spaces.update(space_id, { device_ids: deviceIds });
	publishOfSpace(service, workspace, space_id, 'space.device_membership_changed');
	for (const [index, grant] of grants.entries()) {
		changeGrantDevices(service, workspace, grant.access_grant_id, devicesBefore[index] ?? [], placesOf(workspace, grant).device_ids);
	}
}
