import type { Service } from '../service';
import { ServiceError, invalidParameters } from '../serviceError';

export type UniqueIdentityMember = 'user_identity_key' | 'email_address' | 'phone_number';

/**
 * The error for a value that another grant, space or person already has. The settings `takenKeyAnswer` and
 * `takenIdentityAnswer` decide its form (docs/service.md#calls-11).
 */
export function taken(
	{ settings }: Service,
	member: 'access_grant_key' | 'space_key' | UniqueIdentityMember,
	value: string,
): ServiceError {
	const isKey = member === 'access_grant_key' || member === 'space_key';
	const answer = isKey ? settings.takenKeyAnswer : settings.takenIdentityAnswer;
	if (answer === 'invalidInput')
		return invalidParameters([{ path: [member], message: 'Already taken' }]);
	if (answer === 'noReason') return new ServiceError(409, 'conflict', 'Conflict');
	const message = `Another record of the workspace has this ${member}.`;
	return new ServiceError(409, `duplicate_${member}`, message, { data: { [member]: value } });
}
