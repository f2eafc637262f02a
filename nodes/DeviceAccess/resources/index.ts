import type { Resource } from '../operation/types';
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

/** All that the node can do; the first resource is the one a new node starts with. */
export const resources: readonly Resource[] = [
	device,
	accessCode,
	unmanagedAccessCode,
	unmanagedDevice,
	reservation,
	accessGrant,
	accessMethod,
	unmanagedAccessGrant,
	unmanagedAccessMethod,
	userIdentity,
	unmanagedUserIdentity,
	instantKey,
	space,
	accessSystem,
	accessSystemUser,
	accessGroup,
	accessCredential,
	encoder,
	entrance,
	connectWebview,
	connectedAccount,
	actionAttempt,
	event,
	workspace,
];
