import { Type } from 'typebox';
import { findUserIdentity } from '../../domain/access/lookup';
import { addInstantKey } from '../../domain/access/instantKeys';
import { invalidInput, notFound } from '../../domain/serviceError';
import { InstantKey } from '../../schemas/instantKey';
import { Uuid } from '../../schemas/primitives';
import type { WorkspaceState } from '../../state/state';
import { defineRoute } from './defineRoute';

const Url = Type.String({ format: 'uri' });

/** Links that put a person's mobile keys on a phone. They lead nowhere: the domain is reserved for examples. */
export const instantKeyRoutes = [
	defineRoute({
		path: '/user_identities/generate_instant_key',
		methods: [],
		parameters: Type.Object({
			user_identity_id: Uuid,
			max_use_count: Type.Optional(Type.Number()),
			customization_profile_id: Type.Optional(Uuid),
		}),
		response: Type.Object({ instant_key: InstantKey }),
		answer(service, { workspace, parameters: { user_identity_id, customization_profile_id } }) {
			findUserIdentity(workspace, user_identity_id);
			const instantKey = addInstantKey(service, workspace, {
				user_identity_id,
				customization_profile_id,
			});
			return { instant_key: instantKey };
		},
	}),

	defineRoute({
		path: '/instant_keys/get',
		methods: ['GET'],
		parameters: Type.Object({
			instant_key_id: Type.Optional(Uuid),
			instant_key_url: Type.Optional(Url),
		}),
		response: Type.Object({ instant_key: InstantKey }),
		answer: (_service, { workspace, parameters }) => ({
			instant_key: findInstantKey(workspace, parameters),
		}),
	}),

	defineRoute({
		path: '/instant_keys/list',
		methods: ['GET'],
		parameters: Type.Object({ user_identity_id: Type.Optional(Uuid) }),
		response: Type.Object({ instant_keys: Type.Array(InstantKey) }),
		answer: (_service, { workspace, parameters: { user_identity_id: id } }) => ({
			instant_keys: workspace.access.instantKeys.records.filter(
				(key) => !id || key.user_identity_id === id,
			),
		}),
	}),

	defineRoute({
		path: '/instant_keys/delete',
		methods: ['DELETE'],
		parameters: Type.Object({ instant_key_id: Uuid }),
		response: Type.Object({}),
		answer(_service, { workspace, parameters }) {
			workspace.access.instantKeys.remove(findInstantKey(workspace, parameters).instant_key_id);
			return {};
		},
	}),
];

function findInstantKey(
	{ access }: WorkspaceState,
	address: { instant_key_id?: string; instant_key_url?: string },
): InstantKey {
	const { instant_key_id: id, instant_key_url: url } = address;
	if (id === undefined && url === undefined)
		throw invalidInput('One of instant_key_id, instant_key_url is required');
	const key =
		id === undefined
			? access.instantKeys.records.find((one) => one.instant_key_url === url)
			: access.instantKeys.get(id);
	if (!key) throw notFound('instant_key', id === undefined ? {} : { instant_key_id: id });
	return key;
}
