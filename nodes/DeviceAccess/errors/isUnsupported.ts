import { ServiceError } from './errors';

/** Error types for a lock that does not support an action (docs/service.md#calls-9). */
export const UNSUPPORTED_TYPES: ReadonlySet<string> = new Set([
	'unsupported_device',
	'device_type_not_supported',
]);

/** True if the service says that the lock does not support the action. */
export const isUnsupported = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && UNSUPPORTED_TYPES.has(error.answer.type);
