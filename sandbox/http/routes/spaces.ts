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
		answer(here, { parameters }) {
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
			return one(spaces, createSpace(here, draft), here);
		},
	}),

	defineRoute({
		path: '/spaces/update',
		answer(here, { parameters }) {
			const { name, device_ids, acs_entrance_ids, customer_data } = parameters;
			const data = customer_data && knownData(customer_data);
			const changes = { name, device_ids, acs_entrance_ids, customer_data: data };
			const space = findOne(spaces, parameters, here, ['space_id', 'space_key']);
			return one(spaces, updateSpace(here, space, changes), here);
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
		answer(here, { parameters }) {
			const space = findSpace(here, parameters.space_id);
			const { [member]: ids = [] } = parameters;
			if (isAdded)
				requirePlaces(here, {
					device_ids: [],
					acs_entrance_ids: [],
					space_ids: [],
					[member]: ids,
				});
			const kept = space[member].filter((id) => !ids.includes(id));
			const changed = isAdded ? [...new Set([...space[member], ...ids])] : kept;
			changeSpaceDoors(here, space, { ...space, [member]: changed });
		},
	});
}

/** Keeps the members that the API documents; others are ignored. */
function knownData(data: CustomerData): CustomerData {
	return Object.fromEntries(
		Object.entries(data).filter(([name]) => Object.hasOwn(CustomerData.properties, name)),
	);
}
