import { ServiceError } from '../../../errors/errors';

/** A code on a lock and the managed one that is to take its place. Times as the service tells them. */
export interface Replacement {
	oldAccessCodeId: string;
	deviceId: string;
	deviceName?: string;
	pin: string;
	/** What the new code is called. */
	name?: string;
	startsAt?: string;
	endsAt?: string;
}

/** True where the service does not know the code, or not among those that were asked for (facts 1). */
export const isUnknownCode = (error: unknown): boolean =>
	error instanceof ServiceError && error.answer.status === 404 && ['access_code_not_found', 'not_found'].includes(error.answer.type);
