import { WORKSPACE_REFUSED } from './errorHints';
import { ServiceError } from './errors';

/**
 * True if the service refused the key or token, which can be a 400 (docs/service.md#calls-7), or
 * its workspace. Waiting does not help.
 */
export const isKeyRefused = (error: unknown): boolean =>
	error instanceof ServiceError &&
	([401, 403].includes(error.answer.status) || WORKSPACE_REFUSED.test(error.answer.type));

/**
 * True if the service answers that it has no such record, such as `access_grant`. False for any
 * other 404.
 */
export const isNotFound = (error: unknown, record: string): boolean =>
	error instanceof ServiceError && error.answer.type === `${record}_not_found`;

/** True if the service does not have the endpoint, does not accept these parameters, or does not allow the call. */
export const isNotOffered = (error: unknown): boolean =>
	error instanceof ServiceError && [400, 403, 404, 405, 501].includes(error.answer.status);

/** Error types for a lock that does not support an action (docs/service.md#calls-9). */
export const UNSUPPORTED_TYPES: ReadonlySet<string> = new Set([
	'unsupported_device',
	'device_type_not_supported',
]);

/** True if the service says that the lock does not support the action. */
export const isUnsupported = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && UNSUPPORTED_TYPES.has(error.answer.type);
