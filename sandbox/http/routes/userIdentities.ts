import { Type } from 'typebox';
import { userOfIdentity } from '../../domain/access/groups';
import { findAccessSystem, findUserIdentity } from '../../domain/access/lookup';
import { toUserIdentityRecord } from '../../domain/access/records';
import type { UserIdentityData } from '../../state/accessState';
import {
	createUserIdentity,
	deleteUserIdentity,
	updateUserIdentity,
} from '../../domain/access/userIdentities';
import { entriesOfList } from '../entriesOfList';
import { paginate } from '../pagination';
import { Pagination } from '../../schemas/pagination';
import { DateTime, NonEmptyText, PageParameters, Uuid } from '../../schemas/primitives';
import { UserIdentity, UserIdentityFields } from '../../schemas/userIdentity';
import { invalidInput, notFound } from '../../domain/serviceError';
import type { WorkspaceState } from '../../state/state';
import { defineRoute } from './defineRoute';

export const userIdentityRoutes = [
	defineRoute({
		path: '/user_identities/get',
		methods: ['GET'],
		parameters: Type.Object({
			user_identity_id: Type.Optional(Uuid),
			user_identity_key: Type.Optional(NonEmptyText),
		}),
		response: Type.Object({ user_identity: UserIdentity }),
		answer(_service, { workspace, parameters }) {
			return {
				user_identity: toUserIdentityRecord(workspace, findByIdOrKey(workspace, parameters)),
			};
		},
	}),

	defineRoute({
		path: '/user_identities/list',
		methods: ['GET'],
		parameters: Type.Object({
			user_identity_ids: Type.Optional(Type.Array(Uuid)),
			created_before: Type.Optional(DateTime),
			credential_manager_acs_system_id: Type.Optional(Uuid),
			search: Type.Optional(NonEmptyText),
			...PageParameters,
		}),
		response: Type.Object({ user_identities: Type.Array(UserIdentity), pagination: Pagination }),
		answer(service, request) {
			const {
				user_identity_ids: ids,
				created_before: createdBefore,
				search,
				credential_manager_acs_system_id: managerId,
			} = request.parameters;
			const managed = managerId && peopleIn(request.workspace, managerId);
			const { entries, pagination } = paginate(
				entriesOfList(service, request.workspace.access.userIdentities, ids),
				request,
				{
					matches: ({ record }) =>
						(!ids || ids.includes(record.user_identity_id)) &&
						(!createdBefore || Date.parse(record.created_at) < Date.parse(createdBefore)) &&
						(!managed || managed.has(record.user_identity_id)) &&
						isFoundBy(record, search),
				},
			);
			return {
				user_identities: entries.map(({ record }) =>
					toUserIdentityRecord(request.workspace, record),
				),
				pagination,
			};
		},
	}),

	defineRoute({
		path: '/user_identities/create',
		methods: [],
		parameters: Type.Object({
			...UserIdentityFields,
			acs_system_ids: Type.Optional(Type.Array(Uuid)),
		}),
		response: Type.Object({ user_identity: UserIdentity }),
		answer(service, { workspace, parameters: { acs_system_ids: systemIds = [], ...fields } }) {
			const systems = systemIds.map((id) => findAccessSystem(workspace, id));
			const identity = createUserIdentity(service, workspace, fields);
			for (const system of systems) userOfIdentity(service, workspace, system, identity);
			return { user_identity: toUserIdentityRecord(workspace, identity) };
		},
	}),

	defineRoute({
		path: '/user_identities/update',
		methods: ['PATCH'],
		parameters: Type.Object({ user_identity_id: Uuid, ...UserIdentityFields }),
		response: Type.Object({}),
		answer(service, { workspace, parameters: { user_identity_id: id, ...fields } }) {
			findUserIdentity(workspace, id);
			updateUserIdentity(service, workspace, id, fields);
			return {};
		},
	}),

	// Deletes what belongs to the person, too: grants with their methods, users of access systems, instant keys.
	defineRoute({
		path: '/user_identities/delete',
		methods: ['DELETE'],
		parameters: Type.Object({ user_identity_id: Uuid }),
		response: Type.Object({}),
		answer(service, { workspace, parameters: { user_identity_id: id } }) {
			deleteUserIdentity(service, workspace, findUserIdentity(workspace, id).user_identity_id);
			return {};
		},
	}),
];

function findByIdOrKey(
	workspace: WorkspaceState,
	address: { user_identity_id?: string; user_identity_key?: string },
): UserIdentityData {
	const { user_identity_id: id, user_identity_key: key } = address;
	if (id) return findUserIdentity(workspace, id);
	if (!key) throw invalidInput('One of user_identity_id, user_identity_key is required');
	const identity = workspace.access.userIdentities.records.find(
		(one) => one.user_identity_key === key,
	);
	if (!identity) throw notFound('user_identity', { user_identity_key: key });
	return identity;
}

/** The people who are users of an access system. Empty unless the system manages credentials. */
function peopleIn({ access }: WorkspaceState, systemId: string): Set<string | undefined> {
	const isManager = access.accessSystems.get(systemId)?.is_credential_manager === true;
	const users = access.accessSystemUsers.records.filter(
		(user) => isManager && user.acs_system_id === systemId,
	);
	return new Set(users.map((user) => user.user_identity_id));
}

/** Whether a search finds the person: by name, phone number, email address or ID. */
function isFoundBy(
	{ full_name, phone_number, email_address, user_identity_id }: UserIdentityData,
	search = '',
): boolean {
	const wanted = search.toLowerCase();
	return [full_name, phone_number, email_address, user_identity_id].some((text) =>
		text?.toLowerCase().includes(wanted),
	);
}
