import { accessCode } from './accessCode';
import { accessCredential } from './accessCredential';
import { accessGrant } from './accessGrant';
import { accessGroup } from './accessGroup';
import { accessMethod } from './accessMethod';
import { accessSystem } from './accessSystem';
import { accessSystemUser } from './accessSystemUser';
import { actionAttempt } from './actionAttempt';
import { connectWebview } from './connectWebview';
import { connectedAccount } from './connectedAccount';
import { customer } from './customer';
import { device } from './device';
import { encoder } from './encoder';
import { entrance } from './entrance';
import { event } from './event';
import { instantKey } from './instantKey';
import { reservation } from './reservation';
import { space } from './space';
import { unmanagedAccessCode } from './unmanagedAccessCode';
import { unmanagedAccessGrant } from './unmanagedAccessGrant';
import { unmanagedAccessMethod } from './unmanagedAccessMethod';
import { unmanagedDevice } from './unmanagedDevice';
import { unmanagedUserIdentity } from './unmanagedUserIdentity';
import { userIdentity } from './userIdentity';
import { workspace } from './workspace';
import type { Operation } from '../../nodes/DeviceAccess/operation/types';
import { resources } from '../../nodes/DeviceAccess/resources';
import type { Dossier, Dossiers } from './dossier';

/** The dossiers of all operations by resource. */
export const dossiers: Readonly<Record<string, Dossiers>> = {
	accessCode,
	accessCredential,
	accessGrant,
	accessGroup,
	accessMethod,
	accessSystem,
	accessSystemUser,
	actionAttempt,
	connectWebview,
	connectedAccount,
	customer,
	device,
	encoder,
	entrance,
	event,
	instantKey,
	reservation,
	space,
	unmanagedAccessCode,
	unmanagedAccessGrant,
	unmanagedAccessMethod,
	unmanagedDevice,
	unmanagedUserIdentity,
	userIdentity,
	workspace,
};

export interface DossierEntry {
	/** Such as `device.getAll`. */
	name: `${string}.${string}`;
	operation: Operation;
	dossier: Dossier;
}

/** Every operation of the registry with its dossier, which is empty if there is none. */
export const dossierEntries: readonly DossierEntry[] = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		name: `${resource.value}.${operation.value}` as const,
		operation,
		dossier: dossiers[resource.value]?.[operation.value] ?? {},
	})),
);
