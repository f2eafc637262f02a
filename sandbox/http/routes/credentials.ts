import { type Static, Type } from 'typebox';
import {
	createCredential,
	deleteCredential,
	findCredential,
	holdCredential,
	toStoredCredentialRecord,
	updateCredential,
} from '../../domain/access/credentials';
import { userOfIdentity } from '../../domain/access/groups';
import {
	findAccessSystem,
	findAccessSystemUser,
	findUserIdentity,
} from '../../domain/access/lookup';
import { invalidInput } from '../../domain/serviceError';
import { Credential, CredentialChanges, NewCredential } from '../../schemas/credential';
import { Pagination } from '../../schemas/pagination';
import { DateTime, NonEmptyText, PageParameters, Uuid } from '../../schemas/primitives';
import type { AccessSystemUserData, CredentialData } from '../../state/accessState';
import type { WorkspaceState } from '../../state/state';
import { paginate } from '../pagination';
import type { SandboxService } from '../sandboxService';
import { defineRoute } from './defineRoute';

const CredentialId = Type.Object({ acs_credential_id: Uuid });
const Holder = { acs_user_id: Type.Optional(Uuid), user_identity_id: Type.Optional(Uuid) };
/** The answer to a change. The SDK does not read the credential (docs/service.md#systems-2). */
const Changed = Type.Object({ acs_credential: Type.Optional(Credential) });

export const credentialRoutes = [
	defineRoute({
		path: '/acs/credentials/get',
		methods: ['GET'],
		parameters: CredentialId,
		response: Type.Object({ acs_credential: Credential }),
		answer: (_service, { workspace, parameters }) => ({
			acs_credential: toStoredCredentialRecord(
				findCredential(workspace, parameters.acs_credential_id),
			),
		}),
	}),

	defineRoute({
		path: '/acs/credentials/list',
		methods: ['GET'],
		parameters: Type.Object({
			...Holder,
			acs_system_id: Type.Optional(Uuid),
			created_before: Type.Optional(DateTime),
			is_multi_phone_sync_credential: Type.Optional(Type.Boolean()),
			search: Type.Optional(NonEmptyText),
			...PageParameters,
		}),
		response: Type.Object({ acs_credentials: Type.Array(Credential), pagination: Pagination }),
		answer(_service, request) {
			const {
				acs_user_id: userId,
				user_identity_id: identityId,
				acs_system_id: systemId,
				...filters
			} = request.parameters;
			const isMultiPhone = filters.is_multi_phone_sync_credential;
			const { entries, pagination } = paginate(
				request.workspace.access.credentials.entries,
				request,
				{
					matches: ({ record }) =>
						(!userId || record.acs_user_id === userId) &&
						(!identityId || record.user_identity_id === identityId) &&
						(!systemId || record.acs_system_id === systemId) &&
						(!filters.created_before ||
							Date.parse(record.created_at) < Date.parse(filters.created_before)) &&
						(isMultiPhone === undefined ||
							(record.is_multi_phone_sync_credential ?? false) === isMultiPhone) &&
						isFoundBy(record, filters.search),
				},
			);
			return {
				acs_credentials: entries.map(({ record }) => toStoredCredentialRecord(record)),
				pagination,
			};
		},
	}),

	defineRoute({
		path: '/acs/credentials/create',
		methods: [],
		parameters: NewCredential,
		response: Type.Object({ acs_credential: Credential }),
		answer: (service, { workspace, parameters }) => ({
			acs_credential: toStoredCredentialRecord(
				createCredential(service, workspace, newHolder(service, workspace, parameters), parameters),
			),
		}),
	}),

	defineRoute({
		path: '/acs/credentials/update',
		methods: ['PATCH'],
		parameters: Type.Object({ ...CredentialId.properties, ...CredentialChanges.properties }),
		response: Changed,
		answer(service, { workspace, parameters }) {
			updateCredential(
				workspace,
				findCredential(workspace, parameters.acs_credential_id),
				parameters,
			);
			return changed(service, workspace, parameters);
		},
	}),

	defineRoute({
		path: '/acs/credentials/assign',
		methods: ['PATCH'],
		parameters: Type.Object({ ...CredentialId.properties, ...Holder }),
		response: Changed,
		answer(service, { workspace, parameters }) {
			const credential = findCredential(workspace, parameters.acs_credential_id);
			holdCredential(workspace, credential, findHolder(workspace, credential, parameters));
			return changed(service, workspace, parameters);
		},
	}),

	// Assumes that the service refuses a user who does not have the credential.
	defineRoute({
		path: '/acs/credentials/unassign',
		methods: ['PATCH'],
		parameters: Type.Object({ ...CredentialId.properties, ...Holder }),
		response: Changed,
		answer(service, { workspace, parameters }) {
			const credential = findCredential(workspace, parameters.acs_credential_id);
			if (findHolder(workspace, credential, parameters).acs_user_id !== credential.acs_user_id)
				throw invalidInput('The credential is not assigned to this user');
			holdCredential(workspace, credential);
			return changed(service, workspace, parameters);
		},
	}),

	defineRoute({
		path: '/acs/credentials/delete',
		methods: ['DELETE'],
		parameters: CredentialId,
		response: Type.Object({}),
		answer(service, { workspace, parameters }) {
			deleteCredential(service, workspace, findCredential(workspace, parameters.acs_credential_id));
			return {};
		},
	}),
];

function changed(
	{ settings }: SandboxService,
	workspace: WorkspaceState,
	{ acs_credential_id: id }: Static<typeof CredentialId>,
) {
	return settings.source === 'sdk'
		? {}
		: { acs_credential: toStoredCredentialRecord(findCredential(workspace, id)) };
}

type HolderAddress = Pick<
	Static<typeof NewCredential>,
	'acs_user_id' | 'user_identity_id' | 'acs_system_id'
>;

/** Assumes that a person who is not a user of the system becomes one. */
function newHolder(
	service: SandboxService,
	workspace: WorkspaceState,
	{ acs_user_id, user_identity_id, acs_system_id }: HolderAddress,
): AccessSystemUserData {
	if (acs_user_id) return findAccessSystemUser(workspace, { acs_user_id });
	if (!user_identity_id || !acs_system_id)
		throw invalidInput('Either acs_user_id, or user_identity_id and acs_system_id are required');
	return userOfIdentity(
		service,
		workspace,
		findAccessSystem(workspace, acs_system_id),
		findUserIdentity(workspace, user_identity_id),
	);
}

function findHolder(
	workspace: WorkspaceState,
	{ acs_system_id }: CredentialData,
	{ acs_user_id, user_identity_id }: HolderAddress,
): AccessSystemUserData {
	if (!acs_user_id && !user_identity_id)
		throw invalidInput('One of acs_user_id, user_identity_id is required');
	const user = findAccessSystemUser(workspace, { acs_user_id, user_identity_id, acs_system_id });
	if (user.acs_system_id !== acs_system_id)
		throw invalidInput('The user and the credential belong to different access systems');
	return user;
}

/** Whether a search finds the credential. */
function isFoundBy(
	{
		display_name,
		code,
		card_number,
		acs_credential_id,
		acs_user_id,
		user_identity_id,
	}: CredentialData,
	search = '',
): boolean {
	const wanted = search.toLowerCase();
	return [display_name, code, card_number, acs_credential_id, acs_user_id, user_identity_id].some(
		(text) => text?.toLowerCase().includes(wanted),
	);
}
