import { ServiceError } from './errors';

/** The words by which the service says that a lock does not support an action (facts 1, 10). */
export const UNSUPPORTED_TYPES: ReadonlySet<string> = new Set(['unsupported_device', 'device_type_not_supported']);

/** True for an answer that says so. */
export const isUnsupported = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && UNSUPPORTED_TYPES.has(error.answer.type);
