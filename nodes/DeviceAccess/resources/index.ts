import type { Resource } from '../operation/defineOperation';
import { actionAttempt } from './actionAttempt';
import { device } from './device';
import { unmanagedAccessCode } from './unmanagedAccessCode';
import { workspace } from './workspace';

/** All that the node can do; the first resource is the one a new node starts with. */
export const resources: readonly Resource[] = [device, unmanagedAccessCode, actionAttempt, workspace];
