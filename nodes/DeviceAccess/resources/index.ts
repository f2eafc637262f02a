import type { Resource } from '../operation';
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

/**
 * All resources, in the order in which a person needs them. The node panel and the editor show them
 * in this order.
 */
export const resources: readonly Resource[] = [
	// Guests and their codes
	reservation,
	unmanagedAccessCode,
	accessCode,
	// Locks and rooms
	device,
	space,
	// Access for people
	accessGrant,
	accessMethod,
	userIdentity,
	instantKey,
	// Owners, and their accounts with lock makers
	connectWebview,
	connectedAccount,
	customer,
	// What happened
	event,
	actionAttempt,
	// What was created elsewhere
	unmanagedDevice,
	unmanagedAccessGrant,
	unmanagedAccessMethod,
	unmanagedUserIdentity,
	// Building access systems
	accessSystem,
	entrance,
	accessSystemUser,
	accessGroup,
	accessCredential,
	encoder,
	workspace,
];

/** The resource of a new node, which starts with an operation that only reads. */
export const FIRST_RESOURCE = device;
