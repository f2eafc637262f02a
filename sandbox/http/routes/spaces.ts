import { findSpace, requirePlaces } from '../../domain/access/lookup';
import { CustomerData } from '../../schemas/space';
import type { Doors } from '../../domain/access/grantPlaces';
import {
	changeSpaceDoors,
	createSpace,
	deleteSpace,
	updateSpace,
} from '../../domain/access/spaces';
import { defineRoute } from './defineRoute';
import { spaces } from './recordKinds';
import { actRoute, bySearch, findOne, getRoute, listRoute, one } from './recordRoutes';

export const spaceRoutes = [
	getRoute('/spaces/get', spaces),

	listRoute('/spaces/list', spaces, {
		search: bySearch((space) => [space.name, space.space_key, space.customer_key]),
	}),

	defineRoute({
		path: '/spaces/create',
		answer(service, { workspace, parameters }) {
			const {
				name,
				space_key,
				customer_key,
				customer_data,
				device_ids = [],
				acs_entrance_ids = [],
				connected_account_ids = [],
			} = parameters;
			const draft = {
				name,
				...(space_key ? { space_key } : {}),
				...(customer_key ? { customer_key } : {}),
				...(customer_data ? { customer_data: knownData(customer_data) } : {}),
				device_ids,
				acs_entrance_ids,
				connected_account_ids,
			};
			return one(spaces, createSpace(service, workspace, draft), { service, workspace });
		},
	}),

	defineRoute({
		path: '/spaces/update',
		answer(service, { workspace, parameters }) {
			const { name, device_ids, acs_entrance_ids, customer_data } = parameters;
			const data = customer_data && knownData(customer_data);
			const changes = { name, device_ids, acs_entrance_ids, customer_data: data };
			const where = { service, workspace };
			const space = findOne(spaces, parameters, where, ['space_id', 'space_key']);
			return one(spaces, updateSpace(service, workspace, space, changes), where);
		},
	}),

	actRoute('/spaces/delete', spaces, deleteSpace),

	changeDoorsRoute('/spaces/add_devices', 'device_ids'),
	changeDoorsRoute('/spaces/remove_devices', 'device_ids'),
	changeDoorsRoute('/spaces/add_acs_entrances', 'acs_entrance_ids'),
	changeDoorsRoute('/spaces/remove_acs_entrances', 'acs_entrance_ids'),
];

function changeDoorsRoute(
	path: `/spaces/${'add' | 'remove'}_${'devices' | 'acs_entrances'}`,
	member: keyof Doors,
) {
	const isAdded = path.startsWith('/spaces/add');
	return defineRoute({
		path,
		answer(service, { workspace, parameters }) {
			const space = findSpace(workspace, parameters.space_id);
			const { [member]: ids = [] } = parameters;
			if (isAdded)
				requirePlaces(workspace, {
					device_ids: [],
					acs_entrance_ids: [],
					space_ids: [],
					[member]: ids,
				});
			const kept = space[member].filter((id) => !ids.includes(id));
			const changed = isAdded ? [...new Set([...space[member], ...ids])] : kept;
			changeSpaceDoors(service, workspace, space, { ...space, [member]: changed });
		},
	});
}

/** Keeps the members that the API documents; others are ignored. */
function knownData(data: CustomerData): CustomerData {
	return Object.fromEntries(
		Object.entries(data).filter(([name]) => Object.hasOwn(CustomerData.properties, name)),
	);
}
