import { WORKSPACE_REFUSED } from './errorHints';
import { ServiceError } from './errors';

/** True for a key or token that is refused, which some endpoints tell by a 400 (facts 1), or its workspace: it stays so, and nothing is to be waited for. */
export const isKeyRefused = (error: unknown): boolean =>
	error instanceof ServiceError && ([401, 403].includes(error.answer.status) || WORKSPACE_REFUSED.test(error.answer.type));
