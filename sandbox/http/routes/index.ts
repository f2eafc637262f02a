import { accessCodeRoutes } from './accessCodes';
import { accessCodeSetRoutes } from './accessCodeSets';
import { accessGrantRoutes } from './accessGrants';
import { accessGroupRoutes } from './accessGroups';
import { accessMethodRoutes } from './accessMethods';
import { accessSystemRoutes } from './accessSystems';
import { accessSystemUserRoutes } from './accessSystemUsers';
import { actionAttemptRoutes } from './actionAttempts';
import { connectWebviewRoutes } from './connectWebviews';
import { connectedAccountRoutes } from './connectedAccounts';
import { credentialRoutes } from './credentials';
import { customerRoutes } from './customers';
import type { Route } from './defineRoute';
import { deviceSetupRoutes } from './deviceSetup';
import { deviceRoutes } from './devices';
import { deviceSimulationRoutes } from './deviceSimulations';
import { encoderRoutes } from './encoders';
import { encoderSimulationRoutes } from './encoderSimulations';
import { entranceRoutes } from './entrances';
import { eventRoutes } from './events';
import { instantKeyRoutes } from './instantKeys';
import { lockRoutes } from './locks';
import { relatedRoutes } from './related';
import { spaceRoutes } from './spaces';
import { thermostatRoutes } from './thermostats';
import { unmanagedAccessCodeRoutes } from './unmanagedAccessCodes';
import { unmanagedAccessRoutes } from './unmanagedAccess';
import { unmanagedDeviceRoutes } from './unmanagedDevices';
import { userIdentityRoutes } from './userIdentities';
import { userIdentityAccessRoutes } from './userIdentityAccess';
import { webhookRoutes } from './webhooks';
import { workspaceRoutes } from './workspaces';

export const routes: readonly Route[] = [
	...workspaceRoutes,
	...connectWebviewRoutes,
	...connectedAccountRoutes,
	...customerRoutes,
	...deviceRoutes,
	...deviceSetupRoutes,
	...deviceSimulationRoutes,
	...unmanagedDeviceRoutes,
	...lockRoutes,
	...thermostatRoutes,
	...accessCodeRoutes,
	...accessCodeSetRoutes,
	...unmanagedAccessCodeRoutes,
	...actionAttemptRoutes,
	...eventRoutes,
	...webhookRoutes,
	...userIdentityRoutes,
	...userIdentityAccessRoutes,
	...instantKeyRoutes,
	...spaceRoutes,
	...accessSystemRoutes,
	...accessSystemUserRoutes,
	...accessGroupRoutes,
	...entranceRoutes,
	...credentialRoutes,
	...encoderRoutes,
	...encoderSimulationRoutes,
	...accessGrantRoutes,
	...accessMethodRoutes,
	...relatedRoutes,
	...unmanagedAccessRoutes,
];
