import { Type } from 'typebox';
import { findSpace, requirePlaces } from '../../domain/access/lookup';
import { toSpaceRecord } from '../../domain/access/records';
import type { SpaceData } from '../../state/accessState';
import { paginate } from '../pagination';
import { Pagination } from '../../schemas/pagination';
import { NonEmptyText, PageParameters, Text, Uuid } from '../../schemas/primitives';
import { CustomerData, Space } from '../../schemas/space';
import type { Doors } from '../../domain/access/grantPlaces';
import {
	changeSpaceDoors,
	createSpace,
	deleteSpace,
	findSpaceBy,
	updateSpace,
} from '../../domain/access/spaces';
import { defineRoute } from './defineRoute';

export const spaceRoutes = [
	defineRoute({
		path: '/spaces/get',
		methods: ['GET'],
		parameters: Type.Object({
			space_id: Type.Optional(Uuid),
			space_key: Type.Optional(NonEmptyText),
		}),
		response: Type.Object({ space: Space }),
		answer: (_service, { workspace, parameters }) => ({
			space: toSpaceRecord(findSpaceBy(workspace, parameters)),
		}),
	}),

	defineRoute({
		path: '/spaces/list',
		methods: ['GET'],
		parameters: Type.Object({
			space_key: Type.Optional(NonEmptyText),
			customer_key: Type.Optional(NonEmptyText),
			search: Type.Optional(NonEmptyText),
			...PageParameters,
		}),
		response: Type.Object({ spaces: Type.Array(Space), pagination: Pagination }),
		answer(_service, request) {
			const { space_key: spaceKey, customer_key: customerKey, search } = request.parameters;
			const { entries, pagination } = paginate(request.workspace.access.spaces.entries, request, {
				matches: ({ record }) =>
					(!spaceKey || record.space_key === spaceKey) &&
					(!customerKey || record.customer_key === customerKey) &&
					isFoundBy(record, search),
			});
			return { spaces: entries.map(({ record }) => toSpaceRecord(record)), pagination };
		},
	}),

	defineRoute({
		path: '/spaces/create',
		methods: [],
		parameters: Type.Object({
			name: NonEmptyText,
			space_key: Type.Optional(Text),
			customer_key: Type.Optional(NonEmptyText),
			customer_data: Type.Optional(CustomerData),
			device_ids: Type.Optional(Type.Array(Uuid)),
			acs_entrance_ids: Type.Optional(Type.Array(Uuid)),
			connected_account_ids: Type.Optional(Type.Array(Uuid)),
		}),
		response: Type.Object({ space: Space }),
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
			return { space: toSpaceRecord(createSpace(service, workspace, draft)) };
		},
	}),

	defineRoute({
		path: '/spaces/update',
		methods: ['PATCH'],
		parameters: Type.Object({
			space_id: Type.Optional(Uuid),
			space_key: Type.Optional(NonEmptyText),
			name: Type.Optional(NonEmptyText),
			device_ids: Type.Optional(Type.Array(Uuid)),
			acs_entrance_ids: Type.Optional(Type.Array(Uuid)),
			customer_data: Type.Optional(CustomerData),
		}),
		response: Type.Object({ space: Space }),
		answer(service, { workspace, parameters }) {
			const { name, device_ids, acs_entrance_ids, customer_data } = parameters;
			const data = customer_data && knownData(customer_data);
			const changes = { name, device_ids, acs_entrance_ids, customer_data: data };
			return {
				space: toSpaceRecord(
					updateSpace(service, workspace, findSpaceBy(workspace, parameters), changes),
				),
			};
		},
	}),

	defineRoute({
		path: '/spaces/delete',
		methods: ['DELETE'],
		parameters: Type.Object({ space_id: Uuid }),
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			deleteSpace(service, workspace, findSpace(workspace, parameters.space_id));
			return {};
		},
	}),

	changeDoorsRoute('/spaces/add_devices', 'PUT', 'device_ids'),
	changeDoorsRoute('/spaces/remove_devices', 'DELETE', 'device_ids'),
	changeDoorsRoute('/spaces/add_acs_entrances', 'PUT', 'acs_entrance_ids'),
	changeDoorsRoute('/spaces/remove_acs_entrances', 'DELETE', 'acs_entrance_ids'),
];

/** Adds doors to a space (PUT), or removes them (DELETE). */
function changeDoorsRoute<Member extends keyof Doors>(
	path: `/spaces/${string}`,
	method: 'PUT' | 'DELETE',
	member: Member,
) {
	return defineRoute({
		path,
		methods: [method],
		parameters: Type.Object({ space_id: Uuid, [member]: Type.Array(Uuid, { minItems: 1 }) }),
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			const space = findSpace(workspace, String(parameters.space_id));
			const ids = parameters[member] as string[];
			if (method === 'PUT')
				requirePlaces(workspace, {
					device_ids: [],
					acs_entrance_ids: [],
					space_ids: [],
					[member]: ids,
				});
			const kept = space[member].filter((id) => !ids.includes(id));
			const changed = method === 'DELETE' ? kept : [...new Set([...space[member], ...ids])];
			changeSpaceDoors(service, workspace, space, { ...space, [member]: changed });
			return {};
		},
	});
}

/** Keeps the members that the API documents; others are ignored. */
function knownData(data: CustomerData): CustomerData {
	return Object.fromEntries(
		Object.entries(data).filter(([name]) => Object.hasOwn(CustomerData.properties, name)),
	);
}

/** Whether a search finds the space: by name, key or customer key. */
function isFoundBy(
	{ name, space_key: spaceKey, customer_key: customerKey }: SpaceData,
	search = '',
): boolean {
	const wanted = search.toLowerCase();
	return [name, spaceKey, customerKey].some((text) => text?.toLowerCase().includes(wanted));
}
