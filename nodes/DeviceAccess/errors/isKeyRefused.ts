import { WORKSPACE_REFUSED } from './errorHints';
import { ServiceError } from './errors';

/** True if the service refused the key or token (some endpoints do so with a 400, facts 1) or its workspace. Waiting does not help. */
export const isKeyRefused = (error: unknown): boolean =>
	error instanceof ServiceError &&
	([401, 403].includes(error.answer.status) || WORKSPACE_REFUSED.test(error.answer.type));
