import type { Service } from '../service';
import { ServiceError, invalidParameters } from '../serviceError';

/**
 * The error for an `access_grant_key` or `space_key` that is in use. The setting `takenKeyAnswer`
 * decides its form (docs/service.md#calls-11).
 */
export function takenKey(
	{ settings }: Service,
	member: 'access_grant_key' | 'space_key',
	key: string,
): ServiceError {
	return taken(settings.takenKeyAnswer, member, key);
}

export type UniqueIdentityMember = 'user_identity_key' | 'email_address' | 'phone_number';

/**
 * The error for a value that another person already has. The setting `takenIdentityAnswer` decides
 * its form.
 */
export function takenIdentityMember(
	{ settings }: Service,
	member: UniqueIdentityMember,
	value: string,
): ServiceError {
	return taken(settings.takenIdentityAnswer, member, value);
}

function taken(answer: 'conflict' | 'invalidInput', member: string, value: string): ServiceError {
	if (answer === 'invalidInput')
		return invalidParameters([{ path: [member], message: 'Already taken' }]);
	const message = `Another record of the workspace has this ${member}.`;
	return new ServiceError(409, `duplicate_${member}`, message, { data: { [member]: value } });
}
