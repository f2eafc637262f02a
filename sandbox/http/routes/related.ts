import { findAccessGrant, findAccessMethod, placesOf } from '../../domain/access/lookup';
import { toCredentialRecord } from '../../domain/access/records';
import { invalidInput } from '../../domain/serviceError';
import type { AccessGrantData, AccessMethodData } from '../../state/accessState';
import { defineRoute } from './defineRoute';
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
import type { SandboxHere } from '../sandboxService';
import type { RecordKind } from './recordRoutes';

type Ids = ReadonlyArray<string | undefined>;
type Related = Readonly<Record<string, () => object[]>>;

const showing =
	(here: SandboxHere) =>
	<Data extends object>(kind: RecordKind<Data>, ids: Ids) =>
	(): object[] =>
		[...new Set(ids)].flatMap((id) => {
			const data = kind.in(here.workspace).get(id ?? '');
			return data ? [kind.show(data, here)] : [];
		});

interface Kinds {
	include?: readonly string[];
	exclude?: readonly string[];
}

function batchOf(related: Related, { include = Object.keys(related), exclude = [] }: Kinds) {
	const kinds = include.filter((kind) => !exclude.includes(kind));
	return { batch: Object.fromEntries(kinds.map((kind) => [kind, related[kind]?.()])) };
}

/** What belongs to grants or methods (docs/service.md#grants-16). The fixtures have no access groups or client sessions for them. */
export const relatedRoutes = [
	defineRoute({
		path: '/access_grants/get_related',
		answer(here, { parameters }) {
			const { access_grant_ids: ids = [], access_grant_keys: keys = [] } = parameters;
			if (ids.length + keys.length === 0)
				throw invalidInput('One of access_grant_ids, access_grant_keys is required');
			const grants = [
				...ids.map((id) => findAccessGrant(here, { access_grant_id: id })),
				...keys.map((key) => findAccessGrant(here, { access_grant_key: key })),
			];
			return batchOf(relatedToGrants(grants, here), parameters);
		},
	}),

	defineRoute({
		path: '/access_methods/get_related',
		answer(here, { parameters }) {
			const methods = parameters.access_method_ids.map((id) => findAccessMethod(here, id));
			return batchOf(relatedToMethods(methods, here), parameters);
		},
	}),
];

function relatedToGrants(grants: readonly AccessGrantData[], here: SandboxHere): Related {
	const { access, devicesById } = here.workspace;
	const show = showing(here);
	const places = grants.map((grant) => placesOf(here, grant));
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

function relatedToMethods(methods: readonly AccessMethodData[], here: SandboxHere): Related {
	const show = showing(here);
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
				.map((method) => toCredentialRecord(here, method.access_method_id)),
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
			grantIds.flatMap((id) => here.access.accessGrants.get(id)?.space_ids ?? []),
		),
	};
}
