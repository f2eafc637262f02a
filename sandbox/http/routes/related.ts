import { Type } from 'typebox';
import { findAccessGrant, findAccessMethod, placesOf } from '../../domain/access/lookup';
import { toCredentialRecord } from '../../domain/access/records';
import { invalidInput } from '../../domain/serviceError';
import { NonEmptyText, Uuid } from '../../schemas/primitives';
import type { AccessGrantData, AccessMethodData } from '../../state/accessState';
import { defineRoute, type Route } from './defineRoute';
import {
	accessGrants,
	accessMethods,
	accessSystems,
	connectedAccounts,
	devices,
	entrances,
	instantKeys,
	spaces,
	userIdentities,
} from './recordKinds';
import type { RecordKind, Where } from './recordRoutes';

type Ids = ReadonlyArray<string | undefined>;
type Related = Readonly<Record<string, () => object[]>>;

const showing =
	(where: Where) =>
	<Data extends object>(kind: RecordKind<Data>, ids: Ids) =>
	(): object[] =>
		[...new Set(ids)].flatMap((id) => {
			const data = kind.in(where.workspace).get(id ?? '');
			return data ? [kind.show(data, where)] : [];
		});

function relatedRoute(
	path: Route['path'],
	named: Type.TProperties,
	kinds: readonly string[],
	relatedTo: (named: Record<string, string[] | undefined>, where: Where) => Related,
): Route {
	const Kinds = Type.Optional(Type.Array(Type.Enum([...kinds])));
	return defineRoute({
		path,
		parameters: { ...named, include: Kinds, exclude: Kinds },
		answer(service, { workspace, parameters }) {
			const { include = kinds, exclude = [], ...names } = parameters as Record<string, string[]>;
			const related = relatedTo(names, { service, workspace });
			const wanted = include.filter((kind) => !exclude.includes(kind));
			return { batch: Object.fromEntries(wanted.map((kind) => [kind, related[kind]?.()])) };
		},
	});
}

/** What belongs to grants or methods (docs/service.md#grants-16). The fixtures have no access groups or client sessions for them. */
export const relatedRoutes = [
	relatedRoute(
		'/access_grants/get_related',
		{
			access_grant_ids: Type.Optional(Type.Array(Uuid)),
			access_grant_keys: Type.Optional(Type.Array(NonEmptyText)),
		},
		[
			'access_methods',
			'acs_access_groups',
			'acs_entrances',
			'acs_systems',
			'connected_accounts',
			'devices',
			'spaces',
			'user_identities',
		],
		({ access_grant_ids: ids = [], access_grant_keys: keys = [] }, where) => {
			if (ids.length + keys.length === 0)
				throw invalidInput('One of access_grant_ids, access_grant_keys is required');
			return relatedToGrants(
				[
					...ids.map((id) => findAccessGrant(where.workspace, { access_grant_id: id })),
					...keys.map((key) => findAccessGrant(where.workspace, { access_grant_key: key })),
				],
				where,
			);
		},
	),

	relatedRoute(
		'/access_methods/get_related',
		{ access_method_ids: Type.Array(Uuid) },
		[
			'access_grants',
			'access_methods',
			'acs_credentials',
			'acs_entrances',
			'client_sessions',
			'devices',
			'instant_keys',
			'spaces',
		],
		({ access_method_ids: ids = [] }, where) =>
			relatedToMethods(
				ids.map((id) => findAccessMethod(where.workspace, id)),
				where,
			),
	),
];

function relatedToGrants(grants: readonly AccessGrantData[], where: Where): Related {
	const { access, devicesById } = where.workspace;
	const show = showing(where);
	const places = grants.map((grant) => placesOf(where.workspace, grant));
	const deviceIds = places.flatMap(({ device_ids: ids }) => ids);
	const entranceIds = places.flatMap(({ acs_entrance_ids: ids }) => ids);
	const methodIds = grants
		.flatMap((grant) => access.methodsOf(grant.access_grant_id))
		.map((method) => method.access_method_id);
	return {
		access_methods: show(accessMethods, methodIds),
		acs_access_groups: () => [],
		acs_entrances: show(entrances, entranceIds),
		acs_systems: show(
			accessSystems,
			entranceIds.map((id) => access.entrances.get(id)?.acs_system_id),
		),
		connected_accounts: show(
			connectedAccounts,
			deviceIds.map((id) => devicesById.get(id)?.record.connected_account_id),
		),
		devices: show(devices, deviceIds),
		spaces: show(
			spaces,
			grants.flatMap((grant) => grant.space_ids),
		),
		user_identities: show(
			userIdentities,
			grants.map((grant) => grant.user_identity_id),
		),
	};
}

function relatedToMethods(methods: readonly AccessMethodData[], where: Where): Related {
	const { workspace } = where;
	const show = showing(where);
	const methodIds = methods.map((method) => method.access_method_id);
	const grantIds = methods.map((method) => method.access_grant_id);
	return {
		access_grants: show(accessGrants, grantIds),
		access_methods: show(accessMethods, methodIds),
		// Each card has a credential, and each cloud key for an entrance.
		acs_credentials: () =>
			methods
				.filter(
					({ mode, acs_entrance_ids: ids }) =>
						mode === 'card' || (mode === 'cloud_key' && ids.length > 0),
				)
				.map((method) => toCredentialRecord(workspace, method.access_method_id)),
		acs_entrances: show(
			entrances,
			methods.flatMap((method) => method.acs_entrance_ids),
		),
		client_sessions: () => [],
		devices: show(
			devices,
			methods.flatMap((method) => method.device_ids),
		),
		instant_keys: show(instantKeys, methodIds),
		spaces: show(
			spaces,
			grantIds.flatMap((id) => workspace.access.accessGrants.get(id)?.space_ids ?? []),
		),
	};
}
