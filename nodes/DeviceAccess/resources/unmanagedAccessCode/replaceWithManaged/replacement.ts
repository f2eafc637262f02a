import { ServiceError } from '../../../errors/errors';

/**
 * An unmanaged code and the managed code to replace it with. Times are as the service returns them.
 */
export interface Replacement {
	oldAccessCodeId: string;
	deviceId: string;
	deviceName?: string;
	pin: string;
	/** The name of the new code. */
	name?: string;
	startsAt?: string;
	endsAt?: string;
}

/**
 * True if the service does not have the code, or lists it as the other kind, managed or unmanaged.
 */
export const isUnknownCode = (error: unknown): boolean =>
	error instanceof ServiceError &&
	error.answer.status === 404 &&
	['access_code_not_found', 'not_found'].includes(error.answer.type);
