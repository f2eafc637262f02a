import { Type } from 'typebox';
import { findSpace, requirePlaces } from '../../domain/access/lookup';
import { NonEmptyText, Text, Uuid, optional } from '../../schemas/primitives';
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

const byKey = { space_key: NonEmptyText };

export const spaceRoutes = [
	getRoute('/spaces/get', spaces, byKey),

	listRoute('/spaces/list', spaces, {
		...byKey,
		customer_key: NonEmptyText,
		search: bySearch((space) => [space.name, space.space_key, space.customer_key]),
	}),

	defineRoute({
		path: '/spaces/create',
		parameters: {
			name: NonEmptyText,
			...optional({
				space_key: Text,
				customer_key: NonEmptyText,
				customer_data: CustomerData,
				device_ids: Type.Array(Uuid),
				acs_entrance_ids: Type.Array(Uuid),
				connected_account_ids: Type.Array(Uuid),
			}),
		},
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
		parameters: {
			...optional({
				space_id: Uuid,
				space_key: NonEmptyText,
				name: NonEmptyText,
				device_ids: Type.Array(Uuid),
				acs_entrance_ids: Type.Array(Uuid),
				customer_data: CustomerData,
			}),
		},
		answer(service, { workspace, parameters }) {
			const { name, device_ids, acs_entrance_ids, customer_data } = parameters;
			const data = customer_data && knownData(customer_data);
			const changes = { name, device_ids, acs_entrance_ids, customer_data: data };
			const where = { service, workspace };
			const space = findOne(spaces, byKey, parameters, where);
			return one(spaces, updateSpace(service, workspace, space, changes), where);
		},
	}),

	actRoute('/spaces/delete', spaces, deleteSpace),

	changeDoorsRoute('add', 'device_ids'),
	changeDoorsRoute('remove', 'device_ids'),
	changeDoorsRoute('add', 'acs_entrance_ids'),
	changeDoorsRoute('remove', 'acs_entrance_ids'),
];

function changeDoorsRoute(change: 'add' | 'remove', member: keyof Doors) {
	return defineRoute({
		path: `/spaces/${change}_${member.replace('_id', '')}`,
		parameters: { space_id: Uuid, [member]: Type.Array(Uuid, { minItems: 1 }) },
		answer(service, { workspace, parameters }) {
			const space = findSpace(workspace, String(parameters.space_id));
			const ids = parameters[member] as string[];
			if (change === 'add')
				requirePlaces(workspace, {
					device_ids: [],
					acs_entrance_ids: [],
					space_ids: [],
					[member]: ids,
				});
			const kept = space[member].filter((id) => !ids.includes(id));
			const changed = change === 'remove' ? kept : [...new Set([...space[member], ...ids])];
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
