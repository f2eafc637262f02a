import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { findSpace, findSpaceByKey, requirePlaces } from '../../domain/access/lookup';
import { toSpaceRecord } from '../../domain/access/records';
import type { SpaceData } from '../../state/accessState';
import { paginate } from '../pagination';
import { nowIso } from '../../domain/clock';
import { Pagination } from '../../schemas/pagination';
import { NonEmptyText, PageParameters, Uuid } from '../../schemas/primitives';
import { Space } from '../../schemas/space';
import { ServiceError, invalidInput } from '../../domain/serviceError';
import { changeSpaceDevices, publishOfSpace } from '../../domain/access/spaces';
import { defineRoute } from './defineRoute';

const SpaceDevices = Type.Object({ space_id: Uuid, device_ids: Type.Array(Uuid, { minItems: 1 }) });

export const spaceRoutes = [
	defineRoute({
		path: '/spaces/get',
		methods: ['GET'],
		parameters: Type.Object({ space_id: Type.Optional(Uuid), space_key: Type.Optional(NonEmptyText) }),
		response: Type.Object({ space: Space }),
		answer(_service, { workspace, parameters: { space_id: id, space_key: key } }) {
			if (id) return { space: toSpaceRecord(findSpace(workspace, id)) };
			if (!key) throw invalidInput('One of space_id, space_key is required');
			return { space: toSpaceRecord(findSpaceByKey(workspace, key)) };
		},
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
			space_key: Type.Optional(NonEmptyText),
			customer_key: Type.Optional(NonEmptyText),
			device_ids: Type.Optional(Type.Array(Uuid)),
			acs_entrance_ids: Type.Optional(Type.Array(Uuid)),
		}),
		response: Type.Object({ space: Space }),
		answer(service, { workspace, parameters }) {
			const { name, space_key, customer_key, device_ids = [], acs_entrance_ids = [] } = parameters;
			requirePlaces(workspace, { device_ids, acs_entrance_ids, space_ids: [] });
			if (space_key && workspace.access.spaces.records.some((space) => space.space_key === space_key)) {
				throw new ServiceError(409, 'duplicate_space_key', 'Another space has this key.', { data: { space_key } });
			}
			const { space_id } = workspace.access.spaces.add({
				space_id: randomUUID(),
				workspace_id: workspace.record.workspace_id,
				name,
				...(space_key ? { space_key } : {}),
				...(customer_key ? { customer_key } : {}),
				device_ids: [],
				acs_entrance_ids,
				created_at: nowIso(service),
			});
			publishOfSpace(service, workspace, space_id, 'space.created');
			if (device_ids.length > 0) changeSpaceDevices(service, workspace, findSpace(workspace, space_id), device_ids);
			return { space: toSpaceRecord(findSpace(workspace, space_id)) };
		},
	}),

	defineRoute({
		path: '/spaces/add_devices',
		methods: ['PUT'],
		parameters: SpaceDevices,
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			const space = findSpace(workspace, parameters.space_id);
			requirePlaces(workspace, { device_ids: parameters.device_ids, acs_entrance_ids: [], space_ids: [] });
			changeSpaceDevices(service, workspace, space, [...new Set([...space.device_ids, ...parameters.device_ids])]);
			return {};
		},
	}),

	defineRoute({
		path: '/spaces/remove_devices',
		methods: ['DELETE'],
		parameters: SpaceDevices,
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			const space = findSpace(workspace, parameters.space_id);
			changeSpaceDevices(service, workspace, space, space.device_ids.filter((id) => !parameters.device_ids.includes(id)));
			return {};
		},
	}),
];

/** Facts 3: by name or key. */
function isFoundBy({ name, space_key: spaceKey, customer_key: customerKey }: SpaceData, search = ''): boolean {
	const wanted = search.toLowerCase();
	return [name, spaceKey, customerKey].some((text) => text?.toLowerCase().includes(wanted));
}
