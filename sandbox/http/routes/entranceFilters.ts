import { placesOf } from '../../domain/access/lookup';
import type { AccessGrantData } from '../../state/accessState';
import type { Rules } from './recordRoutes';

export const entranceFilters: Rules<'/access_grants/unmanaged/list', AccessGrantData> = {
	acs_entrance_id: (id, here) => (grant) => placesOf(here, grant).acs_entrance_ids.includes(id),
	acs_system_id: (id, here) => {
		const { entrances } = here.access;
		return (grant) =>
			placesOf(here, grant).acs_entrance_ids.some(
				(one) => entrances.get(one)?.acs_system_id === id,
			);
	},
};
