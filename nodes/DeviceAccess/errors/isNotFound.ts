import { ServiceError } from './errors';

/**
 * True if the service answers that it has no such record, such as `access_grant`. False for any
 * other 404.
 */
export const isNotFound = (error: unknown, record: string): boolean =>
	error instanceof ServiceError && error.answer.type === `${record}_not_found`;
