import { publishOfGrant } from './events';
import { placesOf } from './lookup';
import type { AccessGrantData } from '../../state/accessState';
import type { Here } from '../service';

/** Publishes an event for each entrance that issued methods newly open, and one when they open all places. */
export function publishGrantedEntrances(here: Here, accessGrantId: string): void {
	const { accessGrants } = here.access;
	const grant = accessGrants.get(accessGrantId);
	if (!grant) return;
	const open = openPlaces(here, grant);
	const newEntranceIds = [...open.entranceIds].filter(
		(id) => !grant.grantedEntranceIds.includes(id),
	);
	for (const id of newEntranceIds)
		publishOfGrant(here, grant, 'access_grant.access_granted_to_door', {
			acs_entrance_id: id,
		});
	const places = placesOf(here, grant);
	const isGrantedEverywhere =
		places.acs_entrance_ids.every((id) => open.entranceIds.has(id)) &&
		places.device_ids.every((id) => open.deviceIds.has(id));
	accessGrants.update(accessGrantId, {
		grantedEntranceIds: [...grant.grantedEntranceIds, ...newEntranceIds],
		isGrantedEverywhere: grant.isGrantedEverywhere || isGrantedEverywhere,
	});
	if (isGrantedEverywhere && !grant.isGrantedEverywhere)
		publishOfGrant(here, grant, 'access_grant.access_granted_to_all_doors');
}

/** Publishes an event for each entrance that no issued method opens anymore. */
export function publishLostEntrances(here: Here, accessGrantId: string): void {
	const { accessGrants } = here.access;
	const grant = accessGrants.get(accessGrantId);
	if (!grant) return;
	const { entranceIds } = openPlaces(here, grant);
	const lost = grant.grantedEntranceIds.filter((id) => !entranceIds.has(id));
	if (lost.length === 0) return;
	accessGrants.update(accessGrantId, {
		grantedEntranceIds: grant.grantedEntranceIds.filter((id) => entranceIds.has(id)),
		isGrantedEverywhere: false,
	});
	for (const id of lost)
		publishOfGrant(here, grant, 'access_grant.access_to_door_lost', {
			acs_entrance_id: id,
		});
}

function openPlaces({ access }: Here, grant: AccessGrantData) {
	const issued = access
		.methodsOf(grant.access_grant_id)
		.filter((method) => method.issued_at !== null);
	return {
		entranceIds: new Set(issued.flatMap((method) => method.acs_entrance_ids)),
		deviceIds: new Set(issued.flatMap((method) => method.device_ids)),
	};
}
