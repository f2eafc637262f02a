import { Type } from 'typebox';
import type { Static } from 'typebox';
import { findAccessGrant, placesOf } from '../../domain/access/lookup';
import {
	toAccessMethodRecord,
	toAccessSystemRecord,
	toEntranceRecord,
	toSpaceRecord,
	toUserIdentityRecord,
} from '../../domain/access/records';
import { toDeviceRecord } from '../../domain/devices/records';
import type { Service } from '../../domain/service';
import { invalidInput } from '../../domain/serviceError';
import { AccessMethod } from '../../schemas/accessMethod';
import { AccessSystem } from '../../schemas/accessSystem';
import { Device } from '../../schemas/device';
import { Entrance } from '../../schemas/entrance';
import { NonEmptyText, Uuid } from '../../schemas/primitives';
import { Space } from '../../schemas/space';
import { UserIdentity } from '../../schemas/userIdentity';
import type { AccessGrantData } from '../../state/accessState';
import type { WorkspaceState } from '../../state/state';
import { defineRoute } from './defineRoute';

/**
 * The kinds of records that a request can include. The grants themselves are not in the batch
 * (docs/service.md#grants-16).
 */
const RELATED = [
	'access_methods',
	'acs_access_groups',
	'acs_entrances',
	'acs_systems',
	'connected_accounts',
	'devices',
	'spaces',
	'user_identities',
] as const;

type Related = (typeof RELATED)[number];

const Kinds = Type.Optional(Type.Array(Type.Enum([...RELATED])));

const Batch = Type.Object({
	access_methods: Type.Optional(Type.Array(AccessMethod)),
	acs_access_groups: Type.Optional(Type.Array(Type.Object({}))),
	acs_entrances: Type.Optional(Type.Array(Entrance)),
	acs_systems: Type.Optional(Type.Array(AccessSystem)),
	connected_accounts: Type.Optional(Type.Array(Type.Object({}))),
	devices: Type.Optional(Type.Array(Device)),
	spaces: Type.Optional(Type.Array(Space)),
	user_identities: Type.Optional(Type.Array(UserIdentity)),
});

export const relatedToGrantRoutes = [
	defineRoute({
		path: '/access_grants/get_related',
		methods: ['GET'],
		parameters: Type.Object({
			access_grant_ids: Type.Optional(Type.Array(Uuid)),
			access_grant_keys: Type.Optional(Type.Array(NonEmptyText)),
			include: Kinds,
			exclude: Kinds,
		}),
		response: Type.Object({ batch: Batch }),
		answer(service, { workspace, parameters }) {
			const {
				access_grant_ids: ids = [],
				access_grant_keys: keys = [],
				include = [...RELATED],
				exclude = [],
			} = parameters;
			if (ids.length + keys.length === 0)
				throw invalidInput('One of access_grant_ids, access_grant_keys is required');
			const addresses = [
				...ids.map((id) => ({ access_grant_id: id })),
				...keys.map((key) => ({ access_grant_key: key })),
			];
			const grants = addresses.map((address) => findAccessGrant(workspace, address));
			const wanted = include.filter((kind) => !exclude.includes(kind));
			return {
				batch: Object.fromEntries(
					wanted.map((kind) => [kind, relatedTo(service, workspace, grants)[kind]()]),
				) as Static<typeof Batch>,
			};
		},
	}),
];

/** The records of each kind. A record that several grants share appears once. */
function relatedTo(
	service: Service,
	workspace: WorkspaceState,
	grants: readonly AccessGrantData[],
): Record<Related, () => unknown[]> {
	const { access, devicesById } = workspace;
	const once = <Id>(list: Id[]): Id[] => [...new Set(list)];
	const places = grants.map((grant) => placesOf(workspace, grant));
	const devices = () =>
		once(places.flatMap((place) => place.device_ids)).flatMap((id) => devicesById.get(id) ?? []);
	const entrances = () =>
		once(places.flatMap((place) => place.acs_entrance_ids)).flatMap(
			(id) => access.entrances.get(id) ?? [],
		);
	const accountIds = () => once(devices().map(({ record }) => record.connected_account_id));
	return {
		access_methods: () =>
			grants.flatMap((grant) => access.methodsOf(grant.access_grant_id)).map(toAccessMethodRecord),
		acs_access_groups: () => [],
		acs_entrances: () =>
			entrances().map((entrance) => toEntranceRecord(service, workspace, entrance)),
		acs_systems: () =>
			once(entrances().map(({ acs_system_id: id }) => id))
				.flatMap((id) => access.accessSystems.get(id) ?? [])
				.map((system) => toAccessSystemRecord(workspace, system)),
		connected_accounts: () =>
			workspace.connectedAccounts
				.map(({ record }) => record)
				.filter(({ connected_account_id: id }) => accountIds().includes(id)),
		devices: () => devices().map((device) => toDeviceRecord(workspace, device)),
		spaces: () =>
			once(grants.flatMap(({ space_ids: ids }) => ids))
				.flatMap((id) => access.spaces.get(id) ?? [])
				.map(toSpaceRecord),
		user_identities: () =>
			once(grants.map(({ user_identity_id: id }) => id))
				.flatMap((id) => access.userIdentities.get(id) ?? [])
				.map((one) => toUserIdentityRecord(workspace, one)),
	};
}
