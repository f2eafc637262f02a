import { accessCodeRoutes } from './accessCodes';
import { actionAttemptRoutes } from './actionAttempts';
import { connectedAccountRoutes } from './connectedAccounts';
import type { Route } from './defineRoute';
import { deviceRoutes } from './devices';
import { eventRoutes } from './events';
import { unmanagedAccessCodeRoutes } from './unmanagedAccessCodes';
import { webhookRoutes } from './webhooks';
import { workspaceRoutes } from './workspaces';

/** Every operation of the imitated interface. */
export const routes: readonly Route[] = [
	...workspaceRoutes,
	...connectedAccountRoutes,
	...deviceRoutes,
	...accessCodeRoutes,
	...unmanagedAccessCodeRoutes,
	...actionAttemptRoutes,
	...eventRoutes,
	...webhookRoutes,
];
