import { ServiceError } from './errors';

/** True for a key that is refused, which some endpoints tell by a 400 (facts 1): it stays so, and nothing is to be waited for. */
export const isKeyRefused = (error: unknown): boolean =>
	error instanceof ServiceError && ([401, 403].includes(error.answer.status) || error.answer.type === 'missing_workspace_id');
