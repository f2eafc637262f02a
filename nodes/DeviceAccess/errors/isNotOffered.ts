import { ServiceError } from './errors';

/** True if the service does not have the endpoint, does not accept these parameters, or does not allow the call. */
export function isNotOffered(error: unknown): boolean {
	return error instanceof ServiceError && [400, 403, 404, 405, 501].includes(error.answer.status);
}
