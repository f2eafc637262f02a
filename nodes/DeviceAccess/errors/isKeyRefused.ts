import { WORKSPACE_REFUSED } from './errorHints';
import { ServiceError } from './errors';

/**
 * True if the service refused the key or token, which can be a 400 (docs/service.md#calls-7), or
 * its workspace. Waiting does not help.
 */
export const isKeyRefused = (error: unknown): boolean =>
	error instanceof ServiceError &&
	([401, 403].includes(error.answer.status) || WORKSPACE_REFUSED.test(error.answer.type));
