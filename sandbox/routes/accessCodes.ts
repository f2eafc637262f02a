import { Type } from 'typebox';
import { accessCodesOf, findAccessCode, findDevice } from '../lookup';
import { paginate } from '../pagination';
import { toManagedRecord } from '../records';
import { AccessCode } from '../schemas/accessCode';
import { Pagination } from '../schemas/pagination';
import { NonEmptyText, PageParameters, Uuid } from '../schemas/primitives';
import { invalidInput } from '../serviceError';
import type { State, StoredAccessCode, WorkspaceState } from '../state';
import { defineRoute } from './defineRoute';

/** Managed access codes, read only for now. */
export const accessCodeRoutes = [
	defineRoute({
		path: '/access_codes/list',
		methods: ['GET'],
		parameters: Type.Object({
			device_id: Type.Optional(Uuid),
			access_code_ids: Type.Optional(Type.Array(Uuid)),
			search: Type.Optional(NonEmptyText),
			...PageParameters,
		}),
		response: Type.Object({ access_codes: Type.Array(AccessCode), pagination: Pagination }),
		answer(service, request) {
			const search = request.parameters.search?.toLowerCase() ?? '';
			const codes = selectCodes(service.state, request.workspace, request.parameters);
			const { entries, pagination } = paginate(codes, request, {
				origin: service.origin(),
				defaultLimit: 55_000,
				matches: (code) => [code.name ?? '', code.code, code.accessCodeId].join('\n').toLowerCase().includes(search),
			});
			return { access_codes: entries.map(toManagedRecord), pagination };
		},
	}),

	defineRoute({
		path: '/access_codes/get',
		methods: ['GET'],
		parameters: Type.Object({
			access_code_id: Type.Optional(Uuid),
			device_id: Type.Optional(Uuid),
			code: Type.Optional(NonEmptyText),
		}),
		response: Type.Object({ access_code: AccessCode }),
		answer({ state }, { workspace, parameters }) {
			if (!parameters.access_code_id && !(parameters.device_id && parameters.code)) {
				throw invalidInput('Either access_code_id, or device_id and code, are required');
			}
			return { access_code: toManagedRecord(findAccessCode(state, workspace, true, parameters)) };
		},
	}),
];

function selectCodes(
	state: State,
	workspace: WorkspaceState,
	{ device_id: deviceId, access_code_ids: accessCodeIds }: { device_id?: string; access_code_ids?: string[] },
): StoredAccessCode[] {
	if (!deviceId && !accessCodeIds) throw invalidInput('One of device_id, access_code_ids is required');
	if (deviceId) findDevice(workspace, deviceId);
	const wantedIds = accessCodeIds && new Set(accessCodeIds);
	if (deviceId) {
		return accessCodesOf(workspace, deviceId, true).filter((code) => !wantedIds || wantedIds.has(code.accessCodeId));
	}
	return [...(wantedIds ?? [])]
		.flatMap((accessCodeId) => state.accessCodes.get(accessCodeId) ?? [])
		.filter((code) => code.isManaged && code.workspaceId === workspace.record.workspace_id)
		.sort((left, right) => left.sequence - right.sequence);
}
