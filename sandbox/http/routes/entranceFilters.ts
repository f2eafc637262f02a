import { placesOf } from '../../domain/access/lookup';
import { Uuid } from '../../schemas/primitives';
import type { AccessGrantData } from '../../state/accessState';
import { by } from './recordRoutes';

export const entranceFilters = {
	acs_entrance_id: by(
		Uuid,
		(id, { workspace }) =>
			(grant: AccessGrantData) =>
				placesOf(workspace, grant).acs_entrance_ids.includes(id),
	),
	acs_system_id: by(Uuid, (id, { workspace }) => {
		const { entrances } = workspace.access;
		return (grant: AccessGrantData) =>
			placesOf(workspace, grant).acs_entrance_ids.some(
				(one) => entrances.get(one)?.acs_system_id === id,
			);
	}),
};
