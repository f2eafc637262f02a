import { ServiceError } from './errors';

/**
 * The error types for a PIN that another code on the lock has. The sources use two names
 * (docs/service.md#calls-10).
 */
export const DUPLICATE_CODE = /^duplicate_(access_)?code$/;

/**
 * The error types for a token whose request names no workspace, or one that the token does not
 * open.
 */
export const WORKSPACE_REFUSED = /^(missing_workspace_id|workspace_not_found)$/;

/**
 * Matches refusals that are about the rules for reservation keys, whose types are unknown
 * (docs/service.md#calls-2), but not a key such as `reservation:17`.
 */
export const ABOUT_RESERVATION = {
	endpoint: /^\/access_grants\/create$/,
	says: /(?:\b|_)reservation(?:_key|s)?(?![\w:-])/i,
};

/** True if the service refused the call because of the rules of reservation keys. */
export const isAboutReservation = (serviceMessage: string, type: string): boolean =>
	ABOUT_RESERVATION.says.test(serviceMessage) || ABOUT_RESERVATION.says.test(type);

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

/**
 * True if the service answers that it has no such record, whatever the record is. False for an
 * unknown path or workspace.
 */
export const isAnyNotFound = (error: unknown): boolean =>
	error instanceof ServiceError &&
	error.answer.type.endsWith('_not_found') &&
	!WORKSPACE_REFUSED.test(error.answer.type);

/**
 * True if the service does not have the endpoint, does not accept these parameters, or does not
 * allow the call.
 */
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
