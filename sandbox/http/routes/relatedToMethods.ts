import { Type } from 'typebox';
import type { Static } from 'typebox';
import { findAccessMethod } from '../../domain/access/lookup';
import {
	toAccessGrantRecord,
	toAccessMethodRecord,
	toCredentialRecord,
	toEntranceRecord,
	toSpaceRecord,
} from '../../domain/access/records';
import { toDeviceRecord } from '../../domain/devices/records';
import type { Service } from '../../domain/service';
import { AccessGrant } from '../../schemas/accessGrant';
import { AccessMethod } from '../../schemas/accessMethod';
import { Credential } from '../../schemas/credential';
import { Device } from '../../schemas/device';
import { Entrance } from '../../schemas/entrance';
import { Uuid } from '../../schemas/primitives';
import { Space } from '../../schemas/space';
import type { AccessMethodData } from '../../state/accessState';
import type { WorkspaceState } from '../../state/state';
import { defineRoute } from './defineRoute';

/**
 * The kinds of records that a request can include. The methods themselves are one of them
 * (docs/service.md#grants-16).
 */
const RELATED = [
	'access_grants',
	'access_methods',
	'acs_credentials',
	'acs_entrances',
	'client_sessions',
	'devices',
	'instant_keys',
	'spaces',
] as const;

type Related = (typeof RELATED)[number];

const Kinds = Type.Optional(Type.Array(Type.Enum([...RELATED])));

const Batch = Type.Object({
	access_grants: Type.Optional(Type.Array(AccessGrant)),
	access_methods: Type.Optional(Type.Array(AccessMethod)),
	acs_credentials: Type.Optional(Type.Array(Credential)),
	acs_entrances: Type.Optional(Type.Array(Entrance)),
	client_sessions: Type.Optional(Type.Array(Type.Object({}))),
	devices: Type.Optional(Type.Array(Device)),
	instant_keys: Type.Optional(Type.Array(Type.Object({}))),
	spaces: Type.Optional(Type.Array(Space)),
});

export const relatedToMethodRoutes = [
	defineRoute({
		path: '/access_methods/get_related',
		methods: ['GET'],
		parameters: Type.Object({
			access_method_ids: Type.Array(Uuid),
			include: Kinds,
			exclude: Kinds,
		}),
		response: Type.Object({ batch: Batch }),
		answer(service, { workspace, parameters }) {
			const { access_method_ids: ids, include = [...RELATED], exclude = [] } = parameters;
			const methods = ids.map((id) => findAccessMethod(workspace, id));
			const wanted = include.filter((kind) => !exclude.includes(kind));
			return {
				batch: Object.fromEntries(
					wanted.map((kind) => [kind, relatedTo(service, workspace, methods)[kind]()]),
				) as Static<typeof Batch>,
			};
		},
	}),
];

/** The records of each kind. A record that several methods share appears once. Each card has a credential, and each cloud key for an entrance; the sandbox has no client sessions. */
function relatedTo(
	service: Service,
	workspace: WorkspaceState,
	methods: readonly AccessMethodData[],
): Record<Related, () => unknown[]> {
	const { access, devicesById } = workspace;
	const once = <Id>(list: Id[]): Id[] => [...new Set(list)];
	const grants = () =>
		once(methods.map(({ access_grant_id: id }) => id)).flatMap(
			(id) => access.accessGrants.get(id) ?? [],
		);
	return {
		access_grants: () => grants().map((grant) => toAccessGrantRecord(workspace, grant)),
		access_methods: () => methods.map(toAccessMethodRecord),
		acs_credentials: () =>
			methods
				.filter(
					({ mode, acs_entrance_ids: ids }) =>
						mode === 'card' || (mode === 'cloud_key' && ids.length > 0),
				)
				.map(({ access_method_id: id }) => toCredentialRecord(workspace, id)),
		acs_entrances: () =>
			once(methods.flatMap(({ acs_entrance_ids: ids }) => ids))
				.flatMap((id) => access.entrances.get(id) ?? [])
				.map((one) => toEntranceRecord(service, workspace, one)),
		client_sessions: () => [],
		devices: () =>
			once(methods.flatMap(({ device_ids: ids }) => ids))
				.flatMap((id) => devicesById.get(id) ?? [])
				.map((device) => toDeviceRecord(workspace, device)),
		instant_keys: () =>
			methods.flatMap(({ access_method_id: id }) => access.instantKeys.get(id) ?? []),
		spaces: () =>
			once(grants().flatMap(({ space_ids: ids }) => ids))
				.flatMap((id) => access.spaces.get(id) ?? [])
				.map(toSpaceRecord),
	};
}
