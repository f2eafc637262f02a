import { ServiceError } from './errors';

/** True for the answer of a service that does not know the record, such as `access_grant`; never for another 404 (facts 1). */
export const isNotFound = (error: unknown, record: string): boolean => error instanceof ServiceError && error.answer.type === `${record}_not_found`;
