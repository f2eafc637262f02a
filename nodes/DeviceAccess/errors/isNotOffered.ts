import { ServiceError } from './errors';

/** True for the answers of a service that lacks an endpoint or does not take these parameters. */
export function isNotOffered(error: unknown): boolean {
	return error instanceof ServiceError && [400, 403, 404, 405, 501].includes(error.answer.status);
}
